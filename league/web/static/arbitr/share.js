// @ts-check
// An address for others: by the phone's own way of sharing, else copied; over plain http as well.

// What to tell then: nothing where the phone has shown it itself.
export async function share(address, copied) {
  if (navigator.share) {
    await navigator.share({ title: document.title, url: address }).catch(() => {});
    return "";
  }
  try {
    await navigator.clipboard.writeText(address);
  } catch {
    copyOldWay(address);
  }
  return copied;
}

function copyOldWay(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

// @ts-check
// An address for others: by the phone's own way of sharing, else copied; over plain http as well.

// What to tell then: nothing where the phone has shown it itself.
export async function share(address, said) {
  if (navigator.share) {
    await navigator.share({ title: document.title, url: address }).catch(() => {});
    return "";
  }
  await copied(address);
  return said;
}

export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyOldWay(text);
  }
}

function copyOldWay(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

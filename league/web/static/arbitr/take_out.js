// @ts-check
// A table onto the clipboard, as one: for spreadsheets, mails and documents; over plain http as well.

const MARK = "data-copy-table";

function tableOf(text) {
  const table = document.createElement("table");
  for (const line of text.split("\n").filter(Boolean)) {
    const row = table.insertRow();
    for (const cell of line.split("\t")) row.insertCell().textContent = cell;
  }
  return table;
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
}

// The browser is asked within the click: it would refuse after the answer has come.
async function copy(address) {
  const text = fetched(address);
  if (navigator.clipboard && window.ClipboardItem) {
    const plain = text.then((found) => new Blob([found], { type: "text/plain" }));
    const html = text.then((found) => new Blob([tableOf(found).outerHTML], { type: "text/html" }));
    await navigator.clipboard.write([
      new ClipboardItem({ "text/plain": plain, "text/html": html }),
    ]);
  } else {
    copyOldWay(await text);
  }
}

// Something has to be selected, or a browser may not copy; what goes out is what we give it.
function copyOldWay(text) {
  const table = tableOf(text);
  const give = (event) => {
    event.clipboardData.setData("text/plain", text);
    event.clipboardData.setData("text/html", table.outerHTML);
    event.preventDefault();
  };
  document.body.append(table);
  getSelection()?.selectAllChildren(table);
  document.addEventListener("copy", give, { once: true });
  const isDone = document.execCommand("copy");
  document.removeEventListener("copy", give);
  getSelection()?.removeAllRanges();
  table.remove();
  if (!isDone) throw new Error("not copied");
}

for (const button of document.querySelectorAll(`[${MARK}]`)) {
  const said = /** @type {HTMLElement} */ (button.nextElementSibling);
  button.addEventListener("click", async () => {
    said.textContent = "";
    try {
      await copy(button.getAttribute(MARK));
      said.textContent = said.dataset.done ?? "";
    } catch {
      said.textContent = said.dataset.failed ?? "";
    }
  });
  button.removeAttribute("hidden");
}

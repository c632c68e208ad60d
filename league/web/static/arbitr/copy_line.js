// @ts-check
// A line to copy: a button for it. Without JavaScript it is marked and copied by hand.

import { copied } from "./share.js";

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  const line = document.getElementById(button.dataset.copy ?? "");
  if (!(line instanceof HTMLTextAreaElement)) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await copied(line.value);
    const said = document.querySelector("[data-copy-said]");
    if (said) said.textContent = line.dataset.copied ?? "";
  });
}

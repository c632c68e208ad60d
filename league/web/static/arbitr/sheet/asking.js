// Small questions in a dialog of the page: yes or no, or a few words.

import { el } from "./dom.js";

function opened(content, buttons) {
  return new Promise((resolve) => {
    const dialog = el("dialog", { class: "sheet-dialog" });
    const close = (answer) => {
      resolve(answer);
      dialog.close();
      dialog.remove();
    };
    const made = buttons.map(({ label, answer, isPrimary }) =>
      el(
        "button",
        { type: "button", class: isPrimary ? "button primary" : "button", onclick: () => close(answer()) },
        label,
      ),
    );
    const shut = el("button", { type: "button", class: "button quiet", onclick: () => close(null) }, "✕");
    dialog.append(...content, el("div", { class: "actions" }, ...made, shut));
    dialog.addEventListener("cancel", () => close(null));
    document.body.append(dialog);
    dialog.showModal();
  });
}

export async function confirmed(question, { yes }) {
  const found = await opened([el("p", {}, question)], [{ label: yes, answer: () => true, isPrimary: true }]);
  return found === true;
}

// The words, or null. `no`: a second button, which answers with nothing.
export function ask(question, { yes, no, value = "", most }) {
  const field = el("input", { id: "asked", maxlength: most, value });
  const buttons = [{ label: yes, answer: () => field.value.trim(), isPrimary: true }];
  if (no) buttons.push({ label: no, answer: () => "" });
  return opened([el("label", { for: "asked" }, question), field], buttons);
}

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

// One of the answers, or null.
export function choose(question, answers) {
  const buttons = answers.map(([answer, label], at) => ({ label, answer: () => answer, isPrimary: !at }));
  return opened([el("p", {}, question)], buttons);
}

export async function confirmed(question, { yes }) {
  return (await choose(question, [[true, yes]])) === true;
}

// The words, or null.
export function ask(question, { yes, most }) {
  const field = el("input", { id: "asked", maxlength: most });
  const buttons = [{ label: yes, answer: () => field.value.trim(), isPrimary: true }];
  return opened([el("label", { for: "asked" }, question), field], buttons);
}

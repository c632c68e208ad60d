// @ts-check
// Small questions in a dialog of the page: yes or no, or a few words.

import { el } from "./dom.js";
import { text } from "./page.js";

function opened(question, content, buttons) {
  return new Promise((resolve) => {
    const dialog = el("dialog", { class: "sheet-dialog", "aria-label": question });
    const close = (answer) => {
      resolve(answer);
      dialog.close();
      dialog.remove();
    };
    const made = buttons.map(({ label, answer, isPrimary }) =>
      el(
        "button",
        isPrimary
          ? { type: "submit", class: "button primary" }
          : { type: "button", class: "button", onclick: () => close(answer()) },
        label,
      )
    );
    const shut = { type: "button", class: "button quiet", onclick: () => close(null) };
    const row = el("div", { class: "actions" }, ...made, el("button", shut, text("close")));
    const form = el("form", {}, ...content, row);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      close(buttons.find((each) => each.isPrimary).answer());
    });
    dialog.append(form);
    dialog.addEventListener("cancel", () => close(null));
    document.body.append(dialog);
    dialog.showModal();
  });
}

// One of the answers, or null.
export function choose(question, answers) {
  const buttons = answers.map(([answer, label], at) => ({ label, answer: () => answer, isPrimary: !at }));
  return opened(question, [el("p", {}, question)], buttons);
}

export async function confirmed(question, { yes }) {
  return (await choose(question, [[true, yes]])) === true;
}

// The words, or null.
export function ask(question, { yes, most }) {
  const field = el("input", { id: "asked", maxlength: most });
  const buttons = [{ label: yes, answer: () => field.value.trim(), isPrimary: true }];
  return opened(question, [el("label", { for: "asked" }, question), field], buttons);
}

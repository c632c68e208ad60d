// @ts-check
// Small questions in a dialog of the page: yes or no, or a few words.

import { el } from "./dom.js";
import { text } from "./page.js";

// The answer of the button that was touched, or null.
export function question(said, content, buttons, attributes = {}) {
  return new Promise((resolve) => {
    const dialog = el("dialog", { class: "sheet-dialog", "aria-label": said, ...attributes });
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
export function choose(said, answers) {
  const buttons = answers.map(([answer, label], at) => ({ label, answer: () => answer, isPrimary: !at }));
  return question(said, [el("p", {}, said)], buttons);
}

export async function confirmed(said, { yes }) {
  return (await choose(said, [[true, yes]])) === true;
}

// The words, or null.
export function ask(said, { yes, most }) {
  const field = el("input", { id: "asked", maxlength: most });
  const buttons = [{ label: yes, answer: () => field.value.trim(), isPrimary: true }];
  return question(said, [el("label", { for: "asked" }, said), field], buttons);
}

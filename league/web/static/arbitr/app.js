// Small comforts for every page. Nothing here is needed for a page to work.

import "./again.js";
import "./copy_line.js";
import "./take_out.js";

const YEAR_S = 365 * 24 * 3600;
const SUBMIT_PAUSE_MS = 3000;

function rememberTimeZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || !/^[\w+\-/]+$/.test(zone)) return;
  if (document.cookie.split("; ").includes(`tz=${zone}`)) return;
  document.cookie = `tz=${zone}; path=/; max-age=${YEAR_S}; SameSite=Lax`;
}

function storeTheme(theme) {
  try {
    if (theme === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch {
    // Without storage the choice lasts for this page.
  }
}

function enableThemeToggle() {
  const button = document.querySelector("[data-theme-toggle]");
  if (!button) return;
  const order = ["system", "light", "dark"];
  const current = () => document.documentElement.dataset.theme || "system";
  const describe = () => {
    const label = button.getAttribute(`data-label-${current()}`);
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  button.addEventListener("click", () => {
    const next = order[(order.indexOf(current()) + 1) % order.length];
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    storeTheme(next);
    describe();
  });
  describe();
  button.hidden = false;
}

function release(button) {
  if (!button.hasAttribute("data-submitted")) return;
  button.removeAttribute("data-submitted");
  button.disabled = false;
}

function preventDoubleSubmits() {
  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.defaultPrevented || !button) return;
    // After this event the browser reads the form, with the clicked button's name and value: disable only then.
    setTimeout(() => {
      button.setAttribute("data-submitted", "");
      button.disabled = true;
    });
    setTimeout(() => release(button), SUBMIT_PAUSE_MS);
  });
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("[data-submitted]").forEach(release);
  });
}

function enableDismiss() {
  for (const button of document.querySelectorAll("[data-dismiss]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      button.parentElement.remove();
      document.getElementById("main")?.focus();
    });
  }
}

function closeMenusElsewhere() {
  const openMenus = () => document.querySelectorAll("details.menu[open]");
  document.addEventListener("click", (event) => {
    for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}

function selectOnFocus() {
  for (const field of document.querySelectorAll("[data-select-all]")) {
    field.addEventListener("focus", () => field.select());
  }
}

// Whoever calls an official without a network has to know that nobody comes.
function tellLostCalls() {
  for (const failure of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(failure, (event) => {
      const call = event.target.closest("[data-call]");
      if (!call || event.detail.requestConfig.verb !== "post") return;
      const place = call.querySelector("[data-call-lost]");
      place.textContent = call.dataset.lost;
      place.hidden = false;
    });
  }
}

// What scrolls sideways: where it goes on is shown at its edges, by arbitr.css.
const SIDEWAYS = ".table-box, .paper-box, .record-lines, .one-row";

function markEdges(box) {
  const room = box.scrollWidth - box.clientWidth;
  const isPastStart = box.scrollLeft > 1;
  const goesOn = box.scrollLeft < room - 1;
  if (isPastStart && goesOn) box.dataset.more = "both";
  else if (goesOn) box.dataset.more = "end";
  else if (isPastStart) box.dataset.more = "start";
  else delete box.dataset.more;
}

function showWhatScrolls() {
  const sizes = new ResizeObserver((changes) => {
    for (const { target } of changes) markEdges(target.closest(SIDEWAYS));
  });
  const watch = () => {
    for (const box of document.querySelectorAll(SIDEWAYS)) {
      sizes.observe(box);
      if (box.firstElementChild) sizes.observe(box.firstElementChild);
    }
  };
  document.addEventListener("scroll", (event) => {
    if (event.target instanceof Element && event.target.matches(SIDEWAYS)) markEdges(event.target);
  }, { capture: true, passive: true });
  new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
  watch();
}

// In a row of links the page that is open is in sight.
function showCurrentInRows() {
  for (const current of document.querySelectorAll(".one-row [aria-current]")) {
    const row = current.closest(".one-row");
    row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }
}

// A bracket wider than its place shows the round that is listed below it.
function showListedRound() {
  for (const picture of document.querySelectorAll(".bracket-picture")) {
    const listed = document.querySelector(".bracket-card")?.dataset.key.replace(/-listed$/, "");
    const box = listed && picture.querySelector(`[data-key="${CSS.escape(listed)}"]`);
    if (!box) continue;
    const { left, width } = box.getBoundingClientRect();
    const start = picture.getBoundingClientRect().left;
    picture.scrollLeft += left - start - (picture.clientWidth - width) / 2;
  }
}

rememberTimeZone();
showWhatScrolls();
showCurrentInRows();
showListedRound();
enableThemeToggle();
preventDoubleSubmits();
enableDismiss();
closeMenusElsewhere();
selectOnFocus();
tellLostCalls();

// A form that waited for its sender to be known again.
document.querySelector("[data-send-at-once]")?.requestSubmit();
// After a failed form, start at the list of what to fix.
document.querySelector("[data-error-summary]")?.focus();

// @ts-check
// A page in the frame of another website: what leads elsewhere opens in a new tab, since no other
// page of ours may be framed, and whoever frames it is told how high it is.

import "./event.js";

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link) return;
  const stays = link.origin === location.origin && link.pathname === location.pathname;
  link.target = stays ? "_self" : "_blank";
}, { capture: true });

// In a row of links the one that is open is in sight.
for (const current of document.querySelectorAll(".one-row [aria-current]")) {
  const row = current.closest(".one-row");
  if (row && current instanceof HTMLElement) row.scrollLeft = current.offsetLeft - row.clientWidth / 2;
}

// The height alone, which tells nobody anything: so any page may hear it.
function tellHeight() {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  window.parent.postMessage({ type: "arbitr:height", height, address: location.href }, "*");
}

if (window.parent !== window) new ResizeObserver(tellHeight).observe(document.body);

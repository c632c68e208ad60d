// Asks the browser to keep this sheet for a reload without network. Browsers do so only over https, or
// on the machine itself; elsewhere the sheet works as long as its page is open.

const isPossible = isSecureContext && "serviceWorker" in navigator;

async function tell(message) {
  try {
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage(message);
  } catch {
    // Then nothing is kept.
  }
}

// After everything that the sheet needs is loaded.
export async function keepPage(worker) {
  if (!isPossible) return;
  const ask = () => {
    const used = performance.getEntriesByType("resource").map((each) => each.name);
    return tell({ keep: { page: location.href.split("#")[0], used } });
  };
  // A new version keeps its own. Heard from the first moment: it may take over at any.
  navigator.serviceWorker.addEventListener("controllerchange", ask);
  try {
    const registration = await navigator.serviceWorker.register(worker, { updateViaCache: "none" });
    // Browsers look for a new version some time after a page was opened, and put it off while it is busy.
    if (navigator.serviceWorker.controller) registration.update().catch(() => {});
  } catch {
    return;
  }
  await ask();
}

// A sheet that is closed is read from the server, or not at all.
export async function forgetPage() {
  if (isPossible && navigator.serviceWorker.controller) await tell({ forget: true });
}

// Whether the browser shows the page as it kept it: then the phone may know a newer state.
export const isKept = () => "kept" in document.documentElement.dataset;

// Between pages and the network: keeps the score sheet that was opened last, with its files, for a
// reload without network. The network is always asked first; all other pages pass by.
//
// /worker.js loads this file, and says in ARBITR which version it is and which addresses it minds.

const { version, files, home, logOut } = ARBITR;
const sheet = new RegExp(ARBITR.sheet);
const FILES = `arbitr-files-${version}`;
const PAGE = `arbitr-page-${version}`;
const SLOWEST_MS = 6000; // a network that has not answered by then is none
const KEPT_MS = 24 * 3600 * 1000; // names stand on the page: no longer than a day of play
const KEPT_AT = "X-Kept-At";

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([dropOtherVersions(), clients.claim()]));
});

addEventListener("message", (event) => {
  const { keep, forget } = event.data;
  if (keep) event.waitUntil(keepSheet(keep));
  if (forget) event.waitUntil(forgetPage());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method !== "GET") {
    if (pathname === logOut) event.waitUntil(forgetPage());
  } else if (pathname.startsWith(files)) {
    event.respondWith(fetch(request).catch(() => kept(FILES, request)));
  } else if (request.mode === "navigate" && sheet.test(pathname)) {
    event.respondWith(sheetPage(event));
  } else if (request.mode === "navigate" && pathname === home) {
    event.respondWith(fetch(request).catch(toLastSheet));
  }
});

// A worker that was replaced may still be at work for a page that asked it: then what it keeps is the old
// version, and what it finds is the new one.
const isReplaced = () => self.serviceWorker?.state === "redundant";

async function dropOtherVersions() {
  const names = (await caches.keys()).filter((name) => name.startsWith("arbitr-"));
  const isOld = (name) => [FILES, PAGE].includes(name) === isReplaced();
  await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
}

async function kept(name, request) {
  const cache = await caches.open(name);
  return (await cache.match(request, { ignoreVary: true, ignoreSearch: true })) ?? Response.error();
}

// ---- the page of a sheet

async function sheetPage(event) {
  const answer = fetch(event.request);
  event.waitUntil(answer.then((response) => noted(event.request.url, response.clone()), () => {}));
  const page = await keptPage(event.request.url);
  if (!page) return answer;
  try {
    const response = await soon(answer);
    return response.status >= 500 ? page : response;
  } catch {
    return page;
  }
}

function soon(answer) {
  return new Promise((resolve, reject) => {
    setTimeout(reject, SLOWEST_MS);
    answer.then(resolve, reject);
  });
}

async function noted(url, response) {
  if (response.ok) await keepPage(url, response);
  else if (response.status < 500) await forgetPage(); // it is not there any more, or not for this phone
}

// Only the last one. It is marked, so that the page knows that the phone may have seen a newer state.
async function keepPage(url, response) {
  const text = (await response.text()).replace("<html", "<html data-kept");
  const headers = new Headers(response.headers);
  headers.set(KEPT_AT, String(Date.now()));
  const cache = await caches.open(PAGE);
  await cache.put(url, new Response(text, { headers }));
  // Only then the others: at no time is there none, should the network go just now.
  const others = (await cache.keys()).filter((each) => each.url !== url);
  await Promise.all(others.map((each) => cache.delete(each, { ignoreVary: true })));
}

async function keptPage(url) {
  const page = await kept(PAGE, url);
  const at = Number(page.headers.get(KEPT_AT));
  if (page.ok && Date.now() - at < KEPT_MS) return page;
  return null;
}

const forgetPage = () => caches.delete(PAGE);

async function toLastSheet() {
  const cache = await caches.open(PAGE);
  const last = (await cache.keys()).at(-1);
  return last ? Response.redirect(last.url) : Response.error();
}

// ---- what an open sheet asks for

async function keepSheet({ page, used }) {
  if (isReplaced()) return; // the page asks the new one as well
  const cache = await caches.open(FILES);
  const ours = used.filter((each) => new URL(each).pathname.startsWith(files));
  // The page has just loaded them: the browser has them at hand.
  await Promise.allSettled(ours.map(async (each) => cache.put(each, await fetch(each, { cache: "force-cache" }))));
  if (!(await keptPage(page))) await noted(page, await fetch(page));
  await dropOtherVersions(); // one that was replaced just now may have kept something after that
}

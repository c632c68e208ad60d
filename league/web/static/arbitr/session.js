// Whose page this is. A page that was made for an account hides itself when it is left, and shows
// itself again only if that account is still logged in: Back on a shared computer shows nothing.

const page = document.documentElement;
const { who: own, session } = document.body.dataset;

// Asks whose browser it is now, and gives all forms of the page the mark that they need.
export async function renew() {
  const response = await fetch(session, { cache: "no-store" });
  const { who, token } = await response.json();
  for (const field of document.querySelectorAll("[name='csrfmiddlewaretoken']")) field.value = token;
  document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token }));
  return who;
}

async function comeBack() {
  const who = await renew().catch(() => "");
  if (who === own) {
    delete page.dataset.left;
  } else {
    document.body.replaceChildren();
    location.reload();
  }
}

if (own) {
  window.addEventListener("pagehide", (event) => {
    if (event.persisted) page.dataset.left = "";
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) comeBack();
  });
}

// Shows passkey buttons only where the browser can use them, and says so when a passkey fails.
// Passkeys need a secure context and a host with a name: over plain http on a local network, and at
// an address of numbers, the buttons stay hidden.

const hasName = !/^[\d.]+$|:/.test(window.location.hostname);
const canUsePasskeys = window.isSecureContext && hasName && "PublicKeyCredential" in window;

for (const element of document.querySelectorAll("[data-passkey]")) element.hidden = !canUsePasskeys;
for (const element of document.querySelectorAll("[data-no-passkey]")) element.hidden = canUsePasskeys;

document.addEventListener("allauth.error", (event) => {
  const notice = document.querySelector("[data-passkey-error]");
  if (!notice) return;
  event.preventDefault();
  notice.hidden = false;
  notice.focus();
});

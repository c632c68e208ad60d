// Shows passkey buttons only where the browser can use them, and says so when a passkey fails.
// Passkeys need a secure context: over plain http on a local network the buttons stay hidden.

const canUsePasskeys = window.isSecureContext && "PublicKeyCredential" in window;

for (const element of document.querySelectorAll("[data-passkey]")) element.hidden = !canUsePasskeys;
for (const element of document.querySelectorAll("[data-no-passkey]")) element.hidden = canUsePasskeys;

document.addEventListener("allauth.error", (event) => {
  const notice = document.querySelector("[data-passkey-error]");
  if (!notice) return;
  event.preventDefault();
  notice.hidden = false;
  notice.focus();
});

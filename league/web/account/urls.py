"""Addresses of one's own account; logging in is allauth's."""

from allauth.mfa.webauthn import views as webauthn
from django.urls import include, path

from league.web.account import again, profile

# Allauth's own addresses for passkeys carry a sequence number, so they are written again here.
passkeys = [
    path("", webauthn.list_webauthn, name="mfa_list_webauthn"),
    path("add/", webauthn.add_webauthn, name="mfa_add_webauthn"),
    path("login/", webauthn.login_webauthn, name="mfa_login_webauthn"),
    path("reauthenticate/", webauthn.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("keys/<sealed:pk>/edit/", webauthn.edit_webauthn, name="mfa_edit_webauthn"),
    path("keys/<sealed:pk>/remove/", webauthn.remove_webauthn, name="mfa_remove_webauthn"),
]

urlpatterns = [
    path("session/", again.session, name="session"),
    path("again/", again.again, name="again"),
    path("again/code/", again.again_code, name="again-code"),
    path("again/phone/", again.again_phone, name="again-phone"),
    path("again/held/", again.held, name="held"),
    path("me/", profile.me, name="me"),
    path("me/tokens/", profile.tokens, name="tokens"),
    path("me/tokens/<id:pk>/revoke/", profile.token_revoke, name="token-revoke"),
    path("me/delete/", profile.delete, name="delete-account"),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/sessions/", include("allauth.usersessions.urls")),
    path("accounts/2fa/", include("allauth.mfa.base.urls")),
    path("accounts/2fa/totp/", include("allauth.mfa.totp.urls")),
    path("accounts/2fa/recovery-codes/", include("allauth.mfa.recovery_codes.urls")),
    path("accounts/2fa/passkeys/", include(passkeys)),
]

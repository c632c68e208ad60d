"""Addresses of the pages."""

from allauth.mfa.webauthn import views as webauthn
from django.urls import include, path, register_converter

from league.web.converters import PublicIdConverter, SealedNumberConverter
from league.web.views import accounts, clubs, events, pages, staff

register_converter(PublicIdConverter, "id")
register_converter(SealedNumberConverter, "sealed")

# Allauth's own addresses for passkeys carry a sequence number, so they are written anew here.
passkeys = [
    path("", webauthn.list_webauthn, name="mfa_list_webauthn"),
    path("add/", webauthn.add_webauthn, name="mfa_add_webauthn"),
    path("login/", webauthn.login_webauthn, name="mfa_login_webauthn"),
    path("reauthenticate/", webauthn.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("keys/<sealed:pk>/edit/", webauthn.edit_webauthn, name="mfa_edit_webauthn"),
    path("keys/<sealed:pk>/remove/", webauthn.remove_webauthn, name="mfa_remove_webauthn"),
]

urlpatterns = [
    path("", pages.home, name="home"),
    path("language/", pages.set_language, name="set_language"),
    path("design/", pages.design, name="design"),
    path("venue/", pages.venue, name="venue"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/<id:pk>/", clubs.club, name="club"),
    path("clubs/<id:pk>/edit/", clubs.club_edit, name="club-edit"),
    path("players/<id:pk>/", clubs.player, name="player"),
    path("events/", events.events, name="events"),
    path("events/<id:pk>/", events.event, name="event"),
    path("me/", accounts.me, name="me"),
    path("me/tokens/", accounts.tokens, name="tokens"),
    path("me/tokens/<id:pk>/revoke/", accounts.token_revoke, name="token-revoke"),
    path("me/delete/", accounts.delete, name="delete-account"),
    path("operations/jobs/", staff.jobs, name="staff-jobs"),
    path("operations/jobs/retry/", staff.jobs_retry, name="jobs-retry"),
    path("operations/jobs/<id:pk>/retry/", staff.job_retry, name="job-retry"),
    path("operations/mail/", staff.mail, name="staff-mail"),
    path("operations/audit/", staff.audit, name="staff-audit"),
    path("health/", staff.health, name="health"),
    path("health/live", staff.live, name="health-live"),
    path("health/ready", staff.ready, name="health-ready"),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/sessions/", include("allauth.usersessions.urls")),
    path("accounts/2fa/", include("allauth.mfa.base.urls")),
    path("accounts/2fa/totp/", include("allauth.mfa.totp.urls")),
    path("accounts/2fa/recovery-codes/", include("allauth.mfa.recovery_codes.urls")),
    path("accounts/2fa/passkeys/", include(passkeys)),
]

"""Setting up where a club is told of news. Addresses that can never work are refused here already;
where a name leads is looked at when something is sent.
"""

from collections.abc import Collection, Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.client_keys import made_before, remember
from league.errors import LeagueError, Stale
from league.models import Club, NewsKind, Webhook
from league.permissions import Actor
from league.webhooks.outbound import NotSent, SendFault, Terms, checked
from league.webhooks.signature import secret_for

MOST = 10  # of a club
EDITABLE = ("address", "kinds", "is_active")


def terms_now() -> Terms:
    """What this service may send to."""
    return Terms(
        over_http=settings.WEBHOOKS_OVER_HTTP,
        networks=settings.WEBHOOK_NETWORKS,
        limit_s=settings.WEBHOOK_LIMIT_S,
    )


def secret_of(webhook: Webhook) -> str:
    return secret_for(webhook.pk, number=webhook.secret_number, key=settings.SECRET_KEY)


def add_webhook(
    club: Club, *, actor: Actor, address: str, kinds: Collection[str], client_key: str = ""
) -> tuple[Webhook, bool]:
    """The row, and whether it is new. Its secret is to be shown this once."""
    address = address.strip()
    check_address(address)
    chosen = _checked_kinds(kinds)
    key: dict[str, Any] = {"scope": f"webhooks:{club.pk}", "client_key": client_key}
    key["content"] = [address, chosen]
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)  # two at once are not one too many
        if made := made_before(**key):
            return _stored(Webhook(pk=made[0])), False
        if club.webhooks.count() >= MOST:
            raise LeagueError(
                _("A club has at most %(most)d webhooks. Remove one first.") % {"most": MOST}
            )
        webhook = Webhook.objects.create(club=club, address=address, kinds=chosen)
        remember(**key, made=[webhook.pk])
        log_action(actor, gettext_noop("add webhook"), webhook, club=club.pk)
    return webhook, True


def edit_webhook(
    webhook: Webhook, *, actor: Actor, version: int, changes: Mapping[str, Any]
) -> Webhook:
    """Change it, if nobody else did since `version` was read."""
    wanted = {field: changes[field] for field in EDITABLE if field in changes}
    if "address" in wanted:
        wanted["address"] = wanted["address"].strip()
        check_address(wanted["address"])
    if "kinds" in wanted:
        wanted["kinds"] = _checked_kinds(wanted["kinds"])
    with transaction.atomic():
        stored = _stored(webhook)
        if stored.version != version:
            raise Stale
        changed = [field for field, value in wanted.items() if getattr(stored, field) != value]
        if changed:
            for field in changed:
                setattr(stored, field, wanted[field])
            stored.version += 1
            stored.save()
            log_action(actor, gettext_noop("edit webhook"), stored, fields=changed)
    return stored


def remove_webhook(webhook: Webhook, *, actor: Actor) -> None:
    """With its log."""
    with transaction.atomic():
        stored = _stored(webhook)
        log_action(actor, gettext_noop("remove webhook"), stored, club=stored.club_id)
        stored.delete()


def renew_secret(webhook: Webhook, *, actor: Actor) -> str:
    """A new one, shown this once; what was signed with the old one is no longer made."""
    with transaction.atomic():
        stored = _stored(webhook)
        stored.secret_number += 1
        stored.version += 1
        stored.save(update_fields=["secret_number", "version"])
        log_action(actor, gettext_noop("renew secret of webhook"), stored)
    return secret_of(stored)


def check_address(address: str) -> None:
    try:
        checked(address, terms=terms_now())
    except NotSent as refused:
        raise LeagueError(_why_refused(refused.fault)) from None


def _why_refused(fault: SendFault) -> str:
    if fault is SendFault.PRIVATE:
        return _("This address is in a private network. Name a server on the Internet.")
    if settings.WEBHOOKS_OVER_HTTP:
        return _("Type a whole address that begins with https:// or http://, without a password.")
    return _("Type a whole address that begins with https://, without a password.")


def _checked_kinds(kinds: Collection[str]) -> list[str]:
    """In the order of the list; one at least."""
    chosen = [kind for kind in NewsKind.values if kind in kinds]
    if not chosen or set(kinds) - set(chosen):
        raise LeagueError(_("Choose at least one kind of news from the list."))
    return chosen


def _stored(webhook: Webhook) -> Webhook:
    stored = Webhook.objects.select_for_update().filter(pk=webhook.pk).first()
    if stored is None:
        raise Stale
    return stored

"""Setting up a club, changing it, and who runs it."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _, gettext_noop

from league import player_notes
from league.audit import log_action
from league.clubs import queries
from league.clubs.origins import MOST, NoOrigin, origins_of
from league.errors import LeagueError, Stale
from league.models import Club, ClubAdmin, Player, User
from league.permissions import Actor

EDITABLE = (
    *("name", "town", "country", "time_zone", "about", "website", "keeps_notes", "frame_origins"),
)


def create_club(*, actor: Actor, fields: Mapping[str, Any], admin: str = "") -> Club:
    """Set up a club; `admin` is the login name or e-mail of who will run it."""
    user = queries.account_called(admin) if admin else None
    with transaction.atomic():
        club = Club.objects.create(**{name: fields[name] for name in EDITABLE if name in fields})
        log_action(actor, gettext_noop("create club"), club)
        if user:
            ClubAdmin.objects.create(club=club, user=user)
            log_action(actor, gettext_noop("add club admin"), club, user=user.pk)
    return club


def edit_club(club: Club, *, actor: Actor, version: int, changes: Mapping[str, Any]) -> Club:
    """Change a club, if nobody else did since `version` was read."""
    if "frame_origins" in changes:
        changes = {**changes, "frame_origins": checked_origins(changes["frame_origins"])}
    with transaction.atomic():
        stored = Club.objects.select_for_update().get(pk=club.pk)
        if stored.version != version:
            raise Stale
        changed = [
            field for field in EDITABLE if changes.get(field, old := getattr(stored, field)) != old
        ]
        if changed:
            for field in changed:
                setattr(stored, field, changes[field])
            stored.version += 1
            stored.save()
            if not stored.keeps_notes:
                player_notes.forget_notes(
                    Player.objects.filter(Q(club=stored) | Q(club=None, keeper=stored))
                )
            log_action(actor, gettext_noop("edit club"), stored, fields=changed)
    return stored


def checked_origins(typed: Iterable[str]) -> list[str]:
    """Of the club's website, from whatever addresses of it were typed."""
    try:
        origins = origins_of(typed)
    except NoOrigin as error:
        raise LeagueError(
            _("“%(typed)s” is not the address of a website, such as https://www.club.example.")
            % {"typed": error.typed.strip()[:100]}
        ) from None
    if len(origins) > MOST:
        raise LeagueError(_("A club names at most %(most)d websites.") % {"most": MOST})
    return origins


def add_admin(club: Club, *, actor: Actor, who: str) -> User:
    """`who`: a login name, or an e-mail address that its owner has confirmed."""
    user = queries.account_called(who)
    with transaction.atomic():
        _admin, is_new = ClubAdmin.objects.get_or_create(club=club, user=user)
        if is_new:
            log_action(actor, gettext_noop("add club admin"), club, user=user.pk)
    return user


def remove_admin(club: Club, *, actor: Actor, user_id: str) -> None:
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)  # two leaving at once leave somebody
        admins = set(club.clubadmin_set.values_list("user_id", flat=True))
        if user_id not in admins:
            return
        if len(admins) == 1:
            raise LeagueError(
                _("The last admin cannot be removed: nobody could run the club. Add another first.")
            )
        club.clubadmin_set.filter(user_id=user_id).delete()
        log_action(actor, gettext_noop("remove club admin"), club, user=user_id)

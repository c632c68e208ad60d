"""What people do with their own account beyond logging in: profile, tokens, leaving."""

import hashlib
import secrets
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.text import slugify
from django.utils.translation import get_language, gettext_noop

from league.audit import log_action
from league.clubs.services.players import forget, tell_events
from league.models import (
    ApiToken,
    CalendarLink,
    Club,
    ClubAdmin,
    Event,
    Job,
    Notice,
    Player,
    Scope,
    User,
)
from league.permissions import Actor, may
from league.throttle import count

MOST_DESK_HOURS = 14 * 24  # that a desk token may work
_RETURN_LASTS = timedelta(days=90)
TOKEN_PREFIX = "arb_"  # noqa: S105  so that a leaked token is known by its looks


def token_digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def token_with_secret(secret: str) -> ApiToken | None:
    """The token that a program shows, if it still works and its owner does."""
    token = (
        ApiToken.objects.select_related("user", "event__club")
        .filter(digest=token_digest(secret), user__is_active=True)
        .first()
    )
    return token if token and token.is_active and _is_vouched_for(token) else None


def _is_vouched_for(token: ApiToken) -> bool:
    """A desk token works as long as the person who made it is an official."""
    return token.event is None or may(Actor(user=token.user), "keep_desk_tokens", token.event)


def note_use(token: ApiToken) -> None:
    """Remember when a token was last used, to the minute: a write per request would be too dear."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > timedelta(minutes=1):
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def update_profile(
    user: User,
    *,
    actor: Actor,
    display_name: str,
    language: str,
    time_zone: str,
    privacy: str | None = None,
) -> None:
    """Change one's own settings; `privacy` is that of the person as a player, if they are one."""
    with transaction.atomic():
        if privacy is not None:
            own = Player.objects.filter(user=user)
            tell_events(*own)
            own.update(privacy=privacy)
        user.display_name = " ".join(display_name.split())
        user.language = language
        user.time_zone = time_zone
        user.save(update_fields=["display_name", "language", "time_zone"])
        log_action(actor, gettext_noop("update profile"), user)


def let_be_found(user: User, *, actor: Actor, is_findable: bool) -> None:
    """Whether search engines may list one's own page as a player."""
    with transaction.atomic():
        if (
            User.objects.filter(pk=user.pk)
            .exclude(is_findable=is_findable)
            .update(is_findable=is_findable)
        ):
            log_action(
                actor, gettext_noop("choose to be found or not"), user, is_findable=is_findable
            )


def choose_language(user: User, *, actor: Actor, language: str) -> None:
    with transaction.atomic():
        user.language = language
        user.save(update_fields=["language"])
        log_action(actor, gettext_noop("choose language"), user, language=language)


def create_token(
    user: User, *, actor: Actor, name: str, scopes: list[str], days: int
) -> tuple[ApiToken, str]:
    """The token and its secret, which is shown once and stored nowhere."""
    count("token", who=user.pk)
    with transaction.atomic():
        token, secret = _new_token(
            user=user, name=name, scopes=sorted(scopes), lasts=timedelta(days=days)
        )
        log_action(actor, gettext_noop("create token"), token, scopes=token.scopes)
    return token, secret


def create_desk_token(event: Event, *, actor: Actor, name: str, hours: int) -> tuple[ApiToken, str]:
    """For a program at the desk of one event, made by an official who answers for it."""
    assert actor.user is not None  # keep_desk_tokens let the request in
    count("token", who=actor.user.pk)
    with transaction.atomic():
        token, secret = _new_token(
            user=actor.user,
            event=event,
            name=name,
            scopes=[Scope.DESK.value, Scope.READ.value],
            lasts=timedelta(hours=hours),
        )
        log_action(actor, gettext_noop("create desk token"), token, hours=hours)
    return token, secret


def return_token(event: Event, *, actor: Actor, name: str) -> ApiToken | None:
    """With which another computer brings this event back; none where no account answers for it."""
    if actor.user is None:
        return None
    token = ApiToken(
        user=actor.user,
        event=event,
        name=name,
        scopes=[Scope.READ.value, Scope.RETURN.value],
        expires_at=timezone.now() + _RETURN_LASTS,
    )
    token.digest = token_digest(return_key(token))
    token.save(force_insert=True)
    return token


def return_key(token: ApiToken) -> str:
    """Its secret, the same each time: made of the id under the key of the service, and not kept."""
    return TOKEN_PREFIX + salted_hmac("league.return", token.pk, algorithm="sha256").hexdigest()


def _new_token(*, lasts: timedelta, **fields: Any) -> tuple[ApiToken, str]:
    secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
    expires_at = timezone.now() + lasts
    return (
        ApiToken.objects.create(digest=token_digest(secret), expires_at=expires_at, **fields),
        secret,
    )


def revoke_token(token: ApiToken, *, actor: Actor) -> None:
    with transaction.atomic():
        revoked = ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(
            revoked_at=timezone.now()
        )
        if revoked:
            log_action(actor, gettext_noop("revoke token"), token)


def desk_tokens(event: Event) -> QuerySet[ApiToken]:
    """Those of all its officials, the newest first."""
    return event.desk_tokens.filter(handover=None).select_related("user")


def personal_tokens(user: User) -> QuerySet[ApiToken]:
    return user.tokens.filter(event=None)


def calendar_secret(link: CalendarLink) -> str:
    """What stands in the address: whoever knows it reads the calendar, and nothing else."""
    return salted_hmac("league.calendar", link.pk, algorithm="sha256").hexdigest()[:32]


def calendar_of(secret: str, *, link: str) -> User | None:
    """Whose matches are read by an address; nobody's if it was taken back."""
    found = CalendarLink.objects.select_related("user").filter(pk=link, user__is_active=True)
    known = found.first()
    is_right = known is not None and constant_time_compare(calendar_secret(known), secret)
    return known.user if known and is_right else None


def open_calendar(user: User, *, actor: Actor) -> CalendarLink:
    """A new address for one's own matches; the one before works no longer."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        CalendarLink.objects.filter(user=user).delete()
        link = CalendarLink.objects.create(user=user)
        log_action(actor, gettext_noop("open a calendar"), user)
    return link


def close_calendar(user: User, *, actor: Actor) -> None:
    with transaction.atomic():
        closed, _rows = CalendarLink.objects.filter(user=user).delete()
        if closed:
            log_action(actor, gettext_noop("close a calendar"), user)


def delete_account(user: User, *, actor: Actor) -> None:
    """Forget the person. What they played stays, under a neutral name."""
    addresses = [
        user.email,
        *EmailAddress.objects.filter(user=user).values_list("email", flat=True),
    ]
    with transaction.atomic():
        log_action(actor, gettext_noop("delete account"), user)
        own = Player.objects.filter(user=user)
        tell_events(*own)
        forget(own)
        mine = Notice.objects.filter(Q(user=user) | Q(recipient__in=filter(None, addresses)))
        jobs = list(mine.values_list("job", flat=True))
        mine.delete()
        Job.objects.filter(pk__in=jobs).delete()
        user.delete()


def open_venue(*, name: str, club_name: str, password: str) -> User:
    """The first account of a club's laptop: runs the service and the club."""
    with transaction.atomic():
        organiser = User.objects.create_superuser(
            username=slugify(name) or "organiser", password=password, display_name=name
        )
        country = {"cs": "CZ", "sk": "SK"}.get(get_language()[:2], "")
        club = Club.objects.create(name=club_name, country=country)
        ClubAdmin.objects.create(club=club, user=organiser)
        log_action(Actor(user=organiser), gettext_noop("open venue"), club)
    return organiser

"""What people do with their own account beyond logging in: profile, tokens, leaving."""

import hashlib
import secrets
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language, gettext_noop

from league.audit import log_action
from league.clubs.services.players import forget, tell_events
from league.models import ApiToken, Club, ClubAdmin, Job, Notice, Player, User
from league.permissions import Actor
from league.throttle import count

TOKEN_PREFIX = "arb_"  # noqa: S105  so that a leaked token is known by its looks


def token_digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def token_with_secret(secret: str) -> ApiToken | None:
    """The token that a program shows, if it still works and its owner does."""
    token = (
        ApiToken.objects.select_related("user")
        .filter(digest=token_digest(secret), user__is_active=True)
        .first()
    )
    return token if token and token.is_active else None


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
    secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        token = ApiToken.objects.create(
            user=user,
            name=name,
            scopes=sorted(scopes),
            digest=token_digest(secret),
            expires_at=timezone.now() + timedelta(days=days),
        )
        log_action(actor, gettext_noop("create token"), token, scopes=token.scopes)
    return token, secret


def revoke_token(token: ApiToken, *, actor: Actor) -> None:
    with transaction.atomic():
        revoked = ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(
            revoked_at=timezone.now()
        )
        if revoked:
            log_action(actor, gettext_noop("revoke token"), token)


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

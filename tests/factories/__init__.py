"""Rows for tests: plausible, distinct, and no more of them than asked for."""

from datetime import timedelta
from itertools import count

from allauth.account.models import EmailAddress
from django.utils import timezone

from league.accounts import create_token
from league.models import ApiToken, Club, ClubAdmin, Event, Official, Player, Stage, User
from league.permissions import Actor

PASSWORD = "correct horse battery"
_numbers = count(1)


def make_user(username: str = "", *, verified: bool = True, **fields: object) -> User:
    username = username or f"user{next(_numbers)}"
    user = User.objects.create_user(username, f"{username}@arbitr.example", PASSWORD, **fields)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=verified)
    return user


def make_club(name: str = "Klub deskových her", *, admin: User | None = None) -> Club:
    club = Club.objects.create(name=name, town="Olomouc")
    if admin:
        ClubAdmin.objects.create(club=club, user=admin)
    return club


def make_player(full_name: str = "Jana Nováková", **fields: object) -> Player:
    return Player.objects.create(full_name=full_name, **fields)


def make_event(
    club: Club | None = None,
    *,
    name: str = "Úterní večer",
    status: Event.Status = Event.Status.OPEN,
    officials: dict[Official.Role, User] | None = None,
) -> Event:
    event = Event.objects.create(
        club=club or make_club(),
        name=name,
        status=status,
        starts_at=timezone.now() + timedelta(days=1),
    )
    Stage.objects.create(event=event, chain=["GAME", "SEED"])
    for role, user in (officials or {}).items():
        Official.objects.create(event=event, user=user, role=role)
    return event


def make_token(user: User, *scopes: str) -> tuple[ApiToken, str]:
    return create_token(user, actor=Actor(user=user), name="script", scopes=list(scopes), days=30)

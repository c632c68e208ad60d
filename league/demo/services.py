"""The demo: a few clubs as they might be, with people to log in as."""

from datetime import datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from league.audit.services import record
from league.demo.people import HOSTILE_NAMES, people
from league.models import Club, ClubAdmin, Event, Official, Player, User
from league.permissions import SERVICE

PASSWORD = "arbitr-demo"  # noqa: S105  printed at every start
LOGINS = (  # login name, display name, what they are
    ("jana", "Jana Nováková", "organiser, runs the club in Olomouc"),
    ("petr", "Petr Dvořák", "arbiter of one of her events"),
    ("eva", "Eva Malá", "player"),
    ("admin", "Správce", "superuser"),
)
_PRAGUE = ZoneInfo("Europe/Prague")
_CLUBS = (  # name, town, country, players, about
    (
        "Klub deskových her Olomouc",
        "Olomouc",
        "CZ",
        38,
        "Hrajeme každé úterý od šesti v Domě dětí. Nováčci jsou vítáni, "
        "hry půjčíme a pravidla vysvětlíme.",
    ),
    ("Hexa Brno", "Brno", "CZ", 64, "Kaleidoskop a Triolet, turnaje jednou za měsíc."),
    ("Čtyři rohy Praha", "Praha", "CZ", 27, "Abstraktní hry v kavárně na Žižkově."),
    (
        "Herňa Bratislava",
        "Bratislava",
        "SK",
        31,
        "Spoločenské hry pre deti aj dospelých, každý štvrtok.",
    ),
    ("Kocka Žilina", "Žilina", "SK", 12, ""),
    ("Chrudimští hráči", "Chrudim", "CZ", 9, ""),
)
_HOSTILE_CLUB = ("Spolek zvláštních jmen", "Brno", "CZ", "Jména, která nesmějí nic rozbít.")
_EVENTS = (  # club, name, days from now, status
    (0, "Úterní večer: Kaleidoskop", 1, Event.Status.OPEN),
    (0, "Podzimní Triolet", 12, Event.Status.OPEN),
    (0, "Vánoční turnaj", 33, Event.Status.DRAFT),
    (1, "Brněnská liga, 3. kolo", 5, Event.Status.OPEN),
    (3, "Štvrtkový Polyssimo", 3, Event.Status.OPEN),
)


def load_demo() -> None:
    with transaction.atomic():
        users = [_account(*login[:2], is_superuser=login[0] == "admin") for login in LOGINS]
        jana, petr, eva, _admin = users
        clubs = [_club(*club, seed=seed) for seed, club in enumerate(_CLUBS)]
        _hostile_club()
        ClubAdmin.objects.create(club=clubs[0], user=jana)
        Player.objects.create(
            full_name=eva.display_name, club=clubs[0], user=eva, privacy=Player.Privacy.FULL
        )
        events = [_event(clubs[club], name, days, status) for club, name, days, status in _EVENTS]
        Official.objects.create(event=events[0], user=petr, role=Official.Role.ARBITER)
        Official.objects.create(event=events[2], user=petr, role=Official.Role.ARBITER)
        Official.objects.create(event=events[2], user=jana, role=Official.Role.ORGANISER)
        record(SERVICE, gettext_noop("load demo"), clubs[0])


def _account(username: str, display_name: str, *, is_superuser: bool) -> User:
    email = f"{username}@arbitr.example"
    user = User.objects.create_user(
        username,
        email,
        PASSWORD,
        display_name=display_name,
        is_superuser=is_superuser,
        is_staff=is_superuser,
    )
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def _club(name: str, town: str, country: str, size: int, about: str, *, seed: int) -> Club:
    club = Club.objects.create(name=name, town=town, country=country, about=about)
    Player.objects.bulk_create(
        Player(full_name=full_name, club=club)
        for full_name in islice(people(country, seed=seed), size)
    )
    return club


def _hostile_club() -> None:
    name, town, country, about = _HOSTILE_CLUB
    club = Club.objects.create(name=name, town=town, country=country, about=about)
    Player.objects.bulk_create(
        Player(full_name=full_name, club=club, privacy=Player.Privacy.FULL)
        for full_name in HOSTILE_NAMES
    )


def _event(club: Club, name: str, days: int, status: Event.Status) -> Event:
    day = timezone.localdate(timezone=_PRAGUE) + timedelta(days=days)
    starts_at = datetime.combine(day, time(18), tzinfo=_PRAGUE)
    return Event.objects.create(club=club, name=name, starts_at=starts_at, status=status)

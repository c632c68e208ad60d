"""The demo: clubs and events as they might be, with people to log in as."""

from collections.abc import Iterator
from itertools import chain, islice
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from games.registry import GAMES
from league.archive.services.seals import seal_event
from league.audit import log_action
from league.demo.chance import HOSTILE_NAMES, Luck, people
from league.demo.programme import CLUBS, EVENTS, HOSTILE, OLOMOUC, ClubBilled, EventBilled
from league.demo.series import SERIES, SeriesBilled
from league.demo.services.events import put_on
from league.demo.services.leagues import put_on_seasons, put_on_series
from league.demo.services.website import put_on_website
from league.models import Club, ClubAdmin, Event, Job, Notice, Player, User
from league.models.planner import analyse_tables
from league.permissions import SERVICE, Actor
from league.ratings.services import recompute_ratings

PASSWORD = "arbitr-demo"  # noqa: S105  printed at every start
LOGINS = (  # login name, display name, what they are
    ("jana", "Jana Nováková", "organiser, runs the club in Olomouc"),
    ("petr", "Petr Dvořák", "arbiter of two of her events"),
    ("eva", "Eva Malá", "player"),
    ("admin", "Správce", "superuser"),
)
_PRAGUE = ZoneInfo("Europe/Prague")


def load_demo() -> None:
    """In one transaction, though it computes: a new database is nobody else's, and a load that is
    broken off leaves nothing behind.
    """
    with transaction.atomic(), timezone.override(_PRAGUE):
        jana, _petr, eva, _admin = [
            _account(*login[:2], is_superuser=login[0] == "admin") for login in LOGINS
        ]
        clubs = [_club(billed, seed=seed) for seed, billed in enumerate(CLUBS)]
        demo = _Demo(clubs, jana=jana, eva=eva)
        for seed, billed in enumerate(EVENTS):
            demo.put_on(billed, seed=seed)
        analyse_tables()  # what follows is not planned as if there were no events
        for billed_series in SERIES:
            demo.put_on_series(billed_series)
        demo.put_on_seasons()
        demo.put_on_website()
        for game in GAMES:
            recompute_ratings(game)
        for event in Event.objects.filter(finished_at__isnull=False).order_by("finished_at"):
            seal_event(event.pk)
        Notice.objects.all().delete()  # nobody is written to about games that are made up
        Job.objects.all().delete()  # all that they want done is done
        log_action(SERVICE, gettext_noop("load demo"), clubs[0])
        analyse_tables()


class _Demo:
    """The clubs, their players, and who runs what."""

    def __init__(self, clubs: list[Club], *, jana: User, eva: User) -> None:
        self.clubs = {club.name: club for club in clubs}
        home = self.clubs[OLOMOUC.name]
        ClubAdmin.objects.create(club=home, user=jana)
        self.actors = {home.name: Actor(user=jana)}
        # Not in the order of ids, which are drawn by lot.
        self.players = {
            club.name: list(Player.objects.filter(club=club).order_by("sort_key")) for club in clubs
        }
        self.eva = Player.objects.create(
            full_name=eva.display_name, club=home, user=eva, privacy=Player.Privacy.FULL
        )

    def put_on(self, billed: EventBilled, *, seed: int) -> None:
        put_on(
            billed,
            club=self.clubs[billed.club],
            players=self._coming_to(billed, luck=Luck(seed)),
            actor=self.actors.get(billed.club, SERVICE),
            seed=seed,
        )

    def put_on_series(self, billed: SeriesBilled) -> None:
        put_on_series(
            billed,
            club=self.clubs[billed.club],
            players=self._known(billed.club, *billed.guests_of),
            actor=self.actors.get(billed.club, SERVICE),
        )

    def put_on_seasons(self) -> None:
        home = self.clubs[OLOMOUC.name]
        players, actor = self.players[home.name], self.actors[home.name]
        put_on_seasons(home, players=players, eva=self.eva, actor=actor)

    def put_on_website(self) -> None:
        home = self.clubs[OLOMOUC.name]
        put_on_website(home, actor=self.actors[home.name])

    def _coming_to(self, billed: EventBilled, *, luck: Luck) -> Iterator[Player]:
        if billed.has_eva:
            yield self.eva
        known = self._known(billed.club, *billed.guests_of)
        yield from luck.sample(known, len(known))

    def _known(self, *clubs: str) -> list[Player]:
        return list(chain.from_iterable(self.players[club] for club in clubs))


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


def _club(billed: ClubBilled, *, seed: int) -> Club:
    club = Club.objects.create(
        name=billed.name, town=billed.town, country=billed.country, about=billed.about
    )
    names = islice(people(billed.country, seed=seed), billed.players)
    Player.objects.bulk_create(Player(full_name=name, club=club) for name in names)
    if billed is HOSTILE:
        Player.objects.bulk_create(
            Player(full_name=name, club=club, privacy=Player.Privacy.FULL) for name in HOSTILE_NAMES
        )
    return club

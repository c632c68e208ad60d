"""Who asks for what: the roles, two clubs with something of everything, and a row of the matrix."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from django.utils import timezone

from league.events.services.removal import discard_event
from league.models import (
    Announcement,
    ApiToken,
    AuditEntry,
    Bye,
    Call,
    Club,
    Entry,
    Event,
    Flag,
    Job,
    KeepApart,
    Match,
    Official,
    PaperCopy,
    Player,
    Round,
    Ruling,
    Series,
    SeriesEvent,
    Stage,
    StageGame,
    Submission,
    User,
    Webhook,
    WebhookDelivery,
)
from league.models.public_id import new_public_id
from league.permissions import SERVICE
from league.results.services.counted_results import want_standings
from league.results.sides import Content, digest_of
from league.standings.services import compute_standings
from tests.factories import make_club, make_event, make_player, make_token, make_user
from tests.factories.tables import record_of

PUBLIC, GUEST = "public", "table guest"
PLAYER, ARBITER, ORGANISER = "player", "arbiter", "organiser"
CLUB_ADMIN, SUPERUSER = "club admin", "superuser"
ROLES = (PUBLIC, GUEST, PLAYER, ARBITER, ORGANISER, CLUB_ADMIN, SUPERUSER)

EVERYBODY = frozenset(ROLES)
ACCOUNTS = EVERYBODY - {PUBLIC, GUEST}
OPERATORS = frozenset({SUPERUSER})
NOBODY: frozenset[str] = frozenset()
OFFICIALS = frozenset({ARBITER, ORGANISER, CLUB_ADMIN, SUPERUSER})
ORGANISERS = OFFICIALS - {ARBITER}


@dataclass
class World:
    """Two clubs: one whose people are the actors, one that is somebody else's."""

    users: dict[str, User] = field(default_factory=dict)
    clubs: dict[str, Club] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    players: dict[str, Player] = field(default_factory=dict)
    tokens: dict[str, ApiToken] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)
    job: Job = field(default_factory=Job)

    @classmethod
    def make(cls) -> "World":
        world = cls()
        for role in ACCOUNTS:
            world.users[role] = make_user(
                role.replace(" ", "-"), is_superuser=role == SUPERUSER, is_staff=role == SUPERUSER
            )
            world.tokens[role] = make_token(world.users[role], "read")[0]
        stranger = make_user("stranger")
        world.tokens["other"] = make_token(stranger, "read")[0]
        world.clubs = {
            "own": make_club("Náš klub", admin=world.users[CLUB_ADMIN]),
            "other": make_club("Cizí klub", admin=stranger),
        }
        world.events = {
            "own": make_event(
                world.clubs["own"],
                status=Event.Status.DRAFT,
                officials={
                    Official.Role.ORGANISER: world.users[ORGANISER],
                    Official.Role.ARBITER: world.users[ARBITER],
                },
            ),
            "other": make_event(world.clubs["other"], status=Event.Status.DRAFT),
        }
        world.players = {
            "own": make_player(club=world.clubs["own"], user=world.users[PLAYER]),
            "other": make_player("Petr Cizí", club=world.clubs["other"]),
        }
        world.entries = {
            whose: Entry.objects.create(event=event, player=make_player("Host Hráč"))
            for whose, event in world.events.items()
        }
        world.job = Job.objects.create(
            kind=Job.Kind.SEND_NOTICE, object_id="x", state=Job.State.PARKED
        )
        return world


Arguments = Callable[[World, str, str], dict[str, object]]  # world, whose, role


@dataclass(frozen=True)
class Row:
    """Who is let in. `none` is for routes without an object."""

    none: frozenset[str] | None = None
    own: frozenset[str] | None = None
    other: frozenset[str] | None = None
    arguments: Arguments = lambda world, whose, role: {}
    method: str = "get"
    hidden: bool = False  # the refused are told that there is nothing
    known_to: frozenset[str] = NOBODY  # their own is not hidden from them, but refused

    def cells(self) -> list[tuple[str, str, bool]]:
        asked = {"none": self.none, "own": self.own, "other": self.other}
        return [
            (whose, role, role in let_in)
            for whose, let_in in asked.items()
            if let_in is not None
            for role in ROLES
        ]

    def let_in(self) -> list[tuple[str, str]]:
        return [(whose, role) for whose, role, is_let_in in self.cells() if is_let_in]


def of_club(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": world.clubs[whose].pk}


def as_csv(arguments: Arguments, **parts: object) -> Arguments:
    """The same, as a table to take out."""
    return lambda world, whose, role: {**arguments(world, whose, role), **parts, "suffix": "csv"}


def of_box(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": world.clubs[whose].pk, "game": "kaleidoskop"}


def of_webhook(world: World, whose: str, role: str) -> dict[str, object]:
    """One of its own for each question: some remove it."""
    club = world.clubs[whose]
    return {"pk": Webhook.objects.create(club=club, address="https://club.example/").pk}


def of_delivery(world: World, whose: str, role: str) -> dict[str, object]:
    webhook = of_webhook(world, whose, role)
    delivery = WebhookDelivery.objects.create(webhook_id=webhook["pk"], kind="ping", body="{}")
    return {**webhook, "delivery": delivery.pk}


def of_event(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": world.events[whose].pk}


def of_stage(world: World, whose: str, role: str) -> dict[str, object]:
    """One that has not begun, of a draft with the officials of the other event."""
    draft = of_new_draft(world, whose, role)
    stage = Stage.objects.create(event_id=draft["pk"], order=2, kind="swiss")
    return {**draft, "stage": stage.pk}


def of_numbered_stage(world: World, whose: str, role: str) -> dict[str, object]:
    """As the API names it."""
    return {"pk": of_stage(world, whose, role)["pk"], "order": 2}


def of_stage_game(world: World, whose: str, role: str) -> dict[str, object]:
    """A game of an evening, to be taken out of it."""
    draft = of_new_draft(world, whose, role)
    game = StageGame.objects.create(stage=Stage.objects.get(event=draft["pk"]), game="twisty")
    return {**draft, "game": game.pk}


def of_new_draft(world: World, whose: str, role: str) -> dict[str, object]:
    """With the officials of the other event, to be thrown away."""
    officials = world.events[whose].official_set.all()
    roles = {Official.Role(official.role): official.user for official in officials}
    draft = make_event(world.clubs[whose], status=Event.Status.DRAFT, officials=roles)
    return {"pk": draft.pk}


def of_new_entry(world: World, whose: str, role: str) -> dict[str, object]:
    entry = Entry.objects.create(event=world.events[whose], player=make_player("Omylem Tady"))
    return {"pk": entry.pk}


def of_removed_event(world: World, whose: str, role: str) -> dict[str, object]:
    event = make_event(world.clubs[whose], status=Event.Status.DRAFT)
    removed = discard_event(event, actor=SERVICE)
    return {"pk": world.clubs[whose].pk, "removed": removed.pk}


def of_entry(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": world.entries[whose].pk}


def of_ranked_entry(world: World, whose: str, role: str) -> dict[str, object]:
    entry = world.entries[whose]
    Entry.objects.filter(pk=entry.pk).update(seed=1)
    stage = Stage.objects.get(event=entry.event_id, order=1)
    Stage.objects.filter(pk=stage.pk).update(wanted_version=1)
    compute_standings(stage.pk)
    return {"pk": entry.pk}


def _round_of(world: World, whose: str) -> Round:
    stage = Stage.objects.get(event=world.events[whose], order=1)
    return Round.objects.get_or_create(stage=stage, number=1, status=Round.Status.PUBLISHED)[0]


def of_round(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": _round_of(world, whose).pk}


def of_match(world: World, whose: str, role: str) -> dict[str, object]:
    given = _round_of(world, whose)
    return {
        "pk": Match.objects.get_or_create(event=world.events[whose], round=given, table=1)[0].pk
    }


def at_desk(world: World, whose: str, role: str) -> dict[str, object]:
    return {**of_event(world, whose, role), "round_id": _round_of(world, whose).pk}


def at_table(world: World, whose: str, role: str) -> dict[str, object]:
    return {**of_event(world, whose, role), "match_id": of_match(world, whose, role)["pk"]}


def of_submission(world: World, whose: str, role: str, *, record: str = "?") -> dict[str, object]:
    match = str(of_match(world, whose, role)["pk"])
    content = Content(seating={}, claims={}, termination="normal", record=record, record_digest="")
    return {
        "pk": Submission.objects.get_or_create(
            match_id=match,
            client_key=record[:20],
            defaults={"by": "official", "digest": digest_of(content, game=1), **content},
        )[0].pk
    }


def of_move(world: World, whose: str, role: str) -> dict[str, object]:
    """Of a record that can be played."""
    record = record_of(players=2)
    return {**of_submission(world, whose, role, record=record), "move": 0}


def of_ruling(world: World, whose: str, role: str) -> dict[str, object]:
    found = of_match(world, whose, role)
    made = Ruling.objects.get_or_create(match_id=str(found["pk"]), number=1, kind="replay")[0]
    return {**found, "ruling": made.pk}


def of_slip(world: World, whose: str, role: str) -> dict[str, object]:
    """Of a match in a round that everybody sees."""
    match = Match.objects.get(pk=of_match(world, whose, role)["pk"])
    Round.objects.filter(pk=match.round_id).update(status=Round.Status.PUBLISHED)
    return {**of_event(world, whose, role), "code": match.code}


def of_desk_token(world: World, whose: str, role: str) -> dict[str, object]:
    token = ApiToken.objects.create(
        user=make_user(),
        event=world.events[whose],
        name="Scanner",
        digest=new_public_id(),
        expires_at=timezone.now() + timedelta(hours=1),
    )
    return {**of_event(world, whose, role), "token": token.pk}


def of_club_admin(world: World, whose: str, role: str) -> dict[str, object]:
    """One more, who can be removed."""
    user = make_user()
    world.clubs[whose].clubadmin_set.create(user=user)
    return {**of_club(world, whose, role), "user": user.pk}


def of_flag(world: World, whose: str, role: str) -> dict[str, object]:
    flag = Flag.objects.get_or_create(
        match_id=str(of_match(world, whose, role)["pk"]),
        submission_id=str(of_submission(world, whose, role)["pk"]),
        code=Flag.Code.COPY,
    )[0]
    return {**of_event(world, whose, role), "flag": flag.pk}


def of_call(world: World, whose: str, role: str) -> dict[str, object]:
    """An open one: others may have ended it."""
    match = str(of_match(world, whose, role)["pk"])
    call = Call.objects.get_or_create(match_id=match, ended_at=None)[0]
    return {**of_event(world, whose, role), "call": call.pk}


def of_stopped_work(world: World, whose: str, role: str) -> dict[str, object]:
    return {**of_event(world, whose, role), "job": world.job.pk}


def of_paper(world: World, whose: str, role: str) -> dict[str, object]:
    return {
        "pk": PaperCopy.objects.get_or_create(
            event=world.events[whose], after_round=1, defaults={"html": "<style></style>"}
        )[0].pk
    }


def of_official(world: World, whose: str, role: str) -> dict[str, object]:
    event, user = world.events[whose], make_user()
    Official.objects.create(event=event, user=user, role=Official.Role.ARBITER)
    return {"pk": event.pk, "user": user.pk}


def of_pair(world: World, whose: str, role: str) -> dict[str, object]:
    event, entry = world.events[whose], world.entries[whose]
    other = Entry.objects.create(event=event, player=make_player())
    first, second = sorted((entry.pk, other.pk))
    pair = KeepApart.objects.create(event=event, first_id=first, second_id=second)
    return {"pk": event.pk, "pair": pair.pk}


def of_announcement(world: World, whose: str, role: str) -> dict[str, object]:
    made = Announcement.objects.create(event=world.events[whose], text="Začínáme v sedm.")
    return {**of_event(world, whose, role), "announcement": made.pk}


def of_step(world: World, whose: str, role: str) -> dict[str, object]:
    event = world.events[whose].pk
    entry = AuditEntry.objects.create(
        action="clone event", object_kind="event", object_id=event, event=event
    )
    return {"pk": event, "step": entry.pk}


def of_player(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": world.players[whose].pk}


def of_two_players(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": world.players["own"].pk, "other": world.players["other"].pk}


def of_series(world: World, whose: str, role: str) -> dict[str, object]:
    made, is_new = Series.objects.get_or_create(club=world.clubs[whose], name="Liga")
    if is_new:
        made.evenings.create(event=_finished_event(world, whose), order=1)
    return {"pk": made.pk}


def of_series_row(world: World, whose: str, role: str) -> dict[str, object]:
    return {**of_series(world, whose, role), "player": world.players[whose].pk}


def of_series_evening(world: World, whose: str, role: str) -> dict[str, object]:
    given = of_series(world, whose, role)
    evening = SeriesEvent.objects.filter(series=given["pk"]).first()
    return {**given, "event": evening.event_id if evening else "bcdfghjkmn"}


def _finished_event(world: World, whose: str) -> Event:
    """That the club's player won alone."""
    event = make_event(world.clubs[whose], status=Event.Status.FINISHED)
    entry = Entry.objects.create(event=event, player=world.players[whose], seed=1)
    stage = Stage.objects.get(event=event, order=1)
    closed = Round.objects.create(stage=stage, number=1, status=Round.Status.CLOSED)
    closed.byes.create(entry=entry, kind=Bye.Kind.PAIRING)
    want_standings(stage.pk)
    compute_standings(stage.pk)
    return event


def of_token(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": world.tokens.get(role if whose == "own" else "other", world.tokens["other"]).pk}


def of_job(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": world.job.pk}


def of_passkey(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": 1}  # nobody has one here: to accounts it does not exist


def in_language(arguments: Arguments, **parts: object) -> Arguments:
    """Of an address that says in which language it answers."""
    return lambda world, whose, role: {"language": "cs", **arguments(world, whose, role), **parts}


def of_live(**parts: object) -> Arguments:
    return lambda world, whose, role: {"language": "cs", **of_event(world, whose, role), **parts}

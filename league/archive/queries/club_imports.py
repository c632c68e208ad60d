"""What stands in the way of a club's file here, and what would be made of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from league.archive.club_file import (
    MOST_ONLINE,
    ClubPlan,
    EventInFile,
    Told,
    club_plan,
    event_file,
)
from league.archive.club_schema import CLUB, CLUB_KINDS, GUEST, MEMBER, VISITOR
from league.archive.queries.club_rows import IMPORTED
from league.archive.queries.desk import are_marks
from league.archive.queries.imports import LIMIT_S, hindrances, no_such, plan_of_file, wrong_in
from league.clubs.services.clubs import checked_origins
from league.errors import LeagueError
from league.events.services.boxes import checked_tags, rules_with_box
from league.models import (
    Announcement,
    Category,
    Club,
    ClubBox,
    Division,
    Entry,
    Event,
    ImportedClub,
    ImportedEvent,
    MatchReminder,
    Player,
    PlayerNote,
    PlayOff,
    Postponement,
    Prize,
    PrizeDecision,
    Remark,
    Round,
    RoundDate,
    Season,
    SeasonLeave,
    Series,
    SeriesEvent,
    SeriesGuest,
    StageGame,
)
from league.models.public_id import ALPHABET, LENGTH
from league.models.time_zones import time_zones
from league.series.services import check_numbers

CLUB_MODELS: Mapping[str, Any] = {
    "boxes": ClubBox,
    "players": Player,
    "notes": PlayerNote,
    "events": Event,
    "categories": Category,
    "prizes": Prize,
    "prize_decisions": PrizeDecision,
    "announcements": Announcement,
    "stage_games": StageGame,
    "entry_details": Entry,
    "applications": Entry,
    "clocks": Round,
    "remarks": Remark,
    "series": Series,
    "evenings": SeriesEvent,
    "series_guests": SeriesGuest,
    "seasons": Season,
    "divisions": Division,
    "round_dates": RoundDate,
    "postponements": Postponement,
    "reminders": MatchReminder,
    "play_offs": PlayOff,
    "leaves": SeasonLeave,
}
# Columns that are told by something else than a column of the model.
TOLD_APART = {("players", "place"), ("events", "digest"), ("events", "imported")}
TOLD_APART |= {("entry_details", "categories")}
_LOOKED_UP_AT_ONCE = 500
_MOST_TOLD = 20
_MOST_EVENTS_SHOWN = 100


@dataclass(frozen=True)
class ClubOutlook:
    """What would be made of a file here, before anything is written."""

    plan: ClubPlan
    problems: list[str]
    here: Club | None  # that the very same file made

    @cached_property
    def name(self) -> str:
        return "" if self.plan.is_hindered else str(self.plan.club["name"])

    @cached_property
    def people(self) -> dict[str, int]:
        rows = [] if self.plan.is_hindered else self.plan.rows("players")
        return {
            place: sum(row["place"] == place for row in rows) for place in (MEMBER, GUEST, VISITOR)
        }

    @cached_property
    def renamed(self) -> int:
        """People whose ids somebody else has here: they get others."""
        return 0 if self.plan.is_hindered else len(ids_taken(self.plan))

    @property
    def guests(self) -> int:
        return self.people[GUEST] + self.people[VISITOR]

    @property
    def series(self) -> int:
        return 0 if self.plan.is_hindered else len(self.plan.rows("series"))

    @property
    def seasons(self) -> int:
        return 0 if self.plan.is_hindered else len(self.plan.rows("seasons"))

    @property
    def events(self) -> list[tuple[EventInFile, str]]:
        """The newest first, with where they stand in words."""
        words = dict(Event.Status.choices)
        newest = sorted(self.plan.events, key=lambda event: event.starts_at, reverse=True)
        shown = newest[:_MOST_EVENTS_SHOWN]
        return [(event, str(words.get(event.status, event.status))) for event in shown]

    @property
    def left_off(self) -> int:
        return max(len(self.plan.events) - _MOST_EVENTS_SHOWN, 0)


def club_sent(data: bytes) -> ClubPlan:
    """What a file would become, while somebody waits; refused where it is no file of a club."""
    return plan_of_file(club_plan, data, limit_s=LIMIT_S, most=MOST_ONLINE)


def large_club_sent(data: bytes, *, told: Told) -> ClubPlan:
    """The same of a file of any size, for a command."""
    return plan_of_file(club_plan, data, limit_s=None, told=told)


def club_outlook(plan: ClubPlan) -> ClubOutlook:
    here = club_made_of(plan)
    return ClubOutlook(plan, [] if here else club_hindrances(plan), here)


def club_made_of(plan: ClubPlan) -> Club | None:
    """The same file again gives the club that it made."""
    if plan.is_hindered:
        return None
    made = ImportedClub.objects.filter(pk=plan.club["id"], digest=plan.digest)
    return Club.objects.filter(pk__in=made.values("pk")).first()


def club_hindrances(plan: ClubPlan) -> list[str]:
    """Everything that keeps a file from becoming a club here; nothing: it can."""
    told = [finding.told(_) for finding in plan.findings[:_MOST_TOLD]]
    if told:
        return told
    if club := Club.objects.filter(pk=plan.club["id"]).first():
        return [_("This club is here already: %(name)s.") % {"name": club.name}]
    return [*_wrong_club(plan), *_wrong_rows(plan), *_taken(plan), *_wrong_events(plan)][
        :_MOST_TOLD
    ]


def ids_taken(plan: ClubPlan) -> set[str]:
    """Of people in the file, those that somebody else has here already."""
    return _here(Player, [row["id"] for row in plan.rows("players")])


def _here(model: Any, ids: list[str]) -> set[str]:
    found: set[str] = set()
    for start in range(0, len(ids), _LOOKED_UP_AT_ONCE):
        some = ids[start : start + _LOOKED_UP_AT_ONCE]
        found |= set(model.objects.filter(pk__in=some).values_list("pk", flat=True))
    return found


def _wrong_club(plan: ClubPlan) -> Iterator[str]:
    for name in CLUB:
        yield from wrong_in(Club, "club", name, plan.club[name])
    if not str(plan.club["name"]).strip() or not _is_id(plan.club["id"]):
        yield no_such("club, name")
    try:
        is_as_kept = (
            checked_origins(map(str, plan.club["frame_origins"])) == plan.club["frame_origins"]
        )
    except LeagueError:
        is_as_kept = False
    if not is_as_kept:
        yield no_such("club, frame_origins")


def _wrong_rows(plan: ClubPlan) -> Iterator[str]:
    for kind in CLUB_KINDS:
        for row in plan.rows(kind.name):
            if "id" in kind.columns and not _is_id(row["id"]):
                yield no_such(f"{kind.name}/{row['id']}, id")
            for name, column in kind.columns.items():
                if not column.refers and (kind.name, name) not in TOLD_APART:
                    model = CLUB_MODELS[kind.name]
                    yield from wrong_in(model, kind.named(row), name, row[name])
    yield from _wrong_inside(plan)


def _is_id(text: str) -> bool:
    return len(text) == LENGTH and set(text) <= set(ALPHABET)


def _wrong_inside(plan: ClubPlan) -> Iterator[str]:
    """What the type of a column does not say."""
    for row in plan.rows("players"):
        if not row["full_name"].strip() and not row["erased_at"]:
            yield no_such(f"players/{row['id']}, full_name")
    for row in plan.rows("boxes"):
        if not _is_box(row):
            yield no_such(f"boxes/{row['game']}")
    for row in plan.rows("series"):
        if not _are_points(row):
            yield no_such(f"series/{row['id']}, own_points")
    for row in plan.rows("seasons"):
        if row["time_zone"] not in time_zones():
            yield no_such(f"seasons/{row['id']}, time_zone")
    for row in plan.rows("events"):
        yield from _wrong_marks(row)


def _is_box(row: Mapping[str, Any]) -> bool:
    try:
        rules = rules_with_box(row["game"])
        tags = {str(tag): str(value) for tag, value in row["tags"].items()}
        return bool(checked_tags(rules, edition=row["edition"], tags=tags) == row["tags"])
    except LeagueError:
        return False


def _are_points(row: Mapping[str, Any]) -> bool:
    numbers = row["own_points"]
    if not all(isinstance(number, int) and not isinstance(number, bool) for number in numbers):
        return False
    try:
        check_numbers(Series(scheme=row["scheme"], own_points=numbers))
    except LeagueError:
        return False
    return True


def _wrong_marks(row: Mapping[str, Any]) -> Iterator[str]:
    where = f"events/{row['id']}"
    if not are_marks(row["wrap_up"]):
        yield no_such(f"{where}, wrap_up")
    imported = row["imported"]
    if imported is None:
        return
    if imported.keys() != set(IMPORTED) or not isinstance(imported["is_read_only"], bool):
        yield no_such(f"{where}, imported")
        return
    for name in IMPORTED:
        yield from wrong_in(ImportedEvent, where, name, imported[name])


def _taken(plan: ClubPlan) -> Iterator[str]:
    """Rows of other clubs that call themselves the same. People are told apart by new ids."""
    for kind in CLUB_KINDS:
        if "id" in kind.columns and kind.name not in ("players", "events"):
            ids = [row["id"] for row in plan.rows(kind.name)]
            if _here(CLUB_MODELS[kind.name], ids):
                yield _("Rows of another club here have the same ids: %(kind)s.") % {
                    "kind": kind.name
                }


def _wrong_events(plan: ClubPlan) -> Iterator[str]:
    club = Club(pk=plan.club["id"], name=plan.club["name"])
    for event, archive in zip(plan.rows("events"), plan.archives(), strict=True):
        for reason in hindrances(archive, club=club, in_any_state=True):
            yield f"{event_file(event['id'])}: {reason}"

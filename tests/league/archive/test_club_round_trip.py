"""A club of the demo taken to an empty database: there it is the same club."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone, translation

from league.archive.canonical import read_json
from league.archive.club_file import NAME, club_plan
from league.archive.queries.archives import archive_of
from league.archive.queries.club_rows import events_moved
from league.archive.services.club_files import write_club
from league.archive.services.club_imports import import_club
from league.archive.services.seals import seal_event
from league.archive.zipped import file_in, opened_zip
from league.demo.programme import OLOMOUC
from league.events.queries.recheck import differences
from league.exchange.queries import league_tables
from league.models import (
    Announcement,
    Club,
    ClubBox,
    Division,
    Entry,
    Event,
    Job,
    Match,
    MatchReminder,
    PlayerNote,
    PlayOff,
    PrizeDecision,
    RatedGame,
    Rating,
    RatingChange,
    Remark,
    Ruling,
    SealLogEntry,
    Series,
    SeriesGuest,
    Stage,
    StageGame,
)
from league.permissions import SERVICE
from league.ratings.queries.rated_games import rating_differences
from league.ratings.services import compute_ratings, recompute_ratings
from league.series.queries.series import counted_series
from league.series.queries.shown import series_shown
from league.standings.services import compute_standings
from tests.database import use

pytestmark = pytest.mark.django_db
_PARTS = ("content", "people", "setup", "standings")


@dataclass(frozen=True)
class Taken:
    data: bytes
    facts: dict[str, Any]


@pytest.fixture(scope="module")
def taken(demo_database: str, django_db_blocker: Any, _settings_of_tests: None) -> Taken:
    """Out of the demo, where it stays as it was."""
    empty = connection.settings_dict["NAME"]
    with django_db_blocker.unblock():
        use(connection, demo_database)
        with transaction.atomic():
            club = Club.objects.get(name=OLOMOUC.name)
            add_what_the_demo_lacks(club)
            count_only_games_of(club)
            file = BytesIO()
            write_club(club, file, source="https://old.example")
            taken = Taken(file.getvalue(), facts_of(club))
            transaction.set_rollback(True)
        use(connection, empty)
    return taken


def add_what_the_demo_lacks(club: Club) -> None:
    """A row at least of every kind that a club has."""
    Club.objects.filter(pk=club.pk).update(
        keeps_notes=True, about="Hrajeme v úterý.", frame_origins=["https://klub.example"]
    )
    club.refresh_from_db()
    member = club.players.order_by("pk").first()
    assert member is not None
    PlayerNote.objects.create(player=member, birth_year=1990, text="trenér")
    ClubBox.objects.create(club=club, game="triolet", edition="standard")
    event = club.events.filter(prizes__isnull=False, status="finished").order_by("pk")[0]
    Announcement.objects.create(event=event, text="Děkujeme.", mailed=7)
    entries = list(event.entries.order_by("pk")[:2])
    PrizeDecision.objects.create(event=event, how="share", entries=[e.pk for e in entries])
    Entry.objects.filter(pk=entries[0].pk).update(paid="120.50")
    first = Stage.objects.filter(event=event).order_by("order")[0]
    StageGame.objects.create(stage=first, game="other", other_name="Šachy", boards=2)
    series = Series.objects.get(club=club)
    SeriesGuest.objects.create(series=series, player=member, is_guest=True)
    upper = Division.objects.filter(season__club=club, order=1).order_by("pk")[0]
    holder, challenger = upper.event.entries.order_by("pk")[:2]
    PlayOff.objects.create(division=upper, holder=holder, challenger=challenger, winner=holder)
    match = Match.objects.filter(event=upper.event).order_by("pk")[0]
    MatchReminder.objects.create(match=match, kind="overdue", due_on="2026-11-01")
    played = Match.objects.filter(event=event).order_by("pk")[0]
    remark = Remark.objects.create(match=played, private="Mluvit s oběma.")
    Ruling.objects.create(match=played, number=played.version + 1, kind="keep", remark=remark)


def count_only_games_of(club: Club) -> None:
    """Ratings as this club's games alone give them: more is not in its file."""
    Event.objects.exclude(club=club).update(is_rated=False)
    for rated in RatedGame.objects.all():
        recompute_ratings(rated.pk)


@translation.override("en")
def facts_of(club: Club) -> dict[str, Any]:
    """All that people look at."""
    return {
        "events": {
            event.pk: {part: document[part] for part in _PARTS}
            for event in events_moved(club)
            for document in [archive_of(event, in_full=True, in_any_state=True)]
        },
        "series": [
            list(league_tables.series_table(shown).rows)
            for series in club.series.order_by("pk")
            for shown in [series_shown(counted_series(series), game="", actor=SERVICE)]
        ],
        "seasons": [
            list(league_tables.divisions_table(season).rows)
            for season in club.seasons.order_by("pk")
        ],
        # Without the accounts that some of them have there.
        "members": [row[:2] for row in league_tables.members_table(club, {}).rows],
        "ratings": list(
            Rating.objects.filter(games__gt=0)
            .order_by("game", "player")
            .values_list("game", "player", "mu", "sigma", "games", "shown")
        ),
        "history": list(
            RatingChange.objects.order_by("game", "order", "player").values_list(
                *("game", "order", "player", "match", "number", "result", "rank", "played_at"),
                *("mu_before", "mu_after", "sigma_after"),
            )
        ),
    }


def do_jobs() -> None:
    """What the import asked for, and nothing else."""
    wanted = Job.objects.filter(state=Job.State.WAITING)
    for kind, do in (
        (Job.Kind.COMPUTE_STANDINGS, compute_standings),
        (Job.Kind.COMPUTE_RATINGS, compute_ratings),
        (Job.Kind.SEAL_EVENT, seal_event),
    ):
        for pk in wanted.filter(kind=kind).values_list("object_id", flat=True):
            do(pk)


def club_json(data: bytes) -> Any:
    return read_json(file_in(opened_zip(data), NAME))


def test_club_is_the_same_in_an_empty_database(taken: Taken) -> None:
    assert all(club_json(taken.data)["rows"].values()), "a kind of row is not tried"

    club, is_new = import_club(club_plan(taken.data), actor=SERVICE)
    do_jobs()

    assert is_new
    assert facts_of(club) == taken.facts
    again = BytesIO()
    write_club(club, again)
    assert comparable(again.getvalue()) == comparable(taken.data)
    assert club.imported.source == "https://old.example"


def comparable(data: bytes) -> Any:
    """Without when and where it was written. Guests of other clubs are the club's own now."""
    document = club_json(data)
    for row in document["rows"]["events"]:
        row |= {"digest": "", "imported": None}
    for row in document["rows"]["players"]:
        row["place"] = "member" if row["place"] == "member" else "guest"
    return document["club"], document["rows"]


def test_recheck_is_sound_and_every_finished_event_is_sealed_anew(taken: Taken) -> None:
    club, _is_new = import_club(club_plan(taken.data), actor=SERVICE)
    do_jobs()

    over = [event for event in club.events.all() if event.is_over]
    assert over
    assert [each for event in club.events.all() for each in differences(event)] == []
    assert [each for rated in RatedGame.objects.all() for each in rating_differences(rated)] == []
    sealed = set(SealLogEntry.objects.values_list("event", flat=True))
    assert sealed == {event.pk for event in over}
    assert not any(event.imported.is_read_only for event in club.events.all())
    assert timezone.now() > club.imported.made_at


def test_nobody_can_log_in_by_the_file(taken: Taken) -> None:
    text = b"".join(
        file_in(opened_zip(taken.data), name) for name in opened_zip(taken.data).namelist()
    ).decode()
    for secret in ("password", "pbkdf2", "@", "door_code", "room_code", "digest_of", "client_key"):
        assert secret not in text, secret

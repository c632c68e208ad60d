"""Archives verified without the database: all of the demo, every game, and changes."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.polyssimo.random_play import random_game
from games.registry import GAMES
from league.archive.canonical import canonical, read_json
from league.archive.services.seals import event_archive
from league.archive.verification import ArchiveReport, SealState, verified
from league.events.services import stages
from league.events.services.entries import withdraw_entry
from league.events.services.lifecycle import move_event
from league.events.services.rounds import close_round
from league.models import Entry, Event, Round, Ruling, SealLogEntry, Stage
from league.permissions import SERVICE
from league.results.services.rulings import Decision, rule
from league.standings.services import compute_standings
from tests.factories.events import marks_of, played_round, running_event
from tests.factories.submissions import confirm, hand_in, hand_in_record, object_to
from tests.factories.tables import lawful_record, record_of, table

# The databases give the same rows to an archive, as its round trips on both show.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def verified_offline(event: Event, *, in_full: bool = False) -> ArchiveReport:
    """Through a file, with no query."""
    data = canonical(event_archive(event, in_full=in_full)).encode()
    with CaptureQueriesContext(
        connection,
    ) as asked:
        report = verified(read_json(data), data=data)
    assert not asked.captured_queries
    return report


@pytest.mark.usefixtures("demo")
def test_every_event_of_the_demo_is_consistent(figures: dict[str, str]) -> None:
    events = [event for event in Event.objects.order_by("pk") if event.has_started]
    reports = {event: verified_offline(event) for event in events}

    assert {event.name: list(map(str, report.faults)) for event, report in reports.items()} == {
        event.name: [] for event in events
    }
    logged = [event for event, report in reports.items() if report.seal is SealState.LOGGED]
    assert logged == [event for event in events if event.is_over and not event.is_practice]
    counted = [
        sum(getattr(report, name) for report in reports.values())
        for name in ("records", "results", "tables")
    ]
    assert all(counted)
    figures["archives of the demo verified offline"] = (
        f"{len(events)} of {len(events)}: {counted[0]} records, {counted[1]} results, "
        f"{counted[2]} tables of standings"
    )


def finished(event_id: str) -> Event:
    event = Event.objects.get(pk=event_id)
    for round_ in Round.objects.filter(stage__event=event, status=Round.Status.PUBLISHED):
        close_round(round_, actor=SERVICE)
    return move_event(event, to=Event.Status.FINISHED, actor=SERVICE, version=event.version)


def check(event: Event) -> ArchiveReport:
    report = verified_offline(event)
    assert list(map(str, report.findings)) == []
    return report


def test_disputed_ruled_replayed_and_corrected_results_are_consistent() -> None:
    match = table(2, games_per_match=3)
    hand_in(match, 160, 150, by="A")
    disputed = hand_in(match, 150, 160, by="B")
    object_to(disputed, "A")
    rule(
        match, Decision(Ruling.Kind.ACCEPT, submission=disputed), actor=SERVICE, reason="The sheet."
    )
    broken = hand_in_record(match, record_of(players=2) + "A pass\n", game=2)
    rule(
        match,
        Decision(Ruling.Kind.EDIT, game=2, submission=broken, record=record_of(players=2)),
        actor=SERVICE,
        reason="One line too many.",
    )
    event = finished(match.event_id)
    sealed = check(event)

    marks = marks_of(match, 170, 140)
    rule(match, Decision(Ruling.Kind.SCORES, marks=marks), actor=SERVICE, reason="Counted again.")
    corrected = check(event)

    assert sealed.digest != corrected.digest
    entries = SealLogEntry.objects.filter(event=event.pk).order_by("index")
    assert [entry.digest for entry in entries] == [sealed.digest, corrected.digest]
    assert verified(event_archive(event), head=corrected.head).seal is SealState.SEALED


def test_solo_games_need_nobody_else() -> None:
    match = table(1, game="kaleidoskop", variant="solo")
    hand_in_record(match, lawful_record(match))
    assert check(finished(match.event_id)).results == 1


def test_stages_late_entries_and_leavers_are_consistent() -> None:
    stage = running_event(8, stage={"kind": "swiss", "rounds_planned": 2, "chain": ["BH", "WON"]})
    values = {"kind": "round_robin", "name": "Finals", "takes": "places", "takes_places": 4}
    stages.add_stage(stage.event, actor=SERVICE, values=values)
    played_round(stage)
    played_round(stage)
    finals = Stage.objects.select_related("event").get(event=stage.event, order=2)
    compute_standings(stage.pk)
    stages.begin_stage(finals, actor=SERVICE)
    played_round(Stage.objects.select_related("event").get(pk=finals.pk))
    leaver = Entry.objects.filter(stage_places__stage=finals).first()
    assert leaver is not None
    withdraw_entry(leaver, actor=SERVICE, is_confirmed=True)
    check(stage.event)
    assert check(finished(stage.event_id)).tables == 3 + 2


def test_records_of_a_stage_with_a_game_of_its_own_are_replayed() -> None:
    own = {"plays_own_game": True, "game": "polyssimo", "edition": "squares"}
    match = table(2, stage=own, game="triolet")
    record = random_game(1, players=2, variant=None, edition="squares")
    confirm(hand_in_record(match, record))
    assert check(finished(match.event_id)).records == 1


@pytest.mark.parametrize("game", GAMES)
def test_records_of_every_game_are_replayed(game: str) -> None:
    match = table(2, game=game)
    confirm(hand_in_record(match, lawful_record(match)))
    report = check(finished(match.event_id))
    assert (report.records, report.results) == (1, 1)

"""What every format promises while it is played: who leaves, comes late, forfeits; corrections,
and each step back.
"""

import pytest

from league.errors import LeagueError
from league.events.queries.recheck import differences
from league.events.services import stages
from league.events.services.bracket_seats import follow_bracket
from league.events.services.entries import Registration, enter_player, return_entry, withdraw_entry
from league.events.services.lifecycle import move_event
from league.events.services.own_games import give_up_own_game
from league.events.services.rounds import close_round
from league.events.services.seating import seat_table
from league.events.services.undo import undo_step
from league.events.settings_rules import GAME_SETTINGS
from league.formats.contract import Format
from league.formats.registry import FORMATS
from league.models import AuditEntry, Entry, Event, Match, Round, Stage
from league.permissions import SERVICE
from league.standings.inputs import RoundOutcome
from league.standings.queries import published_rows, ranked_entries
from league.standings.services import compute_standings
from tests.factories import make_player
from tests.factories.events import (
    drawn_round,
    enter,
    entries_at,
    played_round,
    published_round,
    replace_result,
    running_event,
)
from tests.factories.sheets import ended, sheet_at

pytestmark = pytest.mark.django_db
every_format = pytest.mark.parametrize(
    "format_", [each for each in FORMATS if each.has_rounds], ids=lambda each: each.key
)
every_format_without_rounds = pytest.mark.parametrize(
    "format_", [each for each in FORMATS if not each.has_rounds], ids=lambda each: each.key
)


def started(format_: Format) -> Stage:
    """Eight are here; a game that two to four can play."""
    chain = list(format_.usual_chain)
    return running_event(8, stage={"kind": format_.key, "chain": chain, "rounds_planned": 3})


def seated(round_: Round) -> set[str]:
    return set(round_.seats.values_list("entry", flat=True))


def followed(stage: Stage) -> None:
    """What the service does by itself after each change."""
    compute_standings(stage.pk)
    follow_bracket(stage.pk)
    compute_standings(stage.pk)


def table_of(stage: Stage) -> list[tuple[str, int, int]]:
    followed(stage)
    return [(row.entry, row.rank, row.points_12) for row in published_rows(stage)]


def leader_at(round_: Round) -> tuple[Match, str]:
    """A table of the round, and who is first there."""
    match = round_.matches.order_by("table")[0]
    entries = Entry.objects.in_bulk(entries_at(match))
    return match, min(entries, key=lambda entry: entries[entry].seed or 0)


def undo(action: str) -> None:
    undo_step(AuditEntry.objects.filter(action=action).latest("pk"), actor=SERVICE)


@every_format
def test_who_withdraws_is_not_seated_and_may_come_back(format_: Format) -> None:
    stage = started(format_)
    _match, leaver = leader_at(played_round(stage))
    entry = Entry.objects.get(pk=leaver)
    withdraw_entry(entry, actor=SERVICE, is_confirmed=True)
    second = played_round(stage)
    assert leaver not in seated(second)
    assert leaver in {row.entry for row in published_rows(stage)} or format_.strikes_leavers
    undo("withdraw entry")
    assert Entry.objects.get(pk=leaver).status == Entry.Status.CHECKED_IN
    withdraw_entry(Entry.objects.get(pk=leaver), actor=SERVICE, is_confirmed=True)
    return_entry(Entry.objects.get(pk=leaver), actor=SERVICE)
    assert drawn_round(stage).draw == Round.Draw.DRAWN
    followed(stage)
    assert not list(differences(stage.event))


@every_format
def test_who_comes_late_plays_or_is_told_why_not(format_: Format) -> None:
    stage = started(format_)
    first = played_round(stage)
    registration = Registration(player=make_player("Pozdě Přišlá"))
    if not format_.takes_late_entries:
        with pytest.raises(LeagueError):
            enter_player(stage.event, registration=registration, actor=SERVICE, is_here=True)
        assert stage.event.entries.count() == 8
        return
    late = enter_player(stage.event, registration=registration, actor=SERVICE, is_here=True)
    assert first.byes.filter(entry=late).exists()
    second = drawn_round(stage)
    sits_out = second.byes.filter(entry=late)
    assert late.pk in seated(second) or sits_out.exists()


@every_format
def test_who_does_not_come_loses_and_the_evening_goes_on(format_: Format) -> None:
    stage = started(format_)
    first = published_round(stage)
    for match in first.matches.order_by("table"):
        scores: list[int | None] = [50 - at for at in range(len(entries_at(match)))]
        if match.table == 1:
            scores[0] = None
        enter(match, *scores)
    absent = entries_at(first.matches.get(table=1))[0]
    close_round(first, actor=SERVICE)
    followed(stage)
    cells = {row.entry: row.cells[-1] for row in published_rows(stage)}
    assert cells[absent].outcome is RoundOutcome.FORFEIT_LOSS
    second = drawn_round(stage)
    assert second.draw == Round.Draw.DRAWN
    opponents = set(entries_at(first.matches.get(table=1))) - {absent}
    if format_.has_bracket and len(opponents) == 1:
        here = seated(second) | set(second.byes.values_list("entry", flat=True))
        assert opponents <= here
    assert not list(differences(stage.event))


@every_format
def test_correction_counts_and_is_taken_back(format_: Format) -> None:
    stage = started(format_)
    first = played_round(stage)
    published_round(stage)
    before = table_of(stage)
    seats = seated(Round.objects.get(number=2))
    match, leader = leader_at(first)
    others = entries_at(match)
    replace_result(match, *(10 if entry == leader else 90 + at for at, entry in enumerate(others)))
    after = table_of(stage)
    points = {entry: points_12 for entry, _rank, points_12 in before}
    assert {entry: points_12 for entry, _rank, points_12 in after}[leader] < points[leader]
    assert not list(differences(stage.event))
    undo("rule")
    assert table_of(stage) == before
    assert seated(Round.objects.get(number=2)) == seats
    assert not list(differences(stage.event))


@every_format
def test_steps_of_a_round_are_undone(format_: Format) -> None:
    stage = started(format_)
    played_round(stage)
    undo("close round")
    assert Round.objects.get().status == Round.Status.PUBLISHED
    close_round(Round.objects.get(), actor=SERVICE)
    before = table_of(stage)
    published_round(stage)
    undo("publish round")
    undo("draft round")
    assert table_of(stage) == before
    published_round(stage)
    match = Round.objects.get(number=2).matches.order_by("table")[0]
    enter(match, *range(50, 50 - len(entries_at(match)), -1))
    undo("enter result")
    match.refresh_from_db()
    assert match.state == Match.State.WAITING


@every_format
def test_holds_in_a_later_stage_too(format_: Format) -> None:
    first = running_event(8, stage={"kind": "swiss", "rounds_planned": 1, "chain": ["WON"]})
    values = {"kind": format_.key, "takes": "places", "takes_places": 7, "rounds_planned": 3}
    later = stages.add_stage(first.event, actor=SERVICE, values=values)
    played_round(first)
    stages.begin_stage(later, actor=SERVICE)
    stage = Stage.objects.select_related("event").get(pk=later.pk)
    match, leader = leader_at(played_round(stage))
    before = table_of(stage)
    others = entries_at(match)
    replace_result(match, *(10 if entry == leader else 90 + at for at, entry in enumerate(others)))
    assert table_of(stage) != before
    undo("rule")
    assert table_of(stage) == before
    withdraw_entry(Entry.objects.get(pk=leader), actor=SERVICE, is_confirmed=True)
    assert leader not in seated(played_round(stage))
    undo("withdraw entry")
    assert drawn_round(stage).draw == Round.Draw.DRAWN
    followed(stage)
    assert {row.entry for row in published_rows(stage)} == set(
        stage.places.values_list("entry", flat=True)
    )
    assert not list(differences(stage.event))


def opened(format_: Format) -> Stage:
    """Eight are here, and may play whenever they like."""
    template = format_.templates[0]
    game = {key: value for key, value in template.event.items() if key in GAME_SETTINGS}
    stage = {"kind": format_.key, "chain": list(format_.usual_chain), "least_games": 1}
    return running_event(8, stage=stage, **game)


def opened_later(format_: Format) -> Stage:
    """The first four of eight go on to it, after a round of a Swiss."""
    first = running_event(8, stage={"kind": "swiss", "rounds_planned": 1, "chain": ["WON"]})
    game = {key: value for key, value in format_.templates[0].event.items() if key in GAME_SETTINGS}
    values = {"kind": format_.key, "takes": "places", "takes_places": 4, "least_games": 1}
    if game:
        values |= {"plays_own_game": True, **game}
    later = stages.add_stage(first.event, actor=SERVICE, values=values)
    played_round(first)
    stages.begin_stage(later, actor=SERVICE)
    return Stage.objects.select_related("event").get(pk=later.pk)


def seated_now(stage: Stage, *, first: int = 1) -> Match:
    """A table of as many as the format likes, from this starting number on."""
    rules = stage.format.sizes(stage.settings, game=stage.game_here, boards=None)
    seeds = range(first, first + rules.prefer)
    people = [entry.pk for entry in ranked_entries(stage) if entry.number in seeds]
    match = seat_table(stage, people, actor=SERVICE, keeps_seats=True)
    return Match.objects.select_related("event", "round__stage__event").get(pk=match.pk)


def played_now(stage: Stage, *, first: int = 1) -> Match:
    match = seated_now(stage, first=first)
    enter(match, *range(30, 30 - len(entries_at(match)), -1))
    return match


def points_of(stage: Stage) -> dict[str, int]:
    return {entry: points_12 for entry, _rank, points_12 in table_of(stage)}


@every_format_without_rounds
def test_who_leaves_sits_at_no_table_keeps_the_games_and_comes_back(format_: Format) -> None:
    stage = opened(format_)
    leaver = entries_at(played_now(stage))[0]
    before = points_of(stage)
    withdraw_entry(Entry.objects.get(pk=leaver), actor=SERVICE, is_confirmed=True)
    with pytest.raises(LeagueError):
        seat_table(stage, [leaver], actor=SERVICE)
    assert points_of(stage)[leaver] == before[leaver] > 0
    undo("withdraw entry")
    withdraw_entry(Entry.objects.get(pk=leaver), actor=SERVICE, is_confirmed=True)
    return_entry(Entry.objects.get(pk=leaver), actor=SERVICE)
    assert leaver in entries_at(played_now(stage))
    assert points_of(stage)[leaver] > before[leaver]
    assert not list(differences(stage.event))


@every_format_without_rounds
def test_who_comes_while_others_play_has_missed_nothing(format_: Format) -> None:
    stage = opened(format_)
    game = played_now(stage)
    registration = Registration(player=make_player("Pozdě Přišlá"))
    late = enter_player(stage.event, registration=registration, actor=SERVICE, is_here=True)
    assert not Round.objects.exclude(byes=None).exists()
    others = [entry for entry in entries_at(game) if entry != late.pk][1:]
    match = seat_table(stage, [late.pk, *others], actor=SERVICE, keeps_seats=True)
    enter(match, *range(30, 30 - len(entries_at(match)), -1))
    assert points_of(stage)[late.pk] == points_of(stage)[entries_at(game)[0]]
    assert not list(differences(stage.event))


@every_format_without_rounds
def test_game_that_is_given_up_scores_nothing(format_: Format) -> None:
    """Alone somebody gives a game up; with others, does not come."""
    stage = opened(format_)
    match = seated_now(stage)
    absent, *others = entries_at(match)
    if format_.starts_own_games:
        ended(sheet_at(match), by="time")
        entry = Entry.objects.select_related("event").get(pk=absent)
        give_up_own_game(entry, actor=SERVICE)
    else:
        enter(match, None, *range(30, 30 - len(others), -1))
    followed(stage)
    cells = {row.entry: row.cells[-1] for row in published_rows(stage) if row.cells}
    assert cells[absent].outcome is RoundOutcome.FORFEIT_LOSS
    assert cells[absent].points_12 == 0
    assert absent in entries_at(played_now(stage))
    assert points_of(stage)[absent] > 0
    assert not list(differences(stage.event))


@every_format_without_rounds
def test_correction_of_a_game_counts_and_is_taken_back(format_: Format) -> None:
    stage = opened(format_)
    match = played_now(stage)
    seated_now(stage)
    before = table_of(stage)
    leader, *others = entries_at(match)
    replace_result(match, 5, *(10 + at for at, _entry in enumerate(others)))
    points = {entry: points_12 for entry, _rank, points_12 in before}
    assert points_of(stage)[leader] < points[leader]
    assert not list(differences(stage.event))
    undo("enter result")
    assert table_of(stage) == before
    assert not list(differences(stage.event))


@every_format_without_rounds
def test_steps_of_a_game_are_undone(format_: Format) -> None:
    stage = opened(format_)
    played_now(stage)
    before = table_of(stage)
    seated_now(stage)
    undo("seat table")
    assert table_of(stage) == before
    match = played_now(stage)
    undo("enter result")
    match.refresh_from_db()
    assert (match.state, match.is_open) == (Match.State.WAITING, True)
    assert table_of(stage) == before
    enter(match, *range(30, 30 - len(entries_at(match)), -1))
    before = table_of(stage)
    event = Event.objects.get(pk=stage.event_id)
    move_event(event, to=Event.Status.FINISHED, actor=SERVICE, version=event.version)
    undo("move event")
    assert Event.objects.get(pk=event.pk).status == Event.Status.RUNNING
    assert table_of(stage) == before
    played_now(stage)
    assert table_of(stage) != before
    assert not list(differences(stage.event))


@every_format_without_rounds
def test_without_rounds_it_holds_in_a_later_stage_too(format_: Format) -> None:
    stage = opened_later(format_)
    inside = set(stage.places.values_list("entry", flat=True))
    match = played_now(stage)
    leader, *others = entries_at(match)
    assert {leader, *others} <= inside
    before = table_of(stage)
    assert {entry for entry, _rank, _points_12 in before} == inside
    replace_result(match, 5, *(10 + at for at, _entry in enumerate(others)))
    assert table_of(stage) != before
    undo("enter result")
    assert table_of(stage) == before
    withdraw_entry(Entry.objects.get(pk=leader), actor=SERVICE, is_confirmed=True)
    with pytest.raises(LeagueError, match="not here"):
        seat_table(stage, [leader, *others], actor=SERVICE)
    undo("withdraw entry")
    assert leader in entries_at(played_now(stage))
    assert {entry for entry, _rank, _points_12 in table_of(stage)} == inside
    assert not list(differences(stage.event))


@every_format_without_rounds
def test_who_did_not_go_on_sits_at_no_table_of_a_later_stage(format_: Format) -> None:
    stage = opened_later(format_)
    inside = set(stage.places.values_list("entry", flat=True))
    outside = [entry.pk for entry in stage.event.entries.all() if entry.pk not in inside]
    rules = stage.format.sizes(stage.settings, game=stage.game_here, boards=None)
    people = [outside[0], *sorted(inside)][: rules.prefer]
    with pytest.raises(LeagueError, match="Only those who went on"):
        seat_table(stage, people, actor=SERVICE)
    assert not stage.rounds.exists()
    registration = Registration(player=make_player("Pozdě Přišlá"))
    with pytest.raises(LeagueError):
        enter_player(stage.event, registration=registration, actor=SERVICE, is_here=True)
    played_now(stage)
    assert {entry for entry, _rank, _points_12 in table_of(stage)} == inside
    assert not list(differences(stage.event))

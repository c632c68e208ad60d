"""Reports and tables for other programs: what they tell, and what they mark."""

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from py4swiss.trf import TrfParser  # type: ignore[import-untyped]

from league.demo.services.simulation import EventPlan, simulate_event
from league.errors import LeagueError
from league.events.queries.events import first_stage
from league.events.services.check_in import mark_absent, request_bye
from league.events.services.drafts import keep_apart, lock_table, swap_entries
from league.events.services.rounds import close_round, publish_round
from league.exchange.queries.reports import report_text, rounds_to_report, standings_told, trf_event
from league.models import Event, Match, Player, Round, Stage, Standing
from league.pairing.trf.reader import read_trf
from league.pairing.trf.writer import write_trf
from league.permissions import SERVICE
from league.standings.queries import ranked_entries
from league.standings.services import compute_standings
from tests.factories import make_user
from tests.factories.events import (
    drawn_round,
    enter,
    entries_at,
    make_entries,
    played_round,
    published_round,
    replace_result,
    running_event,
)

pytestmark = pytest.mark.django_db
SWISS = {"kind": "swiss", "rounds_planned": 5}


def finish(one: Round) -> None:
    for match in one.matches.exclude(state=Match.State.ACCEPTED):
        enter(match, 2, 1)
    close_round(one, actor=SERVICE)


def marked(stage: Stage) -> tuple[set[int], set[int]]:
    told = trf_event(stage)
    return set(told.edited_rounds), set(told.early_rounds)


def test_untouched_rounds_are_not_marked() -> None:
    stage = running_event(8, stage=SWISS)
    for _ in range(3):
        played_round(stage)
    assert marked(stage) == (set(), set())


def test_report_ends_with_the_last_closed_round() -> None:
    stage = running_event(8, stage=SWISS)
    played_round(stage)
    published_round(stage)
    told = trf_event(stage)
    assert {len(player.rounds) for player in told.players} == {1}
    assert told.rounds_planned == 5


def test_round_edited_by_hand_is_marked() -> None:
    stage = running_event(8, stage=SWISS)
    draft = drawn_round(stage)
    first, second = (entries_at(match)[0] for match in draft.matches.order_by("table")[:2])
    swap_entries(draft, actor=SERVICE, first=first, second=second, version=draft.version)
    draft.refresh_from_db()
    publish_round(draft, actor=SERVICE, version=draft.version)
    finish(draft)
    played_round(stage)
    assert marked(stage) == ({1}, set())


def test_round_with_a_locked_table_is_marked() -> None:
    stage = running_event(8, stage=SWISS)
    draft = drawn_round(stage)
    lock_table(draft.matches.get(table=1), actor=SERVICE, is_locked=True, version=draft.version)
    draft.refresh_from_db()
    publish_round(draft, actor=SERVICE, version=draft.version)
    finish(draft)
    assert marked(stage) == ({1}, set())


def test_round_paired_with_a_late_table_is_marked() -> None:
    stage = running_event(8, stage=SWISS)
    first = published_round(stage)
    for match in first.matches.exclude(table=2):
        enter(match, 2, 1)
    second = published_round(stage)
    finish(first)
    finish(second)
    assert marked(stage) == (set(), {2})


def test_rounds_after_a_correction_are_marked() -> None:
    stage = running_event(8, stage=SWISS)
    first = played_round(stage)
    played_round(stage)
    played_round(stage)
    replace_result(first.matches.get(table=1), 1, 2)
    assert marked(stage) == (set(), {2, 3})


def test_round_robin_says_that_it_is_one() -> None:
    stage = running_event(4, stage={"kind": "round_robin"})
    played_round(stage)
    assert trf_event(stage).system == "Round-Robin"


def test_days_are_those_of_the_event() -> None:
    stage = running_event(4, stage=SWISS)
    Event.objects.update(starts_at=datetime(2026, 3, 1, 23, 30, tzinfo=UTC))
    played_round(stage)
    told = trf_event(Stage.objects.get())
    assert f"{told.start:%d.%m.%Y}" == "02.03.2026"


def test_points_that_a_report_cannot_tell_are_refused() -> None:
    stage = running_event(4, stage={"kind": "round_robin", "win_12": 28, "draw_12": 14})
    with pytest.raises(LeagueError, match="whole and half points"):
        trf_event(stage)


def test_points_of_a_table_are_exact() -> None:
    stage = running_event(3)
    match = published_round(stage).matches.get()
    enter(match, 9, 9, 9)
    close_round(match.round, actor=SERVICE)
    compute_standings(stage.pk)
    assert {Fraction(str(row["points"])) for row in standings_told(stage)} == {Fraction(6)}


def test_late_entry_is_in_the_report_with_the_rounds_it_missed() -> None:
    stage = running_event(7, stage=SWISS)
    played_round(stage)
    make_entries(stage.event, 1, first_round=2)
    played_round(stage)
    last = trf_event(stage).players[-1]
    assert [told.took_part for told in last.rounds] == [False, True]


@pytest.mark.parametrize("is_published", [True, False])
def test_rank_is_the_published_one(*, is_published: bool) -> None:
    """By the event's tiebreaks; before they are computed, as they will be."""
    stage = running_event(8, stage=SWISS)
    for number in range(3):
        played = published_round(stage)
        for match in played.matches.all():
            enter(match, match.table, number + 1)
        finish(played)
    compute_standings(stage.pk)
    published = {row["entry"]: row["rank"] for row in standings_told(stage)}
    if not is_published:
        Standing.objects.all().delete()
    told = trf_event(stage)
    entries = [entry.pk for entry in ranked_entries(stage)]
    assert {entries[player.number - 1]: player.rank for player in told.players} == published
    lines = [line for line in write_trf(told).splitlines() if line.startswith("001")]
    assert [int(line[85:89]) for line in lines] == [published[entry] for entry in entries]
    by_points = write_trf(replace(told, players=tuple(replace(p, rank=0) for p in told.players)))
    assert by_points != write_trf(told)


def test_report_tells_the_rules_as_trf_2026_and_as_before() -> None:
    stage = running_event(6, stage={**SWISS, "chain": ["BH-C1", "KS", "GAME"], "koya_draws": -1})
    played_round(stage)
    first, second = ranked_entries(stage)[:2]
    keep_apart(stage.event, actor=SERVICE, first=first, second=second)
    mark_absent(first, actor=SERVICE)
    request_bye(second, actor=SERVICE, round_number=2)
    lines = write_trf(trf_event(stage)).splitlines()
    assert [line for line in lines if line[:3] in ("142", "162", "192", "202", "212")] == [
        "142 5",
        "162  W 2.0    D 1.0    L 0.0    A 0.0    P 2.0",
        "192 FIDE_DUTCH_2025",
        "202 BH/C1,KS/L-1,OTHER_GAME",
        "212 PTS,BH/C1,KS/L-1,OTHER_GAME",
    ]
    assert [line for line in lines if line[:3] in ("240", "260", "XXZ", "XXP")] == [
        "240 H 002    2",
        "240 Z 002    1",
        "260 001 005    1    2",
        "XXZ 1",
        "XXP 1 2",
    ]
    assert {"XXR 5", "BBW  2.0"} <= set(lines)


def test_report_after_an_earlier_round_is_as_it_was_then() -> None:
    stage = running_event(8, stage=SWISS)
    played_round(stage)
    compute_standings(stage.pk)
    then = trf_event(stage)
    played_round(stage)
    compute_standings(stage.pk)
    assert trf_event(stage, after_round=1) == then
    assert rounds_to_report(stage) == [1, 2]
    with pytest.raises(LeagueError, match="not closed yet"):
        trf_event(stage, after_round=3)


KINDS = [
    *(("swiss", entries, rounds) for entries, rounds in ((7, 5), (24, 7))),
    *(("round_robin", entries, rounds) for entries, rounds in ((5, 5), (8, 7))),
]


@pytest.mark.parametrize(("kind", "entries", "rounds"), KINDS)
def test_reports_of_simulated_events_are_accepted_by_all_readers(
    kind: str, entries: int, rounds: int, tmp_path: Path
) -> None:
    """py4swiss checks points, results and opponents; our own reader doubts everything."""
    event = simulate_event(EventPlan(kind, entries=entries, rounds=rounds, seed=entries))
    stage = first_stage(event)
    for after in (None, 1):
        text = report_text(stage, after_round=after)
        file = tmp_path / "report.trf"
        file.write_text(text, encoding="utf-8")
        assert len(TrfParser.parse(file).player_sections) == stage.event.entries.count()
        report = read_trf(text)
        assert report.problems == ()
        assert write_trf(report.event) == text.replace("\r\n", "\n")


def test_report_is_downloaded_by_a_button_with_public_names(client: Client) -> None:
    stage = running_event(4, stage=SWISS)
    Player.objects.update(full_name="Eva Malá")
    played_round(stage)
    address = reverse("event-report", args=[stage.event_id])
    public = client.get(address, {"names": "full"})
    assert "Eva M." in public.content.decode()
    assert "Eva Mala" not in public.content.decode()
    assert public["Content-Disposition"].endswith('.trf"')
    client.force_login(make_user(is_superuser=True))
    assert "Eva Mala" in client.get(address, {"names": "full"}).content.decode()
    assert address in client.get(reverse("event-print", args=[stage.event_id])).content.decode()


def test_report_over_the_api_is_the_same_text(client: Client) -> None:
    stage = running_event(4, stage=SWISS)
    played_round(stage)
    answer = client.get(f"/api/v1/events/{stage.event_id}/report", {"after": 1})
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    stage.refresh_from_db()
    assert answer.content.decode() == report_text(stage)
    english = {"accept-language": "en"}
    late = client.get(f"/api/v1/events/{stage.event_id}/report", {"after": 2}, headers=english)
    assert (late.status_code, late.json()["detail"]) == (
        400,
        "This round is not closed yet, so there is no report after it.",
    )

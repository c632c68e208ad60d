"""A round at the desk: drafted, drawn, edited, published, entered, closed, and back."""

import pytest

from league.errors import LeagueError, Stale
from league.events.services.check_in import check_in, mark_absent
from league.events.services.drafts import lock_table, swap_entries
from league.events.services.entries import withdraw_entry
from league.events.services.rounds import (
    close_round,
    discard_draft,
    draft_round,
    publish_round,
    redraw_round,
    reopen_round,
    withdraw_round,
)
from league.models import (
    AuditEntry,
    Bye,
    ByeRequest,
    Entry,
    Event,
    Job,
    KeepApart,
    Match,
    Notice,
    Player,
    Round,
)
from league.pairing.services import pair_round
from league.permissions import SERVICE
from league.standings.queries import published_rows
from league.standings.services import compute_standings
from tests.factories import make_player, make_user
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


def seated(one: Round) -> list[list[str]]:
    return [list(entries_at(match)) for match in one.matches.order_by("table")]


def everybody(one: Round) -> list[str]:
    return [entry for table in seated(one) for entry in table]


def test_draft_is_drawn_by_a_job() -> None:
    stage = running_event(7)
    draft = draft_round(stage, actor=SERVICE)
    assert (draft.number, draft.draw) == (1, Round.Draw.WANTED)
    assert Job.objects.filter(kind=Job.Kind.PAIR_ROUND, object_id=draft.pk).count() == 1
    pair_round(draft.pk)
    draft.refresh_from_db()
    assert draft.draw == Round.Draw.DRAWN
    assert sorted(map(len, seated(draft))) == [3, 4]
    assert sorted(everybody(draft)) == sorted(stage.event.entries.values_list("pk", flat=True))


def test_drawing_twice_changes_nothing() -> None:
    draft = drawn_round(running_event(8))
    before = seated(draft)
    pair_round(draft.pk)
    assert seated(draft) == before


def test_second_draft_is_refused() -> None:
    stage = running_event(8)
    drawn_round(stage)
    with pytest.raises(LeagueError, match="already a draft"):
        draft_round(stage, actor=SERVICE)


def test_event_that_is_not_running_draws_nothing() -> None:
    stage = running_event(8)
    Event.objects.update(status=Event.Status.OPEN)
    with pytest.raises(LeagueError, match="not running"):
        draft_round(stage, actor=SERVICE)
    assert not Round.objects.exists()


def test_published_round_has_open_tables_and_an_audit_entry() -> None:
    published = published_round(running_event(8))
    assert published.status == Round.Status.PUBLISHED
    assert list(published.matches.values_list("table", "is_open")) == [(1, True), (2, True)]
    entry = AuditEntry.objects.filter(action="publish round").get()
    assert (entry.object_id, entry.event) == (published.pk, published.stage.event_id)


def test_stale_draft_is_not_published() -> None:
    draft = drawn_round(running_event(8))
    first, second = seated(draft)[0][0], seated(draft)[1][0]
    swap_entries(draft, actor=SERVICE, first=first, second=second, version=draft.version)
    with pytest.raises(Stale):
        publish_round(draft, actor=SERVICE, version=draft.version)


def test_whoever_withdrew_after_the_draw_is_not_published() -> None:
    draft = drawn_round(running_event(8))
    Entry.objects.filter(seed=3).update(status=Entry.Status.WITHDRAWN)
    with pytest.raises(LeagueError, match="no longer here"):
        publish_round(draft, actor=SERVICE, version=draft.version)


def test_swap_exchanges_two_entries_and_marks_the_draft() -> None:
    draft = drawn_round(running_event(8))
    before = seated(draft)
    first, second = before[0][1], before[1][2]
    swap_entries(draft, actor=SERVICE, first=first, second=second, version=draft.version)
    draft.refresh_from_db()
    turned = {first: second, second: first}
    assert seated(draft) == [[turned.get(e, e) for e in table] for table in before]
    assert draft.is_edited


def test_swap_with_somebody_who_sits_out() -> None:
    stage = running_event(5, boards=1)
    draft = drawn_round(stage)
    out = draft.byes.get().entry_id
    seat = seated(draft)[0][0]
    swap_entries(draft, actor=SERVICE, first=seat, second=out, version=draft.version)
    assert draft.byes.get().entry_id == seat
    assert out in seated(draft)[0]


def test_locked_table_survives_a_new_draw() -> None:
    draft = drawn_round(running_event(16))
    kept = draft.matches.get(table=2)
    together = sorted(entries_at(kept))
    lock_table(kept, actor=SERVICE, is_locked=True, version=draft.version)
    for _ in range(3):
        draft.refresh_from_db()
        redraw_round(draft, actor=SERVICE, version=draft.version)
        pair_round(draft.pk)
    assert together in [sorted(table) for table in seated(draft)]


def test_entry_that_asked_for_a_bye_is_not_drawn() -> None:
    stage = running_event(9)
    away = Entry.objects.get(seed=4)
    ByeRequest.objects.create(entry=away, round_number=1, kind="half")
    draft = drawn_round(stage)
    assert away.pk not in everybody(draft)
    assert list(draft.byes.values_list("entry", "kind")) == [(away.pk, Bye.Kind.HALF)]


def test_draft_is_thrown_away() -> None:
    draft = drawn_round(running_event(8))
    discard_draft(draft, actor=SERVICE)
    assert not Round.objects.exists()
    with pytest.raises(Stale):
        publish_round(draft, actor=SERVICE, version=draft.version)


def test_published_round_is_withdrawn_while_nothing_is_handed_in() -> None:
    published = published_round(running_event(8))
    withdraw_round(published, actor=SERVICE)
    published.refresh_from_db()
    assert published.status == Round.Status.DRAFT
    assert published.withdrawn_at is not None
    assert not Match.objects.filter(is_open=True).exists()


def test_withdrawn_round_is_told_to_those_with_a_confirmed_address() -> None:
    stage = running_event(4, language="en")
    people = [make_user(language="cs"), make_user(), make_user(verified=False)]
    for user, entry in zip(people, stage.event.entries.all(), strict=False):
        Player.objects.filter(pk=entry.player_id).update(user=user)
    Player.objects.create(full_name="Není Tu", user=make_user())
    withdraw_round(published_round(stage), actor=SERVICE)
    told = {notice.recipient: notice for notice in Notice.objects.all()}
    assert set(told) == {people[0].email, people[1].email}
    assert told[people[1].email].subject == f"Round 1 was taken back: {stage.event.name}"
    assert stage.event.get_absolute_url() in told[people[1].email].body


def test_round_that_stands_is_told_to_nobody() -> None:
    stage = running_event(4)
    Player.objects.filter(pk=stage.event.entries.all()[0].player_id).update(user=make_user())
    published = published_round(stage)
    enter(published.matches.get(), 4, 3, 2, 1)
    with pytest.raises(LeagueError):
        withdraw_round(published, actor=SERVICE)
    assert not Notice.objects.exists()


def test_round_with_a_result_is_not_withdrawn() -> None:
    published = published_round(running_event(8))
    enter(published.matches.get(table=1), 40, 30, 20, 10)
    with pytest.raises(LeagueError, match="handed in"):
        withdraw_round(published, actor=SERVICE)


def test_round_closes_when_all_results_are_in() -> None:
    published = published_round(running_event(8))
    enter(published.matches.get(table=1), 40, 30, 20, 10)
    with pytest.raises(LeagueError, match="Table 2 has no result yet"):
        close_round(published, actor=SERVICE)
    enter(published.matches.get(table=2), 40, 30, 20, 10)
    close_round(published, actor=SERVICE)
    published.refresh_from_db()
    assert published.status == Round.Status.CLOSED


def test_closed_round_reopens_until_a_later_one_is_published() -> None:
    stage = running_event(8)
    first = played_round(stage)
    reopen_round(first, actor=SERVICE)
    close_round(first, actor=SERVICE)
    published_round(stage)
    with pytest.raises(LeagueError, match="later round"):
        reopen_round(first, actor=SERVICE)


def test_standings_follow_the_results() -> None:
    stage = running_event(8)
    played_round(stage)
    rows = published_rows(stage)
    assert [row.points_12 for row in rows] == [132, 132, 84, 84, 48, 48, 24, 24]
    assert [row.rank for row in rows] == list(range(1, 9))  # by GAME and SEED
    assert [row.rank for row in published_rows(stage, after_round=0)] == list(range(1, 9))


def test_correction_of_a_closed_round_changes_standings_and_redraws_later_drafts() -> None:
    stage = running_event(8)
    first = played_round(stage)
    draft = drawn_round(stage)
    match = first.matches.get(table=1)
    last = entries_at(match)[-1]
    replace_result(match, 1, 2, 3, 200)
    draft.refresh_from_db()
    assert draft.draw == Round.Draw.WANTED
    compute_standings(stage.pk)
    winner = next(row for row in published_rows(stage) if row.entry == last)
    assert winner.points_12 == 132


def test_correction_leaves_a_published_round_alone() -> None:
    stage = running_event(8)
    first = played_round(stage)
    second = published_round(stage)
    before = seated(second)
    replace_result(first.matches.get(table=1), 1, 2, 3, 200)
    second.refresh_from_db()
    assert (second.status, second.draw) == (Round.Status.PUBLISHED, Round.Draw.DRAWN)
    assert seated(second) == before


def test_late_table_keeps_its_number_and_is_marked_on_the_next_draft() -> None:
    stage = running_event(12)
    first = published_round(stage)
    for table in (1, 3):
        enter(first.matches.get(table=table), 40, 30, 20, 10)
    late = set(entries_at(first.matches.get(table=2)))
    draft = drawn_round(stage)
    assert list(draft.matches.order_by("table").values_list("table", flat=True)) == [1, 3, 4]
    marked = {e for r in draft.remarks if r["code"] == "late_table" for e in r["entries"]}
    assert marked == late
    before = seated(draft)
    enter(first.matches.get(table=2), 40, 30, 20, 10)
    draft.refresh_from_db()
    assert draft.draw == Round.Draw.DRAWN
    publish_round(draft, actor=SERVICE, version=draft.version)
    assert seated(draft) == before


def test_two_rounds_may_not_be_open_behind_the_next() -> None:
    stage = running_event(12)
    published_round(stage)
    published_round(stage)
    with pytest.raises(LeagueError, match="Close round 1 first"):
        draft_round(stage, actor=SERVICE)


def test_swiss_draws_pairs_and_one_bye() -> None:
    stage = running_event(9, stage={"kind": "swiss", "rounds_planned": 5})
    met: set[frozenset[str]] = set()
    for _ in range(4):
        one = played_round(stage)
        pairs = {frozenset(table) for table in seated(one)}
        assert len(pairs) == 4
        assert not met & pairs
        met |= pairs
    assert len(set(Bye.objects.values_list("entry", flat=True))) == 4


def test_swiss_with_a_late_table() -> None:
    stage = running_event(8, stage={"kind": "swiss", "rounds_planned": 5})
    first = published_round(stage)
    for match in first.matches.exclude(table=2):
        enter(match, 2, 1)
    draft = drawn_round(stage)
    assert draft.draw == Round.Draw.DRAWN
    assert {r["code"] for r in draft.remarks} >= {"late_table"}


def test_swiss_without_a_lawful_pairing_is_refused_and_the_choice_helps() -> None:
    stage = running_event(2, stage={"kind": "swiss", "rounds_planned": 5})
    played_round(stage)
    draft = drawn_round(stage)
    assert draft.draw == Round.Draw.REFUSED
    assert draft.refusal["choices"] == ["allow_repeats", "finish_stage"]
    assert not draft.matches.exists()
    redraw_round(draft, actor=SERVICE, version=draft.version, allowances=["allow_repeats"])
    pair_round(draft.pk)
    draft.refresh_from_db()
    assert draft.draw == Round.Draw.DRAWN
    assert draft.matches.count() == 1


def test_round_robin_goes_through_everybody() -> None:
    stage = running_event(5, stage={"kind": "round_robin"})
    met = [frozenset(t) for _ in range(5) for t in seated(played_round(stage))]
    assert len(met) == len(set(met)) == 10
    with pytest.raises(LeagueError, match="All planned rounds"):
        draft_round(stage, actor=SERVICE)


def test_round_robin_is_drawn_with_points_that_a_swiss_could_not_have() -> None:
    stage = running_event(4, stage={"kind": "round_robin", "win_12": 27})
    assert len(seated(drawn_round(stage))) == 2


def test_pairs_kept_apart_do_not_meet() -> None:
    stage = running_event(8)
    first, second = sorted(stage.event.entries.values_list("pk", flat=True))[:2]
    KeepApart.objects.create(event=stage.event, first_id=first, second_id=second)
    for _ in range(3):
        assert not any({first, second} <= set(table) for table in seated(played_round(stage)))


def test_late_entry_is_drawn_from_its_round_on() -> None:
    stage = running_event(7)
    played_round(stage)
    (late,) = make_entries(stage.event, 1, first_round=2)
    assert late.pk in everybody(drawn_round(stage))


def test_team_sits_at_opposite_seats() -> None:
    stage = running_event(2, stage={"table_size": 2}, game="kaleidoskop", variant="teams")
    for entry in stage.event.entries.all():
        entry.partner = make_entries(stage.event, 1, status=Entry.Status.WITHDRAWN)[0].player
        entry.save()
    match = drawn_round(stage).matches.get()
    letters = [(seat.letter, seat.entry_id) for seat in match.seats.order_by("letter")]
    assert [letter for letter, _ in letters] == ["A", "B", "C", "D"]
    assert letters[0][1] == letters[2][1] != letters[1][1] == letters[3][1]


def test_draft_is_drawn_anew_when_somebody_comes_or_goes() -> None:
    stage = running_event(8)
    draft = drawn_round(stage)
    late = Entry.objects.create(event=stage.event, player=make_player("Pozdní Příchozí"))
    check_in(late, actor=SERVICE)
    draft.refresh_from_db()
    assert draft.draw == Round.Draw.WANTED
    pair_round(draft.pk)
    assert late.pk in everybody(draft)
    withdraw_entry(late, actor=SERVICE)
    pair_round(draft.pk)
    assert late.pk not in everybody(draft)
    mark_absent(Entry.objects.get(seed=1), actor=SERVICE)
    pair_round(draft.pk)
    assert len(everybody(draft)) == 7


def test_round_robin_takes_nobody_once_it_plays() -> None:
    stage = running_event(4, stage={"kind": "round_robin"})
    published_round(stage)
    late = Entry.objects.create(event=stage.event, player=make_player("Pozdní Příchozí"))
    with pytest.raises(LeagueError, match="round robin"):
        check_in(late, actor=SERVICE)

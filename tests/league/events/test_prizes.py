"""Prizes: their list, ties settled and undone, the ceremony and the certificates."""

import pytest

from league.errors import LeagueError
from league.events.queries.entries import entry_names
from league.events.queries.prizes import PrizeList, lots_of, prize_list, removed_rows
from league.events.services.categories import add_category, put_in_category
from league.events.services.prizes import (
    REMOVED,
    add_prize,
    decide_tie,
    edit_prize,
    move_prize,
    remove_prize,
    restore_prize,
    undo_decision,
)
from league.models import AuditEntry, Event, Prize, PrizeDecision, Stage
from league.permissions import SERVICE
from league.standings.keys.given import drawn_order
from league.web.setup.ceremony import Certificate, ceremony_of, certificates_of
from tests.factories import make_event
from tests.factories.events import played_round, running_event

pytestmark = pytest.mark.django_db


def listed(event: Event) -> list[tuple[int, str]]:
    return list(event.prizes.order_by("order").values_list("place", "what"))


def offer(event: Event, *prizes: tuple[int, str]) -> list[Prize]:
    return [
        add_prize(event, actor=SERVICE, category=None, place=place, what=what)
        for place, what in prizes
    ]


def test_list_keeps_better_places_above_worse_ones() -> None:
    event = make_event()
    offer(event, (3, "c"), (1, "a"), (2, "b"))
    assert listed(event) == [(1, "a"), (2, "b"), (3, "c")]


def test_list_has_one_prize_for_a_place() -> None:
    event = make_event()
    offer(event, (1, "Pohár"))
    with pytest.raises(LeagueError, match="already has a prize"):
        offer(event, (1, "Kniha"))
    assert listed(event) == [(1, "Pohár")]


def test_list_is_ordered_by_worth_across_tables_but_not_within_one() -> None:
    event = make_event()
    kids = add_category(event, actor=SERVICE, name="děti")
    first, second = offer(event, (1, "a"), (2, "b"))
    best = add_prize(event, actor=SERVICE, category=kids, place=1, what="k")
    move_prize(best, actor=SERVICE, by=-1)
    assert [what for _, what in listed(event)] == ["a", "k", "b"]
    move_prize(best, actor=SERVICE, by=1)
    with pytest.raises(LeagueError, match="better place"):
        move_prize(second, actor=SERVICE, by=-1)
    move_prize(first, actor=SERVICE, by=-1)  # it is the first already
    assert [what for _, what in listed(event)] == ["a", "b", "k"]


def test_list_is_changed_and_what_was_taken_out_comes_back() -> None:
    event = make_event()
    first, second = offer(event, (1, "a"), (2, "b"))
    edit_prize(second, actor=SERVICE, what=" kniha  o hrách ")
    remove_prize(first, actor=SERVICE)
    assert listed(event) == [(2, "kniha o hrách")]
    [removed] = removed_rows(event, action=REMOVED, present={second.pk})
    restore_prize(event, actor=SERVICE, removed=removed.step)
    assert listed(event) == [(1, "a"), (2, "kniha o hrách")]
    with pytest.raises(LeagueError, match="what the prize is"):
        edit_prize(second, actor=SERVICE, what=" ")


@pytest.fixture
def stage() -> Stage:
    """Two tables of four; the two winners are equal in everything, and so are the others."""
    stage = running_event(8, stage={"chain": ["PLACES"]})
    played_round(stage)
    return stage


def found(stage: Stage) -> PrizeList:
    event = Event.objects.select_related("club").get(pk=stage.event_id)
    return prize_list(event, names=entry_names(event, in_full=True))


def winners(stage: Stage) -> list[set[str]]:
    return [set(each.award.entries) for each in found(stage).awards]


def test_ties_is_named_with_what_is_at_stake(stage: Stage) -> None:
    offer(stage.event, (1, "Pohár"), (2, "Kniha"))
    [tie] = found(stage).open_ties
    assert (tie.tie.place, len(tie.entries)) == (1, 2)
    assert [prize.what for prize in tie.prizes] == ["Pohár", "Kniha"]


def test_ties_is_settled_by_a_game_and_undone(stage: Stage) -> None:
    offer(stage.event, (1, "Pohár"), (2, "Kniha"))
    [tie] = found(stage).open_ties
    first, second = tie.tie.entries
    decision = decide_tie(
        stage.event,
        actor=SERVICE,
        category=None,
        entries=tie.tie.entries,
        how="game",
        order=[second, first],
    )
    assert winners(stage) == [{second}, {first}]
    assert found(stage).open_ties == []

    undo_decision(decision, actor=SERVICE)

    assert len(found(stage).open_ties) == 1
    settled = AuditEntry.objects.filter(object_kind="prizedecision").order_by("id")
    assert [each.action for each in settled] == [
        "settle a tie for a prize",
        "undo a decision about a prize",
    ]


def test_ties_is_settled_by_lots_that_anybody_draws_again(stage: Stage) -> None:
    offer(stage.event, (1, "Pohár"))
    [tie] = found(stage).open_ties
    entries = tie.tie.entries
    decision = decide_tie(stage.event, actor=SERVICE, category=None, entries=entries, how="lots")
    order = drawn_order(entries, seed=stage.seed)
    assert (decision.entries, winners(stage)) == (order, [{order[0]}])
    names = entry_names(stage.event)
    lots = lots_of(decision, names=names)
    assert [lot.entry for lot in lots] == order
    assert [lot.digest for lot in lots] == sorted(lot.digest for lot in lots)


def test_ties_has_one_decision_the_latest(stage: Stage) -> None:
    offer(stage.event, (1, "Pohár"))
    [tie] = found(stage).open_ties
    for how in ("lots", "share"):
        decide_tie(stage.event, actor=SERVICE, category=None, entries=tie.tie.entries, how=how)
    assert [each.how for each in PrizeDecision.objects.all()] == ["share"]
    assert winners(stage) == [set(tie.tie.entries)]


def test_ties_after_a_game_needs_the_order_of_all(stage: Stage) -> None:
    offer(stage.event, (1, "Pohár"))
    [tie] = found(stage).open_ties
    with pytest.raises(LeagueError, match="who won"):
        decide_tie(
            stage.event,
            actor=SERVICE,
            category=None,
            entries=tie.tie.entries,
            how="game",
            order=tie.tie.entries[:1],
        )
    assert not PrizeDecision.objects.exists()


def test_ties_is_between_entries_of_the_event(stage: Stage) -> None:
    with pytest.raises(LeagueError, match="entries of this event"):
        decide_tie(stage.event, actor=SERVICE, category=None, entries=["bcdfghjkmn"], how="share")


def test_ceremony_goes_from_the_last_to_the_first_without_what_is_private(stage: Stage) -> None:
    event = stage.event
    rows = found(stage).tables[""]
    for name, is_shown in (("děti", True), ("členové", False)):
        category = add_category(event, actor=SERVICE, name=name, is_shown=is_shown)
        put_in_category(category, actor=SERVICE, entries=[rows[0].entry, rows[-1].entry])
        add_prize(event, actor=SERVICE, category=category, place=1, what=f"hra {name}")
    first = offer(event, (1, "Pohár"))[0]
    move_prize(first, actor=SERVICE, by=-1)
    move_prize(first, actor=SERVICE, by=-1)

    called = [(each.table, each.place, each.prizes) for each in ceremony_of(found(stage))]

    # Whoever wins the cup keeps it: the game of the children passes on to the next of them.
    assert called == [
        ("děti", 2, ("hra děti",)),
        ("děti", 1, ()),
        ("", 3, ()),
        ("", 1, ("Pohár",)),
    ]
    everybody = ceremony_of(found(stage), all_places=True)
    assert [each.place for each in everybody if not each.table] == [7, 5, 3, 1]


def test_ceremony_certificates_come_from_the_same_list(stage: Stage) -> None:
    offer(stage.event, (1, "Pohár"))
    [tie] = found(stage).open_ties
    first, second = tie.tie.entries
    decide_tie(
        stage.event,
        actor=SERVICE,
        category=None,
        entries=[first, second],
        how="game",
        order=[second, first],
    )
    names = entry_names(stage.event, in_full=True)
    assert certificates_of(found(stage), names=names, for_everybody=False) == [
        Certificate(names[second], 1, "", "Pohár")
    ]
    everybody = certificates_of(found(stage), names=names, for_everybody=True)
    assert [(each.name, each.place) for each in everybody[:2]] == [
        (names[second], 1),
        (names[first], 2),
    ]
    assert len(everybody) == 8

"""Categories: kept by their rows, private unless shown, taken out and put back."""

import pytest

from league.errors import LeagueError
from league.events.queries.entries import entry_names, listed_entries
from league.events.queries.prizes import categories_of, category_table, removed_rows
from league.events.queries.stages import stages_of
from league.events.services.categories import (
    REMOVED,
    add_category,
    edit_category,
    move_category,
    put_in_category,
    remove_category,
    restore_category,
)
from league.events.services.entries import Registration, sign_up
from league.events.services.prizes import add_prize
from league.models import AuditEntry, Category, Entry, Event, Prize
from league.permissions import SERVICE
from league.web.rules import rules_in_words
from tests.factories import make_event
from tests.factories.events import make_entries, played_round, running_event

pytestmark = pytest.mark.django_db


def named(event: Event, *, is_official: bool = True) -> list[str]:
    return [each.name for each in categories_of(event, is_official=is_official)]


def members(category: Category) -> set[str]:
    return set(category.entries.values_list("pk", flat=True))


def test_is_private_unless_it_is_shown() -> None:
    event = make_event()
    add_category(event, actor=SERVICE, name=" do  12 let ")
    add_category(event, actor=SERVICE, name="členové", is_shown=True)
    assert named(event) == ["do 12 let", "členové"]
    assert named(event, is_official=False) == ["členové"]


@pytest.mark.parametrize("name", ["Děti", "DĚTI", "  "])
def test_has_a_name_of_its_own(name: str) -> None:
    event = make_event()
    add_category(event, actor=SERVICE, name="děti")
    with pytest.raises(LeagueError):
        add_category(event, actor=SERVICE, name=name)
    assert named(event) == ["děti"]


def test_renamed_keeps_its_members() -> None:
    event = make_event()
    entries = make_entries(event, 3)
    category = add_category(event, actor=SERVICE, name="děti")
    put_in_category(category, actor=SERVICE, entries=[each.pk for each in entries[:2]])

    edit_category(category, actor=SERVICE, name="Děti do 12", is_shown=True)

    assert named(event, is_official=False) == ["Děti do 12"]
    assert members(category) == {each.pk for each in entries[:2]}


def test_moves_in_the_list() -> None:
    event = make_event()
    first, second, _third = (add_category(event, actor=SERVICE, name=each) for each in "abc")
    move_category(second, actor=SERVICE, by=-1)
    move_category(second, actor=SERVICE, by=-1)  # it is the first already
    move_category(first, actor=SERVICE, by=1)
    assert named(event) == ["b", "c", "a"]


def test_taken_out_comes_back_with_members_and_prizes() -> None:
    event = make_event()
    entries = make_entries(event, 2)
    category = add_category(event, actor=SERVICE, name="děti", is_shown=True)
    put_in_category(category, actor=SERVICE, entries=[entries[0].pk])
    add_prize(event, actor=SERVICE, category=category, place=1, what="Hra")

    remove_category(category, actor=SERVICE)

    assert (named(event), Prize.objects.count()) == ([], 0)
    [removed] = removed_rows(event, action=REMOVED, present=set())
    restored = restore_category(event, actor=SERVICE, removed=removed.step)
    assert (restored.pk, restored.is_shown, members(restored)) == (
        category.pk,
        True,
        {entries[0].pk},
    )
    assert Prize.objects.get().category == restored
    assert removed_rows(event, action=REMOVED, present={restored.pk}) == []
    with pytest.raises(LeagueError, match="already exists"):
        restore_category(event, actor=SERVICE, removed=removed.step)


def test_takes_entries_of_its_event_alone_and_is_audited_once() -> None:
    event = make_event()
    own, other = make_entries(event, 2), make_entries(make_event(), 1)
    category = add_category(event, actor=SERVICE, name="děti")

    moved = put_in_category(category, actor=SERVICE, entries=[own[0].pk, other[0].pk])
    again = put_in_category(category, actor=SERVICE, entries=[own[0].pk])

    assert (moved, again, members(category)) == (1, 0, {own[0].pk})
    assert AuditEntry.objects.filter(action="add to category").count() == 1
    put_in_category(category, actor=SERVICE, entries=[own[0].pk], is_in=False)
    assert members(category) == set()


def test_of_an_archived_event_stays() -> None:
    event = make_event()
    category = add_category(event, actor=SERVICE, name="děti")
    Event.objects.update(status=Event.Status.ARCHIVED)
    with pytest.raises(LeagueError, match="archived"):
        remove_category(category, actor=SERVICE)


def test_guest_who_signs_up_chooses_of_those_that_are_shown() -> None:
    event = make_event()
    private = add_category(event, actor=SERVICE, name="členové")
    shown = add_category(event, actor=SERVICE, name="děti", is_shown=True)
    registration = Registration(full_name="Jana A", categories=[private.pk, shown.pk])
    entry = sign_up(event, actor=SERVICE, registration=registration)
    assert list(entry.categories.all()) == [shown]


def test_public_list_and_rules_know_only_what_is_shown() -> None:
    event = make_event()
    [entry] = make_entries(event, 1)
    for name, is_shown in (("členové", False), ("děti", True)):
        category = add_category(event, actor=SERVICE, name=name, is_shown=is_shown)
        put_in_category(category, actor=SERVICE, entries=[entry.pk])
    found = {
        in_full: [
            each.name
            for row in listed_entries(
                event, in_full=in_full, statuses=Entry.Status.values, with_categories=True
            )
            for each in row.categories
        ]
        for in_full in (True, False)
    }
    assert found == {True: ["členové", "děti"], False: ["děti"]}
    rules = " ".join(
        sentence for each in rules_in_words(event, stages_of(event)) for sentence in each.sentences
    )
    assert "Categories: děti." in rules
    assert "členové" not in rules


def test_table_is_the_standings_filtered_and_numbered_anew() -> None:
    stage = running_event(8)
    played_round(stage)
    event = stage.event
    names = entry_names(event)
    order = list(event.entries.order_by("seed").values_list("pk", flat=True))
    category = add_category(event, actor=SERVICE, name="děti")
    put_in_category(category, actor=SERVICE, entries=[order[1], order[4], order[7]])

    table = category_table(category, stage=stage, names=names)

    assert [shown.place for shown in table.rows] == [1, 2, 3]
    assert {shown.row.entry for shown in table.rows} == {order[1], order[4], order[7]}

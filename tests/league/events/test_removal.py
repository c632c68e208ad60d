"""Entries made by mistake and drafts that nobody wants: taken out, and put back."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.clubs.services.players import erase_player
from league.errors import LeagueError, Stale
from league.events.services.approval import approve_entry
from league.events.services.categories import add_category, put_in_category, remove_category
from league.events.services.drafts import keep_apart
from league.events.services.entries import Registration, enter_player, sign_up
from league.events.services.removal import (
    discard_event,
    forget_removed,
    remove_entry,
    restore_entry,
    restore_event,
)
from league.events.services.undo import undo_step
from league.models import (
    AuditEntry,
    Entry,
    Event,
    KeepApart,
    Player,
    RemovedRow,
    Series,
    SeriesEvent,
)
from league.permissions import SERVICE, Actor
from tests.factories import make_event, make_player, make_user
from tests.factories.events import drawn_round, published_round, running_event
from tests.league.events.rows import entered, organised_event, statuses

pytestmark = pytest.mark.django_db


def test_entry_made_by_mistake_goes_and_comes_back_as_it_was() -> None:
    event = make_event()
    jana, petr = entered(event, "Jana Nováková", "Petr Dvořák", is_here=True)
    young = add_category(event, actor=SERVICE, name="Youth", is_shown=True)
    put_in_category(young, actor=SERVICE, entries=[jana.pk])
    keep_apart(event, actor=SERVICE, first=jana, second=petr)
    removed = remove_entry(jana, actor=SERVICE)
    assert (list(statuses(event)), KeepApart.objects.count()) == (["Petr Dvořák"], 0)
    back = restore_entry(removed, actor=SERVICE)
    assert (back.pk, list(back.categories.all())) == (jana.pk, [young])
    assert (statuses(event)["Jana Nováková"], KeepApart.objects.count()) == ("checked_in", 1)


def test_entry_comes_back_without_the_category_and_the_account_that_are_gone() -> None:
    event, parent = organised_event(), make_user()
    entry = sign_up(
        event,
        actor=Actor(user=parent),
        registration=Registration(full_name="Ája Nová", for_other=True),
    )
    approve_entry(entry, actor=SERVICE)
    young = add_category(event, actor=SERVICE, name="Youth", is_shown=True)
    put_in_category(young, actor=SERVICE, entries=[entry.pk])
    removed = remove_entry(entry, actor=SERVICE)
    remove_category(young, actor=SERVICE)
    parent.delete()
    back = restore_entry(removed, actor=SERVICE)
    assert (back.pk, back.signed_up_by, list(back.categories.all())) == (entry.pk, None, [])


def test_guest_goes_with_the_only_entry_and_comes_back_with_it() -> None:
    event = make_event()
    guest = make_player("Host Cizí", keeper=event.club)
    entry = enter_player(event, actor=SERVICE, registration=Registration(player=guest))
    removed = remove_entry(entry, actor=SERVICE)
    assert not Player.objects.filter(pk=guest.pk).exists()
    assert restore_entry(removed, actor=SERVICE).player.full_name == "Host Cizí"


def test_removing_is_a_step_that_the_desk_takes_back() -> None:
    event = organised_event()
    (jana,) = entered(event, "Jana Nováková")
    remove_entry(jana, actor=SERVICE)
    step = AuditEntry.objects.get(action="remove entry")
    assert (step.event, "Jana" in str(step.details)) == (event.pk, False)
    undo_step(step, actor=SERVICE)
    assert list(statuses(event)) == ["Jana Nováková"]
    with pytest.raises(LeagueError, match="no longer exists"):
        undo_step(step, actor=SERVICE)


def test_freed_place_goes_to_the_waiting_list_and_back_to_its_end() -> None:
    event = organised_event(entry_limit=1)
    jana, _petr = entered(event, "Jana Nováková", "Petr Dvořák")
    removed = remove_entry(jana, actor=SERVICE)
    assert statuses(event) == {"Petr Dvořák": "registered"}
    restore_entry(removed, actor=SERVICE)
    assert statuses(event)["Jana Nováková"] == "waitlisted"


@pytest.mark.parametrize(
    ("makes", "reason"),
    [(drawn_round, "draft of round 1 seats"), (published_round, "was seated in round 1")],
)
def test_seated_entry_stays_with_the_reason(makes: object, reason: str) -> None:
    stage = running_event(4)
    makes(stage)  # type: ignore[operator]
    entry = stage.event.entries.first()
    assert entry is not None
    with pytest.raises(LeagueError, match=reason):
        remove_entry(entry, actor=SERVICE)
    assert stage.event.entries.count() == 4


def test_entry_that_sat_out_stays_in_the_standings() -> None:
    stage = running_event(4)
    published_round(stage)
    late = make_player("Pozdní Host")
    entry = enter_player(
        stage.event, actor=SERVICE, registration=Registration(player=late), is_here=True
    )
    with pytest.raises(LeagueError, match="already in the standings"):
        remove_entry(entry, actor=SERVICE)
    assert Entry.objects.filter(pk=entry.pk).exists()


def test_entry_is_not_put_back_where_its_player_entered_again() -> None:
    event = make_event()
    player = make_player("Jana Nováková", club=event.club)
    said = Registration(player=player)
    removed = remove_entry(enter_player(event, actor=SERVICE, registration=said), actor=SERVICE)
    enter_player(event, actor=SERVICE, registration=said)
    with pytest.raises(LeagueError, match="is already in this event"):
        restore_entry(removed, actor=SERVICE)
    assert (event.entries.count(), RemovedRow.objects.count()) == (1, 1)


def test_second_tap_finds_the_entry_gone_or_back() -> None:
    (jana,) = entered(make_event(), "Jana Nováková")
    removed = remove_entry(jana, actor=SERVICE)
    with pytest.raises(Stale, match="removed in the meantime"):
        remove_entry(jana, actor=SERVICE)
    restore_entry(removed, actor=SERVICE)
    with pytest.raises(Stale, match="already been put back"):
        restore_entry(removed, actor=SERVICE)


def test_draft_goes_with_all_in_it_and_comes_back() -> None:
    event = organised_event(status=Event.Status.DRAFT)
    jana, _petr = entered(event, "Jana Nováková", "Petr Dvořák", is_here=True)
    young = add_category(event, actor=SERVICE, name="Youth", is_shown=True)
    put_in_category(young, actor=SERVICE, entries=[jana.pk])
    series = Series.objects.create(club=event.club, name="Série")
    SeriesEvent.objects.create(series=series, event=event, order=1)
    before = statuses(event)
    removed = discard_event(event, actor=SERVICE)
    assert not Event.objects.exists()
    assert not Entry.objects.exists()
    back = restore_event(removed, actor=SERVICE)
    assert (back.pk, back.stages.count(), back.officials.count()) == (event.pk, 1, 1)
    assert (statuses(back), list(series.events.all())) == (before, [back])
    assert list(Entry.objects.get(pk=jana.pk).categories.all()) == [young]


def test_draft_comes_back_without_those_who_are_gone() -> None:
    event = organised_event(status=Event.Status.DRAFT)
    jana, _petr = entered(event, "Jana Nováková", "Petr Dvořák")
    removed = discard_event(event, actor=SERVICE)
    jana.player.delete()
    assert list(statuses(restore_event(removed, actor=SERVICE))) == ["Petr Dvořák"]


def test_event_that_others_see_stays() -> None:
    event = make_event()
    with pytest.raises(LeagueError, match="Only a draft can be thrown away"):
        discard_event(event, actor=SERVICE)
    assert Event.objects.filter(pk=event.pk).exists()


def test_what_was_removed_is_forgotten_after_some_days() -> None:
    (jana,) = entered(make_event(), "Jana Nováková")
    remove_entry(jana, actor=SERVICE)
    forget_removed()
    assert RemovedRow.objects.count() == 1
    RemovedRow.objects.update(at=timezone.now() - timedelta(days=8))
    forget_removed()
    assert RemovedRow.objects.count() == 0


def test_name_beside_a_removed_entry_goes_when_the_player_is_erased() -> None:
    event = make_event()
    player = make_player("Jana Nováková", club=event.club)
    entry = enter_player(event, actor=SERVICE, registration=Registration(player=player))
    remove_entry(entry, actor=SERVICE)
    assert RemovedRow.objects.get().name == "Jana Nováková"
    erase_player(player, actor=SERVICE)
    assert not RemovedRow.objects.exists()

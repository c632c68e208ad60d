"""From draft to archive and back."""

import pytest
from django.utils import translation

from league.errors import LeagueError, Stale
from league.events.lifecycle_rules import DRAFT, Facts, starting_order, step_between, steps_from
from league.events.queries.events import steps_of
from league.events.services.check_in import check_in_all
from league.events.services.lifecycle import move_event
from league.models import Entry, Event, Round
from league.permissions import SERVICE
from tests.factories import make_player
from tests.factories.ratings import play
from tests.league.events.rows import entered, make_round, organised_event

pytestmark = pytest.mark.django_db


def moved(event: Event, to: str) -> Event:
    event.refresh_from_db()
    return move_event(event, to=to, actor=SERVICE, version=event.version)


def started(*names: str) -> Event:
    event = organised_event()
    entered(event, *(names or ("Jana A", "Eva B", "Petr C")))
    check_in_all(event, actor=SERVICE)
    return moved(event, "running")


def seeds(event: Event) -> dict[str, int | None]:
    return dict(event.entries.values_list("player__full_name", "seed"))


def test_every_status_can_be_left_and_reached() -> None:
    for status in Event.Status.values:
        assert steps_from(status)
        assert status == DRAFT or any(step_between(each, status) for each in Event.Status.values)


def test_whole_life_forth_and_back() -> None:
    event = organised_event(status="draft")
    moved(event, "open")
    entered(event, "Jana A", "Eva B", is_here=True)
    moved(event, "running")
    make_round(event, 1, Round.Status.CLOSED)
    assert moved(event, "finished").finished_at is not None
    for status in ("archived", "finished", "running"):
        assert moved(event, status).status == status
    assert Event.objects.get().finished_at is None


@pytest.mark.parametrize(
    ("origin", "to", "facts", "reason"),
    [
        ("open", "draft", Facts(entries=1), "People have already entered"),
        ("open", "running", Facts(entries=5, checked_in=1), "At least two"),
        ("running", "open", Facts(published=1), "A round is published"),
        ("running", "finished", Facts(), "No round has been played"),
        ("running", "finished", Facts(published=2, closed=1), "still being played"),
    ],
)
def test_step_that_would_lose_something_is_refused_with_the_reason(
    origin: str, to: str, facts: Facts, reason: str
) -> None:
    step = step_between(origin, to)
    assert step
    assert reason in step.reason(facts)
    fine = Facts(checked_in=2, published=int(to == "finished"), closed=int(to == "finished"))
    assert step.reason(fine) == ""


def test_step_that_does_not_exist_is_refused() -> None:
    event = organised_event()
    with pytest.raises(LeagueError, match="no such step"):
        moved(event, "archived")


def test_step_from_a_stale_page_is_refused() -> None:
    event = organised_event(status="draft")
    moved(event, "open")
    with pytest.raises(Stale):
        move_event(event, to="open", actor=SERVICE, version=1)


def test_steps_are_offered_with_reason_and_warning() -> None:
    event = organised_event()
    entered(event, "Jana A", "Eva B", is_here=True)
    entered(event, "Petr C")
    assert [(step.to, bool(step.reason), bool(step.warning)) for step in steps_of(event)] == [
        ("running", False, True),
        ("draft", True, False),
    ]


@pytest.mark.parametrize(
    ("language", "warning"),
    [
        ("en", "Only 1 of 4 rounds have been played."),
        ("cs", "Odehraná kola: jen 1 ze\u00a04."),
        ("sk", "Odohrané kolá: len 1\u00a0zo\u00a04."),
    ],
)
def test_finishing_early_warns_with_numbers(language: str, warning: str) -> None:
    event = started()
    make_round(event, 1, Round.Status.CLOSED)
    with translation.override(language):
        assert steps_of(event)[0].warning == warning


def test_finishing_names_the_draft_that_it_drops() -> None:
    event = started()
    make_round(event, 1, Round.Status.CLOSED)
    assert steps_of(event)[0].effect == "The standings become final."
    make_round(event, 2, Round.Status.DRAFT)
    dropped = "The standings become final. The draft of round 2 is dropped."
    assert steps_of(event)[0].effect == dropped


def test_start_without_typed_numbers_goes_by_our_own_ratings() -> None:
    strong, weak, new = (make_player(f"Hráč {n}") for n in range(3))
    play({strong: 60, weak: 50})
    event = organised_event()
    Event.objects.filter(pk=event.pk).update(game="triolet")
    for player in (new, weak, strong):
        Entry.objects.create(event=event, player=player, status=Entry.Status.CHECKED_IN)
    moved(event, "running")
    in_order = event.entries.order_by("seed").values_list("player", flat=True)
    assert list(in_order) == [strong.pk, weak.pk, new.pk]


def test_start_one_typed_number_rules_our_own_out() -> None:
    strong, weak = (make_player(f"Hráč {n}") for n in range(2))
    play({strong: 60, weak: 50}, times=2)
    event = organised_event()
    Event.objects.filter(pk=event.pk).update(game="triolet")
    for player, rating in ((weak, 3), (strong, None)):
        Entry.objects.create(
            event=event, player=player, status=Entry.Status.CHECKED_IN, rating=rating
        )
    moved(event, "running")
    in_order = event.entries.order_by("seed").values_list("player", flat=True)
    assert list(in_order) == [weak.pk, strong.pk]


def test_start_numbers_those_who_are_here_by_rating_then_by_lots() -> None:
    event = organised_event()
    entries = entered(event, *(f"Hráč {number}" for number in range(6)), is_here=True)
    entered(event, "Kdo Nepřišel")
    for entry, rating in zip(entries, (None, 1500, 1800, None, 1500, 0), strict=True):
        Entry.objects.filter(pk=entry.pk).update(rating=rating)

    moved(event, "running")

    found = seeds(event)
    assert found["Kdo Nepřišel"] is None
    assert found["Hráč 2"] == 1
    assert {found["Hráč 1"], found["Hráč 4"]} == {2, 3}
    assert found["Hráč 5"] == 4
    assert {found["Hráč 0"], found["Hráč 3"]} == {5, 6}


def test_start_wants_standings() -> None:
    assert started().stages.get().wanted_version == 1


def test_start_is_taken_back_with_its_numbers_and_drafts() -> None:
    event = started()
    make_round(event, 1, Round.Status.DRAFT)
    moved(event, "open")
    assert set(seeds(event).values()) == {None}
    assert not Round.objects.exists()


def test_start_stays_once_a_round_is_published() -> None:
    event = started()
    make_round(event, 1, Round.Status.PUBLISHED)
    with pytest.raises(LeagueError, match="A round is published"):
        moved(event, "open")
    assert None not in seeds(event).values()


def test_finishing_drops_a_draft_only() -> None:
    event = started()
    make_round(event, 1, Round.Status.CLOSED)
    make_round(event, 2, Round.Status.DRAFT)
    moved(event, "finished")
    assert list(Round.objects.values_list("number", flat=True)) == [1]


def test_lots_repeat_from_their_seed_and_depend_on_nothing_else() -> None:
    ratings = dict.fromkeys("abcdefgh")
    turned = dict.fromkeys("hgfedcba")
    assert starting_order(ratings, by="rating", lots_seed=7) == starting_order(
        turned, by="rating", lots_seed=7
    )
    assert starting_order(ratings, by="rating", lots_seed=7) != starting_order(
        ratings, by="rating", lots_seed=8
    )


def test_starting_order_as_entered_or_by_lots_does_not_look_at_ratings() -> None:
    ratings = {"d": 1200, "a": None, "c": 1900, "b": 1500}
    assert starting_order(ratings, by="entered", lots_seed=7) == ["d", "a", "c", "b"]
    unrated = dict.fromkeys(ratings)
    assert starting_order(ratings, by="lots", lots_seed=7) == starting_order(
        unrated, by="lots", lots_seed=7
    )
    assert starting_order(ratings, by="rating", lots_seed=7) == ["c", "b", "d", "a"]

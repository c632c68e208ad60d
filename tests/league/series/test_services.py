"""What the people of a club do with a series."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.errors import LeagueError, Stale
from league.models import AuditEntry, Club, Event, Official, Player, Series, SeriesGuest, User
from league.permissions import Actor
from league.series.services import (
    add_evening,
    archive_series,
    create_series,
    edit_series,
    move_evening,
    open_next_evening,
    remove_evening,
    reopen_series,
    say_guest,
)
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.series import make_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> User:
    return make_user()


@pytest.fixture
def actor(admin: User) -> Actor:
    return Actor(user=admin)


@pytest.fixture
def club(admin: User) -> Club:
    return make_club(admin=admin)


@pytest.fixture
def series(club: Club) -> Series:
    return make_series(club)


def names(series: Series) -> list[str]:
    return [evening.event.name for evening in series.evenings.order_by("order")]


def last_act() -> tuple[str, str]:
    entry = AuditEntry.objects.order_by("at", "pk").last()
    assert entry is not None
    return entry.action, entry.object_id


def test_series_is_created_and_edited(club: Club, actor: Actor) -> None:
    series = create_series(club, actor=actor, fields={"name": "Liga", "best": 4})
    assert last_act() == ("create series", series.pk)
    edited = edit_series(series, actor=actor, version=1, changes={"name": "Liga", "best": 3})
    assert (edited.best, edited.version) == (3, 2)
    assert last_act() == ("edit series", series.pk)
    with pytest.raises(Stale):
        edit_series(series, actor=actor, version=1, changes={"best": 2})
    assert Series.objects.get().best == 3


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        ([], "Write the points"),
        ([3, 5], "A worse place cannot bring more"),
        ([5, -1], "A worse place cannot bring more"),
        ([1001], "at most 1000 points"),
        ([1] * 101, "At most 100 places"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(
    club: Club, actor: Actor, numbers: list[int], reason: str
) -> None:
    fields = {"name": "Liga", "scheme": Series.Scheme.OWN, "own_points": numbers}
    with pytest.raises(LeagueError, match=reason):
        create_series(club, actor=actor, fields=fields)
    create_series(club, actor=actor, fields={**fields, "own_points": [5, 3, 3]})


def test_evenings_are_added_moved_and_taken_out(series: Series, actor: Actor) -> None:
    events = [make_event(series.club, name=name) for name in "abc"]
    for event in events:
        add_evening(series, actor=actor, event=event)
    move_evening(series, actor=actor, event_id=events[2].pk, by=-1)
    assert names(series) == ["a", "c", "b"]
    move_evening(series, actor=actor, event_id=events[0].pk, by=-1)
    assert names(series) == ["a", "c", "b"]
    move_evening(series, actor=actor, event_id=events[0].pk, by=1)
    remove_evening(series, actor=actor, event_id=events[2].pk)
    assert names(series) == ["a", "b"]
    assert last_act() == ("remove evening from series", series.pk)
    assert Event.objects.filter(name="c").exists()
    with pytest.raises(LeagueError, match="no longer in the series"):
        remove_evening(series, actor=actor, event_id=events[2].pk)


def test_event_is_in_a_series_once(series: Series, actor: Actor) -> None:
    event = make_event(series.club)
    add_evening(series, actor=actor, event=event)
    with pytest.raises(LeagueError, match="already in the series"):
        add_evening(series, actor=actor, event=event)
    add_evening(make_series(series.club), actor=actor, event=event)


def test_event_of_another_club_needs_somebody_who_runs_it(
    series: Series, actor: Actor, admin: User
) -> None:
    event = make_event(make_club("Jiný"), name="cizí")
    with pytest.raises(LeagueError, match="another club"):
        add_evening(series, actor=actor, event=event)
    Official.objects.create(event=event, user=admin, role=Official.Role.ORGANISER)
    add_evening(series, actor=actor, event=event)
    assert names(series) == ["cizí"]


def test_next_evening_is_like_the_last_one_of_the_club(
    series: Series, actor: Actor, admin: User
) -> None:
    event = make_event(series.club, name="Večer 1")
    Event.objects.filter(pk=event.pk).update(place="Klubovna")
    foreign = make_event(make_club("Jiný"), officials={Official.Role.ORGANISER: admin})
    for each in (event, foreign):
        add_evening(series, actor=actor, event=each)
    at = timezone.now() + timedelta(days=7)
    made = open_next_evening(series, actor=actor, name="Večer 2", starts_at=at)
    assert (made.club, made.place, made.status, made.starts_at) == (
        *(series.club, "Klubovna", Event.Status.DRAFT, at),
    )
    assert names(series)[-1] == "Večer 2"


def test_next_evening_needs_one_before(series: Series, actor: Actor) -> None:
    with pytest.raises(LeagueError, match="no evening to copy"):
        open_next_evening(series, actor=actor, name="x", starts_at=timezone.now())


def test_archive_is_shut_and_can_be_opened(series: Series, actor: Actor) -> None:
    event = make_event(series.club)
    add_evening(series, actor=actor, event=event)
    archive_series(series, actor=actor)
    stored = Series.objects.get()
    for change in (
        lambda: add_evening(stored, actor=actor, event=make_event(stored.club)),
        lambda: remove_evening(stored, actor=actor, event_id=event.pk),
        lambda: edit_series(stored, actor=actor, version=stored.version, changes={"best": 1}),
        lambda: open_next_evening(stored, actor=actor, name="x", starts_at=timezone.now()),
    ):
        with pytest.raises(LeagueError, match="archived"):
            change()
    assert not Event.objects.filter(name="x").exists()
    reopen_series(stored, actor=actor)
    remove_evening(stored, actor=actor, event_id=event.pk)
    with pytest.raises(LeagueError, match="not in the archive"):
        reopen_series(stored, actor=actor)


def test_guests_are_said_by_hand_only_where_it_differs(series: Series, actor: Actor) -> None:
    ours, theirs = make_player(club=series.club), make_player()

    def said() -> list[tuple[Player, bool]]:
        return [(each.player, each.is_guest) for each in SeriesGuest.objects.order_by("pk")]

    say_guest(series, actor=actor, player=ours, is_guest=False)
    assert said() == []
    say_guest(series, actor=actor, player=ours, is_guest=True)
    say_guest(series, actor=actor, player=theirs, is_guest=False)
    assert said() == [(ours, True), (theirs, False)]
    say_guest(series, actor=actor, player=ours, is_guest=False)
    assert said() == [(theirs, False)]
    assert Series.objects.get().version == 5

"""An event taken along to a laptop and brought back: locked meanwhile, all of it or nothing."""

from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings, strategies as st

from league.archive.canonical import canonical, digest_of
from league.archive.import_plan import TakeAs
from league.archive.queries.archives import content_digest
from league.archive.queries.imports import wrong_values
from league.archive.queries.returns import return_plan
from league.archive.queries.taken import file_back
from league.archive.services.handovers import key_for, lock_again, take_along, take_lock_off
from league.archive.services.imports import import_archive
from league.archive.services.returns import Agreed, ReturnConflict, bring_back
from league.archive.taken import taken_file
from league.archive.verification import digests_in
from league.archive.zipped import zipped_alone
from league.clubs.services.players import merge_players
from league.errors import LeagueError, PlayedElsewhere
from league.events.services.categories import add_category
from league.events.services.clock import start_clock
from league.events.services.entries import Registration, enter_player, withdraw_entry
from league.events.services.lifecycle import move_event
from league.models import (
    Announcement,
    ApiToken,
    Entry,
    Event,
    Handover,
    Job,
    Match,
    Prize,
    Remark,
    Round,
    Ruling,
    Series,
    Stage,
    StageGame,
    User,
)
from league.permissions import SERVICE, Actor
from league.results.services.rulings import Decision, rule
from league.series.queries.series import counted_series
from league.series.queries.shown import series_shown
from league.series.services import add_evening
from league.standings.queries import published_rows
from league.standings.services import compute_standings
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.events import (
    drawn_round,
    entries_at,
    make_entries,
    marks_of,
    played_round,
    published_round,
    running_event,
)
from tests.factories.series import make_series
from tests.league.api.asking import Program
from tests.league.archive.laptop import file_of, plan_from, played_elsewhere
from tests.league.archive.test_import import ODD, places

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser() -> User:
    return make_user("jana")


@pytest.fixture
def event(organiser: User) -> Event:
    """With one round played."""
    club = make_club(admin=organiser)
    stage = running_event(6, club=club)
    played_round(stage)
    return Event.objects.select_related("club").get(pk=stage.event_id)


@pytest.fixture
def taken(event: Event, organiser: User) -> Handover:
    return take_along(event, actor=Actor(user=organiser), who="Laptop of Jana")


def one_more_round(event: Event) -> None:
    played_round(Stage.objects.get(event=event))


def test_series_follows_what_was_played_on_the_laptop(event: Event, taken: Handover) -> None:
    series = make_series(event.club, counts_running=True, scheme=Series.Scheme.SCALED)
    add_evening(series, actor=SERVICE, event=event)
    assert totals(series) == [100, 100, 60, 60, 20, 20]  # of 10, 10, 6, 6, 2, 2 points

    plan = plan_from(played_elsewhere(taken, one_more_round))
    bring_back(event, plan, actor=SERVICE, is_last=True)
    of_two_rounds = totals(series)
    # Who meets whom in the second is drawn by lots.
    points = [row.points_12 // 12 for row in published_rows(event.stages.get())]
    assert (sum(points), max(points) > 10) == (72, True)
    assert of_two_rounds == [100 * each // points[0] for each in points]


def totals(series: Series) -> list[int]:
    """Of all players, the first first, once the jobs are done."""
    for stage in Stage.objects.filter(event__series_evenings__series=series):
        compute_standings(stage.pk)
    shown = series_shown(counted_series(series))
    return [int(each.row.total) for each in shown.rows]


def test_locked_event_says_who_has_it(event: Event, taken: Handover) -> None:
    stored = Event.objects.get(pk=event.pk)
    with pytest.raises(PlayedElsewhere, match="Laptop of Jana"):
        move_event(stored, to="finished", actor=SERVICE, version=stored.version)
    with pytest.raises(PlayedElsewhere):
        published_round(event.stages.get())
    assert Event.objects.get(pk=event.pk).status == "running"
    assert Round.objects.filter(stage__event=event).count() == 1


def test_round_played_elsewhere_comes_back_as_it_was(event: Event, taken: Handover) -> None:
    document = played_elsewhere(taken, one_more_round)
    assert Round.objects.filter(stage__event=event).count() == 1

    seen = return_plan(event, plan_from(document))
    assert (seen.conflicts, seen.counts()["rounds"]) == ([], 1)
    returned = bring_back(event, plan_from(document), actor=SERVICE, is_last=True)

    event.refresh_from_db()
    assert (returned.is_new, event.away_since) == (True, None)
    assert content_digest(event) == document["archive"]["digests"]["content"]
    rounds = Round.objects.filter(stage__event=event)
    assert list(rounds.values_list("number", "status").order_by("number")) == [
        (1, "closed"),
        (2, "closed"),
    ]
    played_round(event.stages.get())  # it goes on here
    assert rounds.count() == 3


def test_same_state_again_changes_nothing(event: Event, taken: Handover) -> None:
    plan = plan_from(played_elsewhere(taken, one_more_round))
    bring_back(event, plan, actor=SERVICE, is_last=True)
    before = Event.objects.get(pk=event.pk).live_version

    again = bring_back(event, plan, actor=SERVICE, is_last=True)
    assert (again.is_new, again.handover.ended) == (False, "back")
    assert Event.objects.get(pk=event.pk).live_version == before


def test_state_of_a_laptop_that_goes_on_keeps_the_lock(event: Event, taken: Handover) -> None:
    first = plan_from(played_elsewhere(taken, one_more_round, is_last=False))
    bring_back(event, first, actor=SERVICE, is_last=False)
    assert Event.objects.get(pk=event.pk).away_since is not None

    def finished(there: Event) -> None:
        move_event(there, to="finished", actor=SERVICE, version=there.version)

    last = plan_from(played_elsewhere(taken, finished))
    bring_back(event, last, actor=SERVICE, is_last=True)
    event.refresh_from_db()
    assert (event.status, event.away_since, event.seals.count()) == ("finished", None, 1)
    assert Job.objects.filter(kind=Job.Kind.SEAL_EVENT, object_id=event.pk).exists()


def test_older_state_is_refused(event: Event, taken: Handover) -> None:
    older = plan_from(played_elsewhere(taken, lambda there: None))
    bring_back(
        event, plan_from(played_elsewhere(taken, one_more_round)), actor=SERVICE, is_last=False
    )
    with pytest.raises(ReturnConflict, match="older"):
        bring_back(event, older, actor=SERVICE, is_last=True)
    assert Round.objects.filter(stage__event=event).count() == 2


def test_what_was_played_here_after_the_lock_was_off_is_named(
    event: Event, taken: Handover
) -> None:
    plan = plan_from(played_elsewhere(taken, one_more_round))
    take_lock_off(event, actor=SERVICE)
    here = played_round(event.stages.get())

    seen = return_plan(event, plan)
    assert not seen.may_overrule
    assert any("round 2, table 1" in conflict.text for conflict in seen.conflicts)
    with pytest.raises(ReturnConflict, match="here and not in the file"):
        bring_back(event, plan, actor=SERVICE, is_last=True, agreed=Agreed(overrules=True))
    assert list(Round.objects.filter(stage__event=event, number=2)) == [here]


def test_official_decides_between_two_changed_entries(event: Event, taken: Handover) -> None:
    plan = plan_from(played_elsewhere(taken, withdraw_last))
    take_lock_off(event, actor=SERVICE)
    withdraw_entry(Entry.objects.get(event=event, seed=6), actor=SERVICE)
    same = return_plan(event, plan)
    assert same.conflicts == []  # the same was done on both sides

    withdraw_entry(Entry.objects.get(event=event, seed=5), actor=SERVICE)
    seen = return_plan(event, plan)
    assert [conflict.is_lasting for conflict in seen.conflicts] == [False]
    with pytest.raises(ReturnConflict, match="changed here since"):
        bring_back(event, plan, actor=SERVICE, is_last=True)
    bring_back(event, plan, actor=SERVICE, is_last=True, agreed=Agreed(overrules=True))
    statuses = Entry.objects.filter(event=event, seed__gte=5).order_by("seed")
    assert list(statuses.values_list("status", flat=True)) == ["checked_in", "withdrawn"]


def withdraw_last(event: Event) -> None:
    withdraw_entry(Entry.objects.get(event=event, seed=6), actor=SERVICE)


def test_lock_goes_on_again_until_something_is_changed(event: Event, taken: Handover) -> None:
    take_lock_off(event, actor=SERVICE)
    lock_again(Event.objects.get(pk=event.pk), actor=SERVICE)
    with pytest.raises(PlayedElsewhere):
        withdraw_last(event)

    take_lock_off(event, actor=SERVICE)
    withdraw_last(event)
    with pytest.raises(LeagueError, match="changed here since"):
        lock_again(Event.objects.get(pk=event.pk), actor=SERVICE)


def test_files_that_were_changed_or_belong_elsewhere_are_refused(
    event: Event, taken: Handover
) -> None:
    document = played_elsewhere(taken, one_more_round)
    sides = document["archive"]["content"]["results"][0]["sides"]
    sides[0]["score"] += 1
    assert return_plan(event, plan_from(document)).conflicts
    with pytest.raises(ReturnConflict):
        bring_back(event, plan_from(document), actor=SERVICE, is_last=True)

    document["archive"]["digests"] = digests_in(document["archive"])  # a better forger
    with pytest.raises(ReturnConflict, match="results"):
        bring_back(event, plan_from(document), actor=SERVICE, is_last=True)

    good = played_elsewhere(taken, one_more_round)
    other = make_event(event.club, status=Event.Status.RUNNING)
    with pytest.raises(ReturnConflict, match="another event"):
        bring_back(other, plan_from(good), actor=SERVICE, is_last=True)
    forged = taken_file(
        good["archive"], desk=good["desk"], handover={**good["handover"], "id": "zzzzzzzzzz"}
    )
    with pytest.raises(LeagueError, match="not taken along with this file"):
        bring_back(event, plan_from(forged), actor=SERVICE, is_last=True)
    desk = {**good["desk"], "entries": [{**good["desk"]["entries"][0], "paid": "much"}]}
    forged = taken_file(good["archive"], desk=desk, handover=good["handover"])
    with pytest.raises(ReturnConflict, match="paid"):
        bring_back(event, plan_from(forged), actor=SERVICE, is_last=True)
    assert Round.objects.filter(stage__event=event).count() == 1


def walk_in(event: Event) -> None:
    enter_player(
        event, actor=SERVICE, registration=Registration(full_name="Zdena Zíková"), is_here=True
    )


def test_walk_in_becomes_the_member_of_that_name(event: Event, taken: Handover) -> None:
    plan = plan_from(played_elsewhere(taken, walk_in))
    member = make_player("Zdena Zíková", club=event.club)
    bring_back(event, plan, actor=SERVICE, is_last=True)
    assert Entry.objects.filter(event=event, player=member).count() == 1


def test_walk_in_with_namesakes_is_asked_about(event: Event, taken: Handover) -> None:
    plan = plan_from(played_elsewhere(taken, walk_in))
    first, _second = (make_player("Zdena Zíková", club=event.club) for _ in range(2))
    with pytest.raises(ReturnConflict, match="Several people"):
        bring_back(event, plan, actor=SERVICE, is_last=True)

    [asked] = return_plan(event, plan).asks_about
    agreed = Agreed(choices={asked.pk: first.pk})
    bring_back(event, plan, actor=SERVICE, is_last=True, agreed=agreed)
    assert Entry.objects.filter(event=event, player=first).count() == 1


def test_program_says_who_somebody_is_and_that_the_file_counts(
    event: Event, taken: Handover
) -> None:
    """What a page asks, a program is asked, too."""
    there = played_elsewhere(taken, lambda event: (walk_in(event), withdraw_last(event)))
    first, second = (make_player("Zdena Zíková", club=event.club) for _ in range(2))
    take_lock_off(event, actor=SERVICE)
    withdraw_entry(Entry.objects.get(event=event, seed=5), actor=SERVICE)
    program, path = Program.of(event.club.admins.get()), f"events/{event.pk}/return"

    def send(step: str, **query: str) -> Any:
        return program.send_file(f"{path}{step}", canonical(there).encode(), **query)

    told = send("/read").json()
    [who] = told["asks"]
    assert (who["name"], {each["id"] for each in who["candidates"]}) == (
        "Zdena Zíková",
        {first.pk, second.pk},
    )
    assert (len(told["problems"]), told["may_overrule"]) == (2, False)
    said = {"people": f"{who['id']}:{second.pk}"}
    told = send("/read", **said).json()
    assert (told["asks"], len(told["problems"]), told["may_overrule"]) == ([], 1, True)
    assert send("", **said).status_code == 409
    assert send("", people="somebody:else").json()["errors"]["people"]
    assert send("", **said, overrules="true").json()["is_new"]
    assert Entry.objects.filter(event=event, player=second).count() == 1


def test_player_joined_meanwhile_stays_joined(event: Event, taken: Handover) -> None:
    plan = plan_from(played_elsewhere(taken, one_more_round))
    gone = Entry.objects.get(event=event, seed=1).player
    kept = make_player("Někdo Jiný", club=event.club)
    merge_players(kept, actor=SERVICE, gone=gone, version=kept.version, gone_version=gone.version)
    seen = return_plan(event, plan)
    assert [person.here for person in seen.people if person.is_joined] == [kept]
    bring_back(event, plan, actor=SERVICE, is_last=True)
    assert Entry.objects.get(event=event, seed=1).player == kept


@pytest.mark.parametrize(
    ("hinder", "told"),
    [
        (lambda event: drawn_round(event.stages.get()), "drawn and not published"),
        (lambda event: make_entries(event, 1, status="applied"), "waits for approval"),
        (lambda event: Event.objects.filter(pk=event.pk).update(status="draft"), "open for"),
    ],
)
def test_what_is_half_done_stays(
    event: Event, hinder: Callable[[Event], object], told: str
) -> None:
    hinder(event)
    with pytest.raises(LeagueError, match=told):
        take_along(event, actor=SERVICE, who="Laptop")
    assert Event.objects.get(pk=event.pk).away_since is None


def test_categories_fees_and_privacy_go_along(event: Event, organiser: User) -> None:
    category = add_category(event, actor=SERVICE, name="Do 12 let")
    entry = Entry.objects.get(event=event, seed=1)
    category.entries.add(entry)
    Entry.objects.filter(pk=entry.pk).update(paid="50.00")
    handover = take_along(event, actor=Actor(user=organiser), who="Laptop")
    desk = file_of(handover)["desk"]
    assert [(row["name"], row["entries"]) for row in desk["categories"]] == [
        ("Do 12 let", [entry.pk])
    ]
    assert {row["paid"] for row in desk["entries"]} == {"50.00", None}

    bring_back(
        event,
        plan_from(played_elsewhere(handover, lambda there: None)),
        actor=SERVICE,
        is_last=True,
    )
    assert list(entry.categories.values_list("name", flat=True)) == ["Do 12 let"]


def test_games_clocks_and_remarks_for_officials_go_along_and_come_back(
    event: Event, organiser: User
) -> None:
    stage = event.stages.get()
    offered = StageGame.objects.create(stage=stage, game="twisty", variant="standard", boards=2)
    handover = take_along(event, actor=Actor(user=organiser), who="Laptop")
    [told] = file_of(handover)["desk"]["stage_games"]
    assert (told["id"], told["stage"], told["boards"]) == (offered.pk, stage.pk, 2)

    def play(there: Event) -> None:
        match = Match.objects.filter(event=there).order_by("table").first()
        assert match is not None
        decision = Decision(
            Ruling.Kind.SCORES, marks=marks_of(match, *range(170, 170 - len(entries_at(match)), -1))
        )
        rule(match, decision, actor=SERVICE, reason="Counted again.", private="They shouted.")
        StageGame.objects.filter(pk=offered.pk).update(boards=3)
        drawn = published_round(Stage.objects.get(event=there))
        Round.objects.filter(pk=drawn.pk).update(length_s=1800)
        start_clock(Round.objects.get(pk=drawn.pk), actor=SERVICE)

    document = played_elsewhere(handover, play)
    bring_back(event, plan_from(document), actor=SERVICE, is_last=True)

    assert Remark.objects.get(match__event=event).private == "They shouted."
    assert StageGame.objects.get(stage=stage).boards == 3
    running = Round.objects.get(stage=stage, status=Round.Status.PUBLISHED)
    assert running.clock_started_at is not None

    document["desk"]["clocks"][0]["round"] = "bcdfghjkmn"
    forged = taken_file(document["archive"], desk=document["desk"], handover=document["handover"])
    told = list(wrong_values(plan_from(forged)))
    assert told == ["desk, clocks, round has a value that cannot be."]
    document["desk"]["clocks"] = []
    forged = taken_file(document["archive"], desk=document["desk"], handover=document["handover"])
    assert [fault.column for fault in plan_from(forged).report.faults] == ["clocks"]


@pytest.fixture
def desk_back(event: Event, organiser: User) -> dict[str, Any]:
    """A file that comes back with a row of every kind on its desk."""
    category = add_category(event, actor=SERVICE, name="Do 12 let")
    category.entries.set(event.entries.all()[:2])
    Prize.objects.create(event=event, category=category, place=1, what="A book")
    Announcement.objects.create(event=event, text="Tea is ready.")
    StageGame.objects.create(stage=event.stages.get(), game="twisty", variant="standard")
    handover = take_along(event, actor=Actor(user=organiser), who="Laptop")
    return played_elsewhere(handover, lambda there: None)


# Drawn within the test: what there is to be changed comes from the fixture.
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_value_of_the_desk_makes_the_return_stumble(
    event: Event, desk_back: dict[str, Any], data: st.DataObject
) -> None:
    """Named before anything is written, or taken, with pages that still open."""
    document = deepcopy(desk_back)
    parts = {name: document[name] for name in ("desk", "handover")}
    *way, last = data.draw(st.sampled_from(places(parts)))
    inner: Any = parts
    for key in way:
        inner = inner[key]
    inner[last] = data.draw(ODD)
    document |= parts | {"digests": {name: digest_of(part) for name, part in parts.items()}}
    with transaction.atomic():
        with suppress(LeagueError):
            bring_back(event, plan_from(document), actor=SERVICE, is_last=True)
            assert Client().get(f"/events/{event.pk}/").status_code == 200
        transaction.set_rollback(True)


def test_key_brings_back_this_event_and_does_nothing_else(
    client: Client, event: Event, taken: Handover
) -> None:
    document = played_elsewhere(taken, one_more_round)
    body = zipped_alone(document)

    def post(path: str, key: str) -> Any:
        return client.post(
            f"/api/v1/events/{event.pk}/{path}",
            data=body,
            content_type="application/octet-stream",
            headers={"Authorization": f"Bearer {key}"},
        )

    assert post("return", "arb_wrong").status_code == 401
    key = key_for(taken)
    for path in ("handovers/lock-off", "move", "entries"):
        assert post(path, key).status_code in (403, 404), path
    assert Round.objects.filter(stage__event=event).count() == 1

    first, again = post("return", key), post("return", key)
    assert (first.json()["is_new"], first.json()["added"]["rounds"]) == (True, 1)
    assert (again.status_code, again.json()["is_new"]) == (200, False)
    assert ApiToken.objects.get(pk=taken.token_id).digest != key


def test_event_that_is_at_home_here_is_not_shown_for_another(event: Event, organiser: User) -> None:
    plan = plan_from(file_back(event, is_last=False, who="Klub na cestě"))
    assert TakeAs.SHOWN in plan.ways
    with pytest.raises(LeagueError, match="here already"):
        import_archive(event.club, plan, way=TakeAs.SHOWN, actor=Actor(user=organiser))
    assert Handover.objects.count() == 0

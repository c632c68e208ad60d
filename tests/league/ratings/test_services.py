"""Ratings follow results: once per played game, undone and redone, never backwards."""

from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection

from league.events.queries.recheck import differences
from league.events.services.settings import edit_event
from league.models import (
    Event,
    Job,
    Player,
    RatedGame,
    Rating,
    RatingChange,
    Ruling,
)
from league.permissions import SERVICE
from league.ratings import services
from league.ratings.queries.rated_games import rating_differences, redo_of
from league.ratings.services import compute_ratings, recompute_ratings, unify_players
from league.ratings.skill import changes
from league.results.services.entered_scores import clear_result
from league.results.services.rulings import Decision, rule
from tests.factories import make_player
from tests.factories.events import (
    enter,
    entries_at,
    marks_of,
    published_round,
    running_event,
)
from tests.factories.submissions import hand_in_record
from tests.factories.tables import record_of
from tests.league.ratings.rated import at, duels, history, numbers, sound

pytestmark = pytest.mark.django_db


def test_accepted_result_is_rated_once() -> None:
    [match, _other] = duels()
    enter(match, 50, 40)
    compute_ratings("triolet")
    compute_ratings("triolet")  # a doubled job
    winner, loser = at(match)
    assert numbers() == {winner: 1186, loser: 1054}
    assert [row.games for row in RatingChange.objects.all()] == [1, 1]


def test_burst_of_results_waits_as_one_job() -> None:
    for match in duels():
        enter(match, 50, 40)
    assert list(
        Job.objects.filter(kind=Job.Kind.COMPUTE_RATINGS).values_list("object_id", "state")
    ) == [("triolet", "waiting")]


def test_order_is_that_of_publication_then_table_not_of_entering() -> None:
    first, second = duels()
    enter(second, 1, 2)
    compute_ratings("triolet")
    enter(first, 3, 4)
    compute_ratings("triolet")
    orders = dict(RatingChange.objects.values_list("match", "order"))
    assert orders == {first.pk: 1, second.pk: 2}
    assert sound()


def test_correction_keeps_its_place_and_redoes_what_followed() -> None:
    matches = duels(8)
    for match in matches:
        enter(match, 50, 40)
    compute_ratings("triolet")
    before = history()
    enter(matches[1], 40, 50)
    compute_ratings("triolet")
    assert [row[2] for row in history()] == [row[2] for row in before], "the same places"
    assert numbers()[at(matches[1])[1]] == 1186
    assert sound()


def test_cleared_result_is_undone() -> None:
    match, other = duels()
    enter(match, 50, 40)
    enter(other, 50, 40)
    compute_ratings("triolet")
    clear_result(match, actor=SERVICE)
    compute_ratings("triolet")
    assert set(numbers()) == set(at(other))
    assert [row[2] for row in history()] == [1, 1]
    assert sound()


def test_forfeit_is_no_game() -> None:
    one_came, nobody_came = duels()
    enter(one_came, 50, None)
    forfeit = Decision(Ruling.Kind.FORFEIT, marks=marks_of(nobody_came, None, None))
    rule(nobody_came, forfeit, actor=SERVICE, reason="Nobody came.")
    compute_ratings("triolet")
    assert numbers() == {}


def test_others_at_the_table_of_somebody_who_did_not_come_are_rated() -> None:
    [match] = published_round(running_event(4)).matches.all()
    enter(match, 50, 40, None, 60)
    compute_ratings("triolet")
    assert set(numbers()) == {player for n, player in enumerate(at(match)) if n != 2}
    assert {row.sides for row in RatingChange.objects.all()} == {3}


def test_awarded_scores_are_not_rated_and_an_accepted_version_is() -> None:
    awarded, accepted = duels()
    scores = Decision(Ruling.Kind.SCORES, marks=marks_of(awarded, 100, 90))
    rule(awarded, scores, actor=SERVICE, reason="So be it.")
    handed_in = hand_in_record(accepted, record_of(1, players=2))
    decision = Decision(Ruling.Kind.ACCEPT, submission=handed_in)
    rule(accepted, decision, actor=SERVICE, reason="Seen.")
    compute_ratings("triolet")
    assert set(numbers()) == set(at(accepted))


def test_every_game_of_a_match_counts_in_its_order() -> None:
    [match] = duels(2, games_per_match=3)
    for game, scores in enumerate([(9, 1), (1, 9), (9, 1)], start=1):
        enter(match, *scores, game=game)
    compute_ratings("triolet")
    winner = RatingChange.objects.filter(player=at(match)[0])
    assert list(winner.values_list("number", "order", "rank")) == [(1, 1, 1), (2, 2, 2), (3, 3, 1)]


def test_partners_are_rated_as_a_team() -> None:
    stage = running_event(2, game="kaleidoskop", variant="teams")
    for entry in stage.event.entries.all():
        entry.partner = make_player(f"Partner {entry.seed}")
        entry.save()
    [match] = published_round(stage).matches.all()
    enter(match, 30, 20)
    compute_ratings("kaleidoskop")
    by_entry: dict[str, set[float]] = {}
    for row in RatingChange.objects.all():
        by_entry.setdefault(row.entry_id, set()).add(row.mu_after)
    assert sorted(map(len, by_entry.values())) == [1, 1], "partners change alike"
    assert Rating.objects.count() == 4


@pytest.mark.parametrize(
    "event",
    [
        {"is_rated": False},
        {"game": "other", "other_name": "Dáma"},
        {"game": "kaleidoskop", "variant": "solo"},
    ],
)
def test_some_events_are_not_rated(event: dict[str, object]) -> None:
    matches = published_round(running_event(2, **event)).matches.all()
    for match in matches:
        enter(match, *range(len(entries_at(match))))
    assert not RatedGame.objects.exists()
    assert not Job.objects.filter(kind=Job.Kind.COMPUTE_RATINGS).exists()


def test_event_that_becomes_unrated_is_undone_and_redone_when_rated_again() -> None:
    match, _other = duels()
    enter(match, 50, 40)
    compute_ratings("triolet")
    rated = numbers()

    def set_rated(value: bool) -> None:
        stored = Event.objects.get(pk=match.event_id)
        edit_event(stored, actor=SERVICE, version=stored.version, changes={"is_rated": value})
        compute_ratings("triolet")

    set_rated(False)
    assert (numbers(), RatingChange.objects.count()) == ({}, 0)
    set_rated(True)
    assert numbers() == rated
    assert sound()


def test_merged_players_have_one_history() -> None:
    match, _other = duels()
    enter(match, 50, 40)
    compute_ratings("triolet")
    gone = Player.objects.get(pk=at(match)[0])
    kept = make_player("Jana Nováková")
    unify_players(kept, actor=SERVICE, gone=gone, version=1, gone_version=1)
    compute_ratings("triolet")
    assert numbers() == {kept.pk: 1186, at(match)[1]: 1054}
    assert sound()


def test_late_job_publishes_nothing_over_newer_ratings() -> None:
    match, _other = duels()
    enter(match, 50, 40)
    early = RatedGame.objects.get()
    redo = redo_of(early, since=early.redo_from)
    made = changes(redo.games, known=redo.known, first_order=redo.first_order)
    enter(match, 40, 50)
    compute_ratings("triolet")
    newest = numbers()
    services._publish(early, redo, made)
    assert numbers() == newest
    RatedGame.objects.update(published_version=0)  # without the comparison it would
    services._publish(early, redo, made)
    assert numbers() != newest


def test_audit_finds_planted_faults() -> None:
    match, _other = duels()
    enter(match, 50, 40)
    assert "behind" in [one.code for one in differences() if one.subject == "ratings triolet"]
    compute_ratings("triolet")
    assert [one for one in differences() if one.subject == "ratings triolet"] == []
    Rating.objects.filter(player=at(match)[0]).update(shown=2000)
    RatingChange.objects.filter(player=at(match)[1]).update(mu_after=30)
    codes = [one.code for one in differences() if one.subject == "ratings triolet"]
    assert codes == ["ratings", "ratings"]
    recompute_ratings("triolet")
    assert [one for one in differences() if one.subject == "ratings triolet"] == []


def test_wish_without_a_job_is_reported() -> None:
    match, _other = duels()
    enter(match, 50, 40)
    Job.objects.all().delete()
    [(code, text)] = rating_differences(RatedGame.objects.get())
    assert (code, text) == ("behind", "published 0, wanted 1, and no job will do it")


def test_command_counts_from_scratch_and_checks() -> None:
    match, _other = duels()
    enter(match, 50, 40)
    out = StringIO()
    call_command("ratings", game="triolet", stdout=out)
    call_command("ratings", check=True, stdout=out)
    assert out.getvalue().splitlines() == [
        "triolet: counted from scratch, version 2",
        "0 differences",
    ]
    Rating.objects.update(shown=1)
    with pytest.raises(SystemExit):
        call_command("ratings", check=True, stdout=out)


def test_ratings_of_the_model_before_are_counted_from_scratch_after_the_upgrade() -> None:
    for match in duels():
        enter(match, 50, 40)
    compute_ratings("triolet")
    fresh = history()
    Job.objects.all().delete()
    RatingChange.objects.update(mu_after=30.5, sigma_after=7.5)
    Rating.objects.update(mu=30.5, sigma=7.5, shown=1300)
    assert not sound()
    migration = import_module("league.migrations.0013_ratings_recounted")
    migration.want_all(apps, connection.schema_editor())
    assert list(Job.objects.values_list("kind", "object_id", "state")) == [
        ("compute_ratings", "triolet", "waiting")
    ]
    compute_ratings("triolet")
    assert (sound(), history()) == (True, fresh)

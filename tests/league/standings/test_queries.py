"""What the engine is given from the database: settings, ratings, the traits."""

import pytest

from league.models import Entry
from league.standings.inputs import Against, Settings, UnplayedEdition
from league.standings.queries import inputs_of, settings_of, traits_of
from league.standings.tiebreak import Seats, Traits
from tests.factories.events import played_round, running_event

pytestmark = pytest.mark.django_db


def test_settings_of_the_stage_reach_the_tiebreaks() -> None:
    stage = running_event(
        4,
        stage={
            "kind": "round_robin",
            "tiebreak_edition": "pre-2023",
            "spread_against": "mean",
            "spread_cap": 30,
            "koya_draws": -1,
        },
    )
    assert settings_of(stage, entries=4) == Settings(
        UnplayedEdition.BEFORE_2023,
        Against.MEAN,
        30,
        forfeits_are_games=True,
        rounds_planned=3,
        koya_draws=-1,
    )
    assert inputs_of(stage).settings == settings_of(stage, entries=4)


def test_usual_settings_are_those_of_2026_without_a_cap() -> None:
    assert settings_of(running_event(4), entries=4) == Settings(rounds_planned=4)


def test_ratings_of_entries_reach_the_tiebreaks() -> None:
    stage = running_event(4)
    first = stage.event.entries.get(seed=1)
    Entry.objects.filter(pk=first.pk).update(rating=1650)
    ratings = {entry.id: entry.rating for entry in inputs_of(stage).entries}
    assert ratings[first.pk] == 1650
    assert list(ratings.values()).count(None) == 3


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("tables", Traits(Seats.TABLES)),
        ("swiss", Traits(Seats.TWO)),
        ("round_robin", Traits(Seats.TWO, all_meet=True)),
    ],
)
def test_traits_are_those_of_the_stage(kind: str, expected: Traits) -> None:
    assert traits_of(running_event(4, stage={"kind": kind})) == expected


def test_traits_have_ratings_once_everybody_has_one() -> None:
    stage = running_event(4)
    stage.event.entries.update(rating=1500)
    assert traits_of(stage).has_ratings


def test_rounds_say_what_wins_in_their_game() -> None:
    stage = running_event(4, game="other", other_name="Golf", other_scoring="lower")
    played_round(stage)
    assert [one.higher_score_wins for one in inputs_of(stage).rounds] == [False]

"""The rules of an event in words, from its settings."""

import pytest

from league.events.queries.stages import stages_of
from league.events.services.settings import edit_event
from league.events.settings_rules import templates
from league.models import Event, Stage
from league.permissions import SERVICE
from league.web.rules import rules_changes, rules_in_words
from tests.league.events.rows import organised_event
from tests.league.events.test_settings import created

pytestmark = pytest.mark.django_db


def told(event: Event) -> dict[str, list[str]]:
    return {chapter.key: chapter.sentences for chapter in rules_in_words(event, stages_of(event))}


def test_club_evening_is_told() -> None:
    assert told(created("evening")) == {
        "game": [
            "The game is Kaleidoskop (base game).",
            "A match is one game.",
            "A round lasts 45 minutes.",
            "When time is called, the round of turns is finished, so that everybody has had the "
            "same number.",
        ],
        "format": [
            "Rounds: 4.",
            "Tables of four where possible, otherwise of three.",
            "You sit with new people as long as that is possible.",
            "All rounds to come are planned together. Weights: a repeated meeting 12, one more "
            "turn at a short table 1; a turn at a table of two counts as 2.",
            "In the last round the leaders sit together as far as repeats allow.",
            "Club mates are kept apart if possible in rounds 1 to 2.",
            "Starting numbers go by rating, the rest by lots.",
        ],
        "points": [
            "Points by place at a table of 4: 11, 7, 4, 2.",
            "Points by place at a table of 3: 10, 6, 2.",
            "Points by place at a table of 2: 9, 3.",
            "Those who share a place share its points.",
            "Points for a bye: 6.",
        ],
        "order": [
            "More points.",
            "More first places in games, then more second places, then more third ones.",
            "Scores further above the mean of their tables.",
            "More points for each round of the opponents met, on average.",
            "What the game itself counts, over all games played.",
            "Players who are still equal share the rank.",
        ],
        "entries": [
            "Anyone may enter; guests wait for the organiser’s approval.",
            "Players may check in themselves, 60 minutes before the start.",
            "Latecomers play from the next round; rounds they missed score 0.",
            "Half-point byes each entry may ask for: 1, not in the last round.",
        ],
        "results": [
            "Records of games are welcome: they prove the result.",
            "A result counts once any opponent confirms it.",
            "Opponents may confirm on a phone that is passed round.",
            "What nobody contests counts at the latest when the round closes.",
            "Officials settle disputes, with a reason that everybody can read.",
            "Played games count for the ratings of players.",
            "Ranks still possible are those that can come if all matches are played.",
        ],
        "sheets": [
            "The score sheet on a phone checks what was played. It shows nothing in advance.",
            "Everybody can follow the boards while they are played.",
        ],
    }


@pytest.mark.parametrize("template", templates(), ids=lambda template: template.key)
def test_every_template_is_told_without_gaps(template: object) -> None:
    for sentences in told(created(template.key)).values():  # type: ignore[attr-defined]
        assert sentences
        assert not any("%(" in sentence for sentence in sentences)


def test_points_of_a_knockout_are_those_that_it_gives() -> None:
    assert "Points for a win: 1, a draw: ½, a loss: 0." in told(created("knockout"))["points"]


def test_open_evening_tells_which_games_count_and_no_other_way() -> None:
    mean = [
        "The mean of your games counts.",
        "Anyone who has played fewer than 3 games is ranked behind the others.",
    ]
    best = ["Your best 5 games count."]
    for template, expected in (("open", mean), ("open_best", best), ("solo_league", best)):
        shown = told(created(template))["format"]
        assert [sentence for sentence in shown if sentence in (*mean, *best)] == expected


def test_swiss_and_another_game_are_told() -> None:
    event = created(
        "swiss",
        game="other",
        other_name="Dáma 100 %",
        other_scoring="places",
        draw_12=6,
        round_minutes=None,
    )
    assert told(event)["game"] == [
        "The game is Dáma 100 %. Arbitr does not check its rules.",
        "Only places are kept, no scores.",
        "A match is one game.",
        "Rounds are played without a clock.",
    ]
    assert told(event)["points"][:2] == [
        "Points for a win: 2, a draw: ½, a loss: 0.",
        "Points for a bye: 2.",
    ]


def test_change_after_the_start_is_told_and_one_before_is_not() -> None:
    event = organised_event()
    edit_event(event, actor=SERVICE, version=1, changes={"scheme": "hig"})
    Event.objects.filter(pk=event.pk).update(status="running")
    assert rules_changes(event, stages_of(event)) == []
    edit_event(
        event, actor=SERVICE, version=2, changes={"scheme": "wins", "bye_12": 6}, is_confirmed=True
    )
    assert [change.what for change in rules_changes(event, stages_of(event))] == [
        "Points for a bye, Points by place"
    ]
    assert Stage.objects.get().scheme == "wins"


def test_how_results_count_is_told() -> None:
    event = created("evening", accepts_after_min=30, confirms_at_table=False, records="required")
    assert told(event)["results"] == [
        "Every result needs the record of its game.",
        "A result counts once any opponent confirms it.",
        "Opponents confirm from their own phones.",
        "What nobody contests counts 30 minutes after it was handed in.",
        "What nobody contests counts at the latest when the round closes.",
        "Officials settle disputes, with a reason that everybody can read.",
        "Played games count for the ratings of players.",
        "Ranks still possible are those that can come if all matches are played.",
    ]
    asked = {"records": "required", "records_tables": 2}
    assert told(created("evening", **asked, records_where="tables"))["results"][0] == (
        "Tables up to number 2 need the record of the game; at the others it is welcome: it proves "
        "the result."
    )
    assert told(created("evening", **asked, records_where="last_round"))["results"][0] == (
        "Every result of the last round needs the record of its game; in other rounds it is "
        "welcome: it proves the result."
    )
    unrated = created("evening", is_rated=False)
    assert "Nothing here counts for ratings." in told(unrated)["results"]
    absent = created("evening", counts_forfeits=True)
    assert told(absent)["results"][-1] == (
        "Ranks still possible are those that can come, even if somebody does not come to a match."
    )
    strict = created("evening", accepts_after_min=30, confirmation="officials")
    assert told(strict)["results"][1:3] == [
        "A result counts once an official confirms it.",
        "What nobody contests counts at the latest when the round closes.",
    ]


@pytest.mark.parametrize(
    ("changes", "sentences"),
    [
        (
            {"sheet_help": "full", "confirms_entries": True, "boards_delay_min": 15},
            [
                "The score sheet on a phone shows what is allowed and what it would score.",
                "Each move is confirmed before it is written.",
                "Everybody can follow the boards, 15 minutes later.",
            ],
        ),
        (
            {
                "records": "off",
                "confirms_entries": True,
                "shows_boards": False,
                "boards_delay_min": 15,
            },
            [
                "The score sheet on a phone adds up the points.",
                "While a game is played, only its table sees the board.",
            ],
        ),
        (
            {"game": "other", "other_name": "Dáma", "sheet_help": "full"},
            [
                "The score sheet on a phone adds up the points.",
                "Everybody can follow the boards while they are played.",
            ],
        ),
    ],
)
def test_score_sheets_are_told(changes: dict[str, object], sentences: list[str]) -> None:
    assert told(created("evening", **changes))["sheets"] == sentences


def test_score_sheets_are_not_told_of_where_only_places_are_kept() -> None:
    event = created("evening", game="other", other_name="Dáma", other_scoring="places")
    assert "sheets" not in told(event)


def test_change_of_how_results_count_is_told_after_the_start() -> None:
    event = organised_event()
    edit_event(event, actor=SERVICE, version=1, changes={"confirmation": "all"})
    Event.objects.filter(pk=event.pk).update(status="running")
    assert rules_changes(event, stages_of(event)) == []
    edit_event(event, actor=SERVICE, version=2, changes={"accepts_after_min": 20})
    assert [change.what for change in rules_changes(event, stages_of(event))] == [
        "Accept what nobody contests after (minutes)"
    ]

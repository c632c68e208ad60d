"""What every format promises, the registered ones and a tiny one alike."""

import pickle
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace

import pytest

from league.events.settings_rules import EVENT_SETTINGS, STAGE_SETTINGS
from league.formats.contract import Format, Overview, RoundTerms, Sentence, StageSettings
from league.formats.registry import FORMATS, format_of
from league.pairing.cost import Situation
from league.pairing.field import Entrant, Meeting, NoPairing, Pairing, Past, PastBye
from league.standings.bracket import BracketCourse
from league.standings.inputs import RoundOutcome
from league.standings.tiebreaks import orders_alone, tiebreaks_of
from tests.league.formats.ladder import LADDER
from tests.league.formats.pick_up import PICK_UP

ALL = (*FORMATS, LADDER, PICK_UP)
NO_PAST = Past()
SETTINGS = StageSettings(rounds_planned=3, seed=7)
every_format = pytest.mark.parametrize("format_", ALL, ids=lambda each: each.key)
every_format_with_rounds = pytest.mark.parametrize(
    "format_", [each for each in ALL if each.has_rounds], ids=lambda each: each.key
)
every_format_without_rounds = pytest.mark.parametrize(
    "format_", [each for each in ALL if not each.has_rounds], ids=lambda each: each.key
)
every_field = pytest.mark.parametrize("number", range(3, 14))


@dataclass(frozen=True)
class Game:
    least_entries: int
    most_entries: int


FOR_TWO, FOR_FOUR, SOLO = Game(2, 2), Game(2, 4), Game(1, 1)
GAMES = [Game(least, most) for most in range(1, 5) for least in range(1, most + 1)]


@dataclass(frozen=True)
class Person:
    points_12: int
    seed: int
    group: str = "A"


def field_of(number: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(f"e{seed}", seed=seed) for seed in range(1, number + 1))


def terms_of(
    format_: Format,
    entrants: tuple[Entrant, ...],
    *,
    settings: StageSettings = SETTINGS,
    game: Game = FOR_FOUR,
    round_number: int = 1,
    past: Past = NO_PAST,
    **more: object,
) -> RoundTerms:
    others: tuple[Entrant, ...] = more.get("others", ())  # type: ignore[assignment]
    started = [entrant.id for entrant in (*entrants, *others)]
    more["bracket"] = format_.bracket(started, settings=settings)
    return RoundTerms(
        situation=Situation(entrants, round_number=round_number, past=past),
        settings=settings,
        sizes=format_.sizes(settings, game=game, boards=None),
        seed=11,
        **more,  # type: ignore[arg-type]
    )


def played(format_: Format, number: int) -> Iterator[tuple[RoundTerms, Pairing]]:
    """All rounds of a stage in which the better starting number always wins."""
    scheme = format_.scheme(SETTINGS, game=FOR_FOUR)
    entrants, past = field_of(number), Past()
    outcomes: dict[tuple[int, str], RoundOutcome] = {}
    course = BracketCourse({}, {}, {})
    for round_number in range(1, format_.rounds_for(number, settings=SETTINGS) + 1):
        terms = terms_of(
            format_,
            entrants,
            round_number=round_number,
            past=past,
            outcomes=dict(outcomes),
            course=deepcopy(course),
        )
        pairing = format_.draw(terms)
        if isinstance(pairing, NoPairing):
            assert pairing.choices
            if pairing.reason.code == "bracket_over":
                return
            terms = replace(terms, allowances=frozenset({"allow_repeats"}))
            pairing = format_.draw(terms)
        assert isinstance(pairing, Pairing)
        yield terms, pairing
        points = dict.fromkeys(pairing.byes, scheme.bye_12)
        for table in pairing.tables:
            ranked = sorted(table.entries, key=lambda entry: int(entry[1:]))
            points |= zip(ranked, scheme.row_12(len(ranked)), strict=True)
            course = _decided(course, table.slot, ranked)
            if len(ranked) == 2:
                outcomes[round_number, ranked[0]] = RoundOutcome.WIN
                outcomes[round_number, ranked[1]] = RoundOutcome.LOSS
        course = replace(course, sat_out={**course.sat_out, round_number: set(pairing.byes)})
        entrants = tuple(
            replace(each, points_12=each.points_12 + points.get(each.id, 0)) for each in entrants
        )
        past = Past(
            (*past.meetings, *(Meeting(round_number, each.entries) for each in pairing.tables)),
            (*past.byes, *(PastBye(round_number, entry, "pairing") for entry in pairing.byes)),
        )


def _decided(course: BracketCourse, slot: str, ranked: list[str]) -> BracketCourse:
    return replace(
        course,
        results={**course.results, slot: ranked},
        seated={**course.seated, slot: ranked},
    )


def filled(sentence: Sentence) -> str:
    text = sentence.text % sentence.gaps
    assert text.strip()
    assert "%(" not in text
    return text


@every_format
def test_key_fits_the_column_and_the_addresses(format_: Format) -> None:
    assert re.fullmatch("[a-z][a-z_]{2,19}", format_.key)
    assert format_.label


def test_keys_and_templates_are_told_apart() -> None:
    keys = [each.key for each in ALL]
    templates = [template.key for each in ALL for template in each.templates]
    assert len(set(keys)) == len(keys)
    assert len(set(templates)) == len(templates)


def test_format_is_found_by_its_key_and_no_other() -> None:
    assert [format_of(each.key) for each in FORMATS] == list(FORMATS)
    with pytest.raises(LookupError):
        format_of(LADDER.key)


@pytest.mark.usefixtures("ladder_format")
def test_format_is_found_once_it_is_registered() -> None:
    assert format_of("ladder") is LADDER


@every_format
def test_settings_are_columns_of_a_stage(format_: Format) -> None:
    assert format_.settings <= set(STAGE_SETTINGS)


@every_format
def test_templates_name_the_format_and_real_settings(format_: Format) -> None:
    assert format_.templates[0].stage["chain"] == list(format_.usual_chain)
    for template in format_.templates:
        assert template.name
        assert template.summary
        assert template.stage["kind"] == format_.key
        assert tiebreaks_of(template.stage["chain"])  # type: ignore[arg-type]
        assert set(template.stage) <= set(STAGE_SETTINGS)
        assert set(template.event) <= set(EVENT_SETTINGS)


@every_format
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_game_that_does_not_fit_is_refused_in_words(format_: Format, game: Game) -> None:
    settings = replace(
        SETTINGS,
        table_size=max(2, game.most_entries),
        bracket_seats=max(2, game.most_entries),
        bracket_advance=max(1, game.most_entries - 1),
    )
    faults = [fault.field for fault in format_.faults(settings, game=game)]
    if format_.can_seat(game):
        assert faults == []
        return
    assert faults == ["kind"]
    assert format_.misfit
    assert format_.seats_in_words


@every_format
def test_draw_worth_more_than_a_win_is_a_fault(format_: Format) -> None:
    settings = replace(SETTINGS, win_12=12, draw_12=24)
    [fault, *_others] = format_.faults(settings, game=SOLO if is_alone(format_) else FOR_FOUR)
    assert fault.field == "draw_12"
    assert filled(fault.why)


@every_format
def test_usual_chain_is_one_of_tiebreaks_and_nothing_alone(format_: Format) -> None:
    assert tiebreaks_of(list(format_.usual_chain))
    assert format_.chain_for(FOR_TWO) == format_.usual_chain
    assert format_.chain_for(SOLO) == (format_.usual_chain if is_alone(format_) else ())


def is_alone(format_: Format) -> bool:
    """Made for games of one player, which other formats can only seat."""
    return max(format_.table_sizes) == 1


@every_format_with_rounds
@every_field
def test_everybody_is_seated_once_or_sits_out(format_: Format, number: int) -> None:
    rounds = 0
    for terms, pairing in played(format_, number):
        seated = [entry for table in pairing.tables for entry in table.entries]
        assert sorted((*seated, *pairing.byes)) == sorted(still_playing(format_, terms))
        assert {len(table.entries) for table in pairing.tables} <= set(format_.table_sizes)
        rounds += 1
    planned = format_.rounds_for(number, settings=SETTINGS)
    assert 0 < rounds <= planned
    assert rounds >= planned - format_.has_bracket  # a second final may be needless


def still_playing(format_: Format, terms: RoundTerms) -> list[str]:
    """Everybody; in a bracket those who have not lost for the last time, counted by themselves."""
    everybody = [entrant.id for entrant in terms.situation.entrants]
    seeded, course = terms.bracket, terms.course
    if seeded is None or course is None:
        return everybody
    consumed = {
        (source.slot, source.place) for slot in seeded.bracket.slots for source in slot.sources
    }
    out = {
        entry
        for key, ranked in course.results.items()
        for place, entry in enumerate(ranked, start=1)
        if (key, place) not in consumed
    }
    return [entry for entry in everybody if entry not in out]


@every_format_with_rounds
def test_same_terms_give_the_same_pairing(format_: Format) -> None:
    for terms, pairing in played(format_, 9):
        assert format_.draw(terms) == pairing


@every_format_with_rounds
def test_round_can_be_drawn_in_another_process(format_: Format) -> None:
    terms = terms_of(format_, field_of(8))
    draw, sent = pickle.loads(pickle.dumps((format_.draw, terms)))
    assert draw(sent) == format_.draw(terms)


@every_format_with_rounds
@every_field
def test_who_is_away_is_not_seated(format_: Format, number: int) -> None:
    *here, away, gone = field_of(number + 1)
    terms = terms_of(format_, tuple(here), others=(away, gone))
    pairing = format_.draw(terms)
    assert isinstance(pairing, Pairing)
    seated = [entry for table in pairing.tables for entry in table.entries]
    assert sorted((*seated, *pairing.byes)) == sorted(each.id for each in here)


@every_format
@pytest.mark.parametrize("number", [8, 9, 16])
def test_what_is_announced_is_what_is_drawn(format_: Format, number: int) -> None:
    settings = replace(SETTINGS, keeps_schedule=True)
    announced = format_.planned_round(
        1, entrants=field_of(number), left=frozenset(), settings=settings
    )
    if announced is None:
        return
    drawn = format_.draw(terms_of(format_, field_of(number), settings=settings))
    assert isinstance(drawn, Pairing)
    assert (drawn.tables, drawn.byes) == (announced.tables, announced.byes)


@every_format
def test_who_left_is_in_no_announced_round(format_: Format) -> None:
    settings = replace(SETTINGS, keeps_schedule=True)
    for number in range(1, 4):
        announced = format_.planned_round(
            number, entrants=field_of(8), left=frozenset({"e2", "e3"}), settings=settings
        )
        if announced is not None:
            seated = [entry for table in announced.tables for entry in table.entries]
            assert sorted((*seated, *announced.byes)) == ["e1", "e4", "e5", "e6", "e7", "e8"]


@every_format_with_rounds
def test_solo_game_is_played_alone_where_it_fits(format_: Format) -> None:
    if format_.can_seat(SOLO):
        pairing = format_.draw(terms_of(format_, field_of(3), game=SOLO))
        assert isinstance(pairing, Pairing)
        assert [table.entries for table in pairing.tables] == [("e1",), ("e2",), ("e3",)]


@every_format
def test_length_is_what_was_planned_or_follows_the_field(format_: Format) -> None:
    lengths = {format_.rounds_for(number, settings=SETTINGS) for number in range(2, 13)}
    assert (lengths == {SETTINGS.rounds_planned}) is not format_.length_follows_field


@every_format
def test_winning_brings_at_least_what_a_bye_does(format_: Format) -> None:
    scheme = format_.scheme(SETTINGS, game=FOR_FOUR)
    if is_alone(format_):  # points are the score, and nobody sits out
        assert (scheme.is_solo, scheme.bye_12) == (True, 0)
        return
    assert 0 <= scheme.half_bye_12 <= scheme.bye_12 <= scheme.win_12(scheme.seats)


@every_format
def test_rules_are_told(format_: Format) -> None:
    for settings in (SETTINGS, replace(SETTINGS, is_double=True, keeps_schedule=True)):
        assert [filled(each) for each in format_.words(settings, game=FOR_FOUR)]


@every_format
@pytest.mark.parametrize("round_number", [1, 2])
def test_table_is_explained(format_: Format, round_number: int) -> None:
    for points in ((12, 12), (30, 6)):
        people = [Person(each, seed) for seed, each in enumerate(points, start=1)]
        assert filled(format_.reason(people, round_number=round_number))


@every_format
def test_rounds_of_a_bracket_have_names(format_: Format) -> None:
    for number in range(1, format_.rounds_for(11, settings=SETTINGS) + 1):
        name = format_.round_name(number, entries=11, settings=SETTINGS)
        assert bool(name and filled(name)) is format_.has_bracket


@every_format
def test_every_match_of_a_bracket_is_explained(format_: Format) -> None:
    people = [Person(12, 3), Person(0, 8)]
    seeded = format_.bracket([entrant.id for entrant in field_of(11)], settings=SETTINGS)
    for slot in seeded.bracket.slots if seeded else ():
        said = format_.reason(
            people, round_number=slot.round, slot=slot.key, entries=11, settings=SETTINGS
        )
        assert {"3", "8"} <= set(re.findall(r"\d+", filled(said)))


@every_format
def test_report_is_of_two_at_a_table(format_: Format) -> None:
    is_for_two = list(format_.table_sizes) == [2] or format_.key == "knockout"
    assert bool(format_.system_reported(SETTINGS)) is is_for_two
    assert format_.overview in Overview


@every_format_without_rounds
def test_no_round_is_drawn_where_there_are_none(format_: Format) -> None:
    drawn = format_.draw(terms_of(format_, field_of(8)))
    assert isinstance(drawn, NoPairing)
    assert drawn.choices


@every_format_without_rounds
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_tables_made_one_at_a_time_fit_the_game(format_: Format, game: Game) -> None:
    if format_.can_seat(game):
        rules = format_.sizes(SETTINGS, game=game, boards=None)
        assert game.least_entries <= rules.least <= rules.prefer <= rules.most <= game.most_entries
        assert set(range(rules.least, rules.most + 1)) <= set(format_.table_sizes)


@every_format_without_rounds
def test_unequal_numbers_of_games_are_made_comparable(format_: Format) -> None:
    assert orders_alone(format_.usual_chain)
    assert {"least_games", "best_games"} & format_.settings

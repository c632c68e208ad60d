"""The promises of every rule module, tested over all that are registered and over a tiny one."""

import json
import pickle
import re
import subprocess
import sys
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from games.contract import Rules
from games.record import Record, canonical, digest, read
from games.registry import GAMES, rules_of
from games.values import Action, Fault, Setup
from games.verify import verify
from tests.games.random_records import mutated, recorded

pytestmark = pytest.mark.usefixtures("other_games")

SEEDS = range(40)
SVG = "{http://www.w3.org/2000/svg}"
quick = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def positions(record: Record) -> list[Any]:
    found: list[Any] = [record.rules.play.start(record.setup)]
    for action in record.actions:
        outcome = record.rules.play.step(found[-1], action)
        assert not isinstance(outcome, Fault)
        found.append(outcome[0])
    return found


def test_facts_are_told(rules: Rules) -> None:
    assert re.fullmatch("[a-z]+", rules.key)
    assert rules.name
    assert rules.rules_version >= 1
    assert "base" in rules.variants
    assert "standard" in rules.editions
    assert all(1 <= number <= 4 for numbers in rules.variants.values() for number in numbers)


def test_random_games_are_lawful_to_their_end_with_all_claims_right(rules: Rules) -> None:
    for seed in SEEDS:
        text, _ = recorded(rules, seed)
        verdict = verify(text.encode())
        assert (verdict.status, verdict.findings) == ("complete", ()), text
        assert [side.rank for side in verdict.sides] == sorted(side.rank for side in verdict.sides)
        assert {seat for side in verdict.sides for seat in side.standing.seats} == set(
            Setup(verdict.players or 0).seats
        )


def test_random_game_repeats_from_its_seed(rules: Rules) -> None:
    games = [rules.random_play.game(seed, players=None, variant=None) for seed in SEEDS]
    again = [rules.random_play.game(seed, players=None, variant=None) for seed in SEEDS]
    assert games == again
    assert len(set(games)) > len(games) / 2


def test_random_games_are_played_by_all_numbers_of_players(rules: Rules) -> None:
    for variant, numbers in rules.variants.items():
        for players in numbers:
            verdict = verify(rules.random_play.game(1, players=players, variant=variant).encode())
            assert (verdict.status, verdict.players, verdict.variant) == (
                "complete",
                players,
                variant,
            )


def test_verdict_is_the_same_every_time(rules: Rules) -> None:
    text, _ = recorded(rules, 3)
    assert verify(text.encode()).as_dict() == verify(text.encode()).as_dict()


def test_canonical_form_is_stable_and_says_the_same(rules: Rules) -> None:
    for seed in SEEDS:
        text, record = recorded(rules, seed)
        once = canonical(record)
        again = read(once.encode())
        assert isinstance(again, Record)
        assert canonical(again) == once
        assert verify(once.encode()).as_dict() == verify(text.encode()).as_dict() | {"findings": []}


def test_digest_does_not_depend_on_comments_spacing_and_names(rules: Rules) -> None:
    text, record = recorded(rules, 5)
    lines = [
        f"  {line.replace(' ', '  ')} \t; {number}"
        for number, line in enumerate(text.split("\n"))
        if line
    ]
    tags = [line for line in lines if line.strip().startswith("[")]
    rest = [line for line in lines if not line.strip().startswith("[")]
    other = "\r\n".join(["; hello", *tags, '[SeatA "Jana"]', '[Weather "rain"]', "", *rest])
    found = read(other.encode())
    assert isinstance(found, Record)
    assert digest(found) == digest(record)


def test_every_prefix_is_lawful_and_unfinished(rules: Rules) -> None:
    text, record = recorded(rules, 7)
    lines = text.splitlines()
    last = record.lines[-1]
    for end in record.lines[:-1]:
        verdict = verify("\n".join(lines[:end]).encode())
        assert verdict.status in ("unfinished", "complete"), lines[end - 1]
        if end < last and verdict.status == "complete":
            assert verdict.sides  # what follows changes nothing, such as a remark


def test_actions_lead_from_position_to_position(rules: Rules) -> None:
    _, record = recorded(rules, 9)
    before = positions(record)
    for position, action, after in zip(before, record.actions, before[1:], strict=False):
        assert rules.play.after(position, action) == after
        assert rules.play.why_not(position, action) is None
    assert before[-1].is_complete
    assert before[0] == rules.play.start(record.setup), "earlier positions are as they were"


def test_unlawful_action_leads_nowhere(rules: Rules) -> None:
    _, record = recorded(rules, 9)
    start = rules.play.start(record.setup)
    wrong = Action("D" if record.setup.players < 4 else "C", *_parts(record.actions[-1]))
    assert isinstance(rules.play.why_not(start, wrong), Fault)
    with pytest.raises(ValueError, match=r"\w"):
        rules.play.after(start, wrong)


def _parts(action: Action) -> tuple[Any, ...]:
    return action.kind, action.what, action.claim


def test_what_is_lawful_is_not_forbidden(rules: Rules) -> None:
    for seed in range(4):
        _, record = recorded(rules, seed)
        reached = positions(record)
        for position in Random(seed).sample(reached, min(6, len(reached))):
            for number, action in enumerate(rules.play.lawful(position)):
                assert rules.play.why_not(position, action) is None
                if number > 200:
                    break


def test_lawful_actions_can_be_written_and_read(rules: Rules) -> None:
    _, record = recorded(rules, 2)
    for position in positions(record)[:10]:
        for number, action in enumerate(rules.play.lawful(position)):
            words = rules.play.write(action)
            if words is not None:
                assert rules.play.read(action.seat, words.split(), None) == action
            if number > 50:
                break


@quick
@given(seed=st.integers(0, 30), data=st.data())
def test_mutated_game_has_a_verdict(rules: Rules, seed: int, data: Any) -> None:
    text, _ = recorded(rules, seed)
    verdict = verify(mutated(text, data).encode())
    json.dumps(verdict.as_dict())
    errors = [one for one in verdict.findings if one.severity == "error"]
    assert len(errors) == (verdict.status in ("illegal", "unreadable"))
    assert all(one.message and one.rule and one.line >= 1 for one in verdict.findings)


@quick
@given(words=st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=5))
def test_any_words_are_read_or_refused(rules: Rules, words: list[str]) -> None:
    rules.play.read("A", words, None)
    rules.play.read("A", words, words[0])
    for tag in rules.tags.names(4):
        rules.tags.read(tag, words[0], players=4)


def test_drawing_is_well_formed_and_says_itself_in_words(rules: Rules) -> None:
    _, record = recorded(rules, 11)
    position, last = positions(record)[-1], record.actions[-1]
    for coordinates in (False, True):
        svg = rules.looks.draw(position, last=last, coordinates=coordinates)
        root = ElementTree.fromstring(svg)
        assert root.tag == f"{SVG}svg"
        assert root.find(f"{SVG}title").text  # type: ignore[union-attr]
        assert root.find(f"{SVG}desc").text  # type: ignore[union-attr]
        assert "style=" not in svg
        assert "<script" not in svg
        assert "<style" not in svg
    assert rules.looks.describe(position)


def test_every_game_brings_all_keys_of_the_league(rules: Rules) -> None:
    sides = []
    for seed in range(3):
        _, record = recorded(rules, seed)
        sides.append(rules.play.standings(positions(record)[-1])[0])
    names = rules.league_key_names(record.setup)
    assert names
    for side in sides:
        keys = rules.league_keys(side)
        assert all(isinstance(key, int) for key in keys)
        assert len(keys) == len(names)
    assert rules.best_keys <= set(range(len(names)))


def test_import_reads_no_tables() -> None:
    """Tables are built when first needed: the modules alone load without the games."""
    loaded = "[name for name in sys.modules if name.startswith('games.')]"
    code = f"import sys, games.verify; print(*{loaded})"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "games.verify" in found.stdout.split()
    assert not {f"games.{game}" for game in GAMES} & set(found.stdout.split())


@pytest.mark.parametrize("game", GAMES)
def test_rules_travel_to_another_process_by_their_key(game: str) -> None:
    rules = rules_of(game)
    assert pickle.loads(pickle.dumps(rules)) is rules

"""A replay agrees with the verdict step by step; what it attempted can always be drawn."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from games.contract import Rules
from games.record import Record, Unread, read
from games.registry import rules_of
from games.replay import Attempt, Replay, ReplayStep, finding, replay, written
from games.values import SEATS, Action
from games.verdict import Finding
from games.verify import verify, verify_and_replay
from tests.games.random_records import mutated, recorded

pytestmark = pytest.mark.usefixtures("other_games")


def breaks_a_rule(file: Path) -> bool:
    """By an action: at a tag, the finding has no seat."""
    verdict = verify(file.read_bytes())
    return verdict.status == "illegal" and verdict.error.seat is not None  # type: ignore[union-attr]


RECORDS = sorted(Path(__file__).parent.glob("*/records/*.txt"))
BROKEN = [file for file in RECORDS if breaks_a_rule(file)]
quick = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def replayed(record: Record | Unread) -> Replay:
    assert isinstance(record, Record)
    found = replay(record)
    assert isinstance(found, Replay)
    return found


def assert_agrees(data: bytes) -> None:
    """The replay says what the verdict says, as far as both speak of the same."""
    verdict, record = verify(data), read(data)
    assert verify_and_replay(data)[0] == verdict
    if isinstance(record, Unread):
        assert verdict.status == "unreadable"
        return
    game = replay(record)
    if isinstance(game, Finding):
        assert (verdict.status, verdict.findings) == ("illegal", (game,))
        return
    differing = [step for step in game.steps if step.claim_fault]
    warnings = [finding(one.line, one.seat, "warning", one.claim_fault) for one in differing]  # type: ignore[arg-type]
    errors = [game.attempt.finding] if game.attempt else []
    assert verdict.findings == (*warnings, *errors)
    assert verdict.turns == game.turns == sum(step.is_turn for step in game.steps)
    assert (verdict.status == "illegal") == bool(errors)
    if verdict.status == "complete":
        standings = sorted(record.rules.play.standings(game.position), key=lambda one: one.side)
        sides = sorted((side.standing for side in verdict.sides), key=lambda one: one.side)
        assert sides == standings
    for step in game.steps:
        assert step.claim_differs == (step.claim is not None and step.claim != step.points)


@quick
@given(seed=st.integers(0, 30), data=st.data())
def test_replay_agrees_with_the_verdict(rules: Rules, seed: int, data: Any) -> None:
    assert_agrees(mutated(recorded(rules, seed)[0], data).encode())


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: f"{file.parts[-3]}/{file.stem}")
def test_replay_agrees_about_recorded_games(file: Path) -> None:
    assert_agrees(file.read_bytes())


def test_steps_lead_from_the_start_to_the_end(rules: Rules) -> None:
    text, record = recorded(rules, 4)
    game = replayed(record)
    before = game.start
    for number, step in enumerate(game.steps):
        assert step.before == before
        assert step.position == rules.play.after(before, step.action)
        assert (step.action, step.line) == (record.actions[number], record.lines[number])
        assert step.standings == rules.play.standings(step.position)
        claim = "" if step.claim is None else f" ={step.claim}"
        assert f"{step.seat} {step.words}{claim}" == text.splitlines()[step.line - 1]
        before = step.position
    assert (game.position, game.attempt) == (before, None)
    assert game.after(None) == game.after(game.turns + 1) == (before, record.actions[-1])


def test_position_after_a_turn_has_its_draws(rules: Rules) -> None:
    game = replayed(recorded(rules, 6)[1])
    for turns in range(game.turns + 1):
        played = [step for step in game.steps if step.turn <= turns]
        expected = (played[-1].position, played[-1].action) if played else (game.start, None)
        assert game.after(turns) == expected


def test_record_without_actions_stands_at_its_start(rules: Rules) -> None:
    text, _ = recorded(rules, 4)
    tags = "\n".join(line for line in text.splitlines() if line.startswith("["))
    game = replayed(read(tags.encode()))
    assert (game.steps, game.turns, game.position, game.attempt) == ((), 0, game.start, None)


def with_claims(text: str, claims: list[str | None]) -> str:
    """A record whose actions claim these points instead of their own."""
    tags = [line for line in text.splitlines() if line.startswith("[")]
    actions = [line for line in text.splitlines() if not line.startswith("[")]
    lines = [
        line.partition(" =")[0] + ("" if claim is None else f" ={claim}")
        for line, claim in zip(actions, claims, strict=True)
    ]
    return "\n".join([*tags, *lines])


@pytest.mark.parametrize("seed", range(8))
def test_points_of_the_rules_are_right_claims(rules: Rules, seed: int) -> None:
    text, record = recorded(rules, seed)
    bare = replayed(read(with_claims(text, [None] * len(record.actions)).encode()))
    right = [step.points for step in bare.steps]
    verdict = verify(with_claims(text, right).encode())
    assert verdict.findings == ()
    assert verdict.claims == ("match" if any(right) else "none")

    wrong = [None if points is None else "0" for points in right]
    game = replayed(read(with_claims(text, wrong).encode()))
    assert [step.claim for step in game.steps] == wrong
    assert [step.claim_differs for step in game.steps] == [one not in (None, "0") for one in right]
    assert [step.points for step in game.steps] == right


def test_remark_that_the_canonical_form_leaves_out_has_words() -> None:
    assert any(
        step.words == "pass"
        for seed in range(20)
        for step in replayed(read(polyssimo_with_a_pass(seed))).steps
    )


def polyssimo_with_a_pass(seed: int) -> bytes:
    """The loser of a random game stands at the end, and says so."""
    rules = rules_of("polyssimo")
    assert rules is not None
    return (rules.random_play.game(seed, players=2, variant=None) + "A pass\n").encode()


def classes(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return [name for one in root.iter() for name in one.get("class", "").split()]


@pytest.mark.parametrize("file", BROKEN, ids=lambda file: f"{file.parts[-3]}/{file.stem}")
def test_attempt_of_a_recorded_game_is_marked_on_the_board_before_it(file: Path) -> None:
    game = replayed(read(file.read_bytes()))
    attempt = game.attempt
    assert attempt is not None
    assert attempt.position == game.position
    again = attempt.rules.play.read(attempt.seat, attempt.words.split(), None)
    assert again == attempt.action._replace(claim=None)
    assert attempt.last == (game.steps[-1].action if game.steps else None)
    svg = attempt.draw(coordinates=True)
    names = classes(svg)
    has_board = bool(attempt.rules.looks.pad(attempt.position, last=None).spots)
    if attempt.action.kind in ("place", "move") and has_board:
        assert "attempted" in names
    assert f"The board before an action by {attempt.seat} that breaks the rules.</desc>" in svg
    if attempt.seat in game.setup.seats:
        assert (names.count("attempted-seat"), "attempted-cross" in names) == (1, True)
    plain = attempt.rules.looks.draw(attempt.position, last=attempt.last, coordinates=True)
    assert not [name for name in classes(plain) if name.startswith("attempted")]


@quick
@given(data=st.data())
def test_any_action_can_be_drawn_as_attempted(rules: Rules, data: Any) -> None:
    """Of other positions, other numbers of players, other seats, and of words shuffled together."""
    game = replayed(recorded(rules, data.draw(st.integers(0, 12)))[1])
    other = replayed(recorded(rules, data.draw(st.integers(0, 12)))[1])
    seat = data.draw(st.sampled_from(SEATS))
    words = st.sampled_from([word for step in other.steps for word in step.words.split()])
    read_ = rules.play.read(seat, data.draw(st.lists(words, min_size=1, max_size=6)), None)
    drawn = data.draw(st.sampled_from(other.steps)).action._replace(seat=seat)
    for action in (drawn, read_):
        position, last = game.after(data.draw(st.integers(0, game.turns)))
        if isinstance(action, Action):
            svg = rules.looks.draw(position, last=last, coordinates=False, attempted=action)
            ElementTree.fromstring(svg)
            assert not [bad for bad in ("style=", "<style", "<script", " id=") if bad in svg]


@pytest.mark.parametrize("kind", ["rack", "draw", "left", "pass", "swap", "never-heard-of"])
def test_action_with_nothing_to_show_leaves_the_board_alone(rules: Rules, kind: str) -> None:
    start = replayed(recorded(rules, 1)[1]).start
    svg = rules.looks.draw(start, last=None, coordinates=False, attempted=Action("A", kind, (1, 2)))
    assert "attempted" not in classes(svg)


def test_game_goes_on_step_by_step_as_it_was_replayed(rules: Rules) -> None:
    game = replayed(recorded(rules, 4)[1])
    again = Replay(rules, game.setup, game.start)
    for step in game.steps:
        assert again.last == (again.steps[-1].action if again.steps else None)
        further = again.tried(step.action, line=step.line)
        assert isinstance(further, ReplayStep)
        again = again.with_step(further)
    assert again == game
    seat = next(seat for seat in SEATS if seat != game.start.turn)
    outcome = Replay(rules, game.setup, game.start).tried(Action(seat, "pass"), line=7)
    assert isinstance(outcome, Attempt)
    assert (outcome.line, outcome.last) == (7, None)


@pytest.mark.parametrize("termination", ["normal", "time"])
def test_replay_is_written_as_a_record_with_all_claims_right(
    rules: Rules, termination: str
) -> None:
    game = replayed(recorded(rules, 6)[1])
    text = written(game, termination=termination)
    verdict, again = verify_and_replay(text.encode())
    assert again is not None
    assert (verdict.findings, again.position) == ((), game.position)
    assert ('[Termination "time"]' in text) == (termination == "time")

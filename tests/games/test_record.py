"""The text format: every sentence of record-format.md sections 1 and 2, on a tiny game."""

import hashlib
import json

import pytest
from hypothesis import given, strategies as st

from games.record import Record, canonical, number, read, read_action
from games.registry import rules_of
from games.verdict import Verdict
from games.verify import verify

pytestmark = pytest.mark.usefixtures("other_games")

HEAD = '[Game "pebbles"]\n[Players "2"]\n'
GAME = HEAD + "A take 3 =4\nB take 3\nA take 1 =0\n"


def judged(text: str | bytes) -> Verdict:
    return verify(text.encode() if isinstance(text, str) else text)


def error(text: str | bytes) -> tuple[str, int, str]:
    verdict = judged(text)
    found = [one for one in verdict.findings if one.severity == "error"]
    assert len(found) == 1
    return verdict.status, found[0].line, found[0].code


def test_complete_game_has_the_whole_verdict() -> None:
    assert judged(GAME).as_dict() == {
        "game": "pebbles",
        "variant": "base",
        "edition": "standard",
        "players": 2,
        "rules_version": 1,
        "status": "complete",
        "termination": "normal",
        "claims": "match",
        "turns": 3,
        "sides": [
            {"side": "A", "seats": ["A"], "rank": 1, "score": 1, "keys": [1]},
            {"side": "B", "seats": ["B"], "rank": 2, "score": 0, "keys": [0]},
        ],
        "findings": [],
        "digest": hashlib.sha256(
            b'[Game "pebbles"]\n[Variant "base"]\n[Edition "standard"]\n[Players "2"]\n'
            b'[Termination "normal"]\n[Heap "7"]\nA take 3 =4\nB take 3\nA take 1 =0\n'
        ).hexdigest(),
    }


# 1.1
@pytest.mark.parametrize(
    "text",
    [
        GAME.replace("\n", "\r\n"),
        "\ufeff" + GAME,
        GAME.rstrip("\n"),
        GAME.replace("A take 3", " \t A\ttake   3 "),
        GAME.replace("B take", "\n  \n; a comment\n\t; another\nB take"),
        GAME.replace("B take 3", "B take 3;right after"),
        GAME.replace("[Players", '[SeatA "Jana; Nováková"] ; names\n[Players'),
    ],
)
def test_lines_same_game_written_otherwise(text: str) -> None:
    assert judged(text).digest == judged(GAME).digest
    assert judged(text).status == "complete"


def test_lines_largest_record_is_read_and_one_byte_more_is_not() -> None:
    comment = ";" + "x" * (262_144 - len(GAME) - 1)
    assert judged(GAME + comment).status == "complete"
    assert error(GAME + comment + "x") == ("unreadable", 1, "too-large")
    assert judged(GAME + comment + "x").game == "pebbles"


def test_lines_longest_record_is_read_and_one_line_more_is_not() -> None:
    blank = "\n" * (5_000 - GAME.count("\n"))
    assert judged(GAME + blank).status == "complete"
    assert error(GAME + blank + ";") == ("unreadable", 5_001, "too-large")
    assert error(GAME + "?\n" + blank) == ("unreadable", 6, "syntax")


@pytest.mark.parametrize("character", ["\x00", "\x0b", "\x0c", "\x1b", "\x7f", "\x85", "\r"])
def test_lines_control_character_is_refused_in_comments_too(character: str) -> None:
    assert error(GAME + f"; x{character}y\n") == ("unreadable", 6, "syntax")


def test_lines_other_line_ends_are_no_line_ends() -> None:
    assert judged(GAME + "; x\u2028y\n").status == "complete"


@pytest.mark.parametrize("bad", [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf5\x80"])
def test_lines_bytes_that_are_no_utf8(bad: bytes) -> None:
    assert error(GAME.encode() + b"; " + bad + b"\n") == ("unreadable", 6, "not-utf8")


def test_lines_first_wrong_line_counts_whatever_is_wrong_with_it() -> None:
    text = HEAD.encode() + b"A fly\n; \xff\n"
    assert error(text) == ("unreadable", 3, "syntax")
    assert error(b"; \xff\n" + text) == ("unreadable", 1, "not-utf8")


# 1.2
@pytest.mark.parametrize(
    "tag",
    [
        "[Event]",
        "[Event x]",
        '[Event "x]',
        '[Event "x" ]',
        '[ Event "x"]',
        '[Event"x"]',
        '[Ev-ent "x"]',
        '["x"]',
        '[Event "x"] y',
        '[Event "x"y"]',
        '[Event "x"',
        "[",
    ],
)
def test_tags_not_of_the_form_is_refused(tag: str) -> None:
    assert error(HEAD + tag + "\nA take 3\n") == ("unreadable", 3, "syntax")


def test_tags_unknown_is_kept_and_ignored() -> None:
    text = GAME.replace("[Players", '[Weather2 ""]\n[SeatC "x"]\n[Players')
    assert judged(text).digest == judged(GAME).digest


def test_tags_given_twice_is_refused() -> None:
    assert error(HEAD + '[Players "2"]\n') == ("unreadable", 3, "tag-twice")
    assert error(HEAD + '[X "1"]\n[X "1"]\n') == ("unreadable", 4, "tag-twice")


def test_tags_after_an_action_is_refused() -> None:
    assert error(GAME + '[Event "x"]\n') == ("unreadable", 6, "syntax")


def test_tags_required_and_missing_is_reported_at_line_1() -> None:
    assert error('\n\n[Game "pebbles"]\nA take 1\n') == ("unreadable", 1, "tag-missing")
    assert error('\n[Players "2"]\nA fly\n') == ("unreadable", 1, "tag-missing")
    assert error("") == ("unreadable", 1, "tag-missing")


def test_tags_unknown_game_is_refused_at_its_line() -> None:
    assert error('A take 1\n[Game "no such"]\n[Players "2"]\n') == ("unreadable", 2, "syntax")
    verdict = judged('\n[Game "chess"]\n[Players "2"]\nA e4\n')
    assert (verdict.status, verdict.findings[0].line) == ("unreadable", 2)
    assert (verdict.game, verdict.players, verdict.rules_version) == ("chess", 2, None)


@pytest.mark.parametrize("value", ["", "two", "12", " 2", "02", "-1", "²", "２"])
def test_tags_players_is_one_digit(value: str) -> None:
    text = f'[Game "pebbles"]\n[Players "{value}"]\n'
    assert error(text) == ("unreadable", 2, "syntax")
    assert judged(text).players is None


@pytest.mark.parametrize("value", ["0", "1", "4", "9"])
def test_tags_number_of_players_that_the_game_does_not_allow(value: str) -> None:
    text = f'[Game "pebbles"]\n[Heap "none"]\n[Players "{value}"]\nA take 1\n'
    assert error(text) == ("illegal", 3, "players"), "and own tags are not judged"


@pytest.mark.parametrize(
    "tag", ['[Variant "blitz"]', '[Edition "gold"]', '[Termination "rain"]', '[Variant ""]']
)
def test_tags_value_that_the_game_does_not_allow(tag: str) -> None:
    verdict = judged(HEAD + tag + "\nA take 9\n")
    assert error(HEAD + tag + "\nA take 9\n") == ("illegal", 3, "tag-value")
    assert (verdict.digest, verdict.turns, verdict.sides) == (None, 0, ())


def test_tags_own_tag_of_the_wrong_form_or_value() -> None:
    assert error(HEAD + '[Heap "many"]\n') == ("unreadable", 3, "syntax")
    assert error(HEAD + '[Heap "99"]\n') == ("illegal", 3, "set-up")


def test_tags_first_wrong_tag_by_line_counts() -> None:
    text = HEAD + '[Heap "99"]\n[Edition "gold"]\n'
    assert error(text) == ("illegal", 3, "set-up")
    text = HEAD + '[Edition "gold"]\n[Heap "99"]\n'
    assert error(text) == ("illegal", 3, "tag-value")


def test_tags_unreadable_line_comes_before_a_wrong_tag() -> None:
    assert error(HEAD + '[Heap "99"]\nA fly\n') == ("unreadable", 4, "syntax")


# 1.3, 1.4
@pytest.mark.parametrize(
    "line",
    [
        "E take 1",
        "a take 1",
        "AB take 1",
        "A",
        "A =4",
        "A take",
        "A take 1 2",
        "A take -1",
        "A take 01",
        "A take 1234567",
        "A take 1 =",
        "A take 1 =x",
        "A take 1 =1 =1",
        "A\u00a0take 1",
        "A take\u30001",
        "A take １",
        "take 1",
        "=",
        "?",
    ],
)
def test_actions_not_of_the_form_is_a_syntax_error(line: str) -> None:
    assert error(HEAD + "A take 3\n" + line + "\n") == ("unreadable", 4, "syntax")


def test_actions_unreadable_wins_over_illegal_before_it() -> None:
    verdict = judged(HEAD + "A take 9\nB fly\n")
    assert error(HEAD + "A take 9\nB fly\n") == ("unreadable", 4, "syntax")
    assert (verdict.turns, verdict.claims, verdict.digest) == (0, "none", None)
    assert (verdict.game, verdict.players, verdict.termination) == ("pebbles", 2, None)


def test_actions_wrong_seat_is_illegal() -> None:
    assert error(HEAD + "B take 1\n") == ("illegal", 3, "wrong-seat")
    assert error(HEAD + "A take 1\nA take 1\n") == ("illegal", 4, "wrong-seat")
    assert error(HEAD + "D take 1\n") == ("illegal", 3, "wrong-seat")


def test_actions_action_after_the_end_is_illegal() -> None:
    verdict = judged(GAME + "B take 1\n")
    assert error(GAME + "B take 1\n") == ("illegal", 6, "after-end")
    assert (verdict.turns, verdict.claims, verdict.sides) == (3, "match", ())
    assert verdict.digest is not None
    assert verdict.findings[0].seat == "B"


# 1.5, 2.4
def test_termination_by_time_is_scored_as_it_stands() -> None:
    verdict = judged(HEAD + '[Termination "time"]\nA take 3\n')
    assert (verdict.status, verdict.termination) == ("complete", "time")
    assert [side.rank for side in verdict.sides] == [1, 1]


def test_termination_abandoned_is_unfinished() -> None:
    verdict = judged(HEAD + '[Termination "abandoned"]\nA take 3\n')
    assert (verdict.status, verdict.termination, verdict.sides) == (
        "unfinished",
        "abandoned",
        (),
    )


@pytest.mark.parametrize("value", ["time", "abandoned"])
def test_termination_has_no_effect_on_a_game_that_is_over(value: str) -> None:
    verdict = judged(GAME.replace("A take 3", f'[Termination "{value}"]\nA take 3', 1))
    assert (verdict.status, verdict.termination) == ("complete", "normal")


def test_termination_of_the_tag_is_part_of_the_digest() -> None:
    timed = judged(GAME.replace("A take 3", '[Termination "time"]\nA take 3', 1))
    assert timed.digest != judged(GAME).digest


# 2.2
def test_claims_none_where_no_action_has_one() -> None:
    assert judged(HEAD + "A take 1\n").claims == "none"
    assert judged(HEAD).claims == "none"


def test_claims_that_differs_is_a_warning_and_no_more() -> None:
    verdict = judged(GAME.replace("=4", "=5"))
    assert (verdict.status, verdict.claims) == ("complete", "mismatch")
    [finding] = verdict.findings
    assert (finding.line, finding.seat, finding.code, finding.severity) == (
        3,
        "A",
        "claim-differs",
        "warning",
    )
    assert finding.message == "Claimed 5, left 4."


def test_claims_after_an_illegal_action_is_not_judged() -> None:
    verdict = judged(HEAD + "A take 9 =1\nB take 1 =1\n")
    assert (verdict.status, verdict.claims, verdict.turns) == ("illegal", "none", 0)


def test_numbers_have_at_most_six_digits_and_no_leading_zero() -> None:
    assert [number(text) for text in ("0", "15", "999999")] == [0, 15, 999_999]
    wrong = ("", "00", "01", "-1", "+1", "1.0", "1000000", "１", " 1")
    assert [number(text) for text in wrong] == [None] * len(wrong)


@given(st.binary(max_size=300))
def test_any_bytes_have_a_verdict(data: bytes) -> None:
    json.dumps(verify(data).as_dict())


@given(st.text(max_size=200))
def test_any_text_after_a_good_head_has_a_verdict(text: str) -> None:
    json.dumps(verify(HEAD.encode() + text.encode("utf-8", "surrogatepass")).as_dict())


@given(st.integers(0, 10_000))
def test_canonical_form_is_its_own_canonical_form(seed: int) -> None:
    from tests.games.pebbles import RULES

    record = read(RULES.random_play.game(seed, players=None, variant=None).encode())
    assert isinstance(record, Record)
    once = canonical(record)
    again = read(once.encode())
    assert isinstance(again, Record)
    assert canonical(again) == once


@pytest.mark.parametrize(
    "text",
    [
        b'[Game "triolet"]\nfoo bar\n[Players "x"]\n',
        b'[Event "x"]\nfoo bar\n[Game "chess"]\n[Players "2"]\n',
        b'[Game "triolet"]\nA h8\n[Players "x"]\n',
    ],
)
def test_first_wrong_line_is_found_before_a_tag_that_is_wrong_as_well(text: bytes) -> None:
    (finding,) = verify(text).findings
    assert (finding.line, finding.code) == (2, "syntax")


def test_line_is_of_the_form_of_an_action_or_not() -> None:
    rules = rules_of("triolet")
    assert rules is not None
    assert read_action(rules, "A h8=5 =0") == rules.play.read("A", ["h8=5"], "0")
    assert read_action(rules, "A plays well") is None

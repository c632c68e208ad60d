"""What is kept of a record: all that the game has words for, and nothing that names people."""

import pytest
from hypothesis import given, settings, strategies as st

from games.anonymous import as_typed, keep, names_in, with_tag
from games.record import MAX_BYTES, MAX_LINES, Record, digest, read
from games.registry import GAMES, rules_of
from games.verify import verify


@given(st.text(max_size=300))
def test_lines_of_any_text_stay_where_they_are(text: str) -> None:
    kept = keep(text)
    assert kept.text.count("\n") == text.count("\n")
    assert keep(kept.text).text == kept.text


LETTERS = st.characters(codec="utf-8", exclude_categories=["Cc"], exclude_characters='";')
NAMES = st.text(LETTERS, max_size=20).map(lambda rest: f"Žofie{rest}".strip())


@settings(max_examples=60)
@given(
    game=st.sampled_from(GAMES),
    seed=st.integers(0, 50),
    name=NAMES,
    places=st.lists(st.integers(0, 400), max_size=5),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_readable_record_keeps_its_verdict_without_names_and_comments(
    game: str, seed: int, name: str, places: list[int], end: str
) -> None:
    rules = rules_of(game)
    assert rules is not None
    lines = rules.random_play.game(seed, players=None, variant=None).strip().split("\n")
    lines[1:1] = [f'[SeatA "{name}"]', f'[Venue "{name}"] ; {name}']
    first = next(at for at, line in enumerate(lines) if not line.startswith("["))
    for place in places:
        at = first + place % (len(lines) - first)
        lines[at] = f"{lines[at]} ; {name}" if place % 2 else lines[at]
        lines.insert(at, f"; {name}")
    written = end.join(lines) + end
    before = verify(written.encode())
    kept = keep(written)
    after = verify(kept.text.encode())
    assert name not in kept.text
    assert len(kept.text.split("\n")) == len(written.split("\n"))
    assert after == before
    assert (after.status, names_in(written)) == ("complete", {"A": name})


@settings(max_examples=60)
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 30), at=st.integers(0, 400))
def test_finding_of_a_broken_record_names_the_same_line_after_keeping(
    game: str, seed: int, at: int
) -> None:
    rules = rules_of(game)
    assert rules is not None
    lines = rules.random_play.game(seed, players=None, variant=None).strip().split("\n")
    lines[1:1] = ['[SeatB "Petr"]', "; who wrote this: Petr"]
    lines.insert(4 + at % (len(lines) - 4), "A nonsense ; by Petr")
    written = "\n".join(lines)
    before, after = verify(written.encode()), verify(keep(written).text.encode())
    assert before.error is not None
    assert after.error is not None
    assert (after.status, after.error.line, after.error.code) == (
        before.status,
        before.error.line,
        before.error.code,
    )


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ('[SeatA "Jana"]', '[SeatA ""]'),
        ('[Event "Jana u Nováků"]', '[Event ""]'),
        ('[Site "Jana u Nováků"]', '[Tag1 ""]'),
        ('[Jana "1"]\n[Petr "2"]\n[Jana "3"]', '[Tag1 ""]\n[Tag2 ""]\n[Tag1 ""]'),
        ('\ufeff[SeatA "Jana"]', '[SeatA ""]'),
        ('[Game "Jana"]', '[Game "?"]'),
        ('[Players "Jana 2"]', '[Players "? 2"]'),
        ('[Variant "Jana"]', '[Variant "?"]'),
        ('[Edition "standard"]', '[Edition "standard"]'),
        ('[Termination "Jana gave up"]', '[Termination "? ? ?"]'),
        ('[Game "triolet"] ; Jana', '[Game "triolet"]'),
        ('[Game "triolet"] Jana', '[Game "triolet"] ?'),
        ("[Jana", "[?]"),
        ('["Jana"]', "[?]"),
        ("; Jana", ""),
        ("A pass ; Jana", "A pass"),
        ("A pass;Jana", "A pass"),
        ("Jana Nováková starts", "? ? ?"),
        ("Jo pass", "? pass"),
        ("A Jana h8=11 =25", "A ? h8=11 =25"),
        ("A pass =Jana", "A pass =?"),
        ("A ž8=11", "A ž8=11"),
        ("\u200b[SeatA Jana]", "\u200b[? ?]"),
        ("call 777123456", "? ?"),
        ("A GR m10-m99 =R1", "A GR m10-m99 =R1"),
        ("A c4xB>g9", "A c4xB>g9"),
        ("A swap 1 2 3", "A swap 1 2 3"),
        ("A swpa 1", "A ? 1"),
    ],
)
def test_line_without_what_names_people(line: str, kept: str) -> None:
    assert keep(line).text == kept


def test_tag_is_set_where_it_stood_or_before_all_others() -> None:
    assert with_tag('[A "1"]\n[T "x"]\nB', "T", "y") == '[A "1"]\n[T "y"]\nB'
    assert with_tag("B", "T", "y") == '[T "y"]\nB'


@pytest.mark.parametrize("game", GAMES)
def test_own_tag_that_is_not_of_its_form_names_nobody(game: str) -> None:
    rules = rules_of(game)
    assert rules is not None
    for tag in rules.tags.names(2):
        head = f'[Game "{game}"]\n[Players "2"]\n'
        assert keep(f'{head}[{tag} "Jana"]').text == f'{head}[{tag} "?"]'


def test_word_that_a_readable_line_uses_stays_in_one_that_cannot_be_read() -> None:
    head = '[Game "polyssimo"]\n[Players "2"]\n'
    assert keep(f"{head}A take F\nA take Jana F").text == f"{head}A take F\nA take ? F"


def test_number_of_players_of_any_length_is_no_number() -> None:
    digits = "1" * 9_000
    assert keep(f'[Game "twisty"]\n[Players "{digits}"]').text.endswith('[Players "?"]')


@settings(max_examples=60)
@given(
    game=st.sampled_from(GAMES),
    seed=st.integers(0, 30),
    at=st.integers(0, 400),
    how=st.sampled_from(["{name}", "A {name}", "{name} {line}", "{line} {name}", "A x ={name}"]),
    name=st.sampled_from(["Jana", "Žofie", "Jo", "Jana Nováková", "O'Brien", "Ng", "[Jana]"]),
)
def test_name_in_a_line_that_cannot_be_read_goes_and_the_finding_stays(
    game: str, seed: int, at: int, how: str, name: str
) -> None:
    rules = rules_of(game)
    assert rules is not None
    lines = rules.random_play.game(seed, players=None, variant=None).strip().split("\n")
    first = next(number for number, line in enumerate(lines) if not line.startswith("["))
    place = first + at % (len(lines) - first)
    lines[place] = how.format(name=name, line=lines[place])
    written = "\n".join(lines)
    before, kept = verify(written.encode()), keep(written).text
    after = verify(kept.encode())
    assert before.error is not None
    assert after.error is not None
    assert (after.status, after.error.line, after.error.code) == (
        "unreadable",
        before.error.line,
        before.error.code,
    )
    assert not any(part in kept for part in name.strip("[]").split(" "))


@pytest.mark.parametrize(
    ("head", "line"),
    [('[Game "triolet"]\n', 3), ('[Game "triolet"]\n[Termination "normal"]\n', 4)],
)
def test_lines_of_a_verdict_are_those_that_were_typed(head: str, line: int) -> None:
    typed = f'{head}[Players "2"]\nA nonsense\n'
    kept = with_tag(keep(typed).text, "Termination", "time")
    verdict = verify(kept.encode())
    shown = as_typed(verdict, typed=typed, kept=kept)
    assert [finding.line for finding in shown.findings] == [line]
    assert [finding.line for finding in verdict.findings] == [4]
    assert shown.findings[0].code == verdict.findings[0].code


def test_what_is_missing_is_said_at_the_first_line() -> None:
    typed = '[Game "triolet"]\n'
    kept = with_tag(typed, "Termination", "time")
    shown = as_typed(verify(kept.encode()), typed=typed, kept=kept)
    assert [(finding.line, finding.code) for finding in shown.findings] == [(1, "tag-missing")]


@settings(max_examples=60)
@given(
    game=st.sampled_from(GAMES),
    seed=st.integers(0, 30),
    at=st.integers(0, 400),
    line=st.sampled_from(
        ["", "; by Petr", "A nonsense", '[SeatA "Petr"]', '[Termination "normal"] x', ";\x01"]
    ),
    is_by_time=st.booleans(),
)
def test_record_that_is_read_on_the_way_is_the_one_that_is_kept(
    game: str, seed: int, at: int, line: str, is_by_time: bool
) -> None:
    rules = rules_of(game)
    assert rules is not None
    lines = rules.random_play.game(seed, players=None, variant=None).split("\n")
    lines.insert(at % len(lines), line)
    kept = keep("\n".join(lines), is_by_time=is_by_time)
    again = read(kept.text.encode())
    assert kept.record == (again if isinstance(again, Record) else None)
    assert kept.digest == (digest(again) if isinstance(again, Record) else "")


def test_text_beyond_the_limits_is_kept_as_no_record() -> None:
    head = '[Game "triolet"]\n[Players "2"]\n'
    assert keep(head).record is not None
    assert keep(head + " " * MAX_BYTES + ".").record is None
    assert keep(head + "\n" * MAX_LINES).record is None
    assert keep('[Players "2"]').record is None

"""What holds for all games: random ones, and random ones that were tampered with."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from games.kaleidoskop import RULES
from games.kaleidoskop.random_play import played
from games.record import Record, canonical, digest, read
from games.values import Action
from games.verify import verify
from tests.games.kaleidoskop.oracle import replay
from tests.games.kaleidoskop.tables import LETTERS, RACK, line, play, start

GAMES = 500
seeds = st.integers(0, 10**6)
quick = settings(max_examples=60)


def random_game(seed):
    """Every tenth on a board with another order of colours."""
    text = RULES.random_play.game(seed, players=None, variant=None)
    if seed % 10:
        return text
    dice = Random(seed)
    own = {"Corners": "".join(dice.sample(LETTERS, 6))}
    return played(replace(recorded(text).setup, own=own), dice)


def recorded(text):
    record = read(text.encode())
    assert isinstance(record, Record), record
    return record


def positions(record):
    """Each position with the action that follows it."""
    position = RULES.play.start(record.setup)
    for action in record.actions:
        yield position, action
        position = RULES.play.after(position, action)


def test_random_games_replay_as_played_and_as_the_second_referee_counts():
    kinds = Counter()
    for seed in range(GAMES):
        text = random_game(seed)
        verdict = verify(text.encode())
        broken, tracks, is_over, false_claims = replay(text)
        assert (verdict.status, verdict.findings) == ("complete", ()), text
        assert (broken, is_over, false_claims) == (None, True, []), text
        by_seat = sorted(verdict.sides, key=lambda side: side.standing.side)
        assert [list(side.standing.keys) for side in by_seat] == tracks, text
        kinds[verdict.variant, verdict.claims] += 1
        kinds["corners"] += "Corners" in text
        kinds.update(action.kind for action in recorded(text).actions)
        if verdict.variant != "solo":
            kinds["bonus"] += max(position.bonus for position, _ in positions(recorded(text)))
    for kind in (
        "place",
        "swap",
        "draw",
        "rack",
        "pass",
        "bonus",
        "corners",
        ("solo", "none"),
        ("teams", "match"),
    ):
        assert kinds[kind] > 10, kinds


@given(seeds)
@quick
def test_canonical_form_is_idempotent_and_keeps_the_verdict(seed):
    text = random_game(seed)
    once = canonical(recorded(text))
    assert canonical(recorded(once)) == once
    assert verify(once.encode()) == verify(text.encode())


@given(seeds)
@quick
def test_digest_is_free_of_spacing_comments_names_and_order(seed):
    text, dice = random_game(seed), Random(seed)
    lines = [rewritten(one, dice) for one in text.splitlines()]
    tags = [one for one in lines if "[" in one]
    actions = lines[len(tags) :]
    racks = [one for one in actions if " rack " in one]
    others = [one for one in actions if " rack " not in one]
    dice.shuffle(tags)
    dice.shuffle(racks)
    other = "\r\n".join([*tags, '[SeatA "Jana"]', "; a remark", *racks, "", *others])
    assert digest(recorded(other)) == digest(recorded(text))
    assert canonical(recorded(other)) == canonical(recorded(text))


def rewritten(text, dice):
    """The same line in other words: the freedoms that a scorekeeper has."""
    if text[0] == "[":
        return f"\t{text} ; tag"
    words = text.split()
    if words[1] in ("swap", "draw", "rack"):
        tiles = [tile[:: dice.choice((1, -1))] for tile in words[2].split(",")]
        dice.shuffle(tiles)
        words[2] = ",".join(tiles)
    elif words[1] != "pass" and dice.random() < 0.5:
        words[1] = words[1][::-1]
        words[2] = "-".join(reversed(words[2].split("-")))
    if words[-1][0] == "=" and words[-1] != "=0":
        claims = words[-1][1:].split(",")
        claims += [f"{letter}0" for letter in LETTERS if letter not in words[-1]][:2]
        dice.shuffle(claims)
        words[-1] = "=" + ",".join(claims)
    return " \t".join(words) + dice.choice(("", " ", " ; so", "\t;;"))


def random_line(dice):
    """A line that is of its form and hardly ever lawful."""
    seat = dice.choice("ABCD")
    tiles = [dice.choice(LETTERS) + dice.choice(LETTERS) for _ in range(dice.choice((1, 1, 5, 6)))]
    kind = dice.choice(("swap", "draw", "rack", "pass", "place", "place"))
    if kind == "pass":
        return f"{seat} pass"
    if kind != "place":
        return f"{seat} {kind} {','.join(tiles)}"
    fields = [dice.choice("abcdefghijklmno") + str(dice.randint(1, 15)) for _ in range(2)]
    return f"{seat} {tiles[0]} {'-'.join(fields)}"


def tampered(lines, dice):
    """A game with one thing changed somewhere."""
    lines = list(lines)
    tags = sum(one[0] == "[" for one in lines)
    place, other = (dice.randrange(tags, len(lines)) for _ in range(2))
    match dice.randrange(7):
        case 0:
            lines.insert(place, lines[place])
        case 1:
            del lines[place]
        case 2:
            lines[place] = dice.choice("ABCD") + lines[place][1:]
        case 3:
            lines[place] = lines[other]
        case 4:
            lines.insert(place, random_line(dice))
        case 5:
            lines[place], lines[other] = lines[other], lines[place]
        case _:
            words = lines[place].split()
            if words[1] != "pass":
                words[1] = dice.choice(LETTERS) + dice.choice(LETTERS)
            lines[place] = " ".join(words)
    return "\n".join(lines) + "\n"


@given(seeds)
@quick
def test_tampered_games_are_judged_as_by_the_second_referee(seed):
    lines, dice = random_game(seed).splitlines(), Random(seed)
    for _ in range(8):
        text = tampered(lines, dice)
        verdict = verify(text.encode())
        if verdict.status == "unreadable":
            continue
        broken, _, _, false_claims = replay(text)
        error = verdict.error
        assert ((error.line, error.code) if error else None) == broken, text
        warned = [one.line for one in verdict.findings if one.severity == "warning"]
        assert warned == false_claims, text


@pytest.mark.parametrize("seed", range(20))
def test_broken_games_are_refused_where_they_break(seed):
    lines = random_game(seed).splitlines()
    places = [
        number
        for number, text in enumerate(lines)
        if text[0] != "[" and text.split()[1] not in ("swap", "draw", "rack", "pass")
    ]
    place = places[len(places) // 2]

    def code(*changed):
        error = verify("\n".join(changed).encode()).error
        return (error.line, error.code) if error else None

    twice = code(*lines[: place + 1], lines[place], *lines[place + 1 :])
    assert twice is not None
    assert (twice[0], twice[1] in ("wrong-seat", "occupied", "draw")) == (place + 2, True)
    wrong = "D" if lines[place][0] != "D" else "C"
    assert code(*lines[:place], wrong + lines[place][1:]) == (place + 1, "wrong-seat")
    assert code(*lines, lines[-1]) == (len(lines) + 1, "after-end")
    again = lines[place].split()
    again[2] = lines[places[0]].split()[2]
    assert code(*lines[:place], " ".join(again)) == (place + 1, "occupied")


@given(seeds)
@quick
def test_lawful_and_why_not_agree(seed):
    record, dice = recorded(random_game(seed)), Random(seed)
    played = list(positions(record))
    for position, action in dice.sample(played, min(4, len(played))):
        found = list(islice(RULES.play.lawful(position), 3000))
        assert len(set(found)) == len(found)
        for one in dice.sample(found, min(30, len(found))):
            assert RULES.play.why_not(position, one) is None, one
        if len(found) < 3000 and action.kind != "rack":
            bare = Action(action.seat, action.kind, action.what)
            assert bare in found
            for _ in range(30):
                other = line(random_line(dice))
                is_lawful = RULES.play.why_not(position, other) is None
                assert is_lawful == (other in found) or other.kind == "rack", other


def test_lawful_first_tiles_of_a_closed_hand():
    # Of 8 pairs beside each printed symbol: 15 mixed tiles either way round, 6 doubles.
    found = list(RULES.play.lawful(start()))
    pairs = {frozenset(one.what[1:]) for one in found}
    assert len(found) == len(pairs) * (15 * 2 + 6)
    assert all(one.kind == "place" and one.seat == "A" for one in found)


def test_lawful_of_a_game_that_is_over_is_empty():
    *_, (position, action) = positions(recorded(random_game(1)))
    assert list(RULES.play.lawful(RULES.play.after(position, action))) == []


@given(st.binary(max_size=300))
@quick
def test_any_bytes_are_judged(data):
    head = b'[Game "kaleidoskop"]\n[Players "2"]\n'
    assert verify(head + data).status in ("unfinished", "illegal", "unreadable")


@given(
    st.sampled_from("ABCD"),
    st.lists(st.text("RGBOYPam1-9,=", max_size=8), max_size=4),
    st.none() | st.text("RGBOYP019,-", max_size=8),
)
def test_any_words_are_read_or_refused(seat, words, claim):
    action = RULES.play.read(seat, words, claim)
    if isinstance(action, Action):
        text = RULES.play.write(action)
        assert RULES.play.write(line(f"{seat} {text}")) == text


def test_lawful_exchange_of_an_open_hand_shows_it():
    position = play(start(), RACK, "A RG m9-m10 =R1")
    assert line("A swap RR,RR,RR,RR,RR") in list(islice(RULES.play.lawful(position), 3000))

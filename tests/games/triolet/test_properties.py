"""Random games and broken ones: what must hold whatever is played. RULES.md, all of it."""

import re
from collections.abc import Iterator
from itertools import combinations, islice
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from games.hands import Hands
from games.record import Record, canonical, digest, read
from games.triolet import RULES
from games.triolet.board import JOKER, Position, laid, name_of, squares, tile_word
from games.triolet.lawful import stock_of
from games.triolet.lawful_slots import lawful_single
from games.values import Action, Fault
from games.verify import verify
from tests.games.triolet import oracle

GAMES = 500
seeds = st.integers(min_value=0, max_value=10**9)


def game(seed: int) -> str:
    return RULES.random_play.game(seed, players=None, variant=None)


def record_of(text: str) -> Record:
    record = read(text.encode())
    assert isinstance(record, Record)
    return record


def positions(text: str) -> Iterator[tuple[Position, Action]]:
    """Every position of a game, with the action that follows."""
    record = record_of(text)
    position = RULES.play.start(record.setup)
    for action in record.actions:
        yield position, action
        position = RULES.play.after(position, action)


def oracle_board(position: Position) -> oracle.Board:
    words = [
        laid(at, JOKER if code > JOKER else code - 1, (code - 1) % JOKER).word
        for at in squares()
        if (code := position.cells[at])
    ]
    return dict(oracle.parse(" ".join(words)))


def refereed(text: str) -> list[int]:
    """The final points of a game by the second referee, which also judges every placement."""
    record = record_of(text)
    scores = dict.fromkeys(record.setup.seats, 0)
    left: dict[str, int] = {}
    board: oracle.Board = {}
    has_acted: set[str] = set()
    for action in record.actions:
        seat, words = action.seat, RULES.play.write(action) or ""
        if action.kind == "place":
            laying = oracle.parse(words.partition(" =")[0])
            assert oracle.code(board, laying, first=seat not in has_acted) == ""
            lawful = oracle.points(board, laying)
            scores[seat] += action.claim if action.claim in lawful else max(lawful)
            board.update(laying)
        elif action.kind == "left":
            tiles = words.removeprefix("left ").split(",")
            left[seat] = sum(int(tile) for tile in tiles if tile != "*")
        if action.kind not in RULES.play.uncounted:
            has_acted.add(seat)
    finisher = set(scores) - set(left)
    for seat in scores:
        scores[seat] += sum(left.values()) * (seat in finisher) - left.get(seat, 0) * (not finisher)
    return list(scores.values())


@pytest.mark.parametrize("batch", range(10))
def test_random_games_replay_to_the_points_of_a_second_referee(batch: int) -> None:
    for seed in range(batch * GAMES // 10, (batch + 1) * GAMES // 10):
        text = game(seed)
        verdict = verify(text.encode())
        assert verdict.status == "complete", (seed, verdict.findings)
        assert verdict.claims == ("match" if re.search(r" =\d+$", text, re.M) else "none")
        by_seat = {side.standing.side: side.standing.score for side in verdict.sides}
        assert [by_seat[seat] for seat in sorted(by_seat)] == refereed(text), seed


def test_random_games_show_every_kind_of_action() -> None:
    text = "".join(map(game, range(60)))
    for words in ("swap 3", "swap [0-9*]+,", "pass", "rack", "draw", "left", r"\w+=\*", "h1="):
        assert re.search(rf"^[A-D] {words}", text, re.M), words
    assert re.search(r"^([A-D]) (\w+=\d+ ){3}=1\d\d$", text, re.M)  # a triolet
    assert re.search(r"^([A-D]) .*\b(a8|o8|h1|h15|b2|n2|b14|n14)=.*\n\1 (?!draw)", text, re.M)


def test_random_games_are_the_same_by_seed_and_as_asked() -> None:
    assert game(7) == game(7)
    assert game(7) != game(8)
    for players in (2, 3, 4):
        text = RULES.random_play.game(1, players=players, variant="base")
        assert f'[Players "{players}"]' in text


def test_random_game_deals_again_where_the_board_is_blocked() -> None:
    """The first deal of this seed leaves nothing to place with a full bag."""
    assert verify(game(12).encode()).status == "complete"


@given(seeds, st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_canonical_form_does_not_depend_on_writing(seed: int, random: Random) -> None:
    text = game(seed)
    record = record_of(text)
    again = record_of(canonical(record))
    assert canonical(again) == canonical(record)
    assert digest(record_of(written_otherwise(text, random))) == digest(record)


def written_otherwise(text: str, random: Random) -> str:
    """The same game with comments, blanks, names, and other orders where orders are free."""
    tags, racks, log, lefts = [], [], [], []
    for line in text.splitlines():
        seat, *words = line.split(" ")
        if line[0] == "[":
            tags.append(line)
            continue
        claim = [words.pop()] if words[-1][0] == "=" else []
        if len(words) > 1 and "," in words[1]:
            tiles = words[1].split(",")
            random.shuffle(tiles)
            words[1] = ",".join(tiles)
        elif "=" in words[0]:
            random.shuffle(words)
        gap = random.choice([" ", "\t", "   "])
        part = racks if words[0] == "rack" else lefts if words[0] == "left" else log
        part.append(gap.join([seat, *words, *claim]) + random.choice(["", " ", " ; why =9", ";"]))
    for part in (tags, racks, lefts):
        random.shuffle(part)
    names = ['[SeatA "Alena"]', '[Variant "base"] ; the only one', "", "; a comment"]
    return random.choice(["\n", "\r\n"]).join([*tags, *names, *racks, *log, *lefts])


@given(seeds, st.data())
@settings(max_examples=40)
def test_broken_games_are_refused(seed: int, data: st.DataObject) -> None:
    lines = game(seed).splitlines()
    place = data.draw(st.integers(min_value=2, max_value=len(lines) - 1))
    kind, broken = data.draw(st.sampled_from(list(mutations(lines, place))))
    verdict = verify("\n".join(broken).encode())
    assert verdict.status == ("illegal" if kind != "unreadable" else kind), (kind, broken)
    assert verdict.error is not None
    assert "{" not in verdict.error.message


def mutations(lines: list[str], place: int) -> Iterator[tuple[str, list[str]]]:
    """Ways to break a lawful game at one of its lines."""
    before, line, after = lines[:place], lines[place], lines[place + 1 :]
    seat, action = line.split(" ", 1)
    yield "a gap", [*before, "A a1=1 a3=1", *after]
    yield "a seat that does not play", [*before, "D h8=1 h9=1 h10=1 h11=1", *after]
    yield "after the end", [*lines, "A pass"]
    yield "unreadable", [*before, line.lower(), *after]
    yield "unreadable", [*before, f"{line} {line}", *after]
    if action.startswith(("swap", "pass")) or "=" in action:
        yield "wrong seat", [*before, f"{'B' if seat == 'A' else 'A'} {action}", *after]
    if "=" in action:
        square = action.partition("=")[0]
        yield "twice", [*before, line, f"{seat} {square}=0", *after]
        yield "square twice", [*before, f"{seat} {square}=0 {action}", *after]
        yield "four tiles", [*before, f"{seat} a1=0 c1=0 e1=0 g1=0", *after]
        yield "false exchange", [*before, f"{seat} swap 4,4,4,4", *after]
    if action.startswith("left"):
        yield "left twice", [*lines, line]
        yield "another size", [*before, f"{line},0,0,0", *after]


@given(st.binary(max_size=300), seeds)
@settings(max_examples=60)
def test_noise_never_raises(noise: bytes, seed: int) -> None:
    head = b'[Game "triolet"]\n[Players "2"]\n'
    assert verify(head + noise).status in ("unreadable", "illegal", "unfinished")
    data = bytearray(game(seed % 50).encode())
    data[len(data) // 2 : len(data) // 2 + 3] = noise[:3]
    verify(bytes(data))


words_of_actions = st.one_of(
    st.lists(
        st.builds(
            "{}{}={}{}".format,
            st.sampled_from("fghij"),
            st.integers(6, 10),
            st.sampled_from(["", "", "", "*"]),
            st.integers(0, 15),
        ),
        min_size=1,
        max_size=4,
    ).map(" ".join),
    st.builds(
        "{} {}".format,
        st.sampled_from(["swap", "rack", "draw", "left"]),
        st.lists(st.sampled_from([*map(str, range(16)), "*"]), min_size=1, max_size=4).map(
            ",".join
        ),
    ),
    st.just("pass"),
)


@given(st.lists(st.tuples(st.sampled_from("ABC"), words_of_actions), max_size=12))
@settings(max_examples=150)
def test_any_readable_action_is_judged(lines: list[tuple[str, str]]) -> None:
    """`step` answers every action, and a placement as the second referee does."""
    text = '[Game "triolet"]\n[Players "2"]\n' + "\n".join(map(" ".join, lines))
    position = RULES.play.start(record_of(text).setup)
    for action in record_of(text).actions:
        fault = RULES.play.why_not(position, action)
        if action.kind == "place" and action.seat == position.turn:
            laying = oracle.parse(RULES.play.write(action) or "")
            expected = oracle.code(oracle_board(position), laying, first=position.is_first_turn)
            found = fault.code if fault else ""
            if found not in ("draw", "not-in-hand", "supply"):
                assert found == expected
        if fault is None:
            position = RULES.play.after(position, action)


@given(seeds, st.data())
@settings(max_examples=25)
def test_lawful_actions_are_those_that_nothing_forbids(seed: int, data: st.DataObject) -> None:
    """In both directions: what `lawful` names is not refused, what it does not name is."""
    steps = list(positions(game(seed)))
    position, played = data.draw(st.sampled_from(steps))
    named = RULES.play.lawful(position)
    for action in islice(named, 3000):
        assert RULES.play.why_not(position, action) is None, RULES.play.write(action)
    if played.kind != "rack":
        bare = Action(played.seat, played.kind, played.what)
        assert bare in set(RULES.play.lawful(position))


@given(seeds, st.data())
@settings(max_examples=15)
def test_placements_of_a_hand_are_all_found(seed: int, data: st.DataObject) -> None:
    """Against the second referee, which tries every tile of the hand on every pair of squares."""
    steps = [one for one in positions(game(seed)) if one[1].kind == "place"]
    position, _ = data.draw(st.sampled_from(steps))
    hand = data.draw(st.lists(st.integers(0, JOKER), min_size=3, max_size=3))
    position = position._replace(hands=position.hands.with_hand(position.turn, hand))
    found = {RULES.play.write(one) for one in RULES.play.lawful(position) if one.kind == "place"}
    sizes = {1, 2} & set(range(1, position.sizes[position.seat] + 1))
    board = oracle_board(position)
    expected = {
        words
        for words in tried(position, hand)
        if not oracle.code(board, oracle.parse(words), first=position.is_first_turn)
    }
    assert {one for one in found if one and len(one.split()) in sizes} == expected
    triples = [one for one in found if one and len(one.split()) == 3]
    for words in triples:
        assert not oracle.code(board, oracle.parse(words), first=position.is_first_turn)


def tried(position: Position, hand: list[int]) -> Iterator[str]:
    """One tile of the hand on every free square, two on squares that are near each other."""
    free = [at for at in squares() if not position.cells[at]]
    for at in free:
        for tile in variants(hand):
            yield f"{name_of(at)}={tile}"
    if position.sizes[position.seat] < 2:
        return
    near = [(a, b) for a, b in combinations(free, 2) if b - a in (1, 2, 17, 34)]
    for one, two in near:
        for first, second in set(combinations(hand, 2)) | set(combinations(hand[::-1], 2)):
            for a in variants([first]):
                for b in variants([second]):
                    yield f"{name_of(one)}={a} {name_of(two)}={b}"


def variants(hand: list[int]) -> set[str]:
    plain = {tile_word(kind) for kind in hand if kind != JOKER}
    return plain | ({f"*{value}" for value in range(16)} if JOKER in hand else set())


@given(seeds, st.data())
@settings(max_examples=30)
def test_a_hand_that_cannot_place_one_tile_cannot_place_more(
    seed: int, data: st.DataObject
) -> None:
    position, _ = data.draw(st.sampled_from(list(positions(game(seed)))[-25:]))
    hand = data.draw(st.lists(st.integers(7, 15), min_size=1, max_size=3))
    position = position._replace(
        acted=0b1111,
        hands=Hands({position.setup.seats[position.seat]: tuple(sorted(hand))}),
        sizes=(len(hand),) * position.setup.players,
        ending="",
    )
    assert stock_of(position)[JOKER] == 0
    placements = [one for one in RULES.play.lawful(position) if one.kind == "place"]
    assert (lawful_single(position.cells, hand) is None) == (not placements)


def test_after_gives_what_step_gives() -> None:
    for position, action in positions(game(3)):
        step = RULES.play.step(position, action)
        assert not isinstance(step, Fault)
        assert step[0] == RULES.play.after(position, action)

"""The promises of every rule module to a score sheet."""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from games.contract import Rules
from games.pads import InputForm, Option, Pad, Said, SetUp
from games.record import Record
from games.replay import words_of
from games.values import Action, Setup
from tests.games.pad_forms import fields_in, names_of, tokens_of, writes
from tests.games.random_records import recorded

pytestmark = pytest.mark.usefixtures("other_games")

SVG = "{http://www.w3.org/2000/svg}"
FEW = 2_000  # lawful actions of a position that a test looks at
Moment = tuple[Any, Action | None]  # a position, and what led there


def closed_records(rules: Rules, count: int) -> list[Record]:
    """Random games of which no hand is open: as a score sheet keeps them."""
    records = (recorded(rules, seed)[1] for seed in range(200))
    found = (one for one in records if not any(map(rules.play.tells_hand, one.actions)))
    return list(islice(found, count))


def moments(record: Record, count: int) -> list[Moment]:
    """The start, the end, and some between them."""
    position, last = record.rules.play.start(record.setup), None
    found: list[Moment] = []
    for action in record.actions:
        found.append((position, last))
        position, last = record.rules.play.after(position, action), action
    middle = Random(1).sample(found[1:], min(count, len(found) - 1))
    return [found[0], *middle, (position, last)]


def pads(rules: Rules) -> Iterator[tuple[Any, Pad]]:
    for record in closed_records(rules, 3):
        for position, last in moments(record, 6):
            yield position, rules.looks.pad(position, last=last)


def parsed(svg: str) -> ElementTree.Element:
    assert "style=" not in svg
    assert "<script" not in svg
    assert "<style" not in svg
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.find(f"{SVG}title").text  # type: ignore[union-attr]
    return root


def box(root: ElementTree.Element) -> tuple[float, float]:
    left, top, width, height = map(float, root.get("viewBox", "").split())
    assert (left, top) == (0, 0)
    return width, height


def ids(root: ElementTree.Element) -> list[str]:
    return [one.get("id", "") for one in root.iter() if one.get("id")]


def symbols(root: ElementTree.Element) -> set[str]:
    return {one.get("id", "") for one in root.iter(f"{SVG}symbol")}


def uses(root: ElementTree.Element) -> set[str]:
    return {one.get("href", "").removeprefix("#") for one in root.iter(f"{SVG}use")}


def all_said(value: object) -> Iterator[Said]:
    """Every sentence in a pad, also those in gaps of others."""
    if isinstance(value, Said):
        yield value
        yield from all_said(value.gaps)
    elif isinstance(value, dict):
        for each in value.values():
            yield from all_said(each)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from all_said(each)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from all_said(getattr(value, name))


def check_board(rules: Rules, shown: Pad | SetUp) -> set[str]:
    """What a drawing promises that is tapped; gives the names of its symbols."""
    root = parsed(shown.board)
    names = ids(root)
    assert len(names) == len(set(names))
    assert all(name.startswith(f"{rules.key}-") for name in names)
    assert uses(root) <= symbols(root)
    fields = [one.get("data-field") for one in root.iter() if one.get("data-field")]
    assert sorted(shown.spots) == sorted(fields), "each once"
    width, height = box(root)
    for name, spot in shown.spots.items():
        assert 0 < spot.x < width
        assert 0 < spot.y < height
        assert all(name in shown.spots[near].neighbours for near in spot.neighbours)
    assert 0 < shown.size <= width
    return symbols(root)


def test_spots_are_the_fields_of_the_board_and_symbols_are_in_it(rules: Rules) -> None:
    for _, pad in pads(rules):
        known = check_board(rules, pad)
        options = [one for entry in pad.entries for part in entry.parts for one in part.options]
        assert {option.symbol for option in options} - {""} <= known


def test_panels_are_flat_drawings_of_the_seats_without_ids(rules: Rules) -> None:
    for position, pad in pads(rules):
        known = symbols(parsed(pad.board))
        assert set(pad.panels) <= set(position.setup.seats)
        for panel in pad.panels.values():
            root = parsed(panel)
            width, height = box(root)
            assert width >= 3.5 * height
            assert ids(root) == []
            assert uses(root) <= known


def test_order_begins_with_the_seat_that_is_due(rules: Rules) -> None:
    for position, pad in pads(rules):
        assert sorted(pad.order) == list(position.setup.seats)
        assert not position.turn or pad.order[0] == position.turn


def test_entries_are_whole_while_there_is_something_to_write(rules: Rules) -> None:
    for position, pad in pads(rules):
        assert bool(pad.entries) != position.is_complete
        assert len({(entry.kind, entry.seats) for entry in pad.entries}) == len(pad.entries)
        for entry in pad.entries:
            check_entry(entry, set(position.setup.seats))


def check_entry(entry: InputForm, seats: set[str]) -> None:
    assert entry.seats
    assert set(entry.seats) <= seats
    names = [part.name for part in entry.parts]
    assert sorted(names) == sorted(set(names)) == sorted(names_of(entry.pattern))
    for part in entry.parts:
        assert part.label.text
        assert 0 <= part.least <= part.most
        assert bool(part.options) == (part.kind in ("option", "options", "pairs"))
        values = [option.value for option in part.options]
        assert len(values) == len(set(values))
        assert not part.symbols or part.symbols in names


def test_pads_are_plain_data_and_their_words_have_no_gaps_left(rules: Rules) -> None:
    for _, pad in pads(rules):
        json.dumps(asdict(pad), allow_nan=False)
        for said in all_said(pad):
            assert not re.search(r"[{}]", str(said))


def test_what_was_played_can_be_entered(rules: Rules) -> None:
    records = closed_records(rules, 6)
    assert len(records) == 6
    for record in records:
        position, last = rules.play.start(record.setup), None
        for action in record.actions:
            if not position.is_complete:  # what follows changes nothing, such as a late pass
                pad = rules.looks.pad(position, last=last)
                words = words_of(rules, action)
                assert writes(pad, action, words), f"{action.seat} {words}"
            position, last = rules.play.after(position, action), action


def test_what_is_lawful_can_be_entered(rules: Rules) -> None:
    for record in closed_records(rules, 2):
        for position, last in moments(record, 5)[:-1]:
            pad = rules.looks.pad(position, last=last)
            for action in chosen(rules, position, 60):
                words = words_of(rules, action)
                assert writes(pad, action, words), f"{action.seat} {words}"


def chosen(rules: Rules, position: Any, count: int) -> list[Action]:
    """Some of the lawful actions that come first."""
    actions = list(islice(rules.play.lawful(position), FEW))
    return Random(2).sample(actions, min(count, len(actions)))


def test_hints_lead_to_every_lawful_action(rules: Rules) -> None:
    for record in closed_records(rules, 2):
        for position, _ in moments(record, 4):
            for action in chosen(rules, position, 12):
                words = words_of(rules, action)
                for place, name in fields_in(words):
                    assert name in rules.looks.hints(position, words[:place]), f"{words}: {name}"


def test_hints_lead_to_nothing_else(rules: Rules) -> None:
    looked_at = 0
    for record in closed_records(rules, 8):
        for position, _ in moments(record, 8):
            actions = list(islice(rules.play.lawful(position), FEW))
            if len(actions) == FEW or not actions:
                continue
            looked_at += 1
            lawful = [words_of(rules, action) for action in actions]
            for words in Random(3).sample(lawful, min(4, len(lawful))):
                for begun in {"", *(words[:place] for place, _ in fields_in(words))}:
                    hinted = set(rules.looks.hints(position, begun)) - goes_on(begun, lawful)
                    assert all(is_lawful(rules, position, begun + name) for name in hinted)
    assert looked_at


def goes_on(begun: str, lawful: list[str]) -> set[str]:
    """The fields that lawful actions name besides those of the words begun."""
    tokens, named = tokens_of(begun), {name for _, name in fields_in(begun)}
    found = set()
    for words in lawful:
        if tokens <= tokens_of(words):
            found |= {name for _, name in fields_in(words)} - named
    return found


def is_lawful(rules: Rules, position: Any, words: str) -> bool:
    """For games that list each outcome once, though several ways lead to it."""
    action = rules.play.read(position.turn, words.split(), None)
    return isinstance(action, Action) and rules.play.why_not(position, action) is None


def test_hints_of_nonsense_and_after_the_end_are_none(rules: Rules) -> None:
    [record] = closed_records(rules, 1)
    end, _ = moments(record, 0)[-1]
    for begun in ("", "nonsense", "pass"):
        assert list(rules.looks.hints(end, begun)) == []
    for begun in ("nonsense", "?? z99-", "swap", "pass", "\N{SNOWMAN}"):
        assert list(rules.looks.hints(rules.play.start(record.setup), begun)) == []


def setups(rules: Rules) -> Iterator[Setup]:
    for variant, numbers in rules.variants.items():
        for players in numbers:
            yield Setup(players, variant)


def test_set_up_is_drawn_with_what_lies_on_its_fields(rules: Rules) -> None:
    for bare in setups(rules):
        tags = rules.random_play.tags(5, players=bare.players)
        first = dict(list(tags.items())[:1])
        for own in ({}, first, tags, dict.fromkeys(tags, "nonsense")):
            shown = rules.looks.set_up(Setup(bare.players, bare.variant, own=own))
            if shown is None:
                continue
            known = check_board(rules, shown)
            assert {option.symbol for option in shown.options} - {""} <= known
            assert all(isinstance(option, Option) for option in shown.options)
            json.dumps(asdict(shown), allow_nan=False)


def test_shuffled_set_up_can_be_played_and_repeats_from_its_seed(rules: Rules) -> None:
    for bare in setups(rules):
        deals = [rules.random_play.tags(seed, players=bare.players) for seed in range(10)]
        assert deals == [rules.random_play.tags(seed, players=bare.players) for seed in range(10)]
        for own in deals:
            setup = Setup(bare.players, bare.variant, own=own)
            assert set(own) <= set(rules.tags.names(bare.players))
            assert set(own) >= set(rules.tags.required(bare.players))
            assert not any(rules.tags.read(tag, own[tag], players=bare.players) for tag in own)
            assert not rules.tags.wrong(setup)
            assert rules.play.start(setup).turn
        assert deals[0] == {} or len({str(deal) for deal in deals}) > 1


def test_keys_of_the_ranking_have_names(rules: Rules) -> None:
    for record in closed_records(rules, 3):
        names = rules.play.key_names(record.setup)
        assert all(names)
        assert len(set(names)) == len(names)
        for side in rules.play.standings(rules.play.start(record.setup)):
            assert len(side.keys) == len(names)

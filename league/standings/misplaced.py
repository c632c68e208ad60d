"""Tables of a bracket at which others sit than those whom results before them name now.

A result was corrected, and another has won. What hangs together is found here: a corrected match
may lead to several tables, and whoever belongs at one may sit at another of its round. `as_seated`
says who has to go on from which match so that all of it may stand.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from league.standings.bracket import SlotState, Source, Stood


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A table that was drawn for others than those who now belong there."""

    state: SlotState
    wrong: tuple[str, ...]
    right: tuple[str, ...]  # fewer, where nobody belongs there any more
    gone: tuple[str, ...] = ()  # who belongs there, and has withdrawn

    @property
    def here(self) -> tuple[str, ...]:
        return tuple(entry for entry in self.state.entries if entry is not None)

    @property
    def belonging(self) -> tuple[str, ...]:
        """In the place of those who are wrong here, whoever has withdrawn among them."""
        return (*self.right, *self.gone)

    @property
    def slot(self) -> str:
        return self.state.slot.key

    @property
    def feeders(self) -> frozenset[str]:
        """The matches from which others than those who sit here should have come."""
        state = self.state
        if state.is_needless:
            return frozenset({state.slot.only_if_lost})
        return frozenset(source.slot for source, _entry in _wrong_sources(state))


def misplaced(states: Sequence[SlotState], *, gone: Collection[str] = ()) -> tuple[Misplaced, ...]:
    """Tables whose seats are not those that their feeders name now."""
    found = []
    for state in states:
        fed = tuple(entry for entry in state.fed if entry is not None)
        is_known = len(fed) == len(state.fed) or state.is_needless
        comes_from_start = all(source.seed for source in state.slot.sources)
        if not state.is_seated or not is_known or comes_from_start:
            continue
        here = tuple(entry for entry in state.entries if entry is not None)
        if wrong := tuple(entry for entry in here if entry not in fed):
            coming = [entry for entry in fed if entry not in here]
            right = tuple(entry for entry in coming if entry not in gone)
            left = tuple(entry for entry in coming if entry in gone)
            found.append(Misplaced(state, wrong, right, left))
    return tuple(found)


def hanging_together(found: Sequence[Misplaced]) -> list[tuple[Misplaced, ...]]:
    """What is decided as one, in the order of the bracket."""
    groups: list[list[Misplaced]] = []
    for one in found:
        joined = [group for group in groups if any(_hangs(one, other) for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append([*(other for group in joined for other in group), one])
    order = {one.slot: at for at, one in enumerate(found)}
    sorted_groups = [sorted(group, key=lambda one: order[one.slot]) for group in groups]
    return [tuple(group) for group in sorted(sorted_groups, key=lambda group: order[group[0].slot])]


def _hangs(one: Misplaced, other: Misplaced) -> bool:
    if one.feeders & other.feeders:
        return True
    is_same_round = one.state.slot.round == other.state.slot.round
    changes = set(one.belonging) & set(other.here) or set(other.belonging) & set(one.here)
    return is_same_round and bool(changes)


def as_seated(group: Sequence[Misplaced], *, states: Mapping[str, SlotState]) -> dict[str, Stood]:
    """By match that leads to these tables: who went on from it, so that they stand."""
    passed: dict[str, list[str]] = {}
    for one in group:
        if one.state.is_needless:
            before = states[one.state.slot.only_if_lost]
            passed[before.slot.key] = list(reversed(before.passed))
            continue
        for source, entry in _who_came(one, states):
            _let_pass(
                passed.setdefault(source.slot, list(states[source.slot].passed)), source, entry
            )
    return {slot: Stood(states[slot].order, tuple(order)) for slot, order in passed.items()}


def _let_pass(order: list[str], source: Source, entry: str) -> None:
    """Who goes on in somebody's place leaves them their own."""
    at = source.place - 1
    if entry in order:
        order[order.index(entry)] = order[at]
    order[at] = entry


def _wrong_sources(state: SlotState) -> Iterator[tuple[Source, str | None]]:
    """From where somebody else should have come, with who that is."""
    for source, fed in zip(state.slot.sources, state.fed, strict=True):
        if fed not in state.entries and source.slot:
            yield source, fed


def _who_came(one: Misplaced, states: Mapping[str, SlotState]) -> Iterator[tuple[Source, str]]:
    """Whoever is wrong here, by the source they came from; strangers take what is left."""
    sources = [source for source, _fed in _wrong_sources(one.state)]
    waiting = list(one.wrong)
    for source in list(sources):
        own = next((entry for entry in waiting if entry in states[source.slot].order), None)
        if own is not None:
            waiting.remove(own)
            sources.remove(source)
            yield source, own
    yield from zip(sources, waiting, strict=False)

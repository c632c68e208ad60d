"""What decided between two sides of a game: the keys that were compared, with their pictures.

Keys are compared one by one; the first that differs decides. A game of which the score says all has
nothing more to show.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.contract import Rules
from games.values import Setup, TallyField

Keys = Sequence[int]


@dataclass(frozen=True, slots=True)
class KeySaid:
    """One figure of a side that was compared."""

    name: str  # marked for translation
    value: int | str  # a mean over games is written out
    sign: str = ""  # a picture of the game's own
    game: str = ""  # whose picture it is
    decides: bool = False  # between this side and one beside it


def keys_said(
    ranked: Sequence[tuple[int, Keys]],
    *,
    names: Sequence[str],
    signs: Sequence[Sequence[str]] = (),
    game: str = "",
) -> list[tuple[KeySaid, ...]]:
    """For sides in the order of their ranks, as far as they were compared.

    With pictures of all of them all are shown, so that they stand side by side.
    """
    between = [_deciding(one, two) for one, two in pairwise(ranked)]
    around = [{*between[max(at - 1, 0) : at + 1]} - {None} for at in range(len(ranked))]
    last = max((at for at in between if at is not None), default=0)
    is_drawn = bool(signs) and all(len(drawn) == len(names) and all(drawn) for drawn in signs)
    if not last and not is_drawn:
        return [()] * len(ranked)  # the score decided
    shown = len(names) if is_drawn else last + 1
    return [
        tuple(
            KeySaid(name, abs(key), _at(signs, at, place), game, decides=place in marked)
            for place, (name, key) in enumerate(zip(names[:shown], keys, strict=False))
        )
        for at, ((_rank, keys), marked) in enumerate(zip(ranked, around, strict=True))
    ]


def keys_by_entry(
    sides: Sequence[Mapping[str, object]],
    *,
    rules: Rules,
    setup: Setup,
    figures: Mapping[str, Mapping[str, int]],
    drawn: Mapping[str, Sequence[str]] = {},
) -> dict[str, tuple[KeySaid, ...]]:
    """Of a result or a claim, by entry.

    `figures`: where they were written down; `drawn`: the pictures, where a record shows them.
    """
    came = sorted((side for side in sides if side["keys"]), key=lambda side: str(side["rank"]))
    if len(came) < 2:
        return {}
    fields = rules.figures.fields(setup)
    signs = [
        drawn.get(str(side["entry"]))
        or _signs(fields, figures.get(str(side["entry"]), {}), side["keys"])
        for side in came
    ]
    said = keys_said(
        [(side["rank"], side["keys"]) for side in came],  # type: ignore[misc]
        names=rules.play.key_names(setup),
        signs=signs if all(signs) else [key_signs(rules, setup)] * len(came),
        game=rules.key,
    )
    return {str(side["entry"]): keys for side, keys in zip(came, said, strict=True)}


def key_signs(rules: Rules, setup: Setup) -> list[str]:
    """The pictures of keys that are figures themselves, whatever was played; "" for the others."""
    symbols = {field.label: field.symbol for field in rules.figures.fields(setup)}
    return [symbols.get(name, "") for name in rules.play.key_names(setup)]


def _signs(fields: Sequence[TallyField], figures: Mapping[str, int], keys: object) -> list[str]:
    """Of figures that are compared with the lowest first; nothing where they are not."""
    drawn = [(figures[field.name], field.symbol) for field in fields if field.name in figures]
    ordered = sorted(drawn, key=lambda figure: figure[0])
    if not ordered or not all(symbol for _value, symbol in ordered):
        return []
    return [symbol for _value, symbol in ordered] if [v for v, _s in ordered] == keys else []


def _deciding(one: tuple[int, Keys], two: tuple[int, Keys]) -> int | None:
    (rank, keys), (other_rank, other_keys) = one, two
    if rank == other_rank:
        return None
    compared = enumerate(zip(keys, other_keys, strict=False))
    return next((at for at, (mine, theirs) in compared if mine != theirs), None)


def _at(signs: Sequence[Sequence[str]], side: int, place: int) -> str:
    return signs[side][place] if signs and place < len(signs[side]) else ""

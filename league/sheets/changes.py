"""What turns one state of a sheet into the next, in little: an entry changes a few signs of it.

A change is the new value itself, unless it is a list: then its first item tells which of these it
is. `static/sheet/changes.js` applies them:

- `["=", value]`: the value instead of what was there, where that is a list, or null;
- `["{", {key: change, …}, [key, …]]`: an object, by its keys; the list, if any, are those that go;
- `["@", key, change]`: within an object, what stood under a key that goes, changed;
- `["#", {index: change, …}]`: a list as long as before, by its items;
- `["[", [at, gone, [item, …]], …]`: a list, cut up: from `at` so many items go, these come instead,
  if any;
- `["<", [at, gone, [piece, …]], …]`: a drawing, the same by its elements (it is split at `<`); a
  number is the place in the old drawing of an element like it: a piece that moved is not sent;
- `[" ", [at, gone, [word, …]], …]`: sentences, the same by their words.

Cuts count in the old list and stand in its order. Both sides are plain JSON, in which nothing turns
from a number into a truth value or back, and the order of keys says nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

Change = Any
Cut = Sequence[Any]  # at, gone, and what comes, if anything

_SPLITS = ("<", " ")  # of texts
_FEWEST = 6  # elements of a drawing, or words: fewer are quicker said whole
_LONG = 8  # signs of a piece: it is shorter to say where it stood
_MOST_EDITS = 120  # beyond it the search for the shortest way costs more than it saves


def changes(old: Any, new: Any) -> Change:
    """None: there is nothing to change."""
    if type(old) is type(new):
        if old == new:
            return None
        if isinstance(old, dict):
            return _of_objects(old, new)
        if isinstance(old, list):
            return _of_lists(old, new)
        if isinstance(old, str):
            return _of_texts(old, new)
    return _instead(new)


def _instead(new: Any) -> Change:
    return ["=", new] if new is None or isinstance(new, list) else new


def _of_texts(old: str, new: str) -> Change:
    for splits in _SPLITS:
        if min(old.count(splits), new.count(splits)) >= _FEWEST:
            pieces = old.split(splits)
            places = {piece: at for at, piece in enumerate(pieces) if len(piece) > _LONG}
            found = _cuts(pieces, new.split(splits))
            return [
                splits,
                *(
                    _written(at, gone, [places.get(one, one) for one in come])
                    for at, gone, come in found
                ),
            ]
    return new


def _written(at: int, gone: int, come: Sequence[Any]) -> Cut:
    return [at, gone, [*come]] if come else [at, gone]


def _of_objects(old: Mapping[str, Any], new: Mapping[str, Any]) -> Change:
    gone = [key for key in old if key not in new]
    found = {
        key: changes(old[key], value) if key in old else _of_new(value, old, gone)
        for key, value in new.items()
    }
    changed = {key: change for key, change in found.items() if change is not None}
    return ["{", changed, gone] if gone else ["{", changed]


def _of_new(value: Any, old: Mapping[str, Any], gone: Sequence[str]) -> Change:
    """The set-up becomes the board: most of what is drawn there stays."""
    if isinstance(value, dict):
        for key in gone:
            if isinstance(old[key], dict) and old[key].keys() & value.keys():
                return ["@", key, changes(old[key], value)]
    return _instead(value)


def _of_lists(old: Sequence[Any], new: Sequence[Any]) -> Change:
    if len(old) != len(new):
        return ["[", *(_written(*cut) for cut in _cuts(old, new))]
    found = ((at, changes(was, now)) for at, (was, now) in enumerate(zip(old, new, strict=True)))
    return ["#", {str(at): change for at, change in found if change is not None}]


def applied(old: Any, change: Change) -> Any:
    """What comes of it. The phone does the same."""
    if not isinstance(change, list):
        return old if change is None else change
    kind, *how = change
    match kind:
        case "{":
            changed, gone = how[0], how[1] if len(how) > 1 else ()
            kept = {key: value for key, value in old.items() if key not in gone}
            return kept | {key: _under(old, key, each) for key, each in changed.items()}
        case "#":
            return [applied(item, how[0].get(str(at))) for at, item in enumerate(old)]
        case "[":
            return _cut(old, how)
        case "<" | " ":
            was = old.split(kind)
            return kind.join(one if isinstance(one, str) else was[one] for one in _cut(was, how))
    return how[0]


def _under(old: Mapping[str, Any], key: str, change: Change) -> Any:
    if isinstance(change, list) and change[0] == "@":
        _kind, key, change = change
    return applied(old.get(key), change)


def _cut(old: Sequence[Any], cuts: Sequence[Cut]) -> list[Any]:
    made: list[Any] = []
    done = 0
    for at, gone, *come in cuts:
        made += [*old[done:at], *chain.from_iterable(come)]
        done = at + gone
    return [*made, *old[done:]]


def _cuts(old: Sequence[Any], new: Sequence[Any]) -> Iterator[tuple[int, int, Sequence[Any]]]:
    """Where the two differ, after what they have in common at both ends."""
    least = min(len(old), len(new))
    head = next((at for at in range(least) if old[at] != new[at]), least)
    tail = next((at for at in range(least - head) if old[-1 - at] != new[-1 - at]), least - head)
    was, now = old[head : len(old) - tail], new[head : len(new) - tail]
    same = _longest_common(was, now)
    x = y = 0
    for to_x, to_y in [*same, (len(was), len(now))]:
        if (x, y) != (to_x, to_y):
            yield head + x, to_x - x, now[y:to_y]
        x, y = to_x + 1, to_y + 1


def _longest_common(old: Sequence[Any], new: Sequence[Any]) -> list[tuple[int, int]]:
    """Places of the items that stay, by Myers' O(ND) way; none if too many differ."""
    reach: dict[int, int] = {1: 0}
    ways: list[dict[int, int]] = []
    for edits in range(min(_MOST_EDITS, len(old) + len(new)) + 1):
        ways.append(reach.copy())
        for line in range(-edits, edits + 1, 2):
            down = line == -edits or (line != edits and reach[line - 1] < reach[line + 1])
            x = reach[line + 1] if down else reach[line - 1] + 1
            while x < len(old) and x - line < len(new) and old[x] == new[x - line]:
                x += 1
            reach[line] = x
            if x >= len(old) and x - line >= len(new):
                return _walked_back(ways, len(old), len(new))
    return []


def _walked_back(ways: Sequence[Mapping[int, int]], x: int, y: int) -> list[tuple[int, int]]:
    same = []
    for edits in range(len(ways) - 1, -1, -1):
        reach, line = ways[edits], x - y
        down = line == -edits or (line != edits and reach[line - 1] < reach[line + 1])
        before = line + 1 if down else line - 1
        from_x = reach[before]
        from_y = from_x - before
        while x > max(from_x, 0) and y > max(from_y, 0):
            x, y = x - 1, y - 1
            same.append((x, y))
        x, y = from_x, from_y
    return same[::-1]

"""A sheet's state as phones are told it: whole, or what has changed in the one that they know.

A phone says which state it knows by its version: the number of the last act, whether the sheet is
closed, when it was wiped, the language, the service's version, and a sum over the text. What the
phone knows can be built again from the acts, and only if its sum is right a change is sent; so what
comes of it on the phone is right, whatever happened to remarks, words or drawings since.
"""

import json
import re
from typing import Any, NamedTuple
from zlib import crc32

from django.conf import settings
from django.core.cache import cache
from django.utils import translation

from league.models import Sheet
from league.sheets.changes import changes
from league.sheets.queries import as_it_was, state_of, version_of

_KEPT_S = 3600  # the last one of a sheet: the next change starts from it
_CHANGE_KEPT_S = 60
_KNOWN = re.compile(r"(?P<number>\d{1,5})(?P<closed>c?)(w\d+)?-.+", re.ASCII)


class SheetState(NamedTuple):
    """As JSON, with its version within."""

    version: str
    text: str

    @property
    def stamp(self) -> str:
        return stamp_in(self.version)

    @property
    def data(self) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(self.text)
        return state


def stamp_of(version: str) -> str:
    """Of a sheet's version in the reader's language: what phones know, but for the sum."""
    return f"{version}-{_language()}-{settings.VERSION}"


def stamp_in(known: str) -> str:
    return known.rpartition("-")[0]


def state_now(sheet: Sheet) -> SheetState:
    """Built once for all phones at the table."""
    return _current(sheet, kept=_kept(sheet.pk))


def news(pk: str, version: str, *, known: str, sheet: Sheet | None = None) -> str:
    """What has changed since the state that a phone knows; all of it if that cannot be said.

    The row of the sheet is read only if nobody at the table has asked the same.
    """
    key = f"sheet-change:{pk}:{crc32(known.encode()):08x}:{stamp_of(version)}"
    change: tuple[str, str] | None = cache.get(key)
    if change is not None and change[0] == known:
        return change[1]
    sheet = sheet or Sheet.objects.get(pk=pk)
    kept = _kept(pk)
    now = _current(sheet, kept=kept)
    was = kept if kept is not None and kept.version == known else _known(sheet, known, now=now)
    if was is None:
        return now.text
    text = _written({"since": known, "change": changes(was.data, now.data)})
    if now.stamp == stamp_of(version):
        cache.set(key, (known, text), _CHANGE_KEPT_S)
    return text


def _current(sheet: Sheet, *, kept: SheetState | None) -> SheetState:
    version = version_of(sheet)
    if kept is not None and kept.stamp == stamp_of(version):
        return kept
    state = _built(sheet)
    cache.set(_key(sheet.pk), tuple(state), _KEPT_S)
    return state


def _known(sheet: Sheet, known: str, *, now: SheetState) -> SheetState | None:
    """That state built again; None: there was never such a one."""
    if known == now.version:
        return now
    found = _KNOWN.fullmatch(known)
    if found is None or int(found["number"]) > now.data["number"]:
        return None
    was = _built(sheet, number=int(found["number"]), is_closed=bool(found["closed"]))
    return was if was.version == known else None


def _built(sheet: Sheet, *, number: int | None = None, is_closed: bool = False) -> SheetState:
    """As the sheet stands; or as it stood after so many acts."""
    page = None if number is None else as_it_was(sheet, number=number, is_closed=is_closed)
    state = state_of(sheet, page)
    text = _written(state)
    of = version_of(sheet, number=state["number"], is_closed=state["stage"] == "closed")
    version = f"{stamp_of(of)}-{crc32(text.encode()):08x}"
    return SheetState(version, f'{text[:-1]},"version":"{version}"}}')


def _written(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _kept(sheet: str) -> SheetState | None:
    kept: tuple[str, str] | None = cache.get(_key(sheet))
    return SheetState(*kept) if kept else None


def _key(sheet: str) -> str:
    return f"sheet-state:{sheet}:{_language()}"


def _language() -> str:
    return translation.get_language() or ""

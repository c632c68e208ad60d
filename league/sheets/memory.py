"""Sheets as they were last replayed by this process, so that an entry does not replay a whole game.

Acts are only ever added: what stands after so many of them never changes. What is remembered may be
behind what another process has stored, and is gone on with from there; it is never ahead of it.
"""

from collections import OrderedDict
from threading import Lock

from league.sheets.checks import Frame, OnSheet


class SheetMemory:
    """The sheets that were asked for last."""

    def __init__(self, *, most: int) -> None:
        self.most = most
        self._pages: OrderedDict[str, OnSheet] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._pages)

    def page(self, sheet: str, *, frame: Frame, number: int) -> OnSheet | None:
        """As far as it is known; None where it is not, is known otherwise, or beyond that act."""
        with self._lock:
            page = self._pages.get(sheet)
            if page is None or page.frame != frame or len(page.acts) > number:
                return None
            self._pages.move_to_end(sheet)
            return page

    def keep(self, sheet: str, page: OnSheet) -> None:
        with self._lock:
            self._pages[sheet] = page
            self._pages.move_to_end(sheet)
            while len(self._pages) > self.most:
                self._pages.popitem(last=False)

"""How many results are proved: what their grades say together."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Proved:
    """Of results that count: replayed by the rules, kept on a score sheet, or only typed."""

    verified: int = 0
    kept: int = 0
    total: int = 0

    @property
    def typed(self) -> int:
        return self.total - self.verified - self.kept


def proved_among(grades: Iterable[str]) -> Proved:
    """Those without a grade have no result yet."""
    counted = Counter(filter(None, grades))
    return Proved(counted["verified"], counted["kept"], counted.total())

"""What an event takes in: who has paid the entry fee, who has not, and the sum."""

from dataclasses import dataclass
from decimal import Decimal

from league.events.queries.entries import Listed, listed_entries
from league.models import Entry, Event


@dataclass(frozen=True)
class Fees:
    """Those who take part, and all who have paid, though they have left."""

    paid: list[Listed]
    unpaid: list[Listed]
    fee: Decimal

    @property
    def total(self) -> Decimal:
        return sum((row.entry.paid or Decimal(0) for row in self.paid), Decimal(0))

    @property
    def to_come(self) -> Decimal:
        return self.fee * len(self.unpaid)


def fees_of(event: Event) -> Fees:
    """In the order of names, which are full: for officials alone."""
    rows = listed_entries(event, in_full=True, statuses=Entry.Status.values)
    return Fees(
        paid=[row for row in rows if row.entry.paid is not None],
        unpaid=[row for row in rows if row.entry.paid is None and row.entry.takes_part],
        fee=event.entry_fee or Decimal(0),
    )

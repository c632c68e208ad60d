"""Who sits where at a table, and who did not come: asked before a game and after it."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.contract import SEATS
from league.results.seating import PersonSeated, seated
from league.web.table.proposals import GameToHandIn


class SeatsForm(forms.Form):
    """`table` says who sits there, in the order that is proposed."""

    table: GameToHandIn

    def ask_for_seats(self, table: GameToHandIn, *, question: str) -> None:
        self.table = table
        people = [(person.seat, person.name) for person in table.people]
        for at, person in enumerate(table.people):
            self.fields[f"seat-{at}"] = forms.ChoiceField(
                label=question, choices=people, initial=person.seat
            )
        self.fields["absent"] = forms.MultipleChoiceField(
            label=_("Did not come"), required=False, choices=list(table.entries.items())
        )

    @property
    def seat_fields(self) -> list[tuple[str, forms.BoundField]]:
        letters = SEATS[: len(self.table.people)]
        return [(letter, self[f"seat-{at}"]) for at, letter in enumerate(letters)]

    @property
    def who_came(self) -> list[dict[str, Any]]:
        return [
            {"entry": entry, "name": name, "is_absent": entry in self.gone}
            for entry, name in self.table.entries.items()
        ]

    @property
    def order(self) -> list[PersonSeated]:
        """The people by the seats chosen; as proposed if that is no order of all of them."""
        by_seat = {person.seat: person for person in self.table.people}
        chosen = [str(self.value_of(f"seat-{at}")) for at in range(len(by_seat))]
        if sorted(chosen) != sorted(by_seat):
            return list(self.table.people)
        return [by_seat[seat] for seat in chosen]

    @property
    def gone(self) -> frozenset[str]:
        value = self.value_of("absent") or ()
        return frozenset(value) & self.table.entries.keys()

    @property
    def is_played(self) -> bool:
        return self.table.is_played(self.gone)

    @property
    def seating(self) -> dict[str, str]:
        return seated(self.order, absent=self.gone)

    def value_of(self, name: str) -> Any:
        bound = self[name]
        return bound.data if self.is_bound else bound.value()

    def check_seats(self, values: dict[str, Any]) -> None:
        seats = [values.get(f"seat-{at}") for at in range(len(self.table.people))]
        if all(seats) and len(set(seats)) < len(seats):
            self.add_error("seat-0", _("Each person sits at one seat: somebody is here twice."))

"""What a table hands in: who sat where, scores, figures or a record; and how a sheet is opened."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _, gettext_lazy

from games.record import MAX_BYTES
from games.values import SEATS
from league.errors import LeagueError, WrongFigure
from league.models import Sheet, Submission
from league.results.record_text import NoText
from league.results.seating import PersonSeated, letters_by_entry, seated
from league.results.services.claims import HandIn
from league.results.sides import read_mark
from league.sheets.queries import is_checked
from league.web.figures import FiguresForm
from league.web.forms import WAYS_KEPT, text_of_file, why_no_record
from league.web.table.proposals import RECORD, SCORES, GameToHandIn

_MARK_LENGTH = 8
_TYPED_LENGTH = 2 * MAX_BYTES  # of a record; what is larger in bytes, the service says


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
    def sat(self) -> list[tuple[str, PersonSeated]]:
        return list(zip(SEATS, self.order, strict=False))

    @property
    def has_seat_errors(self) -> bool:
        return any(field.errors for _letter, field in self.seat_fields)

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


class HandInForm(FiguresForm, SeatsForm):
    """One game of a match. `table` says who sits there and what the game asks for."""

    client_key = forms.CharField(max_length=40, widget=forms.HiddenInput)
    basis = forms.CharField(max_length=10, required=False, widget=forms.HiddenInput)
    names_seen = forms.CharField(max_length=60, required=False, widget=forms.HiddenInput)
    record = forms.CharField(
        label=gettext_lazy("Record"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "off"}),
    )
    file = forms.FileField(label=gettext_lazy("File"), required=False, allow_empty_file=True)
    with_scores = forms.BooleanField(
        label=gettext_lazy("Also type the final scores"),
        required=False,
        help_text=gettext_lazy("The rules compare them with the record."),
    )
    is_time = forms.BooleanField(label=gettext_lazy("Time was called"), required=False)

    def __init__(self, *args: Any, table: GameToHandIn, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["way"] = forms.ChoiceField(choices=[(way, way) for way in table.ways])
        self.ask_for_seats(table, question=_("Who sat where?"))
        self.ask_for_figures(table.fields, table.entries)
        for entry, name in table.entries.items() if not table.fields else ():
            self.fields[f"mark-{entry}"] = forms.CharField(
                label=name, max_length=_MARK_LENGTH, required=False
            )
        self.text = ""  # the record that is handed in, wherever it came from

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row of fields for each entry, with the seats that they have by the order chosen."""
        letters = letters_by_entry(self.seating)
        return [
            {
                "entry": entry,
                "name": name,
                "letters": letters.get(entry, ""),
                "is_absent": entry in self.gone,
                "figures": self.figures_of(entry),
                "mark": None if self.table.fields else self[f"mark-{entry}"],
            }
            for entry, name in self.table.entries.items()
        ]

    @property
    def chosen_way(self) -> str:
        value = str(self.value_of("way") or "")
        return value if value in self.table.ways else self.table.ways[0]

    @property
    def has_record(self) -> bool:
        return self.chosen_way == RECORD and self.is_played

    @property
    def has_scores(self) -> bool:
        """Alone, or beside a record."""
        is_asked = self.chosen_way == SCORES or bool(self.value_of("with_scores"))
        return is_asked and self.is_played

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        self.check_seats(values)
        if self.has_record:
            self._clean_record(values)
        if self.has_scores:
            self.check_figures(values, self._came())
            self._clean_marks(values)
        return values

    def hand_in(self, *, basis: Submission | None = None) -> HandIn:
        """What is said, of a form that is valid."""
        has_scores = self.has_scores
        is_time = self.cleaned_data["is_time"] and self.is_played
        return HandIn(
            seating=self.seating,
            absent=self.gone,
            record=self.text if self.has_record else "",
            figures=self.figures(self._came()) if has_scores and self.table.fields else {},
            marks=self._marks() if has_scores else {},
            termination=Submission.Termination.TIME if is_time else Submission.Termination.NORMAL,
            game=self.table.game,
            basis=basis,
        )

    def refuse(self, error: LeagueError) -> None:
        """Put what a service said beside the field that it is about."""
        if not isinstance(error, WrongFigure):
            self.add_error("record" if self.has_record else None, str(error.message))
        elif field := self.field_of(error):
            self.add_error(field, error.at_field)
        else:
            self.add_error(None, str(error.message))

    def shown_again(self, **changed: str) -> None:
        """What the page shows from now on: the text of a file that was read, a new order."""
        assert isinstance(self.data, QueryDict)
        data = self.data.copy()
        if self.text:
            data["record"] = self.text
        for name, value in changed.items():
            data[name] = value
        self.data = data

    def seat_again(self, order: list[PersonSeated]) -> None:
        """Propose another order than the one chosen; asked for once."""
        seats = {f"seat-{at}": person.seat for at, person in enumerate(order)}
        self.shown_again(**seats, names_seen=" ".join(seats.values()))

    def has_seen(self, order: list[PersonSeated]) -> bool:
        """Whether people sit so already, or somebody was asked and chose otherwise."""
        seen: str = self.cleaned_data["names_seen"]
        return seen == " ".join(person.seat for person in order) or (
            seated(order, absent=self.gone) == self.seating
        )

    def _clean_record(self, values: dict[str, Any]) -> None:
        file = values.get("file")
        if file is not None:
            read = text_of_file(file)
            if isinstance(read, NoText):
                self.add_error("file", why_no_record(read))
                return
            self.text = read
        else:
            self.text = values.get("record") or ""
        if not self.text.strip():
            self.add_error(
                "file" if file else "record",
                _("The file is empty.") if file else _("Paste the record, or choose a file."),
            )
        elif "\0" in self.text:
            self.add_error("record", why_no_record(NoText("not_text")))
        elif len(self.text) > _TYPED_LENGTH:
            self.add_error("record", why_no_record(NoText("too_large")))

    def _clean_marks(self, values: dict[str, Any]) -> None:
        for entry in self._came() if not self.table.fields else ():
            mark = read_mark(values.get(f"mark-{entry}", ""))
            if not values.get(f"mark-{entry}"):
                self.add_error(f"mark-{entry}", _("Missing."))
            elif mark is None or mark.is_forfeit:
                self.add_error(f"mark-{entry}", _("Write a whole number."))

    def _came(self) -> list[str]:
        return [entry for entry in self.table.entries if entry not in self.gone]

    def _marks(self) -> dict[str, Any]:
        if self.table.fields:
            return {}
        return {entry: read_mark(self.cleaned_data[f"mark-{entry}"]) for entry in self._came()}


class OpeningForm(SeatsForm):
    """Without the choice of a way where there is only one."""

    way = forms.ChoiceField(
        label=gettext_lazy("The sheet is kept"),
        choices=WAYS_KEPT,
        initial=Sheet.Way.CHECKED,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, table: GameToHandIn, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ask_for_seats(table, question=_("Who sits where?"))
        if not is_checked(table.match.event, table.played):
            del self.fields["way"]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        self.check_seats(values)
        return values

    @property
    def chosen_way(self) -> str:
        return str(self.cleaned_data.get("way", Sheet.Way.PLAIN))

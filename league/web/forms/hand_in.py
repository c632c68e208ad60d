"""What is handed in at a table: who sat where, then a record or the final figures.

The form reads its shape. What is impossible in a game, the rules say.
"""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.contract import SEATS
from games.record import MAX_BYTES
from league.errors import LeagueError, WrongFigure
from league.events.queries.hand_in import RECORD, SCORES, FigureField, Table
from league.models import Submission
from league.results.marks import read_mark
from league.results.reading import MAX_UPLOAD_BYTES, NoText, decode
from league.results.seating import Person, seated
from league.results.services.handing_in import HandIn

_MARK_LENGTH = 8
_FIGURE_LENGTH = 6
_TYPED_LENGTH = 2 * MAX_BYTES  # of a record; what is larger in bytes, the service says


class HandInForm(forms.Form):
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
    is_time = forms.BooleanField(label=gettext_lazy("Time was called"), required=False)

    def __init__(self, *args: Any, table: Table, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table = table
        self.fields["way"] = forms.ChoiceField(choices=[(way, way) for way in table.ways])
        people = [(person.seat, person.name) for person in table.people]
        for at, person in enumerate(table.people):
            self.fields[f"seat-{at}"] = forms.ChoiceField(
                label=_("Who sat where?"), choices=people, initial=person.seat
            )
        self.fields["absent"] = forms.MultipleChoiceField(
            required=False, choices=list(table.entries.items())
        )
        for entry, name in table.entries.items():
            for field in table.numbers:
                self.fields[f"figure-{entry}-{field.name}"] = forms.CharField(
                    label=name, max_length=_FIGURE_LENGTH, required=False
                )
            if not table.fields:
                self.fields[f"mark-{entry}"] = forms.CharField(
                    label=name, max_length=_MARK_LENGTH, required=False
                )
        for field in table.ticks:
            self.fields[f"tick-{field.name}"] = forms.ChoiceField(
                label=field.label, required=False, choices=[("", ""), *table.entries.items()]
            )
        self._letters = SEATS[: len(table.people)]
        self.text = ""  # the record that is handed in, wherever it came from

    @property
    def seat_fields(self) -> list[tuple[str, forms.BoundField]]:
        return [(letter, self[f"seat-{at}"]) for at, letter in enumerate(self._letters)]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row of fields for each entry, with the seats that they have by the order chosen."""
        letters = _letters_of(seated(self.order, absent=self.gone))
        return [
            {
                "entry": entry,
                "name": name,
                "letters": letters.get(entry, ""),
                "is_absent": entry in self.gone,
                "figures": [
                    (field, self[f"figure-{entry}-{field.name}"]) for field in self.table.numbers
                ],
                "mark": None if self.table.fields else self[f"mark-{entry}"],
            }
            for entry, name in self.table.entries.items()
        ]

    @property
    def tick_fields(self) -> list[tuple[FigureField, forms.BoundField]]:
        return [(field, self[f"tick-{field.name}"]) for field in self.table.ticks]

    @property
    def order(self) -> list[Person]:
        """The people by the seats chosen; as proposed if that is no order of all of them."""
        by_seat = {person.seat: person for person in self.table.people}
        chosen = [str(self._value(f"seat-{at}")) for at in range(len(by_seat))]
        if sorted(chosen) != sorted(by_seat):
            return list(self.table.people)
        return [by_seat[seat] for seat in chosen]

    @property
    def gone(self) -> frozenset[str]:
        value = self._value("absent") or ()
        return frozenset(value) & self.table.entries.keys()

    @property
    def chosen_way(self) -> str:
        value = str(self._value("way") or "")
        return value if value in self.table.ways else self.table.ways[0]

    @property
    def is_played(self) -> bool:
        return self.table.is_played(self.gone)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        self._clean_seats(values)
        if self.chosen_way == RECORD and self.is_played:
            self._clean_record(values)
        elif self.is_played:
            self._clean_numbers(values)
            self._clean_marks(values)
        return values

    def given(self, *, basis: Submission | None = None) -> HandIn:
        """What is said, of a form that is valid."""
        is_record = self.chosen_way == RECORD and self.is_played
        has_scores = self.chosen_way == SCORES and self.is_played
        is_time = self.cleaned_data["is_time"] and self.is_played
        return HandIn(
            seating=seated(self.order, absent=self.gone),
            absent=self.gone,
            record=self.text if is_record else "",
            figures=self._figures() if has_scores else {},
            marks=self._marks() if has_scores else {},
            termination=Submission.Termination.TIME if is_time else Submission.Termination.NORMAL,
            game=self.table.game,
            basis=basis,
        )

    def refuse(self, error: LeagueError) -> None:
        """Put what a service said beside the field that it is about."""
        self.add_error(self._field_of(error), str(error.message))

    def shown_again(self, **changed: str) -> None:
        """What the page shows from now on: the text of a file that was read, a new order."""
        assert isinstance(self.data, QueryDict)
        data = self.data.copy()
        if self.text:
            data["record"] = self.text
        for name, value in changed.items():
            data[name] = value
        self.data = data

    def seat_again(self, order: list[Person]) -> None:
        """Propose another order than the one chosen; asked for once."""
        seats = {f"seat-{at}": person.seat for at, person in enumerate(order)}
        self.shown_again(**seats, names_seen=" ".join(seats.values()))

    def has_seen(self, order: list[Person]) -> bool:
        """Whether people sit so already, or somebody was asked and chose otherwise."""
        seen: str = self.cleaned_data["names_seen"]
        return seen == " ".join(person.seat for person in order) or (
            seated(order, absent=self.gone) == seated(self.order, absent=self.gone)
        )

    def _value(self, name: str) -> Any:
        bound = self[name]
        return bound.data if self.is_bound else bound.value()

    def _clean_seats(self, values: dict[str, Any]) -> None:
        seats = [values.get(f"seat-{at}") for at in range(len(self.table.people))]
        if all(seats) and len(set(seats)) < len(seats):
            self.add_error("seat-0", _("Each person sits at one seat: somebody is here twice."))

    def _clean_record(self, values: dict[str, Any]) -> None:
        file = values.get("file")
        if file is not None:
            read = _read(file)
            if isinstance(read, NoText):
                self.add_error("file", _why_not(read))
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
            self.add_error("record", _why_not(NoText("not_text")))
        elif len(self.text) > _TYPED_LENGTH:
            self.add_error("record", _why_not(NoText("too_large")))

    def _clean_numbers(self, values: dict[str, Any]) -> None:
        """All that is missing of one entry is said in one sentence."""
        for entry in self._came():
            typed = {
                field: values.get(f"figure-{entry}-{field.name}", "")
                for field in self.table.numbers
            }
            if missing := [field for field, text in typed.items() if not text]:
                named = ", ".join(field.label for field in missing)
                self.add_error(
                    f"figure-{entry}-{missing[0].name}", _("Missing: %(what)s") % {"what": named}
                )
            for field in (field for field, text in typed.items() if text):
                if _number(typed[field]) is None:
                    self.add_error(f"figure-{entry}-{field.name}", _("Write a whole number."))

    def _clean_marks(self, values: dict[str, Any]) -> None:
        for entry in self._came() if not self.table.fields else ():
            mark = read_mark(values.get(f"mark-{entry}", ""))
            if not values.get(f"mark-{entry}"):
                self.add_error(f"mark-{entry}", _("Missing."))
            elif mark is None or mark.is_forfeit:
                self.add_error(f"mark-{entry}", _("Write a whole number."))

    def _came(self) -> list[str]:
        return [entry for entry in self.table.entries if entry not in self.gone]

    def _figures(self) -> dict[str, dict[str, int]]:
        values = self.cleaned_data
        return {
            entry: {
                field.name: _number(values[f"figure-{entry}-{field.name}"]) or 0
                for field in self.table.numbers
            }
            | {
                field.name: 1
                for field in self.table.ticks
                if values.get(f"tick-{field.name}") == entry
            }
            for entry in self._came()
        }

    def _marks(self) -> dict[str, Any]:
        if self.table.fields:
            return {}
        return {entry: read_mark(self.cleaned_data[f"mark-{entry}"]) for entry in self._came()}

    def _field_of(self, error: LeagueError) -> str | None:
        if self.chosen_way == RECORD and self.is_played:
            return "record"
        if not isinstance(error, WrongFigure):
            return None
        if f"tick-{error.field}" in self.fields:
            return f"tick-{error.field}"
        named = f"figure-{error.entry}-{error.field}"
        first = f"figure-{error.entry}-{self.table.numbers[0].name}" if self.table.numbers else ""
        return named if named in self.fields else first if first in self.fields else None


def _read(file: UploadedFile) -> str | NoText:
    """Its name is never looked at, and nothing of it is kept but its text."""
    if (file.size or 0) > MAX_UPLOAD_BYTES:
        return NoText("too_large")
    return decode(file.read())


def _why_not(no_text: NoText) -> str:
    if no_text.code == "too_large":
        limit = {"limit": MAX_BYTES // 1024}
        return _("This is too large: a record has %(limit)d KiB at most.") % limit
    return _("This is no text. Choose the record as a text file, or paste it.")


def _letters_of(seating: dict[str, str]) -> dict[str, str]:
    letters: dict[str, str] = {}
    for letter, entry in seating.items():
        letters[entry] = letters.get(entry, "") + letter
    return letters


def _number(typed: str) -> int | None:
    digits = typed.replace("−", "-").removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    return int(typed.replace("−", "-"))

"""What the desk sends: steps of rounds and tables, scores, entries."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy, gettext_lazy as _

from league.errors import LeagueError, WrongFigure
from league.events.services.entries import NamesakeEntered
from league.events.services.game_fit import WrongSetting
from league.models import Entry, Event, Round, Submission
from league.models.columns import number_in
from league.results.services.entered_scores import TypedSlip
from league.results.sides import Mark, read_mark
from league.web.figures import FigureField, FiguresForm, Row
from league.web.forms import KeyedForm, NameForm, WholeNumberField, fit_to_event

_MARK_LENGTH = 8


class VersionForm(forms.Form):
    """The state of the round that the page was made from."""

    version = WholeNumberField()


class SwapForm(VersionForm):
    first = forms.CharField(max_length=10)
    second = forms.CharField(max_length=10)


class LockForm(VersionForm):
    is_locked = forms.BooleanField(required=False)


class RedrawForm(VersionForm):
    allowances = forms.MultipleChoiceField(
        required=False, choices=[("allow_repeats", ""), ("drop_keep_apart", "")]
    )


class SitOutForm(VersionForm):
    entry = forms.CharField(max_length=10)


class PlanForm(forms.Form):
    table_size = forms.IntegerField(min_value=2, max_value=4)
    keeps_schedule = forms.BooleanField(required=False)


class OwnGameForm(forms.ModelForm):
    """Another game than the event's, for one round."""

    class Meta:
        model = Round
        fields = ["game", "other_name", "other_least", "other_most", "other_scoring"]

        help_texts = {"other_name": _("Only for another game, with what follows.")}

    def refuse(self, error: WrongSetting) -> None:
        self.add_error(error.field if error.field in self.fields else "game", str(error.message))


class ClockForm(forms.Form):
    do = forms.ChoiceField(
        choices=[(key, key) for key in ("length", "start", "pause", "resume", "add", "reset")]
    )
    minutes = forms.IntegerField(
        required=False, validators=[MinValueValidator(1), MaxValueValidator(24 * 60)]
    )
    table = forms.CharField(max_length=10, required=False)  # the match; empty: the whole round


class GameForm(VersionForm):
    """One game of a match, which has several where a match is a best of three."""

    game = forms.IntegerField(min_value=1, max_value=5)

    @property
    def game_number(self) -> int:
        """Which form is meant, even if it is wrong otherwise."""
        return number_in(str((self.data or self.initial).get("game", ""))) or 1


class MarksForm(GameForm, FiguresForm):
    """What everybody at a table got in one game: a field for each entry.

    The figures of the game are asked for where the sender has opened them.
    """

    client_key = forms.CharField(max_length=40)
    is_by_time = forms.BooleanField(label=_("Time was called"), required=False)
    reason = forms.CharField(max_length=500, required=False)

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        entries: Mapping[str, str],
        figures: Sequence[FigureField],
        is_sent: bool = True,
    ) -> None:
        """`is_sent`: not while it is only being typed, when nothing is wrong yet."""
        key = data.get("client_key", "")
        auto_id = f"slip-{key}-%s"
        super().__init__(data if is_sent else None, initial={**data}, auto_id=auto_id)
        self.said = data
        self.entries = entries
        self.figure_fields = figures
        for entry in self.entries:
            self.fields[entry] = forms.CharField(max_length=_MARK_LENGTH, required=False)
        self.ask_for_figures(figures, entries)

    @property
    def figure_rows(self) -> list[tuple[str, Row]]:
        return [(name, self.figures_of(entry)) for entry, name in self.entries.items()]

    @property
    def asks_for_figures(self) -> bool:
        return any(name.startswith(("figure-", "tick-")) for name in self.said)

    @property
    def has_figures(self) -> bool:
        """Whether any is typed, of those who came."""
        names = [f"figure-{entry}-{f.name}" for entry in self._came for f in self.figure_fields]
        ticks = [f"tick-{field.name}" for field in self.figure_fields]
        return any(self.said.get(name) for name in (*names, *ticks))

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        for entry in self.entries:
            if entry in self.errors:
                continue
            if not values[entry]:
                if not self.has_figures:
                    self.add_error(entry, _("Missing."))
            elif read_mark(values[entry]) is None:
                self.add_error(entry, _("Neither a number nor x."))
        if self.has_figures:
            self.check_figures(values, self._came)
        return values

    def refuse(self, error: LeagueError) -> str:
        """Put what is impossible beside its field; gives what has none."""
        if not isinstance(error, WrongFigure):
            return str(error.message)
        by_mark = error.entry if error.entry in self.entries else None
        field = self.field_of(error) if self.has_figures else by_mark
        if field is None:
            return str(error.message)
        self.add_error(field, error.at_field)
        return ""

    @property
    def typed(self) -> dict[str, str]:
        return {entry: str(self.said.get(entry, ""))[:_MARK_LENGTH] for entry in self.entries}

    @property
    def marks(self) -> dict[str, Mark]:
        """What can be read of it; complete if the form is valid and has no figures."""
        read = {entry: read_mark(text) for entry, text in self.typed.items()}
        return {entry: mark for entry, mark in read.items() if mark is not None}

    @property
    def _came(self) -> list[str]:
        gone = {entry for entry, mark in self.marks.items() if mark.is_forfeit}
        return [entry for entry in self.entries if entry not in gone]

    @property
    def mark_errors(self) -> dict[str, str]:
        return {e: str(self.errors[e][0]) for e in self.entries if e in self.errors}

    @property
    def has_field_errors(self) -> bool:
        """What a person can correct; anything else wrong is of an old page."""
        return any(name not in ("version", "client_key", "game") for name in self.errors)

    @property
    def slip(self) -> TypedSlip:
        time = Submission.Termination.TIME
        return TypedSlip(
            marks=self.marks,
            figures=self.figures(self._came) if self.has_figures else {},
            termination=time if self.is_by_time_typed else Submission.Termination.NORMAL,
            game=self.game_number,
        )

    @property
    def is_by_time_typed(self) -> bool:
        return bool(self.said.get("is_by_time"))

    @property
    def sent(self) -> dict[str, Any]:
        """What goes with the slip."""
        return {name: self.cleaned_data[name] for name in ("client_key", "version", "reason")}


class LineForm(forms.Form):
    """A table's number and its marks in one line, as typed without JavaScript."""

    line = forms.CharField(max_length=80)

    def clean_line(self) -> tuple[int, list[str]]:
        table, *marks = self.cleaned_data["line"].split()
        if (number := number_in(table)) is None:
            raise forms.ValidationError(_("Start with the number of the table."))
        return number, marks


class EnterForm(KeyedForm, NameForm):
    full_name = forms.CharField(
        label=gettext_lazy("First name and surname"),
        max_length=200,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "words", "list": "offered"}
        ),
    )
    partner_name = forms.CharField(
        label=gettext_lazy("Partner"),
        max_length=200,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "words", "list": "offered"}
        ),
    )
    team_name = forms.CharField(
        label=gettext_lazy("Name of the team"), max_length=60, required=False
    )
    is_here = forms.BooleanField(label=gettext_lazy("Is here already"), required=False)
    is_namesake = forms.BooleanField(
        label=gettext_lazy("Yes, somebody else with the same name"),
        required=False,
        widget=forms.HiddenInput,
    )

    def ask_whether_namesake(self, refusal: LeagueError | None) -> None:
        if isinstance(refusal, NamesakeEntered):
            box = self.fields.pop("is_namesake")
            box.widget = forms.CheckboxInput()
            self.fields["is_namesake"] = box  # at the end

    def __init__(self, *args: Any, event: Event, offer_url: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fit_to_event(self, event)
        for name in {"full_name", "partner_name"} & set(self.fields):
            self.fields[name].widget.attrs |= {
                "hx-get": offer_url,
                "hx-trigger": "input changed delay:150ms",
                "hx-target": "#offered",
                "hx-sync": "this:replace",
            }


class EntryForm(forms.ModelForm):
    categories = forms.MultipleChoiceField(
        label=gettext_lazy("Categories"), required=False, widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = Entry
        fields = ["team_name", "rating"]
        help_texts = {
            "rating": gettext_lazy("The higher, the stronger. It only orders the starting numbers.")
        }

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fit_to_event(self, event, is_official=True)
        if "categories" in self.fields:
            self.initial["categories"] = list(self.instance.categories.values_list("pk", flat=True))

"""Forms, and parts of forms, of several rooms: what people type, checked for its shape.
What it means is a service's matter.
"""

from copy import copy
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Model
from django.forms.utils import flatatt
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _, gettext_lazy

from games.record import MAX_BYTES
from league.errors import LeagueError
from league.events.queries.prizes import categories_of
from league.events.services.entries import HalfName
from league.formats.contract import Format
from league.models import ByeRequest, Event, Sheet, columns
from league.models.public_id import new_public_id
from league.models.time_zones import validate_time_zone, zones_offered
from league.results.record_text import MAX_UPLOAD_BYTES, NoText, decode
from league.web.errors import Refusals

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

# How a score sheet can be kept, and what that is worth.
WAYS_KEPT = (
    (
        Sheet.Way.CHECKED,
        gettext_lazy(
            "Move by move: the rules check each one. The result is proved, and the game can be"
            " replayed."
        ),
    ),
    (
        Sheet.Way.PLAIN,
        gettext_lazy(
            "Points only: two or three taps a turn. The result is “kept on a sheet”: more than a"
            " typed score, less than proved."
        ),
    ),
)


class ByeForm(forms.Form):
    round_number = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int)
    kind = forms.ChoiceField(
        label=gettext_lazy("What it brings"),
        choices=[
            (ByeRequest.Kind.HALF, gettext_lazy("half-point bye")),
            (ByeRequest.Kind.ZERO, gettext_lazy("bye without points")),
        ],
    )

    def __init__(self, *args: Any, rounds: range, of: Format | None = None, **kwargs: Any) -> None:
        """`of`: what is played in these rounds, where the form is to be shown."""
        super().__init__(*args, **kwargs)
        self.fields["round_number"].choices = [(n, str(n)) for n in rounds]  # type: ignore[attr-defined]
        kind = self.fields["kind"]
        if of is not None and of.absence_in_words:
            kind.help_text = _(of.absence_in_words)
        if of is not None and not of.takes_half_point_byes:
            kind.choices = kind.choices[1:]  # type: ignore[attr-defined]


def fit_to_event(form: forms.BaseForm, event: Event, *, is_official: bool = False) -> None:
    """Partners in team events only, categories where there are some that one may know of."""
    if event.game_played.team_size == 1:
        for name in {"partner_name", "team_name"} & set(form.fields):
            del form.fields[name]
    if "categories" in form.fields:
        known = categories_of(event, is_official=is_official)
        if choices := [(category.pk, category.name) for category in known]:
            form.fields["categories"].choices = choices  # type: ignore[attr-defined]
        else:
            del form.fields["categories"]


class NameForm(forms.Form):
    """A name of one word is asked about once: then the box `is_whole_name` stands in the form."""

    is_whole_name = forms.BooleanField(
        label=gettext_lazy("This is the whole name"), required=False, widget=forms.HiddenInput
    )

    def ask_whether_whole(self, refusal: LeagueError | None) -> None:
        if isinstance(refusal, HalfName):
            box = self.fields.pop("is_whole_name")
            box.widget = forms.CheckboxInput()
            self.fields["is_whole_name"] = box  # at the end


class WhenForm(forms.Form):
    """A name, and a moment by the clocks of the place."""

    name = forms.CharField(label=gettext_lazy("Name of the event"), max_length=200)
    date = forms.DateField(
        label=gettext_lazy("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    time = forms.TimeField(
        label=gettext_lazy("Time"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        initial="18:00",
    )

    def moment_in(self, zone: str) -> datetime:
        day, time = self.cleaned_data["date"], self.cleaned_data["time"]
        return datetime.combine(day, time, tzinfo=ZoneInfo(zone))


_OPTION = '<option value="{}">{}</option>'


@cache
def _zone_options() -> SafeString:
    """The same for everybody. Of 500 zones, making the list takes longer than the whole page."""
    return format_html_join("", _OPTION, ((zone, zone) for zone in zones_offered()))


class ZoneSelect(forms.Select):
    """A list of time zones, made once. `empty`: what it means to choose none."""

    def __init__(self, *, empty: "StrOrPromise" = "") -> None:
        super().__init__()
        self.empty = empty

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """A zone that is not offered, but stored, is offered as well."""
        stored = str(value or "")
        first = [("", self.empty)] if self.empty else []
        if stored and stored not in zones_offered():
            first.append((stored, stored))
        options = format_html("{}{}", format_html_join("", _OPTION, first), _zone_options())
        chosen = f'value="{conditional_escape(stored)}"'
        marked = options.replace(chosen, f"{chosen} selected", 1)
        own = self.build_attrs(self.attrs, {"name": name, **(attrs or {})})
        return format_html("<select{}>{}</select>", flatatt(own), mark_safe(marked))  # noqa: S308


class ZoneField(forms.CharField):
    def __init__(self, *, empty: "StrOrPromise" = "", help_text: "StrOrPromise" = "") -> None:
        super().__init__(
            label=gettext_lazy("Time zone"),
            required=not empty,
            validators=[validate_time_zone],
            widget=ZoneSelect(empty=empty),
            help_text=help_text,
        )


class KeyedForm(forms.Form):
    """Sent twice, it is done once: the key that came with the page tells a repeat."""

    client_key = forms.CharField(
        max_length=40, required=False, widget=forms.HiddenInput, initial=new_public_id
    )


class RepeatForm(KeyedForm, WhenForm):
    """Another evening like one that was."""

    with_people = forms.BooleanField(
        label=gettext_lazy("With the same people"),
        required=False,
        help_text=gettext_lazy("They are entered again; at the check-in you say who came."),
    )

    def __init__(self, *args: Any, has_people: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_people:
            del self.fields["with_people"]

    def asked(self, *, zone: str) -> dict[str, Any]:
        """As services take it."""
        return {
            "name": self.cleaned_data["name"],
            "starts_at": self.moment_in(zone),
            "with_people": self.cleaned_data.get("with_people", False),
            "client_key": self.cleaned_data["client_key"],
        }


class SearchForm(forms.Form):
    q = forms.CharField(label=gettext_lazy("Search"), max_length=100, required=False)

    @property
    def words(self) -> str:
        return self.cleaned_data["q"] if self.is_valid() else ""


class WholeNumberField(forms.IntegerField):
    """One that a column holds."""

    def __init__(self, *, max_value: int = columns.MOST, **kwargs: Any) -> None:
        super().__init__(max_value=max_value, **kwargs)


class Versioned(forms.Form):
    version = WholeNumberField(widget=forms.HiddenInput)

    def refusals(self, row: Model) -> Refusals:
        """For the service that changes the row."""
        rows = type(row)._default_manager
        return Refusals(
            lambda error: self.refuse(error, version=rows.get(pk=row.pk).version)  # type: ignore[attr-defined]
        )

    def refuse(self, error: LeagueError, *, version: int) -> None:
        """Keep what was typed, say what happened, and let the next try build on what is stored."""
        self.add_error(None, str(error.message))
        data: Any = copy(self.data)  # with all boxes that were ticked, not the last alone
        data["version"] = str(version)
        self.data = data


def text_of_file(file: UploadedFile) -> str | NoText:
    """Its name is never looked at, and nothing of it is kept but its text."""
    if (file.size or 0) > MAX_UPLOAD_BYTES:
        return NoText("too_large")
    return decode(file.read())


def why_no_record(no_text: NoText) -> str:
    if no_text.code == "too_large":
        limit = {"limit": MAX_BYTES // 1024}
        return _("This is too large: a record has %(limit)d KiB at most.") % limit
    return _("This is not text. Choose the record as a text file, or paste it.")

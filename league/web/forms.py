"""Forms, and parts of forms, of several rooms: what people type, checked for its shape.
What it means is a service's matter.
"""

from datetime import datetime
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from games.record import MAX_BYTES
from league.errors import LeagueError
from league.events.queries.prizes import categories_of
from league.events.services.entries import HalfName
from league.models import ByeRequest, Event, columns
from league.models.public_id import new_public_id
from league.results.record_text import MAX_UPLOAD_BYTES, NoText, decode
from league.web.errors import Refusals


class ByeForm(forms.Form):
    round_number = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int)
    kind = forms.ChoiceField(
        label=gettext_lazy("What it brings"),
        choices=[
            (ByeRequest.Kind.HALF, gettext_lazy("half-point bye")),
            (ByeRequest.Kind.ZERO, gettext_lazy("bye without points")),
        ],
    )

    def __init__(self, *args: Any, rounds: range, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["round_number"].choices = [(n, str(n)) for n in rounds]  # type: ignore[attr-defined]


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
    """A name and a moment in the viewer's own time zone."""

    name = forms.CharField(label=gettext_lazy("Name of the event"), max_length=200)
    date = forms.DateField(
        label=gettext_lazy("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    time = forms.TimeField(
        label=gettext_lazy("Time"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        initial="18:00",
    )

    @property
    def starts_at(self) -> datetime:
        moment = datetime.combine(self.cleaned_data["date"], self.cleaned_data["time"])
        return timezone.make_aware(moment)


class KeyedForm(forms.Form):
    """Sent twice, it is done once: the key that came with the page tells a repeat."""

    client_key = forms.CharField(
        max_length=40, required=False, widget=forms.HiddenInput, initial=new_public_id
    )


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
        self.data = {**{name: self.data[name] for name in self.data}, "version": str(version)}


def text_of_file(file: UploadedFile) -> str | NoText:
    """Its name is never looked at, and nothing of it is kept but its text."""
    if (file.size or 0) > MAX_UPLOAD_BYTES:
        return NoText("too_large")
    return decode(file.read())


def why_no_record(no_text: NoText) -> str:
    if no_text.code == "too_large":
        limit = {"limit": MAX_BYTES // 1024}
        return _("This is too large: a record has %(limit)d KiB at most.") % limit
    return _("This is no text. Choose the record as a text file, or paste it.")

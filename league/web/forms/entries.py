"""Entering an event: by oneself, or at the desk."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from league.events.queries.categories import categories_of
from league.events.services.entries import Registration
from league.models import ByeRequest, Entry, Event, Player

_NAME = {"autocomplete": "name", "autocapitalize": "words"}


class SignUpForm(forms.Form):
    """`player`: who the account plays as, if that is known."""

    full_name = forms.CharField(
        label=gettext_lazy("Your first name and surname"),
        max_length=200,
        widget=forms.TextInput(attrs=_NAME),
        help_text=gettext_lazy("The public sees “Jana N.”, the organisers your whole name."),
    )
    partner_name = forms.CharField(
        label=gettext_lazy("Your partner's first name and surname"),
        max_length=200,
        widget=forms.TextInput(attrs={**_NAME, "autocomplete": "off"}),
    )
    team_name = forms.CharField(
        label=gettext_lazy("Name of the team"), max_length=60, required=False
    )
    categories = forms.MultipleChoiceField(
        label=gettext_lazy("Categories"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self, *args: Any, event: Event, player: Player | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if player is not None:
            del self.fields["full_name"]
        fit_to_event(self, event)

    @property
    def registration(self) -> Registration:
        return Registration(**self.cleaned_data)


class EnterForm(forms.Form):
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
            "rating": gettext_lazy(
                "The higher, the stronger. It orders the starting numbers, nothing else."
            )
        }

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fit_to_event(self, event, is_official=True)
        if "categories" in self.fields:
            self.initial["categories"] = list(self.instance.categories.values_list("pk", flat=True))


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
        if choices := [(each.pk, each.name) for each in known]:
            form.fields["categories"].choices = choices  # type: ignore[attr-defined]
        else:
            del form.fields["categories"]

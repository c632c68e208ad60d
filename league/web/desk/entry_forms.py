"""Entering an event: by oneself, or at the desk."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from league.models import Entry, Event
from league.web.forms import fit_to_event


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

"""Categories, prizes, and how a tie for a prize is settled."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.events.queries.categories import categories_of
from league.events.queries.prizes import TieShown
from league.models import Category, Event, Prize, PrizeDecision


class PrizeForm(forms.Form):
    """A prize of the list: for which place, in which table, and what it is."""

    category = forms.ChoiceField(label=gettext_lazy("Category"))
    place = forms.IntegerField(label=gettext_lazy("Place"), min_value=1, max_value=200)
    what = forms.CharField(
        label=gettext_lazy("Prize"),
        max_length=120,
        help_text=gettext_lazy("A cup, a game, 500 Kč."),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known = {each.pk: each for each in categories_of(event, is_official=True)}
        choices = [
            ("all", _("All entries")),
            *((pk, each.name) for pk, each in self.known.items()),
        ]
        self.fields["category"].choices = choices  # type: ignore[attr-defined]

    def clean_category(self) -> Category | None:
        return self.known.get(self.cleaned_data["category"])


class PrizeTextForm(forms.ModelForm):
    class Meta:
        model = Prize
        fields = ["what"]


class TieForm(forms.Form):
    """How a tie is settled; after a deciding game also who came where."""

    how = forms.ChoiceField(
        label=gettext_lazy("How it is settled"),
        widget=forms.RadioSelect,
        choices=[
            (PrizeDecision.How.SHARE, gettext_lazy("They share these prizes.")),
            (PrizeDecision.How.GAME, gettext_lazy("A deciding game: say who won.")),
            (
                PrizeDecision.How.LOTS,
                gettext_lazy("Lots, drawn from the seed stored with the event."),
            ),
        ],
    )

    def __init__(self, data: Any = None, *, tie: TieShown) -> None:
        super().__init__(data, auto_id=f"tie-{tie.key}-%s")
        self.tie = tie
        places = [(number, str(number)) for number in range(1, len(tie.entries) + 1)]
        for number, (entry, name) in enumerate(tie.entries, start=1):
            self.fields[f"place-{entry}"] = forms.TypedChoiceField(
                label=name, coerce=int, choices=places, required=False, initial=number
            )

    @property
    def order(self) -> list[str]:
        """By the places that were given; two with the same one make no order."""
        places = {entry: self.cleaned_data[f"place-{entry}"] for entry, _name in self.tie.entries}
        if len(set(places.values())) < len(places):
            return []
        return sorted(places, key=lambda entry: places[entry] or 0)

    def place_fields(self) -> list[forms.BoundField]:
        return [self[f"place-{entry}"] for entry, _name in self.tie.entries]


class CertificatesForm(forms.Form):
    """What is printed: chosen in the address, so that it can be kept as a link."""

    AT_FIRST = {"of": "prizes", "paper": "landscape"}

    of = forms.ChoiceField(
        label=gettext_lazy("For whom"),
        choices=[
            ("prizes", gettext_lazy("one for each prize")),
            ("everybody", gettext_lazy("one for everybody")),
        ],
    )
    paper = forms.ChoiceField(
        label=gettext_lazy("Paper"),
        choices=[
            ("landscape", gettext_lazy("A4 across")),
            ("portrait", gettext_lazy("A4 upright")),
        ],
    )

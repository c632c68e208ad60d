"""Opening an event, and who runs it."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy

from league.models import Entry, Event, Official
from league.models.game_played import OTHER, game_choices
from league.web.forms import WhenForm


class NewEventForm(WhenForm):
    """`asks_game`: the template leaves it open."""

    game = forms.ChoiceField(
        label=gettext_lazy("Game"), choices=game_choices, widget=forms.RadioSelect
    )
    other_name = forms.CharField(
        label=gettext_lazy("Name of the game"),
        max_length=100,
        required=False,
        help_text=gettext_lazy(
            "Any game for one to four players. Arbitr takes its scores, not its rules."
        ),
    )

    def __init__(self, *args: Any, asks_game: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks_game:
            del self.fields["game"], self.fields["other_name"]

    @property
    def changes(self) -> dict[str, Any]:
        chosen = {name: self.cleaned_data[name] for name in ("game",) if name in self.fields}
        if chosen.get("game") == OTHER:
            chosen["other_name"] = self.cleaned_data["other_name"]
        return {**chosen, "time_zone": timezone.get_current_timezone_name()}


class OfficialForm(forms.Form):
    login = forms.CharField(label=gettext_lazy("Login name or e-mail"), max_length=254)
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=Official.Role.choices,
        initial=Official.Role.ARBITER,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "An arbiter checks people in, pairs and rules on results. An organiser also changes "
            "settings and names officials."
        ),
    )


class KeepApartForm(forms.Form):
    first = forms.ChoiceField(label=gettext_lazy("One"))
    second = forms.ChoiceField(label=gettext_lazy("The other"))

    def __init__(self, *args: Any, event: Event, names: dict[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        playing = event.entries.exclude(status=Entry.Status.WITHDRAWN)
        self.entries = {entry.pk: entry for entry in playing.order_by(*Entry.BY_NAME)}
        choices = [("", gettext_lazy("choose")), *((pk, names[pk]) for pk in self.entries)]
        for field in self.fields.values():
            field.choices = choices  # type: ignore[attr-defined]

    def clean_first(self) -> Entry:
        return self.entries[self.cleaned_data["first"]]

    def clean_second(self) -> Entry:
        return self.entries[self.cleaned_data["second"]]

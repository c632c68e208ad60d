"""Seasons and series, as forms."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _, pgettext

from league.errors import LeagueError
from league.models import Event, Player, Season, SeasonLeave, Series
from league.models.game_played import OTHER, game_choices
from league.seasons.days import MONTH, TWO_WEEKS, WEEK, Window
from league.seasons.queries.outcome import SeasonOutcome
from league.seasons.services.next_season import Wishes
from league.seasons.services.setup import MOST_DIVISIONS
from league.series.services import WrongNumbers
from league.web.forms import Versioned

PAUSES = 4
MOST_NAMES = 60


def day_field(**options: Any) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(widget=widget, **options)


class NewSeasonForm(forms.ModelForm):
    divisions = forms.IntegerField(
        label=_("Divisions"), initial=2, min_value=1, max_value=MOST_DIVISIONS
    )
    game = forms.ChoiceField(label=_("Game"), choices=game_choices, widget=forms.RadioSelect)
    other_name = forms.CharField(label=_("Name of the game"), max_length=100, required=False)

    class Meta:
        model = Season
        fields = ["name", "divisions", "game", "other_name", "format", "rounds_planned"]
        widgets = {"format": forms.RadioSelect}
        help_texts = {
            "name": _("Such as “League 2026/27”."),
            "rounds_planned": _("A round robin is as long as its number of players makes it."),
        }

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("game") == OTHER and not values.get("other_name"):
            self.add_error("other_name", _("Type the name of the game."))
        return values

    @property
    def chosen(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.Meta.fields if name != "divisions"}


class SeasonForm(forms.ModelForm, Versioned):
    class Meta:
        model = Season
        fields = ["name", "movers", "has_play_offs", "reminder_days"]
        help_texts = {
            "movers": _("Empty: one in six of a division, rounded up."),
            "has_play_offs": _(
                "The best who does not go up plays the lowest who does not go down, for the place "
                "above the line."
            ),
            "reminder_days": _("0: no reminders. After the deadline they are sent in any case."),
        }


class PlayersForm(forms.Form):
    """Names typed or pasted, and members of the club."""

    names = forms.CharField(
        label=_("Names, one on each line"),
        required=False,
        max_length=MOST_NAMES * 200,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    players = forms.ModelMultipleChoiceField(
        label=_("Members of the club"),
        queryset=Player.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, members: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.fields["players"]
        chosen.queryset = members  # type: ignore[attr-defined]
        chosen.label_from_instance = lambda player: player.full_name  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not values.get("names") and not values.get("players"):
            self.add_error("names", _("Type a name, or choose a member."))
        return values

    @property
    def typed(self) -> list[str]:
        names: str = self.cleaned_data["names"]
        return names.splitlines()[:MOST_NAMES]


class DatesForm(forms.Form):
    """Days for all rounds at once."""

    first = day_field(label=_("First day of round 1"))
    every = forms.ChoiceField(
        label=_("A round takes"),
        choices=[(WEEK, _("a week")), (TWO_WEEKS, _("two weeks")), (MONTH, _("a month"))],
        widget=forms.RadioSelect,
        initial=TWO_WEEKS,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, PAUSES + 1):
            self.fields[f"pause_{number}"] = day_field(
                label=_("Day off %(number)d") % {"number": number}, required=False
            )

    @property
    def pauses(self) -> list[forms.BoundField]:
        return [self[f"pause_{number}"] for number in range(1, PAUSES + 1)]

    @property
    def chosen(self) -> dict[str, Any]:
        values = self.cleaned_data
        without = [day for field in self.pauses if (day := values[field.name])]
        return {"first": values["first"], "every": values["every"], "without": without}


class WindowsForm(Versioned):
    """The days of each round by hand."""

    def __init__(self, *args: Any, windows: Sequence[Window], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rounds = len(windows)
        for number, window in enumerate(windows, start=1):
            gaps = {"number": number}
            self.fields[f"starts_{number}"] = day_field(
                label=_("Round %(number)d starts") % gaps, initial=window.starts_on
            )
            self.fields[f"due_{number}"] = day_field(
                label=_("Round %(number)d ends") % gaps, initial=window.due_on
            )

    @property
    def rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        return [
            (number, self[f"starts_{number}"], self[f"due_{number}"])
            for number in range(1, self.rounds + 1)
        ]

    @property
    def windows(self) -> list[Window]:
        values = self.cleaned_data
        return [
            Window(values[f"starts_{number}"], values[f"due_{number}"])
            for number in range(1, self.rounds + 1)
        ]


class DayForm(forms.Form):
    play_on = day_field(label=_("Day"))


class NextSeasonForm(forms.Form):
    """What changes from one season to the next."""

    name = forms.CharField(label=_("Name of the next season"), max_length=120)
    divisions = forms.IntegerField(label=_("Divisions"), min_value=1, max_value=MOST_DIVISIONS)
    newcomers = forms.CharField(
        label=_("Newcomers, one on each line"),
        required=False,
        max_length=MOST_NAMES * 200,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("They start in the lowest division."),
    )
    returning = forms.MultipleChoiceField(
        label=_("Back after a pause"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self, *args: Any, outcome: SeasonOutcome, paused: Iterable[SeasonLeave], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        back = [(leave.entry_id, leave.entry.player.public_name) for leave in paused]
        if back:
            self.fields["returning"].choices = back  # type: ignore[attr-defined]
        else:
            del self.fields["returning"]
        self.entries = [entry for group in outcome.after for entry in group]
        stays = [("", _("plays on")), *SeasonLeave.Kind.choices]
        for entry in self.entries:
            self.fields[f"stay_{entry}"] = forms.ChoiceField(
                label=outcome.names[entry],
                choices=stays,
                required=False,
                initial=SeasonLeave.Kind.LEFT if entry in outcome.gone else "",
            )

    @property
    def wishes(self) -> Wishes:
        values = self.cleaned_data
        leaving = {entry: values[f"stay_{entry}"] for entry in self.entries}
        return Wishes(
            name=values["name"],
            leaving={entry: how for entry, how in leaving.items() if how},
            returning=values.get("returning", ()),
            newcomers=values["newcomers"].splitlines()[:MOST_NAMES],
            divisions=values["divisions"],
        )


class SpacedNumbersField(forms.CharField):
    """Whole numbers in a row, with anything between them: “10 8 6”, “10, 8, 6”."""

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        parts = re.split(r"[\s,;–-]+", text.strip()) if text else []
        if not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
            raise forms.ValidationError(_("Whole numbers with spaces between them: 10 8 6 5 4"))
        return [int(part) for part in parts]


class SeriesForm(forms.ModelForm):
    own_points = SpacedNumbersField(
        label=_("Own numbers"),
        required=False,
        max_length=600,
        help_text=_("For the first place, the second, and so on: 10 8 6 5 4 3 2 1"),
    )

    class Meta:
        model = Series
        fields = [
            *("name", "about", "scheme", "own_points", "best", "planned", "bonus"),
            *("guests", "counts_running"),
        ]
        widgets = {
            "about": forms.Textarea(attrs={"rows": 3}),
            "scheme": forms.RadioSelect,
            "guests": forms.RadioSelect,
        }
        help_texts = {
            "best": _("The best ones of each player. Empty: all of them count."),
            "planned": _("Needed to say what everybody can still reach."),
            "bonus": _("For every evening that somebody came to, also for those that are dropped."),
            "guests": _(
                "A guest is anyone who is not a player of your club. You can change this for "
                "individual people, on their row of the table."
            ),
            "counts_running": _("Otherwise it is shown, and counts once it is finished."),
        }


class SeriesChangeForm(SeriesForm, Versioned):
    def refuse(self, error: LeagueError, *, version: int) -> None:
        if isinstance(error, WrongNumbers):
            self.add_error(error.field, str(error.message))
        else:
            super().refuse(error, version=version)


class EventField(forms.ModelChoiceField):
    """Evenings often have the same name: the day and the club tell them apart."""

    def label_from_instance(self, obj: Any) -> str:
        day = date_format(obj.day, pgettext("date format", "j M Y"))
        return f"{obj.name} ({day}, {obj.club})"


class AddEveningForm(forms.Form):
    event = EventField(label=_("Event"), queryset=Event.objects.none(), empty_label=_("choose"))

    def __init__(self, *args: Any, events: QuerySet[Event], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["event"].queryset = events  # type: ignore[attr-defined]

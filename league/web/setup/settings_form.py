"""One section of an event's settings: fields of the event and of its stage, side by side."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import FieldDoesNotExist
from django.core.validators import MaxValueValidator
from django.utils.translation import gettext, gettext_lazy as _

from games.registry import GAMES, rules_of
from league.errors import LeagueError
from league.events.queries.events import setting_label
from league.events.services.game_fit import WrongSetting
from league.events.services.settings import Recount
from league.events.settings_rules import FROZEN_AFTER_START, RECOUNTED
from league.formats.registry import format_of
from league.models import Event, Stage, columns
from league.models.columns import number_in
from league.models.game_played import variant_choices
from league.said import edition_choices
from league.standings.points import WHOLE
from league.web.forms import Versioned, ZoneField
from league.web.setup.settings_sections import HELP, Group, Section

OWN_POINTS = {"own_4": 4, "own_3": 3, "own_2": 2}
_FEW = 5  # choices that are shown all at once
_SHOWN_AT = {"own_points": "own_4", "starts_at": "date"}


class PointsField(forms.DecimalField):
    """Points as people write them, kept in twelfths."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=0, max_value=1000, decimal_places=2, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return f"{Decimal(value) / WHOLE:g}" if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        points = super().clean(value)
        if points is None:
            return None
        if points * WHOLE % 1:
            raise forms.ValidationError(_("Whole points, halves or quarters."))
        return int(points * WHOLE)


class NumbersField(forms.CharField):
    """Whole numbers on one line."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> Any:
        words = super().clean(value).replace(",", " ").replace("–", " ").split()
        numbers = [number_in(word) for word in words]
        if None in numbers:
            raise forms.ValidationError(_("Whole numbers, with commas between them."))
        return numbers


class FormatChoice(forms.RadioSelect):
    """Each format names the settings that it has: `arbitr.css` shows those of the chosen one."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        option["attrs"]["data-shows"] = " ".join(sorted(format_of(value).settings))
        return option


def confirmed_field() -> forms.BooleanField:
    return forms.BooleanField(
        label=_("Yes, recount everything"),
        help_text=_(
            "The event has started: a change here also counts for rounds already played, and the "
            "public is told."
        ),
        required=False,
    )


class SettingsForm(Versioned):
    is_confirmed = confirmed_field()

    def __init__(self, data: Any, *, event: Event, stage: Stage, section: Section) -> None:
        self.event, self.stage = event, stage
        super().__init__(data, initial={"version": event.version})
        self._groups = section.groups_for(stage.format)
        names = [name for group in self._groups for name in group.fields]
        for name in names:
            self.fields[name] = self._field(name)
            self.initial[name] = self._stored(name)
        asks = event.has_started and bool(RECOUNTED & _settings_of(names))
        if asks:
            self.fields["is_confirmed"] = self.fields.pop("is_confirmed")  # comes last
        else:
            del self.fields["is_confirmed"]

    def groups(self) -> Iterator[tuple[Group, list[forms.BoundField]]]:
        for group in self._groups:
            yield group, [self[name] for name in group.fields]
        if "is_confirmed" in self.fields:
            yield Group(("is_confirmed",)), [self["is_confirmed"]]

    @property
    def changes(self) -> dict[str, Any]:
        """By the names that the service knows."""
        changes = {
            name: value
            for name, value in self.cleaned_data.items()
            if name not in ("version", "is_confirmed", "date", "time", *OWN_POINTS)
        }
        if is_edition_left(self):
            del changes["edition"]
        if "date" in self.cleaned_data:
            zone = ZoneInfo(self.cleaned_data["time_zone"])
            changes["starts_at"] = datetime.combine(
                self.cleaned_data["date"], self.cleaned_data["time"], tzinfo=zone
            )
        if "own_4" in self.cleaned_data:
            changes["own_points"] = own_points_in(self.cleaned_data)
        return changes

    def refuse(self, error: LeagueError, *, version: int) -> None:
        if not refused_at_field(self, error):
            super().refuse(error, version=version)

    def _field(self, name: str) -> forms.Field:
        field = setting_field(name)
        reason = FROZEN_AFTER_START.get(name) if self.event.has_started else None
        if reason:
            field.disabled = True
            field.help_text = gettext(reason)
        return field

    def _stored(self, name: str) -> Any:
        if name in ("date", "time"):
            local = self.event.starts_at.astimezone(ZoneInfo(self.event.time_zone))
            return local.date() if name == "date" else local.time()
        if name in OWN_POINTS:
            return own_points_at(self.stage, name)
        return getattr(self.event if hasattr(self.event, name) else self.stage, name)


def is_edition_left(form: forms.Form) -> bool:
    """Whether another game was chosen, and nobody touched the edition of the one before."""
    is_other = not {"game", "plays_own_game"}.isdisjoint(form.changed_data)
    is_said = "edition" in form.changed_data and form.cleaned_data["edition"]
    return is_other and not is_said


def refused_at_field(form: forms.Form, error: LeagueError) -> bool:
    """Whether the error is about a setting of the form, and is told there."""
    if isinstance(error, WrongSetting):
        field = _SHOWN_AT.get(error.field, error.field)
        form.add_error(field if field in form.fields else None, str(error.message))
    elif isinstance(error, Recount):
        form.add_error("is_confirmed", str(error.message))
    else:
        return False
    return True


def own_points_at(stage: Stage, name: str) -> list[int]:
    """The stage's own numbers for the size of table of which a field asks."""
    numbers: list[int] = stage.own_points.get(str(OWN_POINTS[name]), [])
    return numbers


def own_points_in(typed: Mapping[str, Any]) -> dict[str, list[int]]:
    return {str(size): row for name, size in OWN_POINTS.items() if (row := typed[name])}


def _settings_of(names: list[str]) -> set[str]:
    return {"own_points" if name in OWN_POINTS else name for name in names}


def setting_field(name: str, *, of: type[Event] | type[Stage] = Event) -> forms.Field:
    """As forms ask for a setting; a column that both have is the event's, unless said."""
    field = _special_field(name) or _model_field(name, of)
    field.help_text = HELP.get(name, "")
    return field


def _model_field(name: str, of: type[Event] | type[Stage]) -> forms.Field:
    try:
        column: Any = of._meta.get_field(name)
    except FieldDoesNotExist:
        column = Stage._meta.get_field(name)
    field: forms.Field = column.formfield()
    if isinstance(field, forms.IntegerField):
        field.validators += [*column.validators, MaxValueValidator(columns.MOST_SMALL)]
    if name == "kind":
        field.widget = FormatChoice(choices=column.choices)
    elif isinstance(field, forms.TypedChoiceField) and len(list(column.choices)) <= _FEW:
        field.widget = forms.RadioSelect(choices=column.choices)
    return field


def _special_field(name: str) -> forms.Field | None:
    makers: dict[str, Any] = {
        "date": lambda: forms.DateField(
            label=_("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        ),
        "plays_until": lambda: forms.DateField(
            label=setting_label("plays_until"),
            widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            required=False,
        ),
        "time": lambda: forms.TimeField(
            label=_("Time"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
        ),
        "time_zone": ZoneField,
        "variant": lambda: forms.ChoiceField(label=_("Variant"), choices=_variants()),
        "edition": lambda: forms.ChoiceField(label=_("Edition"), choices=_editions()),
    }
    if name in makers:
        field: forms.Field = makers[name]()
        return field
    if name in ("win_12", "draw_12", "loss_12", "bye_12"):
        return PointsField(label=setting_label(name), required=name != "bye_12")
    if name in OWN_POINTS:
        label = gettext("Own numbers for a table of %(size)d") % {"size": OWN_POINTS[name]}
        return NumbersField(label=label, required=False, max_length=40)
    return None


def _variants() -> list[tuple[str, str]]:
    return [(key, _with_games(name, "variants", key)) for key, name in variant_choices()]


def _editions() -> list[tuple[str, str]]:
    return [(key, _with_games(title, "editions", key)) for key, title in edition_choices()]


def _with_games(label: str, kind: str, key: str) -> str:
    """Names the games that have it, unless all do."""
    rules = [rules for game in GAMES if (rules := rules_of(game))]
    having = [game.name for game in rules if key in getattr(game, kind)]
    return label if len(having) == len(rules) else f"{label} ({', '.join(having)})"

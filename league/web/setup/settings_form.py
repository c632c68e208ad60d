"""One section of an event's settings: fields of the event and of its stage, side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import FieldDoesNotExist
from django.core.validators import MaxValueValidator
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from games.registry import GAMES, rules_of
from league.errors import LeagueError
from league.events.queries.events import setting_label
from league.events.services.game_fit import WrongSetting
from league.events.services.settings import Recount
from league.events.settings_rules import FROZEN_AFTER_START, RECOUNTED
from league.formats.contract import Format
from league.formats.registry import format_of
from league.models import Event, Stage, columns
from league.models.columns import number_in
from league.models.game_played import variant_choices
from league.standings.points import WHOLE
from league.web.forms import Versioned, ZoneField

OWN_POINTS = {"own_4": 4, "own_3": 3, "own_2": 2}
_FEW = 5  # choices that are shown all at once
_SHOWN_AT = {"own_points": "own_4", "starts_at": "date"}


@dataclass(frozen=True)
class Group:
    fields: Sequence[str]
    when: str = ""
    title: Promise | str = ""
    needs: str = ""  # a setting that the format must have; empty: all formats have these


@dataclass(frozen=True)
class Section:
    key: str
    title: Promise
    groups: Sequence[Group]

    def groups_for(self, format_: Format) -> list[Group]:
        return [
            group for group in self.groups if not group.needs or group.needs in format_.settings
        ]


SECTIONS = {
    section.key: section
    for section in (
        Section(
            "basics",
            _("When and where"),
            (Group(("name", "date", "time", "time_zone", "place", "about", "language")),),
        ),
        Section(
            "game",
            _("The game"),
            (
                Group(("game",)),
                Group(("variant", "edition"), when="known-game"),
                Group(
                    ("other_name", "other_least", "other_most", "other_scoring"), when="other-game"
                ),
                Group(("games_per_match", "round_minutes", "time_rule")),
            ),
        ),
        Section(
            "format",
            _("Rounds and tables"),
            (
                Group(("kind",)),
                Group(("rounds_planned",), when="rounds_planned"),
                Group(("seeding",)),
                Group(("table_size", "keeps_schedule", "early_rounds"), when="table_size"),
                Group(("is_double",), when="is_double"),
                Group(("boards",)),
            ),
        ),
        Section(
            "points",
            _("Points"),
            (
                Group(("scheme",), needs="scheme"),
                Group(("own_4", "own_3", "own_2"), when="own-points", needs="own_points"),
                Group(("win_12", "draw_12", "loss_12"), needs="win_12"),
                Group(("bye_12",)),
            ),
        ),
        Section(
            "entries",
            _("Entries and check-in"),
            (
                Group(("sign_up", "entry_limit", "has_waiting_list")),
                Group(("entry_fee", "currency"), title=_("Entry fee")),
                Group(("check_in_opens_min", "late_entry"), title=_("On the day")),
                Group(("requested_byes", "bye_in_last_round"), title=_("Byes on request")),
            ),
        ),
        Section(
            "results",
            _("Results"),
            (
                Group(("records", "confirmation")),
                Group(("confirms_at_table", "accepts_after_min"), when="opponents-confirm"),
                Group(("is_rated",)),
                Group(("shows_calls",)),
            ),
        ),
        Section(
            "sheets",
            _("Score sheets"),
            (
                Group(("sheet_help",)),
                Group(("shows_boards",), title=_("Spectators")),
                Group(("boards_delay_min",), when="boards-shown"),
            ),
        ),
    )
}

# Chapters of the rules that are changed on a page of their own.
PAGE_OF_CHAPTER = {"order": "event-chain", "prizes": "event-prizes"}

HELP = {
    "time_zone": _(
        "The time above is in this zone, and so is everything on the pages of the event."
    ),
    "place": _("Where to come: street, room, floor."),
    "about": _("What people should know: what to bring, what it costs, food."),
    "language": _("For printed pages, the big screen and mail. Phones use their owner's language."),
    "games_per_match": _("How often the same people play before they change tables."),
    "round_minutes": _("For the clock. Leave it empty to play without one."),
    "time_rule": _("What a table does when the clock runs out."),
    "rounds_planned": _("Can still be changed while the event runs."),
    "seeding": _(
        "They are given when the event starts. Number 1 is the strongest. “By rating” takes the "
        "numbers typed with the entries; if none is typed, Arbitr's own ratings of the game."
    ),
    "table_size": _("The rest sit at smaller tables, so that nobody sits out."),
    "keeps_schedule": _(
        "For some numbers of players there is a plan in which nobody meets twice. It ignores "
        "points: leave it off if the best should meet in the last rounds."
    ),
    "early_rounds": _("0: club mates may meet at once."),
    "boards": _(
        "How many copies of the game you have. Empty: enough. If there are too few, people take "
        "turns sitting out."
    ),
    "scheme": _(
        "“Equal” gives six points per seat, so that a table's size is no advantage: the usual "
        "choice. 5–3–2–1 is easy to add up, but a table of three is a small advantage. With “only "
        "the win counts” all other places are worth the same."
    ),
    "own_4": _("Points by place, the winner's first: 5, 3, 2, 1."),
    "bye_12": _(
        "What a player gets for having to sit out. Empty: a win at two seats, the mean of a "
        "table otherwise."
    ),
    "sign_up": _("The desk can always enter people, too."),
    "entry_limit": _("Empty: no limit."),
    "has_waiting_list": _("Those who enter when it is full move up when somebody withdraws."),
    "entry_fee": _(
        "Empty: none. It is shown where people enter; the desk ticks off who has paid. Arbitr "
        "takes no money itself."
    ),
    "check_in_opens_min": _("Empty: only the desk checks people in."),
    "late_entry": _("Late entries play from the next round on."),
    "requested_byes": _("How many half-point byes one entry may ask for; 0: none."),
    "records": _(
        "A record lets Arbitr replay the game and prove the result. “Required”: scores alone count "
        "only if an official accepts them."
    ),
    "confirmation": _(
        "Who has to agree to what a player hands in. What nobody contests is also accepted when "
        "you close the round."
    ),
    "confirms_at_table": _(
        "Quicker, but weaker proof than a confirmation from everybody's own phone."
    ),
    "sheet_help": _(
        "“Checks” is fair in an event: a move is entered as it lies on the table, and the points "
        "come after it. The other is for beginners. The page of a match says which was on."
    ),
    "shows_boards": _("On the page of a match, while it is played. Afterwards everybody may."),
    "boards_delay_min": _("So that nobody is helped from outside. 0: at once."),
    "shows_calls": _("The desk sees them in any case."),
    "is_rated": _(
        "Each played game changes the ratings of its players. Switch it off for fun events. Solo "
        "games and games that Arbitr does not know have no ratings."
    ),
    "accepts_after_min": _(
        "Counted from when it was handed in. Empty: it waits until somebody confirms it or the "
        "round is closed. A result without a required record is never accepted by time alone."
    ),
}


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
    """Each format names the settings that it has: `events.css` shows those of the chosen one."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        option["attrs"]["data-shows"] = " ".join(sorted(format_of(value).settings))
        return option


class SettingsForm(Versioned):
    is_confirmed = forms.BooleanField(
        label=_("Yes, recount everything"),
        help_text=_(
            "The event has started: a change here also counts for rounds already played, and the "
            "public is told."
        ),
        required=False,
    )

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
        if "date" in self.cleaned_data:
            zone = ZoneInfo(self.cleaned_data["time_zone"])
            changes["starts_at"] = datetime.combine(
                self.cleaned_data["date"], self.cleaned_data["time"], tzinfo=zone
            )
        if "own_4" in self.cleaned_data:
            rows = {size: self.cleaned_data[name] for name, size in OWN_POINTS.items()}
            changes["own_points"] = {str(size): row for size, row in rows.items() if row}
        return changes

    def refuse(self, error: LeagueError, *, version: int) -> None:
        if isinstance(error, WrongSetting):
            field = _SHOWN_AT.get(error.field, error.field)
            self.add_error(field if field in self.fields else None, str(error.message))
        elif isinstance(error, Recount):
            self.add_error("is_confirmed", str(error.message))
        else:
            super().refuse(error, version=version)

    def _field(self, name: str) -> forms.Field:
        field = _special_field(name) or _model_field(name)
        field.help_text = HELP.get(name, "")
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
            return self.stage.own_points.get(str(OWN_POINTS[name]), [])
        return getattr(self.event if hasattr(self.event, name) else self.stage, name)


def _settings_of(names: list[str]) -> set[str]:
    return {"own_points" if name in OWN_POINTS else name for name in names}


def _model_field(name: str) -> forms.Field:
    try:
        column: Any = Event._meta.get_field(name)
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
    keys = dict.fromkeys(
        edition for game in GAMES if (rules := rules_of(game)) for edition in rules.editions
    )
    return [(key, _with_games(key, "editions", key)) for key in keys]


def _with_games(label: str, kind: str, key: str) -> str:
    """Names the games that have it, unless all do."""
    rules = [rules for game in GAMES if (rules := rules_of(game))]
    having = [game.name for game in rules if key in getattr(game, kind)]
    return label if len(having) == len(rules) else f"{label} ({', '.join(having)})"

"""The final figures of a game as fields, for every entry, wherever they are typed.

What is impossible in a game, the rules say; the form only reads numbers.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.values import Setup, TallyField
from league.errors import WrongFigure
from league.events.queries.tables import Figures, FigureSaid
from league.models import Match
from league.models.columns import number_in
from league.models.game_played import GamePlayed
from league.results.queries import expected_of
from league.results.sides import Claim

_FIGURE_LENGTH = 6


@dataclass(frozen=True)
class FigureField:
    """A figure that the game asks every side for."""

    name: str
    label: str
    least: int
    most: int
    is_tick: bool
    is_required: bool
    symbol: str = ""  # the game's own sign for it

    @property
    def may_be_negative(self) -> bool:
        return self.least < 0


def enough_came(played: GamePlayed, entries: Collection[str], *, absent: Collection[str]) -> bool:
    """Whether a game can be played at all."""
    came = [entry for entry in entries if entry not in absent]
    return not absent or len(came) >= max(played.least_entries, 2)


def typed_figures(fields: Sequence[FigureField], claims: Mapping[str, Claim]) -> dict[str, object]:
    """The figures that were claimed, as they would be typed."""
    typed: dict[str, object] = {}
    for entry, claim in claims.items():
        for field in fields:
            value = claim.figures.get(field.name)
            if not field.is_tick:
                typed[f"figure-{entry}-{field.name}"] = value
            elif value:
                typed[f"tick-{field.name}"] = entry
    return typed


def figures_said(match: Match, claims: Mapping[str, Claim]) -> dict[str, Figures]:
    """What was claimed, by entry; nothing of a game whose only figure is the score itself."""
    fields = figure_fields(match, players=len(claims))
    if len(fields) == 1:
        return {}
    game = match.round.game_here.key
    return {
        entry: tuple(
            FigureSaid(field.label, "" if field.is_tick else str(value), field.symbol, game)
            for field in fields
            if (value := claim.figures.get(field.name)) or (value == 0 and not field.is_tick)
        )
        for entry, claim in claims.items()
    }


def figure_fields(match: Match, *, players: int) -> list[FigureField]:
    """None of a game without rules: it has scores or places."""
    rules = match.round.game_here.rules
    if rules is None:
        return []
    expected = expected_of(match)
    if players not in rules.variants[expected.variant]:
        players = max(rules.variants[expected.variant])
    setup = Setup(players, variant=expected.variant, edition=expected.edition)
    return [_field(field) for field in rules.figures.fields(setup)]


def _field(field: TallyField) -> FigureField:
    return FigureField(
        name=field.name,
        label=_(field.label),
        least=field.least,
        most=field.most,
        is_tick=field.kind == "tick",
        is_required=field.is_required,
        symbol=field.symbol,
    )


Row = list[tuple[FigureField, forms.BoundField]]


class FiguresForm(forms.Form):
    """Numbers of each entry, and ticks of which each stands at one entry or at none."""

    def ask_for_figures(self, fields: Sequence[FigureField], entries: Mapping[str, str]) -> None:
        self._numbers = [field for field in fields if not field.is_tick]
        self._ticks = [field for field in fields if field.is_tick]
        for entry, name in entries.items():
            for field in self._numbers:
                self.fields[f"figure-{entry}-{field.name}"] = forms.CharField(
                    label=name, max_length=_FIGURE_LENGTH, required=False
                )
        for field in self._ticks:
            self.fields[f"tick-{field.name}"] = forms.ChoiceField(
                label=field.label, required=False, choices=[("", ""), *entries.items()]
            )

    def figures_of(self, entry: str) -> Row:
        return [(field, self[f"figure-{entry}-{field.name}"]) for field in self._numbers]

    @property
    def tick_fields(self) -> Row:
        return [(field, self[f"tick-{field.name}"]) for field in self._ticks]

    def check_figures(self, values: Mapping[str, Any], entries: Iterable[str]) -> None:
        """All that is missing of one entry is said in one sentence."""
        for entry in entries:
            typed = {
                field: values.get(f"figure-{entry}-{field.name}", "") for field in self._numbers
            }
            if missing := [field for field, text in typed.items() if not text]:
                named = ", ".join(field.label for field in missing)
                self.add_error(
                    f"figure-{entry}-{missing[0].name}", _("Missing: %(what)s") % {"what": named}
                )
            for field in (field for field, text in typed.items() if text):
                if _number(typed[field]) is None:
                    self.add_error(f"figure-{entry}-{field.name}", _("Write a whole number."))

    def figures(self, entries: Iterable[str]) -> dict[str, dict[str, int]]:
        """By entry, of a form that is valid."""
        values = self.cleaned_data
        return {
            entry: {
                field.name: _number(values[f"figure-{entry}-{field.name}"]) or 0
                for field in self._numbers
            }
            | {field.name: 1 for field in self._ticks if values.get(f"tick-{field.name}") == entry}
            for entry in entries
        }

    def field_of(self, error: WrongFigure) -> str | None:
        """The field that the rules' sentence is about, else the first of the same entry."""
        first = self._numbers[0].name if self._numbers else ""
        named = (
            f"tick-{error.field}",
            f"figure-{error.entry}-{error.field}",
            f"figure-{error.entry}-{first}",
        )
        return next((name for name in named if name in self.fields), None)


def _number(typed: str) -> int | None:
    signed = typed.replace("−", "-")
    number = number_in(signed.removeprefix("-"))
    return -number if number and signed.startswith("-") else number

"""The chain of tiebreaks: an ordered list, edited step by step, and how two of them count."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from league.errors import LeagueError
from league.events.services.game_fit import WrongSetting
from league.models import Event, Stage
from league.standings.tiebreaks import TIEBREAKS
from league.web.versioned_form import Versioned

SETTINGS = ("tiebreak_edition", "spread_against", "spread_cap")


class ChainForm(Versioned):
    """`keys`: the chain as it was sent, or as it is stored."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Everybody can read it beside the standings. Name no people."),
    )

    def __init__(self, data: Any, *, event: Event, stage: Stage) -> None:
        initial = {"version": event.version, **{name: getattr(stage, name) for name in SETTINGS}}
        super().__init__(data, initial=initial)
        for name in SETTINGS:
            column: Any = Stage._meta.get_field(name)
            self.fields[name] = column.formfield()
        sent = data.getlist("key") if data is not None else stage.chain
        self.keys = list(dict.fromkeys(key for key in sent if key in TIEBREAKS))

    def edit(self, step: str, *, presets: dict[str, tuple[str, ...]]) -> None:
        """One press of a button: “up:BH”, “down:BH”, “out:BH”, “preset:usual”, “add”."""
        deed, _colon, subject = step.partition(":")
        if deed == "preset" and subject in presets:
            self.keys = list(presets[subject])
        elif deed == "add" and (added := self.data.get("added", "")) in TIEBREAKS:
            self.keys += [added] if added not in self.keys else []
        elif subject in self.keys:
            self._move(deed, self.keys.index(subject))

    @property
    def changes(self) -> dict[str, Any]:
        return {"chain": self.keys, **{name: self.cleaned_data[name] for name in SETTINGS}}

    def typed(self) -> list[tuple[str, Any]]:
        """All but the chain, to be carried through the preview."""
        names = ("version", *SETTINGS)
        return [(name, "" if (value := self[name].value()) is None else value) for name in names]

    def settings(self) -> list[forms.BoundField]:
        return [self[name] for name in SETTINGS]

    def refuse(self, error: LeagueError, *, version: int) -> None:
        if isinstance(error, WrongSetting) and error.field in self.fields:
            self.add_error(error.field, str(error.message))
        else:
            super().refuse(error, version=version)

    def _move(self, deed: str, at: int) -> None:
        if deed == "out":
            del self.keys[at]
            return
        to = at + {"up": -1, "down": 1}.get(deed, 0)
        if 0 <= to < len(self.keys):
            self.keys[at], self.keys[to] = self.keys[to], self.keys[at]

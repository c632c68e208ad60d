"""What is asked before a practice game, and what the plain form of a sheet sends."""

from typing import Any

from django import forms

from games.pads import InputForm, InputPart, composed
from league.sheets import ledger as kinds
from league.sheets.checks import OnSheet


class NoteForm(forms.Form):
    """One act from the plain form: an action by its parts or its words, an undo, points, …"""

    after = forms.IntegerField(min_value=0)
    kind = forms.ChoiceField(
        choices=[
            (kind, kind)
            for kind in (
                kinds.SET_UP,
                kinds.ACTION,
                kinds.SCORE,
                kinds.UNDO,
                kinds.EDIT,
                kinds.REMARK,
                kinds.LET_STAND,
                kinds.TIME,
                kinds.END,
            )
        ]
    )
    seat = forms.CharField(max_length=1, required=False)
    entry = forms.CharField(max_length=20, required=False)
    text = forms.CharField(max_length=500, required=False)
    field = forms.CharField(max_length=40, required=False)
    target = forms.IntegerField(required=False, min_value=1)

    def __init__(self, *args: Any, page: OnSheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.page = page

    def note(self) -> dict[str, Any]:
        typed = self.cleaned_data
        text = typed["text"].strip()
        if typed["kind"] == kinds.ACTION and typed["entry"]:
            text = self._composed(typed["entry"])
        if typed["kind"] == kinds.SCORE:
            text = f"{typed['field']} {text}"
        if typed["kind"] == kinds.SET_UP:
            text = "\n".join(
                f"{name.removeprefix('tag-')} {value.strip()}"
                for name, value in self.data.items()
                if name.startswith("tag-")
            )
        return {
            "kind": typed["kind"],
            "seat": typed["seat"],
            "text": text,
            "target": typed["target"],
        }

    def _composed(self, kind: str) -> str:
        game = self.page.game
        entries = game.rules.looks.pad(game.position, last=None).entries if game else ()
        entry = next((each for each in entries if each.kind == kind), None)
        if entry is None:
            return ""
        return composed(entry, {part.name: self._value(entry, part) for part in entry.parts})

    def _value(self, entry: InputForm, part: InputPart) -> str:
        typed = str(self.data.get(f"part-{entry.kind}-{part.name}", ""))
        typed = typed.replace("\0", "").strip()
        if part.kind in ("fields", "options", "pairs"):
            return part.joiner.join(typed.replace(",", " ").split())
        return typed

"""What is asked before a practice game, and what the plain form of a sheet sends."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.contract import SEATS
from games.pads import InputForm, InputPart, composed
from games.registry import GAMES, rules_of
from league.models import Sheet
from league.models.game_played import MOST_SEATS, OTHER, game_choices, variant_choices
from league.sheets import ledger as kinds
from league.sheets.checks import OnSheet
from league.sheets.services.sheets import LONGEST_NAME, Practice


class PracticeForm(forms.Form):
    """Which game, who plays, and how the sheet helps."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=game_choices)
    other_name = forms.CharField(
        label=gettext_lazy("Name of the game"), max_length=100, required=False
    )
    players = forms.TypedChoiceField(
        label=gettext_lazy("How many play"),
        coerce=int,
        choices=[(number, str(number)) for number in range(1, MOST_SEATS + 1)],
        initial=2,
    )
    variant = forms.ChoiceField(
        label=gettext_lazy("Variant"), choices=variant_choices, required=False
    )
    way = forms.ChoiceField(
        label=gettext_lazy("The sheet is kept"),
        choices=Sheet.Way.choices,
        initial=Sheet.Way.CHECKED,
        widget=forms.RadioSelect,
    )
    help = forms.ChoiceField(
        label=gettext_lazy("What the sheet tells"),
        choices=Sheet.Help.choices,
        initial=Sheet.Help.FULL,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat in SEATS:
            self.fields[f"name-{seat}"] = forms.CharField(
                label=_("Name at seat %(seat)s") % {"seat": seat},
                max_length=LONGEST_NAME,
                required=False,
            )

    @property
    def name_fields(self) -> list[tuple[str, forms.BoundField]]:
        return [(seat, self[f"name-{seat}"]) for seat in SEATS]

    @property
    def numbers(self) -> dict[str, dict[str, list[int]]]:
        """Game -> variant -> how many may play; for the page, which shows what fits."""
        known = filter(None, map(rules_of, GAMES))
        return {
            rules.key: {variant: list(of) for variant, of in rules.variants.items()}
            for rules in known
        }

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cleaned["variant"] = cleaned.get("variant") or "base"
        if cleaned.get("game") == OTHER and not cleaned.get("other_name"):
            self.add_error("other_name", _("What is the game called?"))
        return cleaned

    def given(self) -> Practice:
        typed = self.cleaned_data
        return Practice(
            game=typed["game"],
            players=typed["players"],
            names={seat: typed[f"name-{seat}"] for seat in SEATS},
            variant=typed["variant"],
            other_name=typed["other_name"],
            help=typed["help"],
            way=typed["way"],
        )


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

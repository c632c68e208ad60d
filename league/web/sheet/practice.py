"""Practice sheets: opened for any game, by a tap or a form; names are forgotten on wish."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from games.registry import GAMES, rules_of
from games.values import SEATS
from league.models import Sheet
from league.models.game_played import (
    MOST_SEATS,
    OTHER,
    SCORES_COMPARED,
    Scoring,
    game_choices,
    variant_choices,
)
from league.said import edition_choices
from league.sheets.services.sheets import (
    LONGEST_NAME,
    Practice,
    forget_names,
    open_practice,
    practise_again,
)
from league.throttle import address_of, count
from league.web.access import PageRequest, keep_code, permitted
from league.web.addresses import sheet_named
from league.web.errors import refusals_on, refusals_to
from league.web.forms import WAYS_KEPT
from league.web.frames import form_page

_PLAYERS = 2  # of a game opened with a tap


def _editions() -> list[tuple[str, str]]:
    return [("", _("the one of my club, else the standard edition")), *edition_choices()]


class PracticeForm(forms.Form):
    """Which game, who plays, and how the sheet helps."""

    use_required_attribute = False  # a browser would ask for what is hidden, too

    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=game_choices)
    other_name = forms.CharField(
        label=gettext_lazy("Name of the game"),
        max_length=100,
        error_messages={"required": gettext_lazy("What is the game called?")},
    )
    other_scoring = forms.ChoiceField(
        label=gettext_lazy("What decides"),
        choices=SCORES_COMPARED,
        initial=Scoring.HIGHER,
        widget=forms.RadioSelect,
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
    edition = forms.ChoiceField(label=gettext_lazy("Edition"), choices=_editions, required=False)
    way = forms.ChoiceField(
        label=gettext_lazy("The sheet is kept"),
        choices=WAYS_KEPT,
        initial=Sheet.Way.CHECKED,
        widget=forms.RadioSelect,
    )
    help = forms.ChoiceField(
        label=gettext_lazy("What the sheet tells"),
        choices=Sheet.Help.choices,
        initial=Sheet.Help.FULL,
        widget=forms.RadioSelect,
    )

    confirms = forms.BooleanField(
        label=gettext_lazy("Confirm each move before it is written"), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.is_bound and self.data.get("game") != OTHER:
            self.fields["other_name"].required = self.fields["other_scoring"].required = False
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

    @property
    def editions(self) -> dict[str, list[str]]:
        """Game -> its editions; for the page, too."""
        return {rules.key: list(rules.editions) for rules in filter(None, map(rules_of, GAMES))}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cleaned["variant"] = cleaned.get("variant") or "base"
        return cleaned

    def practice(self) -> Practice:
        typed = self.cleaned_data
        return Practice(
            game=typed["game"],
            players=typed["players"],
            names={seat: typed[f"name-{seat}"] for seat in SEATS},
            variant=typed["variant"],
            edition=typed["edition"],
            other_name=typed["other_name"],
            other_scoring=typed["other_scoring"] or Scoring.HIGHER,
            help=typed["help"],
            way=typed["way"],
            confirms=typed["confirms"],
        )


@permitted("practise")
@require_POST
def practice_at_once(request: PageRequest) -> HttpResponse:
    """A game for two with all the help that there is: nothing is asked before."""
    game = request.POST.get("game", "")
    with refusals_to(request):
        count("practice", who=address_of(request))
        sheet = open_practice(Practice(game=game, players=_PLAYERS), user=request.actor.user)
        keep_code(request, sheet.code)
        return redirect("sheet", sheet.pk)
    return redirect("practice")


@permitted("write_sheet", of=sheet_named)
@require_POST
def sheet_again(request: PageRequest, sheet: Sheet) -> HttpResponse:
    """Another game of the same people, in one tap."""
    with refusals_to(request):
        count("practice", who=address_of(request))
        another = practise_again(sheet)
        keep_code(request, another.code)
        return redirect("sheet", another.pk)
    return redirect("sheet", sheet.pk)


@permitted("write_sheet", of=sheet_named)
@require_POST
def sheet_forget(request: PageRequest, sheet: Sheet) -> HttpResponse:
    """Names and remarks of a practice game go for good."""
    with refusals_to(request):
        forget_names(sheet)
        messages.success(request, _("The names are forgotten. What was played stays."))
    return redirect("sheet", sheet.pk)


@permitted("practise")
def practice(request: PageRequest) -> HttpResponse:
    """Open a sheet for any game: no event, no account."""
    form = PracticeForm(request.POST or None, initial={"game": request.GET.get("game", "")})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            count("practice", who=address_of(request))
            sheet = open_practice(form.practice(), user=request.actor.user)
            keep_code(request, sheet.code)
            return redirect("sheet", sheet.pk)
    return form_page(request, "sheet/practice.html", {"form": form})

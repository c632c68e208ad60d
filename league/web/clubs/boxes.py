"""Which boxes of the games a club has: shown drawn, and asked once."""

from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.contract import Rules
from games.pads import Box
from games.registry import GAMES, rules_of
from games.values import STANDARD, Setup
from league.events.services.boxes import forget_box, keep_box
from league.models import Club, ClubBox
from league.said import edition_said, words
from league.web.access import PageRequest, permitted
from league.web.addresses import club_named
from league.web.errors import refusals_to


@dataclass(frozen=True)
class Corner:
    """A place of the drawing that can be tapped, and where the tap leads."""

    x: float
    y: float
    radius: float
    name: str
    is_first: bool  # tapped; the next one changes places with it
    href: str


@dataclass(frozen=True)
class BoxShown:
    """A box as the page draws it."""

    rules: Rules
    box: Box
    edition: str
    value: str  # of the tag
    first: int | None  # the place that was tapped

    @property
    def says(self) -> str:
        return words(self.box.says)

    @property
    def view_box(self) -> str:
        return f"0 0 {self.box.width:g} {self.box.height:g}"

    @property
    def corners(self) -> list[Corner]:
        return [
            Corner(
                *(place.x, place.y, place.radius, words(place.name)),
                is_first=at == self.first,
                href=self._href(at),
            )
            for at, place in enumerate(self.box.places)
        ]

    def _href(self, at: int) -> str:
        letters, wanted = list(self.value), {"edition": self.edition}
        if self.first is None:
            wanted["first"] = str(at)
        elif self.first != at:
            letters[at], letters[self.first] = letters[self.first], letters[at]
        return f"?{urlencode({**wanted, self.box.tag: ''.join(letters)})}#box"


@permitted("edit_club", of=club_named)
def club_boxes(request: PageRequest, club: Club) -> HttpResponse:
    """The games, and of which the club has said what its box looks like."""
    kept = {box.game: box for box in club.boxes.all()}
    games = [
        (game, rules.name, edition_said(game, kept[game].edition) if game in kept else "")
        for game, rules in _with_boxes()
    ]
    return render(request, "clubs/boxes.html", {"club": club, "games": games})


@permitted("edit_club", of=club_named)
def club_box(request: PageRequest, club: Club, game: str) -> HttpResponse:
    rules = dict(_with_boxes()).get(game)
    if rules is None:
        raise Http404
    kept = club.boxes.filter(game=game).first()
    shown = _shown(request, rules, kept)
    if request.method == "POST":
        with refusals_to(request):
            return _answered(request, club, shown)
        return redirect("club-box", club.pk, game)
    editions = [(edition, edition_said(game, edition)) for edition in rules.editions]
    context = {"club": club, "shown": shown, "kept": kept, "editions": editions}
    return render(request, "clubs/box.html", context)


def _answered(request: PageRequest, club: Club, shown: BoxShown) -> HttpResponse:
    game = shown.rules.key
    if "forget" in request.POST:
        forget_box(club, actor=request.actor, game=game)
        messages.success(request, _("Forgotten. Events keep what they have."))
    else:
        tag = shown.box.tag
        tags = {tag: request.POST.get(tag, shown.value)} if tag else {}
        edition = request.POST.get("edition", shown.edition)
        keep_box(club, actor=request.actor, game=game, edition=edition, tags=tags)
        messages.success(request, _("Saved. New events and score sheets of the club use it."))
    return redirect("club-boxes", club.pk)


def _with_boxes() -> list[tuple[str, Rules]]:
    known = ((game, rules_of(game)) for game in GAMES)
    return [(game, rules) for game, rules in known if rules and rules.looks.box]


def _shown(request: PageRequest, rules: Rules, kept: ClubBox | None) -> BoxShown:
    """As the address says, which goes before what is kept."""
    edition = request.GET.get("edition", kept.edition if kept else STANDARD)
    if edition not in rules.editions:
        edition = STANDARD
    assert rules.looks.box is not None
    players = min(min(numbers) for numbers in rules.variants.values())
    setup = Setup(players, edition=edition)
    box = rules.looks.box(setup)
    is_kept = kept is not None and kept.edition == edition
    value = request.GET.get(box.tag) or (kept.tags.get(box.tag, "") if kept and is_kept else "")
    if box.tag and value and rules.tags.read(box.tag, value, players=players) is None:
        box = rules.looks.box(replace(setup, own={box.tag: value}))
    letters = "".join(place.letter for place in box.places)
    first = request.GET.get("first", "")
    is_place = first.isdecimal() and first.isascii() and int(first[:2]) < len(box.places)
    return BoxShown(rules, box, edition, letters, int(first[:2]) if is_place else None)

"""Pages for the frames of a club's own website: which there are, and the one line to copy.

The pages themselves are in the room `public`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import urlencode

from csp.constants import SELF
from django import forms
from django.conf import settings
from django.http import HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from league.events.queries.events import has_bracket
from league.models import Club, Event
from league.web.addresses import whole_address

THEMES = ("light", "dark")
ROWS = (5, 10, 20)
STANDINGS, PAIRINGS, BRACKET, REPLAY = "standings", "pairings", "bracket", "replay"
# Of the frame, in pixels: the usual content is seen without scrolling in it.
_HEIGHTS = {STANDINGS: 480, PAIRINGS: 520, BRACKET: 560, REPLAY: 760}
_HEIGHT_OF_ROW = 34
_EVENTS_HEIGHT = 360


@dataclass(frozen=True)
class Embed:
    path: str
    title: str
    height: int

    @property
    def line(self) -> str:
        """To be put into a page as it is."""
        return (
            f'<iframe src="{escape(whole_address(self.path))}" title="{escape(self.title)}"'
            f' width="100%" height="{self.height}" loading="lazy" style="border:0"></iframe>'
        )


class LookForm(forms.Form):
    """How it speaks and looks. What is wrong is as if it had not been chosen."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES, required=False)
    theme = forms.ChoiceField(
        label=_("Colours"),
        choices=[
            ("", _("as the visitor's device")),
            ("light", pgettext_lazy("colours", "light")),
            ("dark", pgettext_lazy("colours", "dark")),
        ],
        required=False,
    )

    def chosen(self, name: str) -> str:
        self.is_valid()
        return str(self.cleaned_data.get(name) or self.initial.get(name, ""))


class EventEmbedForm(LookForm):
    what = forms.ChoiceField(label=_("What to show"), required=False)
    rows = forms.ChoiceField(
        label=_("Rows of the standings"),
        choices=[("", _("all")), *((str(rows), str(rows)) for rows in ROWS)],
        required=False,
    )
    replay = forms.CharField(required=False, max_length=10, widget=forms.HiddenInput)
    field_order = ["what", "rows", "language", "theme"]

    def __init__(self, asked: QueryDict, *, event: Event, has_replay: bool) -> None:
        what = REPLAY if has_replay else STANDINGS
        super().__init__(asked, initial={"language": event.language, "what": what})
        choices = [(STANDINGS, _("Standings")), (PAIRINGS, _("Tables of the round"))]
        if has_bracket(event):
            choices.append((BRACKET, _("Bracket")))
        if has_replay:
            choices.append((REPLAY, _("Replay of a game")))
        self.fields["what"].choices = choices  # type: ignore[attr-defined]


def embed_of_event(event: Event, form: EventEmbedForm) -> Embed:
    what, language = form.chosen("what"), form.chosen("language")
    rows = form.chosen("rows") if what == STANDINGS else ""
    subject = form.chosen("replay") if what == REPLAY else event.pk
    path = reverse(f"embed-{what}", args=[language, subject])
    query = {"rows": rows, "theme": form.chosen("theme")}
    labels = dict(form.fields["what"].choices)  # type: ignore[attr-defined]
    height = 180 + _HEIGHT_OF_ROW * int(rows) if rows else _HEIGHTS[what]
    return Embed(_with(path, query), f"{labels[what]} – {event.name}", height)


def embed_of_club(club: Club, form: LookForm) -> Embed:
    path = reverse("embed-events", args=[form.chosen("language"), club.pk])
    return Embed(_with(path, {"theme": form.chosen("theme")}), club.name, _EVENTS_HEIGHT)


def _with(path: str, query: dict[str, str]) -> str:
    asked = urlencode({key: value for key, value in query.items() if value})
    return f"{path}?{asked}" if asked else path


def framed_by(response: HttpResponse, *, origins: Sequence[str]) -> HttpResponse:
    """Let pages of these origins, and our own, show it in a frame."""
    response._csp_replace = {"frame-ancestors": [SELF, *origins]}  # type: ignore[attr-defined]
    if not origins:  # the older header knows no list, and is left out where there is one
        response["X-Frame-Options"] = "SAMEORIGIN"
    return response


def with_example(response: HttpResponse) -> HttpResponse:
    """Let the page show an embed in a frame of its own; as csp.decorators does."""
    response._csp_replace = {"frame-src": [SELF]}  # type: ignore[attr-defined]
    return response

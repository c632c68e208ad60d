"""The bracket of an event as everybody sees it: drawn, and round by round for a phone."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.events.queries.brackets import BracketShown, bracket_among, stages_in_brackets
from league.events.queries.entries import entry_of, public_names
from league.models import Event
from league.models.columns import number_in
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.bracket_drawing import is_on_way
from league.web.brackets import RoundListed, picture_of, rounds_listed, words_of
from league.web.frames import event_frame
from league.web.live import fragment, live_part


@permitted("see_event", of=event_named, hidden=True)
def bracket(request: PageRequest, event: Event) -> HttpResponse:
    live = live_part("live-bracket", event)
    asked = {key: request.GET[key] for key in ("stage", "round", "entry") if request.GET.get(key)}
    if asked:
        live["url"] += f"?{urlencode(asked)}"
    contents = bracket_contents(event, asked=asked)
    context = {
        **event_frame(request, event, tab="bracket"),
        **contents,
        "heading": _("Bracket"),
        "live": live if event.status != Event.Status.DRAFT else None,
        "entry": entry_of(event, request.actor),
        "people": _people(contents["bracket"]),
    }
    return render(request, "public/bracket/show.html", context)


@fragment("public/bracket/_bracket_live.html", asks=True)
def live_bracket(event: Event, *, asked: Mapping[str, str]) -> Mapping[str, object]:
    return bracket_contents(event, asked=asked)


def bracket_contents(event: Event, *, asked: Mapping[str, str]) -> dict[str, Any]:
    """`asked`: which stage is shown, which round of it is listed, and whose way is marked."""
    stages = stages_in_brackets(event)
    order = number_in(asked.get("stage", ""))
    shown = bracket_among(stages, names=public_names(event), order=order)
    if shown is None:
        return {"bracket": None}
    entry = asked.get("entry", "")
    followed = entry if entry in shown.seeds else ""
    words = words_of(shown, followed=followed)
    rounds = rounds_listed(shown, words)
    current = _chosen(rounds, asked.get("round", ""))
    return {
        "bracket": shown,
        "stages": stages if len(stages) > 1 else [],
        "stage": "" if shown.stage == stages[-1] else shown.stage.order,
        "followed": followed,
        "picture": picture_of(shown, words),
        "rounds": rounds,
        "current": _with_followed(current, followed),
    }


def _chosen(rounds: list[RoundListed], wanted: str) -> RoundListed:
    """The one that was asked for, or the one that is played now, or was last."""
    number = number_in(wanted)
    by_number = {each.number: each for each in rounds}
    needed = [each for each in rounds if not all(one.box.is_needless for one in each.matches)]
    now = next((each for each in needed if each.is_current), needed[-1])
    return by_number.get(number or 0, now)


def _with_followed(listed: RoundListed, entry: str) -> RoundListed:
    matches = (
        replace(match, is_followed=is_on_way(match.words, entry)) for match in listed.matches
    )
    return replace(listed, matches=tuple(matches))


def _people(shown: BracketShown | None) -> list[tuple[str, str]]:
    if shown is None:
        return []
    return sorted(((entry, shown.names[entry]) for entry in shown.seeds), key=lambda one: one[1])

"""The bracket of an event as it stands, for pages, paper and the API."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from league.events.bracket_boxes import BracketBox, boxes_of
from league.events.queries.events import stages_with
from league.events.queries.tables import Sides, places_in, results_in, score_said
from league.formats.contract import Overview
from league.models import Event, Match, Round, Ruling, Stage
from league.standings.bracket import Side
from league.standings.field import field_of
from league.standings.keys.bracket_places import states_in
from league.standings.queries import inputs_as_played, scheme_of

_HALF = "½"


@dataclass(frozen=True)
class BracketShown:
    stage: Stage
    boxes: tuple[BracketBox, ...]
    names: Mapping[str, str]
    seeds: Mapping[str, int]  # the number in the bracket, by entry
    matches: Mapping[str, Match]  # that are public, by slot
    scores: Mapping[str, Mapping[str, str]]  # by slot and entry
    ruled: Mapping[str, Ruling]  # by slot: the last decision about who plays there

    @property
    def has_losers(self) -> bool:
        return any(box.slot.side is Side.LOSERS for box in self.boxes)

    @property
    def current_round(self) -> int:
        """Of the stage: the first with something to play, or else the last."""
        rounds = [box.slot.round for box in self.boxes]
        to_play = [box.slot.round for box in self.boxes if not (box.order or box.is_needless)]
        return min(to_play, default=max(rounds, default=0))


def stages_in_brackets(event: Event) -> list[Stage]:
    """Those whose tables are public, by their order."""
    is_public = Q(rounds__status__in=[Round.Status.PUBLISHED, Round.Status.CLOSED])
    stages = stages_with(Overview.BRACKET).filter(is_public, event=event).distinct()
    found = list(stages.order_by("order"))
    for stage in found:
        stage.event = event
    return found


def bracket_of(
    event: Event, *, names: Mapping[str, str], order: int | None = None
) -> BracketShown | None:
    """Of the stage at this place, or else of the last that has one; None: there is none."""
    return bracket_among(stages_in_brackets(event), names=names, order=order)


def bracket_among(
    stages: Sequence[Stage], *, names: Mapping[str, str], order: int | None
) -> BracketShown | None:
    """As `bracket_of`, where these were read already."""
    asked = [stage for stage in stages if stage.order == order]
    return bracket_in((asked or stages)[-1], names=names) if stages else None


def bracket_in(stage: Stage, *, names: Mapping[str, str]) -> BracketShown | None:
    """None: the stage is played without one."""
    if stage.format.overview is not Overview.BRACKET:
        return None
    inputs = inputs_as_played(stage)
    seeded = inputs.bracket
    if seeded is None:
        return None
    stage.field_size = len(seeded.entries)  # which names of rounds ask for
    boxes = boxes_of(states_in(field_of(inputs, scheme=scheme_of(stage))))
    rounds = list(stage.rounds.exclude(status=Round.Status.DRAFT))
    matches = _matches_in(rounds)
    return BracketShown(
        stage=stage,
        boxes=boxes,
        names=names,
        seeds={entry: number for number, entry in enumerate(seeded.entries, start=1)},
        matches=matches,
        scores=_scores_in(rounds, matches, scoring=stage.game_here.scoring),
        ruled=_ruled_in(rounds),
    )


def _matches_in(rounds: Sequence[Round]) -> dict[str, Match]:
    """By slot."""
    matches = Match.objects.filter(round__in=rounds).exclude(slot="").order_by("round__number")
    return {match.slot: match for match in matches}


def _ruled_in(rounds: Sequence[Round]) -> dict[str, Ruling]:
    kinds = (Ruling.Kind.AGAIN, Ruling.Kind.STAND, Ruling.Kind.DROP)
    rulings = Ruling.objects.filter(match__round__in=rounds, kind__in=kinds)
    in_order = rulings.select_related("match", "remark").order_by("number")
    return {ruling.match.slot: ruling for ruling in in_order}


def _scores_in(
    rounds: Sequence[Round], matches: Mapping[str, Match], *, scoring: str
) -> dict[str, dict[str, str]]:
    results = results_in(rounds)
    return {
        slot: _scores(
            results[match.pk], scoring=scoring, is_decided=match.state == Match.State.ACCEPTED
        )
        for slot, match in matches.items()
    }


def _scores(results: Sequence[Sides], *, scoring: str, is_decided: bool) -> dict[str, str]:
    """The score of one game; of several how many were won; of a larger table the places."""
    if not results:
        return {}
    entries = [str(side["entry"]) for side in results[0]]
    if len(entries) > 2:
        places = places_in(results) if is_decided else {}
        return {entry: f"{places[entry]}." for entry in entries if entry in places}
    if len(results) == 1:
        return {str(side["entry"]): score_said(side, scoring=scoring) for side in results[0]}
    return {entry: _won(results, entry) for entry in entries}


def _won(results: Sequence[Sides], entry: str) -> str:
    halves = 0
    for sides in results:
        best = [side["entry"] for side in sides if side["rank"] == 1]
        halves += (2 // len(best)) if entry in best else 0
    whole, half = divmod(halves, 2)
    return f"{whole or ''}{_HALF}" if half else str(whole)

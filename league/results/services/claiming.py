"""What the final figures of a game come to: claims with the game's own keys, or what is impossible.

The same for a player who hands them in and for an official who sets them.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.contract import Fault, RuleModule, Setup
from league.errors import LeagueError, WrongFigure
from league.models import Match
from league.results.marks import Mark
from league.results.queries import expected_of
from league.results.sides import Claim, Seating

Figures = Mapping[str, Mapping[str, int]]  # by entry


def setup_at(match: Match, rules: RuleModule, *, players: int) -> Setup:
    """The game of a match as so many people play it."""
    expected = expected_of(match)
    if players not in rules.variants[expected.variant]:
        raise LeagueError(_("This game is not for %(players)d players.") % {"players": players})
    return Setup(players, variant=expected.variant, edition=expected.edition)


def claims_by_figures(
    match: Match, figures: Figures, *, seating: Seating, termination: str
) -> dict[str, Claim]:
    """Of those who sat down, in a game that has rules."""
    rules = match.round.game_here.rules
    if rules is None:
        raise LeagueError(_("This game has no figures of its own: give the scores."))
    setup = setup_at(match, rules, players=len(seating))
    sheets = {}
    for seats in rules.sides(setup):
        entry = seating[seats[0]]
        if any(seating[seat] != entry for seat in seats):
            raise LeagueError(_("Partners of a team sit opposite each other."))
        sheets["+".join(seats)] = dict(figures.get(entry, {}))
    tallied = rules.tally(setup, sheets, termination=termination)
    if isinstance(tallied, Fault):
        raise _wrong_figure(tallied, setup, rules, seating=seating)
    return {
        seating[side.seats[0]]: Claim(Mark(side.score), figures=sheets[side.side], keys=side.keys)
        for side in tallied
    }


def _wrong_figure(
    fault: Fault, setup: Setup, rules: RuleModule, *, seating: Seating
) -> WrongFigure:
    """What is impossible, with the entry and the field that the sentence is about, if any."""
    label = str(fault.gaps.get("field", ""))
    gaps = {**fault.gaps, "field": _(label)} if label else fault.gaps
    named = [each.name for each in rules.tally_fields(setup) if each.label == label]
    seat = str(fault.gaps.get("side", fault.gaps.get("seat", "")))[:1]
    return WrongFigure(
        _(fault.text).format(**gaps),
        entry=seating.get(seat, ""),
        field=named[0] if named else "",
    )

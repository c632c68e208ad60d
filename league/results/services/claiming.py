"""What the final figures of a game come to: claims with the game's own keys, or what is impossible.

The same for a player who hands them in and for an official who sets them.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.contract import Fault, Rules, Setup
from games.pads import Said
from games.tallies import side_name, tallied
from league.errors import LeagueError, WrongFigure
from league.models import Match
from league.results.marks import Mark
from league.results.queries import expected_of
from league.results.sides import Claim, Seating

Figures = Mapping[str, Mapping[str, int]]  # by entry


def setup_at(match: Match, rules: Rules, *, players: int) -> Setup:
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
    by_side = {}
    for seats in rules.play.sides(setup):
        entry = seating[seats[0]]
        if any(seating[seat] != entry for seat in seats):
            raise LeagueError(_("Partners of a team sit opposite each other."))
        by_side[side_name(seats)] = dict(figures.get(entry, {}))
    standings = tallied(rules, setup, by_side, termination=termination)
    if isinstance(standings, Fault):
        raise _wrong_figure(standings, seating=seating)
    return {
        seating[side.seats[0]]: Claim(Mark(side.score), figures=by_side[side.side], keys=side.keys)
        for side in standings
    }


def _wrong_figure(fault: Fault, *, seating: Seating) -> WrongFigure:
    """What is impossible, with the entry and the field that the sentence is about, if any."""
    gaps = {name: _(gap.text) if isinstance(gap, Said) else gap for name, gap in fault.gaps.items()}
    return WrongFigure(
        _(fault.text).format(**gaps), entry=seating.get(fault.side[:1], ""), field=fault.field
    )

"""What somebody says that everybody got: possible in the game, or refused with the reason.

One way in for all doors: a phone at the table, an official who types a slip, a ruling that sets
scores. Whoever knows all final figures of the game gives them, and its own keys are known; whoever
knows the scores alone gives those.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.contract import Rules
from games.pads import Said
from games.tallies import score_fault, scored, side_name, tallied
from games.values import SEATS, Fault, Setup, SideScore
from league.errors import LeagueError, WrongFigure
from league.models import Match, Sheet, Submission
from league.models.game_played import Scoring
from league.results import queries
from league.results.sides import Claim, Mark, Seating, places_fit

Figures = Mapping[str, Mapping[str, int]]  # by entry


@dataclass(frozen=True)
class HandIn:
    """What somebody at the table says. Anyone who is neither seated nor absent is missing."""

    seating: Mapping[str, str]  # seat letter -> entry, of those who sat down
    absent: frozenset[str] = frozenset()  # entries that did not come, or gave up
    record: str = ""
    figures: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # by entry
    marks: Mapping[str, Mark] = field(default_factory=dict)  # by entry, where figures are unknown
    termination: str = Submission.Termination.NORMAL
    game: int = 1  # within the match
    basis: Submission | None = None  # the version that this one corrects
    sheet: Sheet | None = None  # that it was kept on

    def score_of(self, entry: str) -> int:
        mark = self.marks.get(entry, Mark())
        return mark.score or 0


def claims_said(match: Match, said: HandIn) -> dict[str, Claim]:
    """What everybody is said to have got; without anything said, as the record has it."""
    absent = {entry: Claim(Mark()) for entry in said.absent}
    came = [entry for entry in queries.entries_at(match) if entry not in said.absent]
    if said.record and not said.figures and not said.marks:
        return absent
    if not came:
        raise LeagueError(
            _("Somebody must have come. If nobody did, an official settles the table by a ruling.")
        )
    game = match.round.game_here
    if said.absent and len(came) < max(game.least_entries, 2):
        return absent | _nothing_played(match, said, came)
    if game.rules is not None:
        return absent | _by_rules(match, game.rules, said)
    if said.figures:
        raise LeagueError(_("This game has no figures of its own: give the scores."))
    if set(said.marks) != set(came):
        raise LeagueError(_("Give a score for everybody at the table, and nobody else."))
    if game.scoring == Scoring.PLACES and not places_fit(list(said.marks.values())):
        raise LeagueError(_("These places do not fit together: 1, 2, 2, 4 would."))
    return absent | {entry: Claim(said.marks[entry]) for entry in came}


def _nothing_played(match: Match, said: HandIn, came: Sequence[str]) -> dict[str, Claim]:
    """Too few came, or the others gave up: a score that is said stays, if it can be."""
    rules = match.round.game_here.rules
    if rules is not None:
        expected = queries.expected_of(match)
        fewest = min(rules.variants[expected.variant])
        setup = Setup(fewest, variant=expected.variant, edition=expected.edition)
        for side, entry in zip(SEATS, came, strict=False):
            fault = score_fault(rules, setup, side=side, score=said.score_of(entry))
            if fault:
                raise _wrong_figure(fault, seating={side: entry})
    return {entry: Claim(Mark(said.score_of(entry))) for entry in came}


def _by_rules(match: Match, rules: Rules, said: HandIn) -> dict[str, Claim]:
    setup = setup_at(match, rules, players=len(said.seating))
    sides = _sides(rules, setup, seating=said.seating)
    if said.figures or not said.marks:
        return _by_figures(rules, setup, said, sides=sides)
    return _by_scores(rules, setup, said, sides=sides)


def setup_at(match: Match, rules: Rules, *, players: int) -> Setup:
    """The game of a match as so many people play it."""
    expected = queries.expected_of(match)
    if players not in rules.variants[expected.variant]:
        raise LeagueError(_("This game is not for %(players)d players.") % {"players": players})
    return Setup(players, variant=expected.variant, edition=expected.edition)


def _sides(rules: Rules, setup: Setup, *, seating: Seating) -> dict[str, str]:
    """Entries by the names of their sides."""
    entries = {}
    for seats in rules.play.sides(setup):
        entry = seating[seats[0]]
        if any(seating[seat] != entry for seat in seats):
            raise LeagueError(_("Partners of a team sit opposite each other."))
        entries[side_name(seats)] = entry
    return entries


def _by_figures(
    rules: Rules, setup: Setup, said: HandIn, *, sides: Mapping[str, str]
) -> dict[str, Claim]:
    by_side = {side: dict(said.figures.get(entry, {})) for side, entry in sides.items()}
    outcome = tallied(rules, setup, by_side, termination=said.termination)
    if isinstance(outcome, Fault):
        raise _wrong_figure(outcome, seating=said.seating)
    for side in outcome:
        _check_same_score(side, entry=sides[side.side], marks=said.marks)
    return {
        sides[side.side]: Claim(Mark(side.score), figures=by_side[side.side], keys=side.keys)
        for side in outcome
    }


def _check_same_score(side: SideScore, *, entry: str, marks: Mapping[str, Mark]) -> None:
    mark = marks.get(entry)
    if mark is not None and mark.score != side.score:
        text = _("The figures give %(score)d, not %(typed)s.")
        raise WrongFigure(text % {"score": side.score, "typed": mark.score}, entry=entry)


def _by_scores(
    rules: Rules, setup: Setup, said: HandIn, *, sides: Mapping[str, str]
) -> dict[str, Claim]:
    """Who stands above equal scores does so by what is not said here, so keys would hide it."""
    if set(said.marks) != set(sides.values()):
        raise LeagueError(_("Give a score for everybody at the table, and nobody else."))
    scores = {side: said.marks[entry].score or 0 for side, entry in sides.items()}
    ahead = {side for side, entry in sides.items() if said.marks[entry].is_above_equals}
    outcome = scored(rules, setup, scores, ahead=ahead, termination=said.termination)
    if isinstance(outcome, Fault):
        raise _wrong_figure(outcome, seating=said.seating)
    name = rules.figures.score(setup).name
    return {
        sides[side.side]: Claim(
            said.marks[sides[side.side]],
            figures={name: side.score} if side.keys else {},
            keys=() if ahead else side.keys,
        )
        for side in outcome
    }


def _wrong_figure(fault: Fault, *, seating: Seating) -> WrongFigure:
    """What is impossible, with the entry and the field that the sentence is about, if any."""
    gaps = {name: _(gap.text) if isinstance(gap, Said) else gap for name, gap in fault.gaps.items()}
    return WrongFigure(
        _(fault.text).format(**gaps),
        entry=seating.get(fault.side[:1], ""),
        field=fault.field,
        side=fault.side,
    )

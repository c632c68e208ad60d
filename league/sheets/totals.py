"""What plain scorekeeping on a sheet has come to, from where the rules left off."""

from games.tallies import side_name
from league.sheets import tallying
from league.sheets.checks import OnSheet


def totals_of(page: OnSheet) -> dict[str, dict[str, int]]:
    """Side -> figure -> sum."""
    rules = page.frame.rules
    start = rules.figures.of(page.game.position) if rules and page.game else None
    sides = tallying.sides_of(rules, page.setup)
    fields = tallying.fields_of(rules, page.setup)
    sums = tallying.totals(sides, fields, page.ledger.scores, start=start)
    return {side_name(seats): dict(sums[side_name(seats)]) for seats in sides}

"""Who sat where and who did not come, as somebody says: checked against the pairing."""

from collections import Counter
from collections.abc import Collection, Mapping

from django.utils.translation import gettext as _

from games.contract import SEATS
from league.errors import LeagueError
from league.models import Match
from league.results.queries import seats_at


def check_people(match: Match, seating: Mapping[str, str], *, absent: Collection[str]) -> None:
    """Everybody is seated or absent, on as many seats as paired; seats have no gaps."""
    paired = Counter(seat.entry_id for seat in seats_at(match))
    came = Counter({entry: seats for entry, seats in paired.items() if entry not in absent})
    if not paired.keys() >= set(absent) or Counter(seating.values()) != came:
        raise LeagueError(
            _("Say of everybody at the table where they sat, or that they did not come.")
        )
    if sorted(seating) != list(SEATS[: len(seating)]):
        raise LeagueError(_("Each seat from A on is for one person."))

"""Who may be the person whose name is being typed.

In the own club everybody of a similar name, as soon as two words begin alike. Elsewhere only
those of the very same name: an answer to a part of a name would let anybody guess the surnames
that other clubs keep to themselves, letter by letter.
"""

from dataclasses import dataclass, field

from league.clubs.namesakes import Namesakes, begins_like
from league.clubs.queries.players import players_shown
from league.models import Club, Player
from league.models.names import match_key

_SHOWN = 5


@dataclass(frozen=True)
class Alike:
    here: list[Player] = field(default_factory=list)  # of this club: full names
    elsewhere: list[Player] = field(default_factory=list)  # of others: public names only
    has_same: bool = False  # a member has this very name

    def __bool__(self) -> bool:
        return bool(self.here or self.elsewhere)


def players_alike(club: Club, *, typed: str, but: str = "") -> Alike:
    """`but`: the id of the player whose name is being changed."""
    key = match_key(typed)
    if not key:
        return Alike()
    own = players_shown().filter(club=club) | players_shown().filter(club=None, keeper=club)
    people = list(own.exclude(pk=but).values_list("pk", "match_key"))
    namesakes = Namesakes(people)
    found = namesakes.similar(key)
    if len(key.split()) > 1:
        found += [pk for pk, other in people if begins_like(other, typed=key) and pk not in found]
    rows = own.in_bulk(found[:_SHOWN])
    others = players_shown().filter(match_key=key).exclude(pk__in=[pk for pk, _ in people])
    return Alike(
        here=[rows[pk] for pk in found[:_SHOWN] if pk in rows],
        elsewhere=list(others.exclude(pk=but)[:_SHOWN]),
        has_same=any(rows[pk].club_id for pk in namesakes.same(key) if pk in rows),
    )

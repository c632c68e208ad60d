"""Groups: the field is divided, and in each group everybody meets everybody.

Usually another stage follows, into which the first of each group go on. Who is in which group is
decided by `league.pairing.groups` before round 1 and stays; each group then plays a round robin of
its own. Nothing that happens in a group changes anything in another.
"""

from collections.abc import Collection, Iterator, Sequence

from games.values import gettext_noop
from league.formats.contract import (
    GameAtTable,
    SeatedEntry,
    Sentence,
    StageSettings,
    Template,
)
from league.formats.round_robin import ABSENCE, LEAVING, RoundRobin
from league.pairing.field import Entrant, Pairing
from league.pairing.groups import divide, group_sizes, members_of
from league.pairing.round_robin import berger_round, round_robin_rounds

_CHAIN = RoundRobin.usual_chain
_STAGE = {"kind": "groups", "chain": list(_CHAIN)}


class Groups(RoundRobin):
    key = "groups"
    label = gettext_noop("groups")
    settings = RoundRobin.settings | {"group_size"}
    has_groups = True
    no_late_entries = gettext_noop(
        "Groups take no new players once they play: the schedule is for those who were there at "
        "the start."
    )
    no_half_point_byes = gettext_noop(
        "In a group everybody meets everybody: there are no such byes."
    )
    after_last = gettext_noop(
        "In each group everybody has met everybody. Go on with the next stage, or finish the event."
    )
    report_system = "Round-Robin in groups"
    templates = (
        Template(
            "groups",
            gettext_noop("Groups of four"),
            gettext_noop(
                "Two at a table. Everybody meets the others of their group: three rounds, "
                "however many come. Each group has a table of its own."
            ),
            {"round_minutes": 40},
            {**_STAGE, "group_size": 4},
            order=50,
        ),
        Template(
            "groups_of_six",
            gettext_noop("Groups of six"),
            gettext_noop(
                "Two at a table. Everybody meets the others of their group in five rounds: "
                "for a whole day."
            ),
            {"round_minutes": 40},
            {**_STAGE, "group_size": 6},
            order=52,
        ),
        Template(
            "groups_knockout",
            gettext_noop("Groups, then a knockout"),
            gettext_noop(
                "Groups of four play everybody against everybody; the first two of each go on to a "
                "knockout with a final and a match for third place."
            ),
            {"round_minutes": 40},
            {**_STAGE, "group_size": 4},
            later=({"kind": "knockout", "takes": "places", "takes_places": 2},),
            order=54,
        ),
    )

    def rounds_for(self, entries: int, *, settings: StageSettings) -> int:
        """As many as the biggest group needs."""
        biggest = max(group_sizes(entries, group_size=settings.group_size))
        return round_robin_rounds(biggest, double=settings.is_double)

    def groups_for(self, entries: int, *, settings: StageSettings) -> int:
        """How many tables of standings so many entries have, each with a first place."""
        return len(group_sizes(entries, group_size=settings.group_size))

    def report_code(self, settings: StageSettings) -> str:
        """The codes know one field for all."""
        return ""

    def division(
        self,
        entrants: Sequence[Entrant],
        *,
        apart: Collection[Collection[str]],
        met: Collection[Collection[str]] = (),
        settings: StageSettings,
    ) -> dict[str, str]:
        return divide(
            entrants, group_size=settings.group_size, apart=apart, met=met, seed=settings.seed
        )

    def on_earlier_stages(self, settings: StageSettings) -> str:
        return gettext_noop(
            "Those who met in an earlier stage go to different groups where that is possible among "
            "those dealt in one turn."
        )

    def scheduled(
        self, number: int, *, entrants: Sequence[Entrant], settings: StageSettings
    ) -> Pairing:
        """The tables of all groups, one group after the other; who has met everybody is free."""
        by_id = {entrant.id: entrant for entrant in entrants}
        groups = [
            _round_in([by_id[entry] for entry in members], number=number, double=settings.is_double)
            for members in members_of(self._divided(entrants, settings)).values()
        ]
        return Pairing(
            tables=tuple(table for group in groups for table in group.tables),
            byes=tuple(entry for group in groups for entry in group.byes),
        )

    def _divided(self, entrants: Sequence[Entrant], settings: StageSettings) -> dict[str, str]:
        """As it was decided; before that, as it would be."""
        stored = settings.groups
        if any(entrant.id not in stored for entrant in entrants):
            return self.division(entrants, apart=(), settings=settings)
        return {entrant.id: stored[entrant.id] for entrant in entrants}

    def reason(
        self,
        people: Sequence[SeatedEntry],
        *,
        round_number: int,
        slot: str = "",
        entries: int = 0,
        settings: StageSettings | None = None,
    ) -> Sentence:
        first, second = sorted(people, key=lambda person: person.seed)
        return Sentence(
            gettext_noop(
                "Group %(group)s, by the schedule: number %(first)d meets number %(second)d."
            ),
            {"group": first.group, "first": first.seed, "second": second.seed},
        )

    def words(self, settings: StageSettings, *, game: GameAtTable) -> Iterator[Sentence]:
        size = settings.group_size
        yield Sentence(
            gettext_noop(
                "Groups of %(size)d; some have %(less)d where the number of players asks for it. "
                "Instead of a group of two, others are bigger."
            )
            if size > 3
            else gettext_noop("Groups of %(size)d; some have %(more)d if the number asks for it."),
            {"size": size, "less": size - 1, "more": size + 1},
        )
        yield Sentence(
            gettext_noop(
                "Starting numbers are dealt in a snake, 1 to group A, 2 to B, and back from the "
                "last. People of one club go to different groups where that is possible among "
                "those dealt in one turn."
            )
        )
        yield Sentence(
            gettext_noop("In each group everybody meets everybody twice.")
            if settings.is_double
            else gettext_noop("In each group everybody meets everybody once.")
        )
        yield Sentence(gettext_noop("In an odd group one is free in each round, without points."))
        yield Sentence(ABSENCE)
        yield LEAVING


def _round_in(members: Sequence[Entrant], *, number: int, double: bool) -> Pairing:
    if number > round_robin_rounds(len(members), double=double):
        return Pairing((), byes=tuple(member.id for member in members))
    return berger_round(members, round_number=number, double=double)


GROUPS = Groups()

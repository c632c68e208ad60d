"""Open evening: whoever is free says so, and a table is made as soon as it is good enough.

Who sits with whom is decided in `league.pairing.evening`. Everybody comes and goes as they like, so
that the mean of one's games orders the table, or the best of them.
"""

from collections.abc import Iterator

from games.values import gettext_noop
from league.formats.contract import GameAtTable, Sentence, SettingFault, StageSettings, Template
from league.formats.tables import own_scheme, wrong_points
from league.formats.without_rounds import WithoutRounds
from league.standings.points import Scheme, by_place

_MEAN = ("MIN", "MEAN", "PLACES", "REL", "OPP")
_BEST = ("BEST", "PLACES", "REL", "OPP")
_STAGE = {"kind": "open", "scheme": "equal", "table_size": 4, "longest_wait_min": 5}


class OpenEvening(WithoutRounds):
    key = "open"
    label = gettext_noop("open evening")
    table_sizes = range(2, 5)
    settings = frozenset(
        {
            *("table_size", "longest_wait_min", "least_games", "best_games"),
            *("scheme", "own_points"),
        }
    )
    usual_chain = _MEAN
    misfit = gettext_noop("An open evening is for games of two to four at a table.")
    seats_in_words = gettext_noop("In this event two to four sit at a table.")
    opening = gettext_noop("They were ready at the same time.")
    templates = (
        Template(
            "open",
            gettext_noop("Open evening: come and go, the mean counts"),
            gettext_noop(
                "No rounds. Anyone who is free taps “ready” and is seated within minutes, with new "
                "people where possible. The mean of one’s games counts, from three games on."
            ),
            {"sign_up": "guests", "late_entry": "zero"},
            {**_STAGE, "chain": list(_MEAN), "least_games": 3},
            order=30,
        ),
        Template(
            "open_best",
            gettext_noop("Open evening: come and go, the best five games count"),
            gettext_noop(
                "No rounds. Anyone who is free taps “ready” and is seated within minutes. The five "
                "best games of everybody are added up: playing more never hurts."
            ),
            {"sign_up": "guests", "late_entry": "zero"},
            {**_STAGE, "chain": list(_BEST), "best_games": 5},
            order=31,
        ),
    )

    def scheme(self, settings: StageSettings, *, game: GameAtTable) -> Scheme:
        if settings.scheme == "own":
            return own_scheme(settings)
        return by_place(settings.scheme, seats=settings.table_size)

    def faults(self, settings: StageSettings, *, game: GameAtTable) -> Iterator[SettingFault]:
        yield from super().faults(settings, game=game)
        if not 1 <= settings.longest_wait_min <= _MOST_WAIT:
            text = gettext_noop("From 1 to %(most)d minutes.")
            yield SettingFault("longest_wait_min", Sentence(text, {"most": _MOST_WAIT}))
        if settings.scheme == "own" and (why := wrong_points(settings)):
            yield SettingFault("own_points", Sentence(why))

    def words(self, settings: StageSettings, *, game: GameAtTable) -> Iterator[Sentence]:
        yield Sentence(
            gettext_noop(
                "There are no rounds. Anyone who is free says so, on the phone or at the desk, "
                "and is seated as soon as there is a good table."
            )
        )
        yield Sentence(
            gettext_noop(
                "A table is good if its people have not met yet, are of similar strength, and are "
                "%(seats)d. The longer somebody waits, the less is asked for."
            ),
            {"seats": settings.table_size},
        )
        yield Sentence(
            gettext_noop(
                "Nobody waits longer than %(minutes)d minutes while others are ready, too."
            ),
            {"minutes": settings.longest_wait_min},
        )
        yield Sentence(gettext_noop("You come and go as you like."))
        yield from self.counting_words(settings)


_MOST_WAIT = 60
OPEN_EVENING = OpenEvening()

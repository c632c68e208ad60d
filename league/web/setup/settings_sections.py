"""The sections of an event's settings: which fields each has, and what is said beside them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.formats.contract import Format


@dataclass(frozen=True)
class Group:
    fields: Sequence[str]
    when: str = ""
    title: Promise | str = ""
    needs: str = ""  # a setting that the format must have; empty: all formats have these


@dataclass(frozen=True)
class Section:
    key: str
    title: Promise
    groups: Sequence[Group]

    def groups_for(self, format_: Format) -> list[Group]:
        return [
            group for group in self.groups if not group.needs or group.needs in format_.settings
        ]


# Settings that only some formats have: shown when one of those is chosen.
TABLE_GROUPS = (
    Group(("table_size",), when="table_size"),
    Group(("keeps_schedule", "early_rounds", "leaders_last"), when="leaders_last"),
    Group(
        ("repeat_weight", "short_weight", "two_weight"),
        when="repeat_weight",
        title=_("What weighs how much"),
    ),
)
FORMAT_GROUPS = (
    Group(("is_accelerated",), when="is_accelerated"),
    Group(("is_double",), when="is_double"),
    Group(("group_size",), when="group_size"),
    Group(("bracket_drawn",), when="bracket_drawn"),
    Group(("places_played",), when="places_played"),
    Group(("bracket_seats", "bracket_advance"), when="bracket_seats"),
    Group(("has_reset",), when="has_reset"),
    Group(("longest_wait_min",), when="longest_wait_min"),
    Group(("least_games",), when="least_games"),
    Group(("best_games",), when="best_games"),
    Group(("plays_until",), when="plays_until"),
)
SECTIONS = {
    section.key: section
    for section in (
        Section(
            "basics",
            _("When and where"),
            (Group(("name", "date", "time", "time_zone", "place", "about", "language")),),
        ),
        Section(
            "game",
            _("The game"),
            (
                Group(("game",)),
                Group(("variant", "edition"), when="known-game"),
                Group(
                    ("other_name", "other_least", "other_most", "other_scoring"), when="other-game"
                ),
                Group(("games_per_match", "round_minutes", "time_rule")),
            ),
        ),
        Section(
            "format",
            _("Rounds and tables"),
            (
                Group(("kind",)),
                Group(("rounds_planned",), when="rounds_planned"),
                Group(("seeding",)),
                *TABLE_GROUPS,
                *FORMAT_GROUPS,
                Group(("boards",)),
            ),
        ),
        Section(
            "points",
            _("Points"),
            (
                Group(("scheme",), needs="scheme"),
                Group(("own_4", "own_3", "own_2"), when="own-points", needs="own_points"),
                Group(("win_12", "draw_12", "loss_12"), needs="win_12"),
                Group(("bye_12",), needs="bye_12"),
            ),
        ),
        Section(
            "entries",
            _("Entries and check-in"),
            (
                Group(("sign_up", "entry_limit", "has_waiting_list")),
                Group(("entry_fee", "currency"), title=_("Entry fee")),
                Group(("check_in_opens_min", "late_entry"), title=_("On the day")),
                Group(("requested_byes", "bye_in_last_round"), title=_("Byes on request")),
            ),
        ),
        Section(
            "results",
            _("Results"),
            (
                Group(("records",)),
                Group(("records_where",), when="records-required"),
                Group(("records_tables",), when="records-at-tables"),
                Group(("confirmation",)),
                Group(("confirms_at_table", "accepts_after_min"), when="opponents-confirm"),
                Group(("is_rated",)),
                Group(("counts_forfeits",)),
                Group(("shows_calls",)),
            ),
        ),
        Section(
            "sheets",
            _("Score sheets"),
            (
                Group(("sheet_help", "confirms_entries")),
                Group(("shows_boards",), title=_("Spectators")),
                Group(("boards_delay_min",), when="boards-shown"),
            ),
        ),
    )
}


STAGE_SECTION = Section(
    "stage",
    _("Stage"),
    (
        Group(("name",)),
        Group(("takes",)),
        Group(("takes_places", "takes_next"), when="takes-places"),
        Group(("kind",)),
        Group(("rounds_planned",), when="rounds_planned"),
        *TABLE_GROUPS,
        *FORMAT_GROUPS,
        Group(("scheme",), when="scheme"),
        Group(("own_4", "own_3", "own_2"), when="stage-own-points"),
        Group(("win_12", "draw_12", "loss_12"), when="win_12"),
        Group(("bye_12",), when="bye_12"),
        Group(("games_per_match", "plays_own_game")),
        Group(("game", "variant", "edition"), when="own-game"),
        Group(("other_name", "other_least", "other_most", "other_scoring"), when="own-other-game"),
    ),
)

# Chapters of the rules that are changed on a page of their own.
PAGE_OF_CHAPTER = {
    "order": "event-chain",
    "prizes": "event-prizes",
    "stages": "event-stages",
}


HELP = {
    "time_zone": _(
        "The time above is in this zone, and so is everything on the pages of the event."
    ),
    "place": _("Where to come: street, room, floor."),
    "about": _("What people should know: what to bring, what it costs, food."),
    "language": _("For printed pages, the big screen and mail. Phones use their owner's language."),
    "edition": _("Left as it is for another game, it becomes the one that the club has."),
    "games_per_match": _("How often the same people play before they change tables."),
    "round_minutes": _("For the clock. Leave it empty to play without one."),
    "time_rule": _("What a table does when the clock runs out."),
    "rounds_planned": _("Can still be changed while the event runs."),
    "seeding": _(
        "They are given when the event starts. Number 1 is the strongest. “By rating” takes the "
        "numbers typed with the entries; if none is typed, Arbitr's own ratings of the game."
    ),
    "table_size": _("The rest sit at smaller tables, so that nobody sits out."),
    "keeps_schedule": _(
        "For some numbers of players there is a plan in which nobody meets twice. It ignores "
        "points: leave it off if the best should meet in the last rounds."
    ),
    "early_rounds": _("0: club mates may meet at once."),
    "leaders_last": _(
        "Those with the most points meet at one table. The draft says what that costs, or what it "
        "would cost to seat them all together."
    ),
    "repeat_weight": _(
        "All rounds to come are planned together, so that the sum of these weights is as small as "
        "possible. 12 and 1: people meet again as rarely as possible, and take turns at short "
        "tables."
    ),
    "short_weight": _(
        "A table is short if another one in the round has more seats. Each further turn weighs "
        "more. 0: turns do not count."
    ),
    "two_weight": _("2: one turn at a table of two is like two turns at a table of three."),
    "is_accelerated": _(
        "In the first half of the rounds the upper half of the starting numbers is paired as if it "
        "had a win more, later a draw more, so that the strongest meet sooner. For many players "
        "and few rounds. It gives nobody points."
    ),
    "group_size": _(
        "The most that a group may have; groups differ by one. Nobody is left in a group of two: "
        "others are bigger then. Groups of four take three rounds, of six five."
    ),
    "longest_wait_min": _(
        "Until then a table waits for people who fit better: who have not met, and are of similar "
        "strength."
    ),
    "least_games": _(
        "Anyone who has played fewer is listed behind the others. For events that go by the mean."
    ),
    "best_games": _(
        "For events that go by the best games: the sum of so many counts, the others are dropped."
    ),
    "plays_until": _(
        "Games that were begun before may be finished afterwards. Empty: until you finish the "
        "event."
    ),
    "boards": _(
        "How many copies of the game you have. Empty: enough. If there are too few, people take "
        "turns sitting out."
    ),
    "scheme": _(
        "“Equal” gives six points per seat, so that a table's size is no advantage: the usual "
        "choice. 5–3–2–1 is easy to add up, but a table of three is a small advantage. With “only "
        "the win counts” all other places are worth the same."
    ),
    "own_4": _("Points by place, the winner's first: 5, 3, 2, 1."),
    "bye_12": _(
        "What a player gets for having to sit out. Empty: a win at two seats, the mean of a "
        "table otherwise."
    ),
    "sign_up": _("The desk can always enter people, too."),
    "entry_limit": _("Empty: no limit."),
    "has_waiting_list": _("Those who enter when it is full move up when somebody withdraws."),
    "entry_fee": _(
        "Empty: none. It is shown where people enter; the desk ticks off who has paid. Arbitr "
        "takes no money itself."
    ),
    "check_in_opens_min": _("Empty: only the desk checks people in."),
    "late_entry": _("Late entries play from the next round on."),
    "requested_byes": _("How many half-point byes one entry may ask for; 0: none."),
    "records": _(
        "A record lets Arbitr replay the game and prove the result. “Required”: scores alone count "
        "only if an official accepts them."
    ),
    "records_where": _(
        "Elsewhere a record is welcome. Where rounds are paired by points, the leaders sit at the "
        "first tables."
    ),
    "records_tables": _("2: tables 1 and 2 of every round."),
    "confirmation": _(
        "Who has to agree to what a player hands in. What nobody contests is also accepted when "
        "you close the round."
    ),
    "confirms_at_table": _(
        "Quicker, but weaker proof than a confirmation from everybody's own phone."
    ),
    "sheet_help": _(
        "“Checks” is fair in an event: a move is entered as it lies on the table, and the points "
        "come after it. The other is for beginners. The page of a match says which was on."
    ),
    "confirms_entries": _(
        "Otherwise a move is written as soon as it is complete, and undone with one tap."
    ),
    "shows_boards": _("On the page of a match, while it is played. Afterwards everybody may."),
    "boards_delay_min": _("So that nobody is helped from outside. 0: at once."),
    "shows_calls": _("The desk sees them in any case."),
    "is_rated": _(
        "Each played game changes the ratings of its players. Switch it off for fun events. Solo "
        "games and games that Arbitr does not know have no ratings."
    ),
    "counts_forfeits": _(
        "The standings show the best and the worst rank that everybody can still reach. Usually "
        "that is if every match is played. With this it also holds if somebody does not come, and "
        "the ranges are wider."
    ),
    "accepts_after_min": _(
        "Counted from when it was handed in. Empty: it waits until somebody confirms it or the "
        "round is closed. A result without a required record is never accepted by time alone."
    ),
}

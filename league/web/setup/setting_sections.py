"""The settings of an event, cut into sections, with what helps to choose.

`when` names the choice that makes a group matter: `arbitr.css` hides it until then. Where that is
the format, it names a setting that the format must have.
"""

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
        return [each for each in self.groups if not each.needs or each.needs in format_.settings]


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
                Group(("kind", "rounds_planned", "seeding")),
                Group(("table_size", "keeps_schedule", "early_rounds"), when="table_size"),
                Group(("is_double",), when="is_double"),
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
                Group(("bye_12",)),
            ),
        ),
        Section(
            "entries",
            _("Entries and check-in"),
            (
                Group(("sign_up", "entry_limit", "has_waiting_list")),
                Group(("check_in_opens_min", "late_entry"), title=_("On the day")),
                Group(("requested_byes", "bye_in_last_round"), title=_("Rounds off")),
            ),
        ),
        Section(
            "results",
            _("Results"),
            (
                Group(("records", "confirmation")),
                Group(("confirms_at_table", "accepts_after_min"), when="opponents-confirm"),
                Group(("is_rated",)),
            ),
        ),
        Section(
            "sheets",
            _("Score sheets"),
            (
                Group(("sheet_help",)),
                Group(("shows_boards",), title=_("Spectators")),
                Group(("boards_delay_min",), when="boards-shown"),
            ),
        ),
    )
}

# Chapters of the rules that are changed on a page of their own.
PAGE_OF_CHAPTER = {"order": "event-chain", "prizes": "event-prizes"}

HELP = {
    "time_zone": _("The time above is in this zone. Everybody sees it in their own."),
    "place": _("Where to come: street, room, floor."),
    "about": _("What people should know: what to bring, what it costs, food."),
    "language": _("Of printed pages and the projector. Phones speak their owner's language."),
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
    "boards": _(
        "How many copies of the game you have. Empty: enough. If there are too few, people sit "
        "out by turn."
    ),
    "scheme": _(
        "“Equal” gives six points per seat, so that a table's size is no advantage: the usual "
        "choice. 5–3–2–1 is easy to add up, but a table of three is a small advantage. With “only "
        "the win counts” all other places are worth the same."
    ),
    "own_4": _("Points by place, the winner's first: 5, 3, 2, 1."),
    "bye_12": _(
        "What somebody gets who has to sit out. Empty: a win at two seats, the mean of a table "
        "otherwise."
    ),
    "sign_up": _("The desk can always enter people, too."),
    "entry_limit": _("Empty: as many as come."),
    "has_waiting_list": _("Whoever comes when it is full moves up when somebody withdraws."),
    "check_in_opens_min": _("Empty: only the desk checks people in."),
    "late_entry": _("Late entries play from the next round on."),
    "requested_byes": _("How many half-point byes one entry may ask for; 0: none."),
    "records": _(
        "A record lets Arbitr replay the game and prove the result. “Required”: scores alone count "
        "only if an official accepts them."
    ),
    "confirmation": _(
        "Who has to agree to what a player hands in. What nobody contests is also accepted when "
        "you close the round."
    ),
    "confirms_at_table": _("Quicker, but a weaker proof than each from an own phone."),
    "sheet_help": _(
        "“Checks” is fair in an event: a move is entered as it lies on the table, and the points "
        "come after it. The other is for beginners. The page of a match says which was on."
    ),
    "shows_boards": _("On the page of a match, while it is played. Afterwards everybody may."),
    "boards_delay_min": _("So that nobody is helped from outside. 0: at once."),
    "is_rated": _(
        "Each played game changes the ratings of its players. Switch it off for fun events. Solo "
        "games and games that Arbitr does not know have no ratings."
    ),
    "accepts_after_min": _(
        "Counted from when it was handed in. Empty: it waits until somebody confirms it or the "
        "round is closed. A result without a required record is never accepted by time alone."
    ),
}

"""Which settings an event has, which may still change once it has started, and ready-made events.

Values are those of the columns of an event and of its stage. The texts are English and marked for
translation.
"""

from games.values import gettext_noop
from league.formats import registry
from league.formats.contract import Template

GAME_SETTINGS = (
    *("game", "variant", "edition"),
    *("other_name", "other_least", "other_most", "other_scoring"),
)
EVENT_SETTINGS = (
    *("name", "about", "place", "starts_at", "time_zone", "language"),
    *GAME_SETTINGS,
    *("games_per_match", "round_minutes", "time_rule", "boards"),
    *("sign_up", "entry_limit", "has_waiting_list", "check_in_opens_min"),
    *("entry_fee", "currency"),
    *("late_entry", "requested_byes", "bye_in_last_round"),
    *("records", "records_where", "records_tables"),
    *("confirmation", "confirms_at_table", "accepts_after_min"),
    "shows_calls",
    *("sheet_help", "confirms_entries", "shows_boards", "boards_delay_min"),
    "prize_rule",
    *("is_rated", "counts_forfeits"),
)
STAGE_SETTINGS = (
    *("kind", "rounds_planned", "seeding", "table_size", "keeps_schedule", "early_rounds"),
    *("leaders_last", "repeat_weight", "short_weight", "two_weight"),
    *("is_accelerated", "is_double", "group_size"),
    *("bracket_seats", "bracket_advance", "bracket_drawn", "places_played", "has_reset"),
    *("least_games", "best_games", "plays_until", "longest_wait_min"),
    *("scheme", "own_points", "win_12", "draw_12", "loss_12", "bye_12", "chain"),
    *("tiebreak_edition", "spread_against", "spread_cap", "koya_draws"),
)

# A stage after the first says, besides how it is played, who comes to it and what is played.
LATER_STAGE_SETTINGS = (
    *("name", "takes", "takes_places", "takes_next", "games_per_match", "plays_own_game"),
    *GAME_SETTINGS,
    *STAGE_SETTINGS,
)

# Order those with equal points. Changed after the start, they need a reason that everybody reads.
CHAIN_SETTINGS = ("chain", "tiebreak_edition", "spread_against", "spread_cap", "koya_draws")

# Of columns that are named by their unit.
LABELS = {
    "win_12": gettext_noop("Points for a win"),
    "draw_12": gettext_noop("Points for a draw"),
    "loss_12": gettext_noop("Points for a loss"),
    "bye_12": gettext_noop("Points for a bye"),
}

_PLAYED = gettext_noop("Rounds are paired and counted by it, so it stays as it was at the start.")
_PAIRED = gettext_noop("The rounds build on each other, so it stays as it was at the start.")
FROZEN_AFTER_START = {
    **dict.fromkeys(("game", "variant", "edition"), _PLAYED),
    **dict.fromkeys(("other_least", "other_most", "other_scoring", "games_per_match"), _PLAYED),
    **dict.fromkeys(("bracket_seats", "bracket_advance", "bracket_drawn"), _PAIRED),
    **dict.fromkeys(("places_played", "has_reset"), _PAIRED),
    **dict.fromkeys(("kind", "is_accelerated", "is_double", "keeps_schedule", "seeding"), _PAIRED),
    "group_size": _PAIRED,
}
_TAKEN = gettext_noop("Who plays was decided by it, so it stays as it was when the stage began.")
FROZEN_AFTER_BEGINNING = {  # of a stage after the first
    **FROZEN_AFTER_START,
    **dict.fromkeys(("takes", "takes_places", "takes_next"), _TAKEN),
    **dict.fromkeys(("plays_own_game", "other_name"), _PLAYED),
}
# In the audit, from where the public is told.
RULES_CHANGED = gettext_noop("change points or tiebreaks after the start")
RESULT_RULES_CHANGED = gettext_noop("change how results count after the start")
# Say when a result counts. What counts already stays.
RESULT_RULES = frozenset(
    {
        *("records", "records_where", "records_tables"),
        *("confirmation", "confirms_at_table", "accepts_after_min", "is_rated"),
    }
)
# Change what was already counted: points, or the order of those with equal points.
RECOUNTED = frozenset(
    {
        *("table_size", "scheme", "own_points", "win_12", "draw_12", "loss_12", "bye_12"),
        *("chain", "tiebreak_edition", "spread_against", "spread_cap", "koya_draws"),
        *("least_games", "best_games"),
    }
)


# Change what can still come, and nothing that was counted.
FORESEEN = frozenset({"rounds_planned", "counts_forfeits"})


def templates() -> list[Template]:
    """Of all formats, in the order in which they are offered."""
    offered = (template for format_ in registry.FORMATS for template in format_.templates)
    return sorted(offered, key=lambda template: template.order)


def template_of(key: str) -> Template | None:
    return next((template for template in templates() if template.key == key), None)

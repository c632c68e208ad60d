"""Clubs and their people, as pages and services need them."""

from league.clubs.queries.accounts import account_called, player_invited
from league.clubs.queries.clubs import clubs_run_by, clubs_with_counts
from league.clubs.queries.importing import judged_rows, namesakes_in, people_in_file
from league.clubs.queries.merging import MergePlan, events_played, likely_duplicates, merge_plan
from league.clubs.queries.namesakes import Alike, players_alike
from league.clubs.queries.players import named_like, players_kept_by, players_of, players_shown

__all__ = [
    "Alike",
    "MergePlan",
    "account_called",
    "clubs_run_by",
    "clubs_with_counts",
    "events_played",
    "judged_rows",
    "likely_duplicates",
    "merge_plan",
    "named_like",
    "namesakes_in",
    "people_in_file",
    "player_invited",
    "players_alike",
    "players_kept_by",
    "players_of",
    "players_shown",
]

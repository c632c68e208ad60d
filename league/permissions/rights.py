"""The table of rights: what is done, and who may do it.

Pages, API, undo and admin name a right and nothing else; who that is, is said here once. A row
has one answer for every door, unless programs are held to a narrower one (`over_api`).
A new right is one row; what no row allows is refused.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from league.permissions import actors, events, tables


@dataclass(frozen=True)
class Right:
    who: actors.Predicate
    over_api: actors.Predicate | None = None  # None: the same as everywhere

    @property
    def is_at_table(self) -> bool:
        """A phone without an account may have it: by a code, or by the seat that it holds."""
        return self.who.__module__ == tables.__name__

    def holds(self, actor: actors.Actor, obj: Any, *, over_api: bool) -> bool:
        predicate = self.over_api if over_api and self.over_api else self.who
        return actor.is_service or predicate(actor, obj)


RIGHTS: dict[str, Right] = {
    # Everybody
    "visit": Right(actors.anyone),
    "see_club": Right(actors.anyone),
    "see_player": Right(actors.anyone),
    "see_series": Right(actors.anyone),
    "verify_record": Right(actors.anyone),
    "practise": Right(actors.anyone),
    # Accounts and the service
    "keep_account": Right(actors.in_browser, over_api=actors.signed_in),
    "revoke_token": Right(actors.owns_token),
    "delete_account": Right(actors.in_browser),
    "claim_player": Right(actors.in_browser),
    "operate": Right(actors.operates),
    "open_club": Right(actors.operates, over_api=actors.operates_clubs),
    "import_club": Right(actors.operates, over_api=actors.operates_clubs),
    # Clubs and their players
    "edit_club": Right(events.runs_club),
    "keep_club_admins": Right(events.runs_club),
    "keep_website": Right(events.keeps_website),
    "take_club": Right(events.takes_club),
    "keep_members": Right(events.runs_club),
    "import_players": Right(events.runs_club),
    "see_full_name": Right(events.sees_full_name),
    "keep_player": Right(events.keeps_player),
    "keep_note": Right(events.keeps_note),
    "erase_player": Right(events.keeps_player),
    "invite_player": Right(events.keeps_player),
    "merge_players": Right(events.keeps_player),
    "unlink_player": Right(events.unlinks_player),
    # Events: what is seen
    "see_event": Right(events.sees_event),
    "see_entry": Right(events.sees_entry, over_api=events.reads_entry),
    "see_round": Right(events.sees_round, over_api=events.reads_round),
    "see_match": Right(events.sees_match, over_api=events.reads_match),
    "see_submission": Right(events.sees_submission, over_api=events.reads_submission),
    "see_as_official": Right(events.referees),
    "take_archive": Right(events.takes_archive),
    # Events: set-up
    "start_event": Right(actors.in_browser, over_api=actors.starts_events),  # for a club asked next
    "open_event": Right(events.opens_events),
    "import_event": Right(events.opens_events),
    "run_event": Right(events.runs_event),
    "clone_event": Right(events.runs_event),
    "start_practice": Right(events.runs_event),
    "wipe_practice": Right(events.runs_event),
    "make_up_results": Right(events.referees),
    "discard_event": Right(events.runs_event),
    "restore_event": Right(events.opens_events),
    "change_settings": Right(events.runs_event),
    "move_event": Right(events.runs_event),
    "set_chain": Right(events.runs_event),
    "keep_officials": Right(events.runs_event),
    "keep_categories": Right(events.runs_event),
    "keep_prizes": Right(events.runs_event),
    "keep_apart": Right(events.referees),
    "keep_codes": Right(events.referees),
    "show_room_code": Right(events.referees),
    "print_event": Right(events.referees),
    "embed_event": Right(events.referees),
    "take_along": Right(events.runs_event),
    "bring_back": Right(events.runs_event, over_api=events.returns_event),
    # Events: entries
    "sign_up": Right(events.sees_event, over_api=events.enters_oneself),
    "enter_by_door": Right(events.is_at_door),
    "enter_people": Right(events.referees),
    "assign_category": Right(events.referees),
    "manage_entry": Right(events.referees),
    "keep_fees": Right(events.referees),
    "announce": Right(events.runs_event),
    "remove_entry": Right(events.referees),
    "check_in_all": Right(events.referees),
    "undo_check_in": Right(events.referees, over_api=events.works_at_desk),
    "check_in_entry": Right(events.handles_entry, over_api=events.checks_in),
    "withdraw_entry": Right(events.handles_entry),
    "return_entry": Right(events.handles_entry),
    "ask_bye": Right(events.handles_entry),
    # Events: the desk
    "work_desk": Right(events.referees),
    "keep_desk_tokens": Right(events.referees),
    "read_slip": Right(events.referees, over_api=events.works_at_desk),
    "watch_console": Right(events.referees),
    "undo_step": Right(events.referees),
    "begin_stage": Right(events.runs_event),
    "close_stage": Right(events.runs_event),
    "draft_round": Right(events.referees),
    "redraw_round": Right(events.referees),
    "choose_plan": Right(events.referees),
    "swap_entries": Right(events.referees),
    "lock_table": Right(events.referees),
    "let_sit_out": Right(events.referees),
    "discard_draft": Right(events.referees),
    "publish_round": Right(events.referees),
    "withdraw_round": Right(events.referees),
    "close_round": Right(events.referees),
    "reopen_round": Right(events.referees),
    "run_clock": Right(events.referees),
    "seat_table": Right(events.referees),
    "dissolve_table": Right(events.referees),
    "accept_all": Right(events.referees),
    "say_ready": Right(tables.says_ready, over_api=events.handles_entry),
    "keep_floor": Right(events.referees),
    "keep_games": Right(events.runs_event),
    "dismiss_flag": Right(events.referees),
    "answer_phone": Right(events.referees),
    "answer_call": Right(events.referees),
    "retry_work": Right(events.referees),
    "decide_prizes": Right(events.referees),
    "hold_ceremony": Right(events.referees),
    "wrap_up": Right(events.referees),
    # Results
    "enter_result": Right(events.referees, over_api=events.works_at_desk),
    "take_back_result": Right(events.referees, over_api=events.works_at_desk),
    "accept_result": Right(events.referees),
    "rule_match": Right(events.referees),
    "blank_remark": Right(events.referees),
    "decide_wrong_winner": Right(events.referees),
    "decide_field": Right(events.referees),
    # At a table
    "see_seat": Right(tables.sees_seat),
    "sit_down": Right(tables.may_sit),
    "keep_seat": Right(tables.keeps_seat),
    "pass_phone": Right(tables.takes_seat),
    "play_match": Right(tables.plays_match),
    "act_at_match": Right(tables.acts_at_match),
    "hand_in": Right(tables.takes_seat, over_api=tables.hands_in),
    "confirm_result": Right(tables.takes_seat, over_api=tables.answers_submission),
    "object_to_result": Right(tables.takes_seat, over_api=tables.answers_submission),
    "contest_result": Right(tables.takes_seat, over_api=tables.speaks_at_match),
    "call_official": Right(tables.takes_seat, over_api=tables.speaks_at_match),
    "take_rules_result": Right(tables.takes_seat, over_api=tables.answers_submission),
    "start_own_game": Right(tables.begins_game_of, over_api=events.handles_entry),
    # Score sheets
    "see_sheet": Right(tables.sees_sheet),
    "open_sheet": Right(tables.opens_sheet, over_api=tables.keeps_sheets_of),
    "write_sheet": Right(tables.writes_sheet, over_api=tables.may_keep_sheet),
    "hand_in_sheet": Right(tables.writes_sheet, over_api=tables.keeps_sheet),
    # Series and seasons
    "open_series": Right(events.opens_events),
    "edit_series": Right(events.runs_league),
    "keep_evenings": Right(events.runs_league),
    "archive_series": Right(events.runs_league),
    "mark_guest": Right(events.runs_league),
    "start_league": Right(actors.signed_in, over_api=actors.starts_events),  # for a club asked next
    "see_season": Right(events.sees_season),
    "open_season": Right(events.opens_events),
    "run_season": Right(events.runs_league),
    "move_season": Right(events.runs_league),
    "discard_season": Right(events.runs_league),
    "keep_season_players": Right(events.runs_league),
    "set_season_dates": Right(events.runs_league),
    "plan_next_season": Right(events.runs_league),
    "settle_overdue": Right(events.referees_season),
    "arrange_date": Right(tables.acts_at_match, over_api=tables.arranges_match),
}


def rights_held(actor: actors.Actor, rights: Collection[str], obj: Any) -> frozenset[str]:
    """Those of the rights that the actor has; the same people are asked for once."""
    answers: dict[actors.Predicate, bool] = {}
    for right in rights:
        who = RIGHTS[right].who
        if who not in answers:
            answers[who] = may(actor, right, obj)
    return frozenset(right for right in rights if answers[RIGHTS[right].who])


def may(actor: actors.Actor, right: str, obj: Any = None, *, over_api: bool = False) -> bool:
    """Whether the actor may do that to the object; a right that is not in the table is a bug."""
    return RIGHTS[right].holds(actor, obj, over_api=over_api)

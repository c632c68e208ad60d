"""The table of rights: what is done, and who may do it.

Pages, API, undo and admin name a right and nothing else; who that is, is said here once. A row
has one answer for every door, unless programs are held to a narrower one (`over_api`).
A new right is one row; what no row allows is refused.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from league.permissions.actors import (
    Actor,
    Predicate,
    anyone,
    in_browser,
    operates,
    owns_token,
    signed_in,
)
from league.permissions.events import (
    enters_oneself,
    handles_entry,
    is_at_door,
    keeps_player,
    opens_events,
    reads_entry,
    reads_match,
    reads_round,
    reads_submission,
    referees,
    referees_season,
    runs_club,
    runs_event,
    runs_league,
    sees_entry,
    sees_event,
    sees_full_name,
    sees_match,
    sees_round,
    sees_season,
    sees_submission,
    unlinks_player,
)
from league.permissions.tables import (
    acts_at_match,
    answers_submission,
    arranges_match,
    keeps_seat,
    keeps_sheet,
    keeps_sheets_of,
    may_keep_sheet,
    may_sit,
    opens_sheet,
    plays_match,
    sees_seat,
    sees_sheet,
    speaks_at_match,
    takes_seat,
    writes_sheet,
)


@dataclass(frozen=True)
class Right:
    who: Predicate
    over_api: Predicate | None = None  # None: the same as everywhere

    def holds(self, actor: Actor, obj: Any, *, over_api: bool) -> bool:
        predicate = self.over_api if over_api and self.over_api else self.who
        return actor.is_service or predicate(actor, obj)


RIGHTS: dict[str, Right] = {
    # Everybody
    "visit": Right(anyone),
    "see_club": Right(anyone),
    "see_player": Right(anyone),
    "see_series": Right(anyone),
    "verify_record": Right(anyone),
    "practise": Right(anyone),
    # Accounts and the service
    "keep_account": Right(in_browser, over_api=signed_in),
    "revoke_token": Right(owns_token),
    "delete_account": Right(in_browser),
    "claim_player": Right(in_browser),
    "operate": Right(operates),
    "open_club": Right(operates),
    # Clubs and their players
    "edit_club": Right(runs_club),
    "keep_club_admins": Right(runs_club),
    "keep_members": Right(runs_club),
    "import_players": Right(runs_club),
    "see_full_name": Right(sees_full_name),
    "keep_player": Right(keeps_player),
    "erase_player": Right(keeps_player),
    "invite_player": Right(keeps_player),
    "merge_players": Right(keeps_player),
    "unlink_player": Right(unlinks_player),
    # Events: what is seen
    "see_event": Right(sees_event),
    "see_entry": Right(sees_entry, over_api=reads_entry),
    "see_round": Right(sees_round, over_api=reads_round),
    "see_match": Right(sees_match, over_api=reads_match),
    "see_submission": Right(sees_submission, over_api=reads_submission),
    "see_as_official": Right(referees),
    # Events: set-up
    "start_event": Right(in_browser, over_api=signed_in),  # in a club of which is asked next
    "open_event": Right(opens_events),
    "run_event": Right(runs_event),
    "clone_event": Right(runs_event),
    "change_settings": Right(runs_event),
    "move_event": Right(runs_event),
    "set_chain": Right(runs_event),
    "keep_officials": Right(runs_event),
    "keep_categories": Right(runs_event),
    "keep_prizes": Right(runs_event),
    "keep_apart": Right(referees),
    "keep_codes": Right(referees),
    "show_room_code": Right(referees),
    "print_event": Right(referees),
    # Events: entries
    "sign_up": Right(sees_event, over_api=enters_oneself),
    "enter_by_door": Right(is_at_door),
    "enter_people": Right(referees),
    "assign_category": Right(referees),
    "manage_entry": Right(referees),
    "check_in_all": Right(referees),
    "undo_check_in": Right(referees),
    "check_in_entry": Right(handles_entry),
    "withdraw_entry": Right(handles_entry),
    "return_entry": Right(handles_entry),
    "ask_bye": Right(handles_entry),
    # Events: the desk
    "work_desk": Right(referees),
    "watch_console": Right(referees),
    "undo_step": Right(referees),
    "draft_round": Right(referees),
    "redraw_round": Right(referees),
    "choose_plan": Right(referees),
    "swap_entries": Right(referees),
    "lock_table": Right(referees),
    "let_sit_out": Right(referees),
    "discard_draft": Right(referees),
    "publish_round": Right(referees),
    "withdraw_round": Right(referees),
    "close_round": Right(referees),
    "reopen_round": Right(referees),
    "run_clock": Right(referees),
    "dismiss_flag": Right(referees),
    "answer_phone": Right(referees),
    "retry_work": Right(referees),
    "decide_prizes": Right(referees),
    "hold_ceremony": Right(referees),
    # Results
    "enter_result": Right(referees),
    "take_back_result": Right(referees),
    "accept_result": Right(referees),
    "rule_match": Right(referees),
    "blank_remark": Right(referees),
    # At a table
    "see_seat": Right(sees_seat),
    "sit_down": Right(may_sit),
    "keep_seat": Right(keeps_seat),
    "pass_phone": Right(takes_seat),
    "play_match": Right(plays_match),
    "act_at_match": Right(acts_at_match),
    "hand_in": Right(takes_seat, over_api=speaks_at_match),
    "confirm_result": Right(takes_seat, over_api=answers_submission),
    "take_rules_result": Right(takes_seat, over_api=answers_submission),
    # Score sheets
    "see_sheet": Right(sees_sheet),
    "open_sheet": Right(opens_sheet, over_api=keeps_sheets_of),
    "write_sheet": Right(writes_sheet, over_api=may_keep_sheet),
    "hand_in_sheet": Right(writes_sheet, over_api=keeps_sheet),
    # Series and seasons
    "open_series": Right(opens_events),
    "edit_series": Right(runs_league),
    "keep_evenings": Right(runs_league),
    "archive_series": Right(runs_league),
    "mark_guest": Right(runs_league),
    "start_league": Right(signed_in),  # in a club of which is asked next
    "see_season": Right(sees_season),
    "open_season": Right(opens_events),
    "run_season": Right(runs_league),
    "move_season": Right(runs_league),
    "discard_season": Right(runs_league),
    "keep_season_players": Right(runs_league),
    "set_season_dates": Right(runs_league),
    "plan_next_season": Right(runs_league),
    "settle_overdue": Right(referees_season),
    "arrange_date": Right(acts_at_match, over_api=arranges_match),
}


def rights_held(actor: Actor, rights: Iterable[str], obj: Any) -> frozenset[str]:
    """Those of the rights that the actor has; the same people are asked for once."""
    answers: dict[Predicate, bool] = {}
    for right in rights:
        who = RIGHTS[right].who
        if who not in answers:
            answers[who] = may(actor, right, obj)
    return frozenset(right for right in rights if answers[RIGHTS[right].who])


def may(actor: Actor, right: str, obj: Any = None, *, over_api: bool = False) -> bool:
    """Whether the actor may do that to the object; a right that is not in the table is a bug."""
    return RIGHTS[right].holds(actor, obj, over_api=over_api)

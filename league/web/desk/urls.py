"""Addresses of the desk: what officials do while an event runs."""

from django.urls import include, path

from league.web.desk import (
    announcements,
    console,
    desk,
    entries,
    fees,
    rounds,
    rulings,
    scores,
)

# Under an event: what officials do with its rounds and tables.
the_desk = [
    path("", desk.desk, name="desk"),
    path("live/", desk.desk_live, name="desk-live"),
    path("steps/", desk.desk_steps, name="desk-steps"),
    path("undo/", desk.desk_undo, name="desk-undo"),
    path("plan/", rounds.plan, name="desk-plan"),
    path("draft/", rounds.round_draft, name="round-draft"),
    path("rounds/<id:round_id>/swap/", rounds.round_swap, name="round-swap"),
    path("rounds/<id:round_id>/redraw/", rounds.round_redraw, name="round-redraw"),
    path("rounds/<id:round_id>/sit-out/", rounds.round_sit_out, name="round-sit-out"),
    path("rounds/<id:round_id>/discard/", rounds.round_discard, name="round-discard"),
    path("rounds/<id:round_id>/publish/", rounds.round_publish, name="round-publish"),
    path("rounds/<id:round_id>/withdraw/", rounds.round_withdraw, name="round-withdraw"),
    path("rounds/<id:round_id>/close/", rounds.round_close, name="round-close"),
    path("rounds/<id:round_id>/reopen/", rounds.round_reopen, name="round-reopen"),
    path("rounds/<id:round_id>/clock/", rounds.round_clock, name="round-clock"),
    path("tables/<id:match_id>/lock/", rounds.table_lock, name="table-lock"),
    path("tables/<id:match_id>/scores/", scores.table_scores, name="table-scores"),
    path("tables/<id:match_id>/places/", scores.table_places, name="table-places"),
    path("tables/<id:match_id>/clear/", scores.table_clear, name="table-clear"),
    path("tables/<id:match_id>/figures/", scores.table_figures, name="table-figures"),
    path("tables/<id:match_id>/undo/", scores.table_undo, name="table-undo"),
    path("tables/<id:match_id>/accept/", console.table_accept, name="table-accept"),
    path("flags/<id:flag_id>/seen/", console.flag_seen, name="flag-seen"),
    path("holds/<id:hold_id>/answer/", console.hold_answer, name="hold-answer"),
    path("calls/<id:call_id>/answer/", console.call_answer, name="call-answer"),
    path("jobs/<id:job_id>/retry/", console.work_retry, name="work-retry"),
]

urlpatterns = [
    path("events/<id:pk>/console/", console.console, name="console"),
    path("events/<id:pk>/console/live/", console.console_live, name="console-live"),
    path("events/<id:pk>/wrap-up/", console.wrap_up_mark, name="event-wrap-up"),
    path("events/<id:pk>/desk/", include(the_desk)),
    path("events/<id:pk>/results/", rounds.results, name="event-results"),
    path("events/<id:pk>/rounds/<id:round_id>/scores/", scores.scores, name="scores"),
    path("matches/<id:pk>/rule/", rulings.rule, name="match-rule"),
    path("matches/<id:pk>/rule/verdict/", rulings.rule_verdict, name="match-rule-verdict"),
    path("matches/<id:pk>/rule/keep/", rulings.rule_keep, name="match-keep"),
    path("matches/<id:pk>/rule/blank/", rulings.rule_blank, name="match-rule-blank"),
    path("events/<id:pk>/entries/", entries.entries, name="event-entries"),
    path("events/<id:pk>/check-in/", entries.check_in_page, name="event-check-in"),
    path("events/<id:pk>/check-in/enter/", entries.enter, name="event-enter"),
    path("events/<id:pk>/check-in/offer/", entries.offer, name="event-offer"),
    path("events/<id:pk>/check-in/everyone/", entries.everyone, name="event-everyone"),
    path("entries/<id:pk>/", entries.entry, name="entry"),
    path("entries/<id:pk>/do/", entries.entry_do, name="entry-do"),
    path("events/<id:pk>/announcements/", announcements.announcements, name="event-announcements"),
    path(
        "events/<id:pk>/announcements/remove/",
        announcements.announcement_remove,
        name="event-announcement-remove",
    ),
    path("events/<id:pk>/fees/", fees.fees, name="event-fees"),
    path("entries/<id:pk>/paid/", fees.entry_paid, name="entry-paid"),
    path("entries/<id:pk>/bye/", entries.entry_bye, name="entry-bye"),
    path("entries/<id:pk>/category/", entries.entry_category, name="entry-category"),
]

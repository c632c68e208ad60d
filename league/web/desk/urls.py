"""Addresses of the desk: what officials do while an event runs."""

from django.urls import include, path

from league.web.desk import console, desk, entries, people, rounds, rulings, scores

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
    path("tables/<id:match_id>/accept/", console.table_accept, name="table-accept"),
    path("flags/<id:flag_id>/seen/", console.flag_seen, name="flag-seen"),
    path("holds/<id:hold_id>/answer/", console.hold_answer, name="hold-answer"),
    path("jobs/<id:job_id>/retry/", console.work_retry, name="work-retry"),
]

urlpatterns = [
    path("events/<id:pk>/console/", console.console, name="console"),
    path("events/<id:pk>/console/live/", console.console_live, name="console-live"),
    path("events/<id:pk>/desk/", include(the_desk)),
    path("events/<id:pk>/results/", rounds.results, name="event-results"),
    path("events/<id:pk>/rounds/<id:round_id>/scores/", scores.scores, name="scores"),
    path("matches/<id:pk>/rule/", rulings.rule, name="match-rule"),
    path("matches/<id:pk>/rule/verdict/", rulings.rule_verdict, name="match-rule-verdict"),
    path("matches/<id:pk>/rule/blank/", rulings.rule_blank, name="match-rule-blank"),
    path("events/<id:pk>/entries/", entries.entries, name="event-entries"),
    path("events/<id:pk>/check-in/", entries.check_in_page, name="event-check-in"),
    path("events/<id:pk>/check-in/enter/", entries.enter, name="event-enter"),
    path("events/<id:pk>/check-in/offer/", entries.offer, name="event-offer"),
    path("events/<id:pk>/people/", people.people, name="event-people"),
    path("events/<id:pk>/check-in/member/", people.member_enter, name="event-member-enter"),
    path("events/<id:pk>/check-in/restore/", people.entry_restore, name="event-entry-restore"),
    path("events/<id:pk>/check-in/first-round/", people.first_round, name="event-first-round"),
    path("entries/<id:pk>/remove/", people.entry_remove, name="entry-remove"),
    path("events/<id:pk>/check-in/everyone/", entries.everyone, name="event-everyone"),
    path("entries/<id:pk>/", entries.entry, name="entry"),
    path("entries/<id:pk>/do/", entries.entry_do, name="entry-do"),
    path("entries/<id:pk>/bye/", entries.entry_bye, name="entry-bye"),
    path("entries/<id:pk>/category/", entries.entry_category, name="entry-category"),
]

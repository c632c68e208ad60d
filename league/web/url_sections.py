"""Addresses that stand together under one place: an event, its desk, a season, a sheet."""

from allauth.mfa.webauthn import views as webauthn
from django.urls import path, register_converter

from league.web.addresses import LanguageConverter, PublicIdConverter, SealedNumberConverter
from league.web.desk import console, desk, rounds, scores
from league.web.leagues import match_days, season_setup, seasons, series
from league.web.leagues import series as series_running
from league.web.public import live, replays
from league.web.setup import categories, ceremony, prizes
from league.web.sheet import phones, practice, records, sheet
from league.web.table import match

register_converter(PublicIdConverter, "id")
register_converter(SealedNumberConverter, "sealed")
register_converter(LanguageConverter, "language")

# Allauth's own addresses for passkeys carry a sequence number, so they are written anew here.
passkeys = [
    path("", webauthn.list_webauthn, name="mfa_list_webauthn"),
    path("add/", webauthn.add_webauthn, name="mfa_add_webauthn"),
    path("login/", webauthn.login_webauthn, name="mfa_login_webauthn"),
    path("reauthenticate/", webauthn.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("keys/<sealed:pk>/edit/", webauthn.edit_webauthn, name="mfa_edit_webauthn"),
    path("keys/<sealed:pk>/remove/", webauthn.remove_webauthn, name="mfa_remove_webauthn"),
]

# Under an event: groups of entries, and what can be won.
the_categories = [
    path("", categories.categories, name="event-categories"),
    path("restore/", categories.category_restore, name="event-category-restore"),
    path("assign/", categories.categorise, name="event-categorise"),
    path("<id:category>/", categories.category, name="event-category"),
    path("<id:category>/print/", categories.category_print, name="print-category"),
    path("<id:category>/change/", categories.category_change, name="event-category-change"),
]
the_prizes = [
    path("", prizes.prizes, name="event-prizes"),
    path("add/", prizes.prize_add, name="event-prize-add"),
    path("restore/", prizes.prize_restore, name="event-prize-restore"),
    path("rule/", prizes.prize_rule, name="event-prize-rule"),
    path("decide/", prizes.tie_decide, name="event-tie-decide"),
    path("undo/", prizes.decision_undo, name="event-decision-undo"),
    path("ceremony/", ceremony.ceremony, name="event-ceremony"),
    path("certificates/", ceremony.certificates, name="event-certificates"),
    path("lots/<id:decision>/", ceremony.lots, name="event-lots"),
    path("<id:prize>/change/", prizes.prize_change, name="event-prize-change"),
]

# Under a version that was handed in.
the_replay = [
    path("", replays.submission_replay, name="submission-replay"),
    path("drawings/<int:number>/", replays.submission_drawings, name="submission-drawings"),
    path("<int:move>.svg", replays.submission_drawing, name="submission-drawing"),
    path("analysis/", replays.submission_analysis, name="submission-analysis"),
]

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
    path("rounds/<id:round_id>/clock/", rounds.clock, name="round-clock"),
    path("tables/<id:match_id>/lock/", rounds.table_lock, name="table-lock"),
    path("tables/<id:match_id>/scores/", scores.table_scores, name="table-scores"),
    path("tables/<id:match_id>/places/", scores.table_places, name="table-places"),
    path("tables/<id:match_id>/clear/", scores.table_clear, name="table-clear"),
    path("tables/<id:match_id>/accept/", console.table_accept, name="table-accept"),
    path("flags/<id:flag_id>/seen/", console.flag_seen, name="flag-seen"),
    path("holds/<id:hold_id>/answer/", console.hold_answer, name="hold-answer"),
    path("jobs/<id:job_id>/retry/", console.work_retry, name="work-retry"),
]

# Under a season.
the_season = [
    path("", seasons.season, name="season"),
    path("schedule/", seasons.schedule, name="season-schedule"),
    path("calendar.ics", seasons.calendar, name="season-calendar"),
    path("outcome/", seasons.outcome, name="season-outcome"),
    path("play-off/", seasons.season_play_off, name="season-play-off"),
    path("next/", seasons.season_next, name="season-next"),
    path("manage/", season_setup.season_manage, name="season-manage"),
    path("move/", season_setup.season_move, name="season-move"),
    path("discard/", season_setup.season_discard, name="season-discard"),
    path("players/", season_setup.season_players, name="season-players"),
    path("players/do/", season_setup.season_players_do, name="season-players-do"),
    path("dates/", season_setup.season_dates, name="season-dates"),
    path("overdue/", match_days.season_overdue, name="season-overdue"),
    path("overdue/do/", match_days.season_overdue_do, name="season-overdue-do"),
]

# Parts of pages, the same for every viewer; asked for by live.js.
live_parts = [
    path("", live.live_event, name="live-event"),
    path("rounds/<int:number>/", live.live_round, name="live-round"),
    path("rounds/<int:number>/clock/", live.live_clock, name="live-clock"),
    path("matches/<id:match>/", match.live_match, name="live-match"),
    path("matches/<id:match>/board/", match.live_board, name="live-board"),
    path("standings/", live.live_standings, name="live-standings"),
    path("rows/<id:entry>/<int:after>/", live.live_row, name="live-row"),
    path("projector/", live.live_projector, name="live-projector"),
]

# A score sheet, and what phones write on it.
one_sheet = [
    path("", sheet.sheet, name="sheet"),
    path("write/", sheet.sheet_write, name="sheet-write"),
    path("hints/", phones.sheet_hints, name="sheet-hints"),
    path("try/", phones.sheet_try, name="sheet-try"),
    path("shuffle/", phones.sheet_shuffle, name="sheet-shuffle"),
    path("before/<int:act>/", phones.sheet_before, name="sheet-before"),
    path("record/", records.sheet_record, name="sheet-record"),
    path("replay/", records.sheet_replay, name="sheet-replay"),
    path("replay/drawings/<int:number>/", records.sheet_drawings, name="sheet-drawings"),
    path("replay/<int:move>.svg", records.sheet_drawing, name="sheet-drawing"),
    path("hand-in/", sheet.sheet_hand_in, name="sheet-hand-in"),
    path("put-away/", sheet.sheet_give_up, name="sheet-give-up"),
    path("forget/", practice.sheet_forget, name="sheet-forget"),
]

# Under a series: for everybody, then for those who run it.
one_series = [
    path("", series.series, name="series"),
    path("rows/<id:player>/", series.series_row, name="series-row"),
    path("print/", series.series_print, name="series-print"),
    path("download/", series.series_download, name="series-download"),
    path("edit/", series_running.series_edit, name="series-edit"),
    path("evenings/", series_running.series_evenings, name="series-evenings"),
    path("evenings/next/", series_running.series_next, name="series-next"),
    path("evenings/move/", series_running.series_evening_move, name="series-evening-move"),
    path("evenings/remove/", series_running.series_evening_remove, name="series-evening-remove"),
    path("archive/", series_running.series_archive, name="series-archive"),
    path("rows/<id:player>/guest/", series_running.series_guest, name="series-guest"),
]

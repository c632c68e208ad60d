"""Addresses of a match: what its table does, and what came of it."""

from django.urls import include, path

from league.web.table import calls, confirmations, match, seats, submissions, versions

# Parts of pages, the same for every viewer; asked for by live.js.
live_match = [
    path("", match.live_match, name="live-match"),
    path("board/", match.live_board, name="live-board"),
]

urlpatterns = [
    path("matches/<id:pk>/", match.match, name="match"),
    path("matches/<id:pk>/seats/", seats.match_seats, name="match-seats"),
    path("seats/<id:pk>/take/", seats.seat_take, name="seat-take"),
    path("seats/<id:pk>/answer/", seats.seat_answer, name="seat-answer"),
    path("seats/<id:pk>/leave/", seats.seat_leave, name="seat-leave"),
    path("matches/<id:pk>/sheet/", submissions.match_sheet, name="match-sheet"),
    path("matches/<id:pk>/hand-in/", submissions.hand_in, name="hand-in"),
    path("matches/<id:pk>/hand-in/check/", submissions.hand_in_check, name="hand-in-check"),
    path("matches/<id:pk>/now/", confirmations.match_now, name="match-now"),
    path("matches/<id:pk>/confirm/", confirmations.match_confirm, name="match-confirm"),
    path("matches/<id:pk>/object/", confirmations.match_object, name="match-object"),
    path("matches/<id:pk>/contest/", confirmations.match_contest, name="match-contest"),
    path("matches/<id:pk>/call/", calls.match_call, name="match-call"),
    path("matches/<id:pk>/take-rules/", confirmations.match_take_rules, name="match-take-rules"),
    path("matches/<id:pk>/pass/", confirmations.match_pass, name="match-pass"),
    path("matches/<id:pk>/history/", versions.history, name="match-history"),
    path("matches/<id:pk>/compare/", versions.compare, name="match-compare"),
    path("submissions/<id:pk>/", versions.submission, name="submission"),
    path("submissions/<id:pk>/verdict/", versions.verdict, name="submission-verdict"),
    path("submissions/<id:pk>/record/", versions.record, name="submission-record"),
    path("live/<language:language>/events/<id:pk>/matches/<id:match>/", include(live_match)),
]

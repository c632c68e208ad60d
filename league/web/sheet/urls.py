"""Addresses of the score sheet."""

from django.urls import include, path

from league.web.sheet import phones, practice, records, sheet

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
    path("again/", practice.sheet_again, name="sheet-again"),
    path("forget/", practice.sheet_forget, name="sheet-forget"),
]

urlpatterns = [
    path("sheets/", practice.practice, name="practice"),
    path("sheets/at-once/", practice.practice_at_once, name="practice-at-once"),
    path("sheets/<id:pk>/", include(one_sheet)),
    path("live/<language:language>/sheets/<id:pk>/", phones.sheet_state, name="live-sheet"),
]

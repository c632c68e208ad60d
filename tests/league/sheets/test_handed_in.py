"""From a sheet of a match to a version of its result: verified, by time, by hand, let stand."""

import pytest

from league.errors import LeagueError
from league.events.services.rounds import withdraw_round
from league.models import AuditEntry, Event, Match, Ruling, Sheet, Submission
from league.permissions import SERVICE
from league.results.services.claims import HandIn
from league.results.services.verification import verify_submission
from league.sheets.checks import OnSheet
from league.sheets.queries import SheetSaid, on_sheet, sheet_said, state_of
from league.sheets.services import sheets
from league.sheets.services.acts import Note
from league.sheets.services.sheets import give_up_sheet, hand_in_sheet, open_sheet, take_up_sheet
from tests.factories.events import entries_at
from tests.factories.sheets import by_hand, ended, lines_of, noted, played_out, sheet_at, written
from tests.factories.submissions import confirm
from tests.factories.tables import other_table, scores_counting, seat_at, state, table

pytestmark = pytest.mark.django_db


def hand_in(sheet: Sheet, letter: str = "A") -> Submission:
    assert sheet.match is not None
    return hand_in_sheet(sheet, actor=SERVICE, seat=seat_at(sheet.match, letter))


def told(submission: Submission) -> SheetSaid | None:
    return sheet_said(Submission.objects.select_related("sheet").get(pk=submission.pk))


def test_game_of_a_sheet_is_verified_and_counts_once_confirmed() -> None:
    match = table(2)
    sheet = played_out(sheet_at(match))
    assert state(match) == ("playing", "", True)
    submission = hand_in(sheet)
    verify_submission(submission.pk)
    confirm(submission)
    sheet.refresh_from_db()
    standings = {side["side"]: side["score"] for side in state_of(sheet)["standings"]}
    assert state(match) == ("accepted", "verified", False)
    assert scores_counting(match) == [standings["A"], standings["B"]]
    assert (sheet.submission, sheet.closed_at is not None) == (submission, True)
    assert told(submission) == SheetSaid(sheet.pk, "check")


def test_game_ended_by_time_says_so() -> None:
    match = table(2, sheet_help="full")
    sheet = sheet_at(match)
    written(sheet, *noted(*lines_of("triolet")[:6]))
    with pytest.raises(LeagueError, match="not over"):
        hand_in(sheet)
    submission = hand_in(ended(sheet, by="time"))
    verify_submission(submission.pk)
    confirm(submission)
    assert submission.termination == "time"
    assert '[Termination "time"]' in submission.record
    assert state(match) == ("accepted", "verified", False)
    assert told(submission) == SheetSaid(sheet.pk, "full")


def test_points_written_by_hand_are_handed_in_without_a_record() -> None:
    match = table(2)
    sheet = ended(by_hand(by_hand(sheet_at(match, way="plain"), 300, 12), 50, 308))
    submission = hand_in(sheet)
    confirm(submission)
    assert (submission.record, told(submission)) == ("", SheetSaid(sheet.pk, "plain"))
    assert scores_counting(match) == [350, 320]
    assert state(match) == ("accepted", "kept", False)


def test_what_was_let_stand_is_handed_in_unverified_with_the_finding() -> None:
    match = table(2)
    sheet = sheet_at(match)
    written(sheet, *noted(("A", "h8=11 i8=3")))
    refused = written(sheet, Note("bad", "action", "B", "a1=1")).refused
    assert refused is not None
    assert refused.is_rule
    assert written(sheet, Note("stand", "let_stand", "B", "a1=1")).refused is None
    sums = state_of(sheet)["totals"]
    submission = hand_in(ended(by_hand(sheet, 330, 310)))
    confirm(submission)
    said = told(submission)
    assert said is not None
    assert (said.pk, said.kind) == (sheet.pk, "let_stand")
    assert "touch" in said.finding
    assert submission.record == ""
    assert state(match) == ("accepted", "kept", False)
    assert scores_counting(match) == [sums["A"]["points"] + 330, sums["B"]["points"] + 310]


def test_unverified_points_wait_for_an_official_where_records_are_required() -> None:
    match = table(2, records="required")
    submission = hand_in(ended(by_hand(sheet_at(match, way="plain"), 350, 320)))
    confirm(submission)
    assert state(match) == ("handed_in", "", True)
    verified = table(2, records="required")
    record = hand_in(played_out(sheet_at(verified)))
    verify_submission(record.pk)
    confirm(record)
    assert state(verified) == ("accepted", "verified", False)


def test_event_without_records_keeps_points_alone() -> None:
    match = table(2, records="off")
    sheet = sheet_at(match, way="checked")
    assert (sheet.way, state_of(sheet)["stage"]) == ("plain", "plain")
    submission = hand_in(ended(by_hand(sheet, 350, 320)))
    assert (submission.record, len(submission.claims)) == ("", 2)


def test_another_game_is_handed_in_by_its_points() -> None:
    match = other_table(2)
    sheet = sheet_at(match)
    assert (sheet.way, sheet.game_name) == ("plain", "Dáma")
    submission = hand_in(ended(by_hand(sheet, 7, 9)))
    confirm(submission)
    assert scores_counting(match) == [7, 9]


def test_game_of_places_has_no_sheet() -> None:
    match = other_table(2, other_scoring="places")
    with pytest.raises(LeagueError, match="places"):
        sheet_at(match)
    assert not Sheet.objects.exists()


def test_whoever_did_not_come_loses_by_forfeit() -> None:
    match = table(3)
    first, second, third = entries_at(match)
    sheet = played_out(sheet_at(match, A=third, B=first))
    submission = hand_in(sheet, "C")
    verify_submission(submission.pk)
    confirm(submission, "A")
    assert submission.claims == {
        second: {"score": None, "above_equals": False, "figures": {}, "keys": []}
    }
    assert submission.seating == {"A": third, "B": first}
    assert state(match)[0] == "accepted"


def test_too_few_for_a_game_open_no_sheet() -> None:
    match = table(2)
    with pytest.raises(LeagueError, match="Too few"):
        sheet_at(match, A=entries_at(match)[0])
    other = other_table(2)
    with pytest.raises(LeagueError, match="Too few"):
        sheet_at(other, A=entries_at(other)[0])


def test_handed_in_twice_is_one_version() -> None:
    match = table(2)
    sheet = played_out(sheet_at(match))
    stale = Sheet.objects.get(pk=sheet.pk)
    first = hand_in(sheet)
    again = hand_in(stale)
    assert first == again == match.submissions.get()
    with pytest.raises(LeagueError, match="handed in"):
        take_up_sheet(Sheet.objects.get(pk=sheet.pk), actor=SERVICE)


def test_official_hands_in_what_counts_at_once() -> None:
    match = table(3)
    first, second, third = entries_at(match)
    sheet = played_out(sheet_at(match, A=third, B=first))
    submission = hand_in_sheet(sheet, actor=SERVICE, seat=None)
    ruling = Ruling.objects.select_related("remark").get()
    assert (submission.by, submission.seat) == ("official", None)
    assert state(match)[::2] == ("accepted", False)
    assert ruling.submission == submission
    assert told(submission) == SheetSaid(sheet.pk, "check")
    result = match.results.get()
    assert {side["entry"] for side in result.sides} == {first, second, third}


def test_official_hands_in_points_by_hand() -> None:
    match = table(2)
    sheet = ended(by_hand(sheet_at(match, way="plain"), 350, 320), by="time")
    submission = hand_in_sheet(sheet, actor=SERVICE, seat=None)
    assert (submission.termination, submission.record) == ("time", "")
    assert scores_counting(match) == [350, 320]


def test_sheet_is_opened_once_and_given_up() -> None:
    match = table(2)
    sheet = sheet_at(match)
    assert sheet_at(match) == sheet
    give_up_sheet(sheet, actor=SERVICE)
    other = sheet_at(match)
    assert other != sheet
    with pytest.raises(LeagueError, match="Another sheet"):
        take_up_sheet(sheet, actor=SERVICE)
    give_up_sheet(other, actor=SERVICE)
    take_up_sheet(sheet, actor=SERVICE)
    assert sheet_at(match) == sheet
    verbs = AuditEntry.objects.filter(object_id=match.pk).order_by("pk")
    assert list(verbs.values_list("action", flat=True)) == [
        "open score sheet",
        "give up score sheet",
        "open score sheet",
        "give up score sheet",
        "take up score sheet",
    ]


def test_watching_pages_are_told_when_a_sheet_opens_and_closes() -> None:
    match = table(2)
    versions = [Event.objects.get().live_version]
    sheet = sheet_at(match)
    versions.append(Event.objects.get().live_version)
    give_up_sheet(sheet, actor=SERVICE)
    versions.append(Event.objects.get().live_version)
    assert versions[0] < versions[1] < versions[2]


def test_seats_of_strangers_are_refused() -> None:
    match, elsewhere = table(2), table(2)
    seating = dict(zip("AB", [entries_at(match)[0], entries_at(elsewhere)[0]], strict=True))
    with pytest.raises(LeagueError, match="everybody at the table"):
        open_sheet(match, actor=SERVICE, game=1, seating=seating)


def test_sheet_of_a_withdrawn_round_stays_readable() -> None:
    match = table(2)
    sheet = sheet_at(match)
    written(sheet, *noted(*lines_of("triolet")[:4]))
    published = match.round
    published.refresh_from_db()
    withdraw_round(published, actor=SERVICE, version=published.version)
    kept = Sheet.objects.get(pk=sheet.pk)
    assert len(state_of(kept)["log"]) == 4
    with pytest.raises(LeagueError):
        hand_in(ended(kept, by="time"))


def test_sheet_outlives_its_match() -> None:
    match = table(2)
    sheet = sheet_at(match)
    written(sheet, *noted(*lines_of("triolet")[:4]))
    Match.objects.filter(pk=match.pk).update(is_open=False)
    match.seats.all().delete()
    Match.objects.get(pk=match.pk).delete()
    kept = Sheet.objects.get(pk=sheet.pk)
    assert kept.is_practice
    assert len(on_sheet(kept).ledger.lines) == 4
    with pytest.raises(LeagueError, match="not handed in anywhere"):
        hand_in_sheet(ended(kept, by="time"), actor=SERVICE, seat=None)


def test_nothing_written_meanwhile_is_closed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another phone undoes the last line while this one hands in."""
    sheet = played_out(sheet_at(table(2)))
    given_by = sheets.given_by

    def undone_meanwhile(given: Sheet, page: OnSheet) -> HandIn:
        written(sheet, Note("late", "undo", target=len(page.acts)))
        return given_by(given, page)

    monkeypatch.setattr(sheets, "given_by", undone_meanwhile)
    with pytest.raises(LeagueError, match="in the meantime"):
        hand_in(sheet)
    sheet.refresh_from_db()
    assert (sheet.closed_at, Submission.objects.count()) == (None, 0)


def test_sheet_stays_open_when_the_result_is_refused() -> None:
    match = table(2)
    sheet = played_out(sheet_at(match))
    hand_in_sheet(played_out(sheet), actor=SERVICE, seat=None)
    Sheet.objects.filter(pk=sheet.pk).update(submission=None, closed_at=None)
    sheet.refresh_from_db()
    match.refresh_from_db()
    with pytest.raises(LeagueError, match="already counts"):
        hand_in_sheet(sheet, actor=SERVICE, seat=None)
    sheet.refresh_from_db()
    assert (sheet.closed_at, Ruling.objects.count()) == (None, 1)

"""What stands on a sheet after its acts."""

from league.sheets.ledger import Act, SheetLine, edited, ledger


def acts(*given: tuple[str, str, str] | tuple[str, str, str, int]) -> list[Act]:
    return [Act(number, *one) for number, one in enumerate(given, start=1)]


def test_actions_stand_in_the_order_of_writing() -> None:
    found = ledger(acts(("action", "A", "h8=5"), ("action", "B", "h9=5")))
    assert found.lines == (SheetLine(1, "A", "h8=5"), SheetLine(2, "B", "h9=5"))
    assert found.last == Act(2, "action", "B", "h9=5")


def test_undo_takes_the_last_away_and_lists_it() -> None:
    found = ledger(acts(("action", "A", "h8=5"), ("action", "B", "h9=5"), ("undo", "", "", 2)))
    assert found.lines == (SheetLine(1, "A", "h8=5"),)
    assert found.undone == (Act(2, "action", "B", "h9=5"),)
    assert found.last == Act(1, "action", "A", "h8=5")


def test_what_follows_an_undo_stands() -> None:
    found = ledger(acts(("action", "A", "h8=5"), ("undo", "", "", 1), ("action", "A", "h8=6")))
    assert found.lines == (SheetLine(3, "A", "h8=6"),)


def test_edit_replaces_and_keeps_what_was_there() -> None:
    found = ledger(acts(("action", "A", "h8=5"), ("action", "B", "h9=5"), ("edit", "A", "h8=6", 1)))
    assert found.lines == (SheetLine(1, "A", "h8=6", was="h8=5"), SheetLine(2, "B", "h9=5"))


def test_edit_to_nothing_takes_a_line_out() -> None:
    found = ledger(acts(("action", "A", "h8=5"), ("edit", "A", "", 1)))
    assert found.lines == ()


def test_edited_gives_the_lines_before_anything_is_written() -> None:
    lines = [SheetLine(1, "A", "h8=5"), SheetLine(2, "B", "h9=5")]
    change = Act(3, "edit", "A", "h8=6", 1)
    assert edited(lines, change) == [SheetLine(1, "A", "h8=6", was="h8=5"), lines[1]]
    assert edited(lines, Act(3, "edit", "A", "", 1)) == [lines[1]]


def test_points_by_hand_are_lines_that_can_be_changed() -> None:
    written = acts(("score", "A", "points 12"), ("score", "B", "points 3"))
    found = ledger([*written, Act(3, "edit", "A", "points 21", 1), Act(4, "edit", "B", "", 2)])
    assert found.scores == (SheetLine(1, "A", "points 21", was="points 12"),)
    assert found.lines == ()


def test_refused_and_remarks_stay_said() -> None:
    found = ledger(acts(("refused", "A", "h8=99"), ("remark", "A", "")))
    assert [act.text for act in found.refused] == ["h8=99"]
    assert [act.number for act in found.remarks] == [2]
    assert found.last is None


def test_time_ends_the_game_until_it_is_undone() -> None:
    called = acts(("action", "A", "h8=5"), ("time", "", ""))
    assert ledger(called).is_by_time
    assert not ledger([*called, Act(3, "undo", "", "", 2)]).is_by_time


def test_nothing_written_is_an_empty_sheet() -> None:
    found = ledger([])
    assert (found.lines, found.last, found.set_up, found.ended) == ((), None, None, None)

"""Score sheets over the API: opened, written and handed in as a phone would."""

from typing import Any

import pytest

from league.models import Sheet, SheetAct, Submission
from tests.factories import make_user
from tests.factories.sheets import lines_of, practice
from tests.league.api.asking import NOBODY, Program
from tests.league.api.tables import Table, verify_all

pytestmark = pytest.mark.django_db

LINES = lines_of("triolet")


def opened(table: Table, letter: str = "A", **more: object) -> Any:
    return table.players[letter].post(f"{table.path}/sheets", seating=table.seating, **more)


def noted(*lines: tuple[str, str], key: str = "k") -> list[dict[str, str]]:
    return [
        {"client_key": f"{key}{at}", "kind": "action", "seat": seat, "text": text}
        for at, (seat, text) in enumerate(lines)
    ]


def test_game_is_kept_and_handed_in() -> None:
    table = Table.of_two()
    sheet = opened(table).json()
    path = f"sheets/{sheet['id']}"
    done = table.players["A"].post(f"{path}/notes", after=0, notes=noted(*LINES)).json()
    record = table.players["B"].get(f"{path}/record").json()["record"]
    handed_in = table.players["B"].post(f"{path}/hand-in")
    again = table.players["A"].post(f"{path}/hand-in")
    verify_all()
    told = NOBODY.get(f"submissions/{handed_in.json()['id']}").json()
    assert (sheet["match"], sheet["way"], sheet["help"]) == (table.match.pk, "checked", "check")
    assert (sheet["state"]["number"], sheet["state"]["stage"]) == (0, "playing")
    assert (len(done["taken"]), done["refused"], done["is_stale"]) == (len(LINES), None, False)
    assert done["state"]["stage"] == "over"
    assert (handed_in.status_code, again.status_code) == (201, 200)
    assert handed_in.json()["id"] == again.json()["id"]
    assert (told["record"], told["outcome"]) == (record, "verified")
    assert told["handed_in_by"]["seat"] == "B"
    after = NOBODY.get(path).json()
    assert (after["submission"], after["state"]["stage"]) == (told["id"], "closed")


def test_open_sheet_is_the_tables_and_the_officials() -> None:
    table = Table.of_two()
    first = opened(table)
    again = opened(table, "B", way="plain")
    path = f"sheets/{first.json()['id']}"
    stranger = Program.of(make_user())
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["id"] == again.json()["id"]
    assert [
        who.get(path).status_code for who in (table.players["B"], table.desk, stranger, NOBODY)
    ] == [200, 200, 404, 404]
    notes = noted(LINES[0])
    assert stranger.post(f"{path}/notes", after=0, notes=notes).status_code == 404
    assert [
        each["id"] for each in table.players["A"].get(f"{table.path}/sheets").json()["results"]
    ] == [first.json()["id"]]
    assert stranger.get(f"{table.path}/sheets").status_code == 403
    assert NOBODY.get(f"{table.path}/sheets").status_code == 401


def test_of_two_programs_one_wins_and_the_other_is_told() -> None:
    table = Table.of_two()
    path = f"sheets/{opened(table).json()['id']}/notes"
    table.players["A"].post(path, after=0, notes=noted(LINES[0]))
    late = table.players["B"].post(path, after=0, notes=noted(LINES[0]))
    repeated = table.players["A"].post(path, after=0, notes=noted(LINES[0]))
    assert late.status_code == 409
    assert (late.json()["is_stale"], late.json()["taken"]) == (True, [])
    assert [line["words"] for line in late.json()["state"]["log"]] == [LINES[0][1]]
    assert (repeated.status_code, repeated.json()["taken"]) == (200, ["k0"])
    assert SheetAct.objects.count() == 1


def test_lawful_prefix_is_taken_and_the_rest_is_explained() -> None:
    table = Table.of_two()
    path = f"sheets/{opened(table).json()['id']}/notes"
    notes = noted(("A", "h8=11 i8=3"), ("B", "a1=1"))
    told = table.players["A"].post(path, after=0, notes=notes).json()
    assert told["taken"] == ["k0"]
    assert told["refused"]["why"]
    assert (told["refused"]["client_key"], told["refused"]["can_stand"]) == ("k1", True)
    assert told["state"]["turn"] == "B"


def test_official_hands_in_what_counts() -> None:
    table = Table.of_two()
    sheet = opened(table, way="plain").json()
    path = f"sheets/{sheet['id']}"
    points = [
        {"kind": "score", "seat": seat, "text": f"points {each}"}
        for seat, each in (("A", 200), ("B", 160), ("A", 150), ("B", 160))
    ]
    for number, note in enumerate(points):
        note["client_key"] = f"turn{number}"
    end = {"client_key": "end", "kind": "end"}
    desk = Program.of(_arbiter(table), "read", "events", "play")
    too_much = {**points[0], "text": "points 300"}
    refused = desk.post(f"{path}/notes", after=0, notes=[too_much]).json()["refused"]
    assert (refused["code"], refused["can_stand"]) == ("points", False)
    done = desk.post(f"{path}/notes", after=0, notes=[*points, end]).json()
    none = desk.get(f"{path}/record")
    handed_in = desk.post(f"{path}/hand-in")
    match = NOBODY.get(table.path).json()
    assert done["state"]["scores"][0] == {
        "number": 1,
        "seat": "A",
        "words": "points 200",
        "said": "Points +200",
        "was": "",
    }
    assert done["state"]["totals"] == {"A": {"points": 350}, "B": {"points": 320}}
    assert none.status_code == 400
    assert (handed_in.status_code, handed_in.json()["by"]) == (201, "official")
    assert (match["state"], match["grade"]) == ("accepted", "kept")


def test_practice_needs_its_code_and_no_account() -> None:
    told = NOBODY.post("sheets", game="triolet", players=2, names={"A": "Ája", "Z": "x"})
    sheet = Sheet.objects.get()
    path = f"sheets/{sheet.pk}"
    without = NOBODY.post(f"{path}/notes", after=0, notes=noted(LINES[0]))
    with_code = NOBODY.post(
        f"{path}/notes", after=0, notes=noted(LINES[0]), code=told.json()["code"]
    )
    assert (told.status_code, sheet.names) == (201, {"A": "Ája"})
    assert (without.status_code, with_code.status_code) == (403, 200)
    assert with_code.json()["taken"] == ["k0"]
    assert "code" not in NOBODY.get(path).json()
    assert "Ája" not in NOBODY.get(path).content.decode()


def test_what_is_no_game_is_refused() -> None:
    wrong = [
        NOBODY.post("sheets", game="triolet", players=1),
        NOBODY.post("sheets", game="triolet", players=2, variant="nothing"),
        NOBODY.post("sheets", game="triolet", players=2, edition="nothing"),
        NOBODY.post("sheets", game="chess", players=2),
    ]
    assert [each.status_code for each in wrong] == [400] * 4
    assert not Sheet.objects.exists()


def test_practice_is_handed_in_nowhere() -> None:
    path = f"sheets/{practice().pk}/hand-in"
    assert Program.of(make_user()).post(path).status_code == 403
    assert not Submission.objects.exists()


def _arbiter(table: Table) -> Any:
    return table.match.event.official_set.get().user

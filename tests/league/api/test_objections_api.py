"""Over the API: saying that a result is wrong, deciding about it, and calling an official."""

import pytest

from league.models import Call, Dissent, Match
from tests.league.api.asking import NOBODY
from tests.league.api.tables import Table

pytestmark = pytest.mark.django_db
OTHER_GAME = {"game": "other", "other_name": "Dáma"}


@pytest.fixture
def table() -> Table:
    return Table.of(2, **OTHER_GAME)


def handed_in(table: Table) -> dict[str, str]:
    marks = dict(zip(table.entries, ("5", "3"), strict=True))
    answer = table.players["A"].post(
        f"{table.path}/submissions", client_key="one", seating=table.seating, marks=marks
    )
    return dict(answer.json())


def shown(table: Table) -> tuple[str, bool]:
    told = NOBODY.get(table.path).json()
    return told["state"], told["is_contested"]


def test_dissent_disputes_and_is_told(table: Table) -> None:
    version = handed_in(table)
    path = f"submissions/{version['id']}/dissents"
    told = table.players["B"].post(path, digest=version["digest"]).json()
    table.players["B"].post(path, digest=version["digest"])
    assert [(said["seat"], said["result"]) for said in told["dissents"]] == [("B", None)]
    assert (shown(table), Dissent.objects.count()) == (("disputed", False), 1)
    assert table.players["B"].post(path, digest="0").status_code == 409
    assert table.desk.post(path, digest=version["digest"]).status_code == 403


def test_result_is_contested_and_stands(table: Table) -> None:
    version = handed_in(table)
    path = f"submissions/{version['id']}/confirmations"
    table.players["B"].post(path, digest=version["digest"])
    for _twice in range(2):
        assert table.players["B"].post(f"{table.path}/contests").status_code == 204
    assert (shown(table), Dissent.objects.count()) == (("accepted", True), 1)
    assert table.players["B"].post(f"{table.path}/contests", game=2).status_code == 404
    round_path = f"rounds/{table.match.round_id}"
    version_ = table.desk.get(round_path).json()["version"]
    refused = table.desk.post(f"{round_path}/close", version=version_)
    assert refused.status_code == 400
    assert "The result of table 1 is contested" in refused.json()["detail"]
    ruled = table.desk.post(
        f"{table.path}/rulings", kind="keep", reason="Counted again.", version=table.version()
    )
    assert (ruled.status_code, ruled.json()["kind"]) == (201, "keep")
    assert shown(table) == ("accepted", False)
    assert table.desk.post(f"{round_path}/close", version=version_).status_code == 200


def test_official_is_called_comes_and_settles(table: Table) -> None:
    path = f"{table.path}/call"
    player, desk = table.players["A"], table.desk
    assert player.get(path).json() == {"call": None}
    told = player.post(path).json()["call"]
    assert (told["table"], told["cause"], told["coming_at"]) == (1, "asked", None)
    calls = f"events/{table.match.event_id}/calls"
    assert [call["id"] for call in desk.get(calls).json()["results"]] == [told["id"]]
    assert desk.post(f"{calls}/{told['id']}/coming").status_code == 204
    assert player.get(path).json()["call"]["coming_at"]
    assert desk.post(f"{calls}/{told['id']}/settled").status_code == 204
    assert desk.post(f"{calls}/{told['id']}/settled").status_code == 409
    assert player.get(path).json() == {"call": None}


def test_call_is_taken_back(table: Table) -> None:
    path = f"{table.path}/call"
    table.players["A"].post(path)
    assert table.players["B"].delete(path).status_code == 204
    assert Call.objects.get().ended == "cancelled"
    assert NOBODY.post(path).status_code in (401, 403)
    assert Match.objects.get(pk=table.match.pk).state == "waiting"

"""Officials rule over the API; everybody reads why, and officials alone what is private."""

from typing import Any

import pytest

from league.models import Flag, Job, Match, Result, Ruling, Submission
from league.standings.services import compute_standings
from tests.factories import make_user
from tests.factories.tables import record_of
from tests.league.api.asking import NOBODY, Program, refusal
from tests.league.api.tables import Table, verify_all

pytestmark = pytest.mark.django_db


def test_dispute_is_previewed_and_ruled() -> None:
    table = Table.of_two()
    table.hand_in("A")
    version = table.hand_in("B", figures=table.figures(300, 400)).json()
    decision = {"kind": "accept", "submission": version["id"]}
    before = Result.objects.count()
    preview = table.desk.post(f"{table.path}/rulings/preview", **decision).json()
    assert Result.objects.count() == before
    made = table.rule(**decision, private="Seen on a photo.")
    compute_standings(table.match.round.stage_id)
    standings = NOBODY.get(f"events/{table.match.event_id}/standings").json()["results"]
    assert (preview["is_refused"], preview["refusal"], preview["grade"]) == (False, "", "ruled")
    assert [(each["rank"], each["score"]) for each in preview["scores"]] == [(2, 300), (1, 400)]
    moved = {each["entry"]: each["points_12_after"] for each in preview["moved"]}
    assert {row["entry"]: row["points_12"] for row in standings if row["points_12"]} == {
        entry: points for entry, points in moved.items() if points
    }
    assert made.status_code == 201
    told = made.json()
    assert (told["kind"], told["submission"], told["reason"]) == (
        "accept",
        version["id"],
        "They agreed.",
    )
    assert (told["private"], told["by_rule"]) == ("Seen on a photo.", False)
    assert NOBODY.get(f"submissions/{version['id']}").json()["state"] == "counts"


def test_figures_are_previewed_and_ruled() -> None:
    table = Table.of_two()
    decision = {"kind": "scores", "figures": table.figures(300, 400)}
    preview = table.desk.post(f"{table.path}/rulings/preview", **decision).json()
    made = table.rule(**decision).json()
    version = table.desk.get(f"submissions/{made['submission']}").json()
    assert [(each["rank"], each["score"]) for each in preview["scores"]] == [(2, 300), (1, 400)]
    claimed = {entry: claim["figures"] for entry, claim in version["claims"].items()}
    assert claimed == table.figures(300, 400)
    assert version["state"] == "counts"


def test_impossible_figures_are_refused_in_a_sentence() -> None:
    table = Table.of_two()
    refused = table.rule(kind="scores", figures=table.figures(999_999, 1))
    unknown = table.rule(kind="scores", figures={"pwgn3tpvcm": {"points": "many"}})
    assert (refused.status_code, unknown.status_code) == (400, 400)
    assert "points" in str(refused.json()).lower()
    assert not Ruling.objects.exists()


def test_lines_of_a_previewed_record_are_those_that_were_sent() -> None:
    table = Table.of_two()
    record = '[Game "triolet"]\n[Players "2"]\nA nonsense\n'
    asked = {"kind": "time", "record": record}
    preview = table.desk.post(f"{table.path}/rulings/preview", **asked).json()
    assert [each["line"] for each in preview["verdict"]["findings"]] == [3]


def test_private_remarks_and_authors_are_for_officials() -> None:
    table = Table.of_two()
    marks = dict(zip(table.entries, (18, "x"), strict=True))
    table.rule(kind="scores", marks=marks, private="secret words")
    path = f"{table.path}/rulings"
    for program in (NOBODY, table.players["A"], Program.of(make_user())):
        for answer in (program.get(path), program.get(f"{table.path}/history")):
            assert "secret words" not in answer.content.decode()
        [told] = program.get(path).json()["results"]
        assert (told["reason"], told["private"], told["author"]) == ("They agreed.", None, None)
    [told] = table.desk.get(path).json()["results"]
    assert (told["private"], told["author"]) == ("secret words", Ruling.objects.get().author)
    [of_history] = table.desk.get(f"{table.path}/history").json()["rulings"]
    assert of_history == told


def test_words_of_a_ruling_are_blanked() -> None:
    table = Table.of_two()
    marks = dict.fromkeys(table.entries, 170)
    ruling = table.rule(kind="scores", marks=marks, private="secret words").json()["id"]
    path = f"{table.path}/rulings/{ruling}/blank"
    refused = table.players["A"].post(path)
    blanked = table.desk.post(path).json()
    assert refused.status_code == 403
    assert (blanked["reason"], blanked["private"], blanked["kind"]) == ("", "", "scores")
    assert table.desk.post(f"{table.path}/rulings/bcdfghjkmn/blank").status_code == 404


def test_repeated_ruling_is_stale_and_counts_once() -> None:
    table = Table.of_two()
    body = {
        "kind": "scores",
        "marks": dict.fromkeys(table.entries, 170),
        "version": table.version(),
    }
    first, again = table.rule(**body), table.rule(**body)
    assert (first.status_code, again.status_code, again.json()["code"]) == (201, 409, "stale")
    assert (Ruling.objects.count(), Result.objects.count()) == (1, 1)


def test_record_is_corrected_with_its_verdict() -> None:
    table = Table.of_two()
    right = record_of(players=2)
    wrong = right.replace("B h8=5", "B h8=5 i8=5 j8=5", 1)
    basis = table.hand_in(record=wrong).json()["id"]
    verify_all()
    path = f"{table.path}/rulings/preview"
    still = table.desk.post(path, kind="edit", submission=basis, record=wrong).json()
    mended = table.desk.post(path, kind="edit", submission=basis, record=right).json()
    refused = table.rule(kind="edit", submission=basis, record=wrong)
    made = table.rule(kind="edit", submission=basis, record=right)
    version = NOBODY.get(f"submissions/{made.json()['submission']}").json()
    assert (still["is_refused"], still["verdict"]["status"]) == (True, "illegal")
    assert still["refusal"] == "illegal"
    assert (mended["is_refused"], mended["verdict"]["status"], mended["grade"]) == (
        False,
        "complete",
        "verified",
    )
    assert [each["score"] for each in mended["scores"]] == [639, 621]
    assert (refused.status_code, made.status_code) == (400, 201)
    assert (version["by"], version["basis"], version["outcome"]) == ("official", basis, "verified")
    assert (version["handed_in_by"], version["state"]) == (None, "counts")


def test_game_is_played_again() -> None:
    table = Table.of_two()
    told = table.hand_in().json()
    preview = table.desk.post(f"{table.path}/rulings/preview", kind="replay").json()
    assert table.rule(kind="replay").status_code == 201
    assert preview["scores"] is None
    assert NOBODY.get(f"submissions/{told['id']}").json()["state"] == "past"
    assert NOBODY.get(table.path).json()["state"] == "waiting"


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        ({"kind": "accept"}, 400, "refused"),
        ({"kind": "accept", "submission": "bcdfghjkmn"}, 404, "not-found"),
        ({"kind": "closing"}, 400, "invalid"),
        ({"kind": "edit"}, 400, "refused"),
        ({"kind": "edit", "record": "nonsense"}, 400, "refused"),
        ({"kind": "edit", "record": "x", "seating": {"A": "bcdfghjkmn"}}, 400, "refused"),
        ({"kind": "edit", "record": "x", "seating": {"A": "x"}}, 400, "invalid"),
        ({"kind": "scores"}, 400, "refused"),
        ({"kind": "scores", "marks": {"x": 1}}, 400, "refused"),
        ({"kind": "replay", "reason": " "}, 400, "invalid"),
        ({"kind": "replay", "reason": "x" * 501}, 400, "invalid"),
        ({"kind": "replay", "game": 2}, 400, "refused"),
        ({"kind": "replay", "version": 99}, 409, "stale"),
    ],
)
def test_what_cannot_be_ruled_is_a_problem(said: dict[str, object], status: int, code: str) -> None:
    table = Table.of_two()
    answer = table.rule(**said)
    assert refusal(answer) == (status, code)
    assert not Ruling.objects.exists()


def test_corrected_seating_must_be_of_those_at_the_table() -> None:
    table = Table.of_two()
    first, second = table.entries
    record = record_of(players=2)
    stranger = {"A": "bcdfghjkmn", "B": first}
    for seating in ({"B": first, "C": second}, {"A": first, "B": first}, stranger):
        refused = table.rule(kind="edit", record=record, seating=seating)
        assert refusal(refused) == (400, "refused")
    turned = table.rule(kind="edit", record=record, seating={"A": second, "B": first})
    scores = NOBODY.get(table.path).json()["games"][0]["scores"]
    assert turned.status_code == 201
    assert {each["entry"]: each["score"] for each in scores} == {second: 621, first: 639}


def test_submission_of_another_match_is_not_ruled_on() -> None:
    ours, theirs = Table.of_two(), Table.of_two()
    version = theirs.hand_in().json()["id"]
    assert refusal(ours.rule(kind="accept", submission=version)) == (404, "not-found")
    assert not Ruling.objects.exists()


def test_rulings_are_made_by_officials_alone() -> None:
    table = Table.of_two()
    body = {"kind": "replay", "reason": "x", "version": table.version()}
    programs = {
        "nobody": (NOBODY, 401),
        "a stranger": (Program.of(make_user()), 403),
        "a player": (Program.of(table.users["A"]), 403),
        "without the scope": (Program(table.desk.secret), 200),
    }
    for name, (program, status) in programs.items():
        preview = program.post(f"{table.path}/rulings/preview", kind="replay")
        assert (name, preview.status_code) == (name, status)
        if status != 200:
            assert program.post(f"{table.path}/rulings", **body).status_code == status
    assert not Ruling.objects.exists()


def test_history_tells_everything_by_a_fixed_number_of_queries(
    django_assert_num_queries: Any,
) -> None:
    table = Table.of_two()
    told = table.hand_in(record=record_of(players=2)).json()
    verify_all()
    table.players["B"].post(f"submissions/{told['id']}/confirmations", digest=told["digest"])
    table.rule(kind="scores", marks=dict.fromkeys(table.entries, 170))
    # Match, seats, games; names, what counts; versions, verdicts, confirmations, their seats,
    # what is void; rulings, results.
    with django_assert_num_queries(12):
        history = NOBODY.get(f"{table.path}/history").json()
    first, by_official = history["submissions"]
    [ruling] = history["rulings"]
    assert history["match"] == table.match.pk
    assert [each["outcome"] for each in first["verifications"]] == ["verified"]
    assert [each["seat"] for each in first["confirmations"]] == ["B"]
    numbers = [first["number"], first["confirmations"][0]["number"], by_official["number"]]
    assert [*numbers, ruling["number"]] == sorted({*numbers, ruling["number"]})
    assert (first["state"], by_official["state"]) == ("past", "counts")
    assert [
        (each["ground"], each["grade"], each["counts"], each["ruling"])
        for each in history["results"]
    ] == [("confirmed", "verified", False, None), ("ruled", "ruled", True, ruling["id"])]


@pytest.fixture
def flagged() -> tuple[Table, Table]:
    """The same record at two tables of one club."""
    tables = Table.of_two(), Table.of_two()
    for table in tables:
        table.hand_in(record=record_of(players=2))
    verify_all()
    return tables


def test_flags_are_listed_for_officials_and_seen(flagged: tuple[Table, Table]) -> None:
    earlier, table = flagged
    path = f"events/{table.match.event_id}/flags"
    listed = {flag["code"]: flag for flag in table.desk.get(path).json()["results"]}
    seen = table.desk.post(f"{path}/{listed['copy']['id']}/seen").json()
    again = table.desk.post(f"{path}/{listed['copy']['id']}/seen").json()
    assert listed["copy"] == {
        "id": listed["copy"]["id"],
        "match": table.match.pk,
        "table": 1,
        "submission": Submission.objects.get(match=table.match).pk,
        "code": "copy",
        "text": "another match has the same record",
        "other": earlier.match.pk,
        "at": listed["copy"]["at"],
        "seen_at": None,
    }
    assert seen["seen_at"]
    assert again == seen
    unseen = table.desk.get(path, seen="false").json()["results"]
    assert {flag["code"] for flag in unseen} == set(listed) - {"copy"}
    assert [f["code"] for f in table.desk.get(path, seen="true").json()["results"]] == ["copy"]


def test_flags_are_nobody_elses(flagged: tuple[Table, Table]) -> None:
    earlier, table = flagged
    path = f"events/{table.match.event_id}/flags"
    flag = Flag.objects.filter(match=table.match)[0].pk
    programs = ((NOBODY, 401), (table.players["A"], 403), (earlier.desk, 403))
    for program, status in programs:
        assert program.get(path).status_code == status
        assert program.post(f"{path}/{flag}/seen").status_code == status
    other = f"events/{earlier.match.event_id}/flags/{flag}/seen"
    assert earlier.desk.post(other).status_code == 404
    assert not Flag.objects.filter(seen_at__isnull=False).exists()


def test_parked_work_of_an_event_is_tried_again_by_its_officials() -> None:
    ours, theirs = Table.of_two(), Table.of_two()
    jobs = []
    for table in (ours, theirs):
        submission = table.hand_in(record=record_of(players=2)).json()["id"]
        Job.objects.filter(object_id=submission).update(state=Job.State.PARKED, reason="No disk.")
        jobs.append(Job.objects.get(object_id=submission))
    path = f"events/{ours.match.event_id}/parked-jobs"
    [told] = ours.desk.get(path).json()["results"]
    foreign = ours.desk.post(f"{path}/{jobs[1].pk}/retry")
    refused = ours.players["A"].post(f"{path}/{jobs[0].pk}/retry")
    retried = ours.desk.post(f"{path}/{jobs[0].pk}/retry")
    assert (told["id"], told["kind"], told["reason"]) == (
        jobs[0].pk,
        "verify_submission",
        "No disk.",
    )
    assert (foreign.status_code, refused.status_code) == (409, 403)
    assert (retried.status_code, ours.desk.get(path).json()["results"]) == (204, [])
    assert [Job.objects.get(pk=job.pk).state for job in jobs] == ["waiting", "parked"]


def test_grade_is_told_with_the_match() -> None:
    table = Table.of_two()
    waiting = NOBODY.get(table.path).json()
    table.rule(kind="forfeit", marks=dict(zip(table.entries, (0, "x"), strict=True)))
    ruled = NOBODY.get(table.path).json()
    assert (waiting["state"], waiting["grade"]) == ("waiting", "")
    assert (ruled["state"], ruled["grade"], ruled["games"][0]["grade"]) == (
        "accepted",
        "ruled",
        "ruled",
    )
    assert Match.objects.get().grade == "ruled"

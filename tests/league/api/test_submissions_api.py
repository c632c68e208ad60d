"""Handing in and confirming over the API: as a player of the match, and as nobody else."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra.django import TestCase

from league.models import Confirmation, Event, Match, Round, SeatHold, Submission
from tests.factories import make_user
from tests.factories.tables import record_of
from tests.league.api.asking import NOBODY, Program, refusal
from tests.league.api.tables import Table, verify_all

pytestmark = pytest.mark.django_db


def test_record_is_handed_in_verified_and_confirmed() -> None:
    table = Table.of_two()
    record = record_of(players=2)
    handed_in = table.hand_in(record=record)
    verify_all()
    told = NOBODY.get(f"submissions/{handed_in.json()['id']}").json()
    confirmed = table.players["B"].post(
        f"submissions/{told['id']}/confirmations", digest=told["digest"]
    )
    match = NOBODY.get(table.path).json()
    assert (handed_in.status_code, handed_in.json()["outcome"]) == (201, "pending")
    assert handed_in.json()["verdict"] is None
    assert (told["outcome"], told["state"], told["record"]) == ("verified", "open", record)
    assert (told["verdict"]["status"], told["verdict"]["turns"]) == ("complete", 89)
    assert told["handed_in_by"] == {
        "seat": "A",
        "entry": table.entries[0],
        "name": match["sides"][0]["name"],
    }
    assert (confirmed.status_code, confirmed.json()["state"]) == (200, "counts")
    [said] = confirmed.json()["confirmations"]
    assert (said["seat"], said["entry"], said["how"]) == ("B", table.entries[1], "phone")
    assert (match["state"], match["grade"]) == ("accepted", "verified")
    scores = {each["entry"]: each["score"] for each in match["games"][0]["scores"]}
    assert scores == dict(zip(table.entries, (621, 639), strict=True))


def test_names_and_comments_of_a_record_are_not_kept() -> None:
    table = Table.of_two()
    signed = '[SeatA "Jana Nováková"]\n' + record_of(players=2) + "; she cheated\n"
    told = table.hand_in(record=signed).json()
    assert "Jana" not in told["record"]
    assert "cheated" not in told["record"]
    assert '[Game "triolet"]' in told["record"]


def test_illegal_record_shows_its_verdict_and_the_rules_are_taken() -> None:
    table = Table.of_two()
    claimed = table.hand_in(record=record_of(players=2), figures=table.figures(300, 400)).json()
    verify_all()
    told = NOBODY.get(f"submissions/{claimed['id']}").json()
    path = f"submissions/{claimed['id']}/take-rules"
    confirmed = table.players["B"].post(
        f"submissions/{claimed['id']}/confirmations", digest=claimed["digest"]
    )
    others = table.players["B"].post(path, client_key="take")
    taken = table.players["A"].post(path, client_key="take")
    again = table.players["A"].post(path, client_key="take")
    verify_all()
    now = NOBODY.get(f"submissions/{taken.json()['id']}").json()
    assert (told["outcome"], told["reason"]) == ("contradicted", "scores")
    assert refusal(confirmed) == (400, "refused")
    assert "The rules contradict this version" in confirmed.json()["detail"]
    assert (others.status_code, taken.status_code, again.status_code) == (400, 201, 200)
    assert taken.json()["id"] == again.json()["id"]
    assert (now["basis"], now["claims"], now["outcome"]) == (claimed["id"], {}, "verified")


def test_figures_and_absences_are_handed_in() -> None:
    table = Table.of(3)
    first, second, third = table.entries
    told = table.hand_in(
        seating={"A": second, "B": first},
        absent=[third],
        figures={first: {"points": 30}, second: {"points": 70}},
        termination="time",
    ).json()
    assert (told["seating"], told["absent"]) == ({"A": second, "B": first}, [third])
    assert told["termination"] == "time"
    assert told["claims"][second] == {
        "score": 70,
        "above_equals": False,
        "figures": {"points": 70},
        "keys": [70],
    }
    assert (told["has_record"], told["outcome"]) == (False, "unverified")


def test_marks_are_for_games_without_a_referee() -> None:
    table = Table.of_two(game="other", other_name="Dáma")
    marks: dict[str, object] = dict(zip(table.entries, ("18+", 18), strict=True))
    told = table.hand_in(marks=marks).json()
    claims = [told["claims"][entry] for entry in table.entries]
    assert [(claim["score"], claim["above_equals"]) for claim in claims] == [
        (18, True),
        (18, False),
    ]


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        ({"figures": {}}, 400, "wrong-figure"),
        ({"figures": {"nobody": {"points": 1}}}, 400, "wrong-figure"),
        ({"seating": {}}, 400, "refused"),
        ({"seating": {"A": "bcdfghjkmn", "B": "npqrstvwxy"}}, 400, "refused"),
        ({"seating": {"A": "x", "B": "y"}}, 400, "invalid"),
        ({"seating": []}, 400, "invalid"),
        ({"seating": {"A": 1.5, "B": None}}, 400, "invalid"),
        ({"seating": {"A": "x", "BCD": "y"}}, 400, "invalid"),
        ({"marks": {"x": "ten"}}, 400, "invalid"),
        ({"figures": {"x": {"points": 10**9}}}, 400, "invalid"),
        ({"record": "\x00"}, 400, "invalid"),
        ({"record": "x" * 300_000}, 400, "refused"),
        ({"record": "We forgot to write it down."}, 400, "no-record"),
        ({"game": 2}, 400, "refused"),
        ({"game": 9}, 400, "invalid"),
        ({"termination": "abandoned"}, 400, "invalid"),
        ({"basis": "bcdfghjkmn"}, 404, "not-found"),
        ({"seat": "B"}, 403, "permission-denied"),
        ({"client_key": ""}, 400, "invalid"),
    ],
)
def test_what_cannot_be_taken_is_a_problem(said: dict[str, object], status: int, code: str) -> None:
    table = Table.of_two()
    answer = table.hand_in(**{"figures": table.figures(350, 320), **said})
    assert refusal(answer) == (status, code)
    assert not Submission.objects.exists()


def test_seats_with_gaps_or_doubled_people_are_refused() -> None:
    table = Table.of_two()
    first, second = table.entries
    for seating in (
        {"A": first, "C": second},
        {"A": first, "B": second, "C": first, "D": second},
        {"A": first, "B": first},
    ):
        assert table.hand_in(record=record_of(players=2), seating=seating).status_code == 400
    assert not Submission.objects.exists()
    assert table.hand_in(record=record_of(players=2)).status_code == 201


def test_key_repeat_gets_the_stored_answer() -> None:
    table = Table.of_two()
    first, again = table.hand_in(), table.hand_in()
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert Submission.objects.count() == 1


def test_key_same_key_with_another_body_is_refused() -> None:
    table = Table.of_two()
    table.hand_in()
    other = table.hand_in(figures=table.figures(300, 400))
    assert refusal(other) == (422, "key-reused")
    assert Submission.objects.count() == 1


def test_key_repeat_is_answered_after_the_result_counts() -> None:
    table = Table.of_two()
    told = table.hand_in().json()
    table.players["B"].post(f"submissions/{told['id']}/confirmations", digest=told["digest"])
    again, late = table.hand_in(), table.hand_in(key="late")
    assert (again.json()["id"], again.json()["state"]) == (told["id"], "open")
    assert refusal(late) == (400, "refused")


def test_key_everybody_has_their_own() -> None:
    table = Table.of_two()
    mine, theirs = table.hand_in("A"), table.hand_in("B")
    assert (mine.status_code, theirs.status_code) == (201, 201)
    assert mine.json()["digest"] == theirs.json()["digest"]
    assert NOBODY.get(table.path).json()["state"] == "accepted"


class Retries(TestCase):
    """A phone may retry: as many submissions as there were keys, however often each was sent."""

    @given(times=st.lists(st.integers(1, 5), min_size=1, max_size=6), order=st.randoms())
    @settings(max_examples=10)
    def test_each_request_counts_once(self, times: list[int], order: Any) -> None:
        table = Table.of_two()
        sent = [key for key, number in enumerate(times) for _ in range(number)]
        order.shuffle(sent)
        answers: dict[int, list[Any]] = {}
        for key in sent:
            answer = table.hand_in(key=f"key-{key}", figures=table.figures(350 + key, 320))
            answers.setdefault(key, []).append(answer)
        assert table.match.submissions.count() == len(times)
        for given_to_key in answers.values():
            statuses = [answer.status_code for answer in given_to_key]
            assert statuses == [201] + [200] * (len(statuses) - 1)
            assert len({answer.json()["id"] for answer in given_to_key}) == 1


def test_confirming_needs_what_was_seen() -> None:
    table = Table.of_two()
    told = table.hand_in().json()
    path = f"submissions/{told['id']}/confirmations"
    other = table.players["B"]
    stale = other.post(path, digest="0" * 64)
    own = table.players["A"].post(path, digest=told["digest"])
    first, again = (other.post(path, digest=told["digest"]) for _ in range(2))
    assert refusal(stale) == (409, "stale")
    assert refusal(own) == (400, "refused")
    assert first.json() == again.json()
    assert Confirmation.objects.count() == 1


def test_own_versions_dispute() -> None:
    table = Table.of_two()
    table.hand_in("A")
    table.hand_in("B", figures=table.figures(300, 400))
    assert NOBODY.get(table.path).json()["state"] == "disputed"
    listed = NOBODY.get(f"{table.path}/submissions").json()
    assert (listed["count"], [row["state"] for row in listed["results"]]) == (2, ["open", "open"])


def test_who_may_hand_in_and_confirm() -> None:
    table = Table.of_two()
    told = table.hand_in().json()
    body = {"client_key": "x", "seating": table.seating, "figures": table.figures(350, 320)}
    programs = {
        "nobody": (NOBODY, 401),
        "a stranger": (Program.of(make_user()), 403),
        "an official": (table.desk, 403),
        "without the scope": (Program.of(table.users["B"], "read", "events"), 403),
        "the player": (Program.of(table.users["B"], "play"), 200),
    }
    for name, (program, status) in programs.items():
        confirmed = program.post(f"submissions/{told['id']}/confirmations", digest=told["digest"])
        assert (name, confirmed.status_code) == (name, status)
        if name != "the player":
            handed_in = program.post(f"{table.path}/submissions", **body)
            taken = program.post(f"submissions/{told['id']}/take-rules", client_key="x")
            assert (handed_in.status_code, taken.status_code) == (status, status)
    assert Submission.objects.count() == 1


def test_versions_are_listed_by_a_fixed_number_of_queries(django_assert_num_queries: Any) -> None:
    table = Table.of_two(games_per_match=2)
    for number in range(3):
        table.hand_in(key=f"a{number}", figures=table.figures(350 + number, 320))
    table.hand_in("B", figures=table.figures(370, 380))
    table.hand_in(
        key="second",
        game=2,
        seating=dict(zip("AB", table.entries[::-1], strict=True)),
        figures=table.figures(330, 340),
    )
    # Match, seats, results; versions, verdicts, confirmations, dissents, what is void, names,
    # what counts.
    with django_assert_num_queries(10):
        listed = NOBODY.get(f"{table.path}/submissions", page_size=2).json()
    second = NOBODY.get(f"{table.path}/submissions", game=2).json()
    assert (listed["count"], len(listed["results"]), bool(listed["next"])) == (5, 2, True)
    assert "record" not in listed["results"][0]
    assert [row["game"] for row in second["results"]] == [2]
    assert NOBODY.get(f"{table.path}/submissions", game="x").status_code == 400


def test_version_of_a_draft_event_does_not_exist_for_others() -> None:
    table = Table.of_two()
    told = table.hand_in().json()
    Event.objects.update(status=Event.Status.DRAFT)
    assert Program.of(make_user()).get(f"submissions/{told['id']}").status_code == 404
    assert table.desk.get(f"submissions/{told['id']}").json()["id"] == told["id"]


def test_version_of_a_withdrawn_round_is_for_officials() -> None:
    table = Table.of_two()
    told = table.hand_in().json()
    Round.objects.update(status=Round.Status.DRAFT)
    path = f"submissions/{told['id']}"
    assert refusal(NOBODY.get(path)) == (401, "not-authenticated")
    assert table.desk.get(path).json()["digest"] == told["digest"]
    assert refusal(table.hand_in(key="late")) == (403, "permission-denied")
    assert Submission.objects.count() == 1


def test_seats_say_whether_they_are_held_and_never_by_what() -> None:
    table = Table.of_two()
    SeatHold.objects.create(seat=table.match.seats.get(letter="B"), device="secret-phone")
    told = table.players["A"].get(f"{table.path}/seats")
    assert [
        (seat["letter"], seat["is_held"], seat["is_own"]) for seat in told.json()["results"]
    ] == [
        ("A", False, True),
        ("B", True, False),
    ]
    assert "secret-phone" not in told.content.decode()
    assert Match.objects.get().code not in told.content.decode()
    assert set(told.json()["results"][0]) == {
        "letter",
        "entry",
        "player",
        "name",
        "is_held",
        "is_own",
    }


def test_tally_names_the_figures_of_the_game() -> None:
    table = Table.of(3)
    told = NOBODY.get(f"{table.path}/tally", players=2).json()
    assert (told["game"], told["players"], told["sides"]) == ("triolet", 2, ["A", "B"])
    assert (told["takes_records"], told["needs_record"]) == (True, False)
    assert told["fields"] == [
        {
            "name": "points",
            "label": "Points",
            "kind": "number",
            "least": -42,
            "most": 4102,
            "is_required": True,
            "rule": "4.5",
            "symbol": "",
        }
    ]
    assert NOBODY.get(f"{table.path}/tally").json()["sides"] == ["A", "B", "C"]
    assert NOBODY.get(f"{table.path}/tally", players=1).json()["code"] == "refused"
    assert NOBODY.get(f"{table.path}/tally", players=9).json()["code"] == "invalid"


def test_tally_of_another_game_has_no_figures() -> None:
    table = Table.of_two(game="other", other_name="Dáma", other_scoring="places")
    told = NOBODY.get(f"{table.path}/tally").json()
    assert (told["game"], told["fields"], told["scoring"]) == ("other", [], "places")
    assert told["takes_records"] is False

"""Rounds, matches and results over the API: an evening run by a program."""

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from league.models import Club, Event, Match, Official, Player, Result, Round, Stage, User
from league.pairing.services import pair_round
from league.standings.services import compute_standings
from tests.factories import make_club, make_user
from tests.factories.events import (
    drawn_round,
    entries_at,
    make_entries,
    published_round,
    running_event,
)
from tests.league.api.asking import NOBODY, Program, refusal

pytestmark = pytest.mark.django_db

LEAGUE = Path(__file__).parents[3] / "league"
CRITERIA = ("C5", *(f"C{number}" for number in range(9, 19)), "C20")
GAPS = (
    *("times", "at_once", "repeats", "rounds", "least", "most", "points_12", "short", "club_mates"),
    *("is_priced", "minutes", "wished", "apart"),
)


def remark_codes() -> Iterator[str]:
    """All that pairing may remark, as its modules name them; and every criterion given up."""
    for area in ("pairing", "formats", "events"):
        for file in sorted((LEAGUE / area).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "PairingRemark":
                    yield from _strings(node.args[0])
    yield from (f"given_up_{criterion}" for criterion in CRITERIA)


def _strings(code: ast.expr) -> list[str]:
    either = [code.body, code.orelse] if isinstance(code, ast.IfExp) else [code]
    return [each.value for each in either if isinstance(each, ast.Constant)]  # type: ignore[misc]


@pytest.fixture
def stage() -> Stage:
    return running_event(8)


@pytest.fixture
def arbiter(stage: Stage) -> User:
    user = make_user()
    Official.objects.create(event=stage.event, user=user, role=Official.Role.ARBITER)
    return user


@pytest.fixture
def desk(arbiter: User) -> Program:
    return Program.of(arbiter)


def test_round_goes_from_draft_to_standings(stage: Stage, desk: Program) -> None:
    rounds = f"events/{stage.event_id}/rounds"
    drafted = desk.post(rounds)
    round_id = drafted.json()["id"]
    assert (drafted.status_code, drafted.json()["draw"]) == (201, "wanted")
    pair_round(round_id)
    drawn = desk.get(f"rounds/{round_id}").json()
    published = desk.post(f"rounds/{round_id}/publish", version=drawn["version"]).json()
    for match in desk.get(f"rounds/{round_id}/matches").json()["results"]:
        scores = {side["entry"]: 10 * place for place, side in enumerate(match["sides"])}
        entered = desk.post(
            f"matches/{match['id']}/scores",
            client_key=f"key-{match['table']}",
            version=match["version"],
            scores=scores,
        ).json()
        assert (entered["state"], [s["rank"] for s in entered["games"][0]["scores"]]) == (
            "accepted",
            [4, 3, 2, 1],
        )
    closed = desk.post(f"rounds/{round_id}/close", version=published["version"])
    compute_standings(stage.pk)
    table = NOBODY.get(f"events/{stage.event_id}/standings").json()
    assert (closed.status_code, closed.json()["status"]) == (200, "closed")
    assert [row["points"] for row in table["results"]] == [11, 11, 7, 7, 4, 4, 2, 2]


def test_drafts_are_for_officials(stage: Stage, desk: Program) -> None:
    draft = drawn_round(stage)
    match = draft.matches.all()[0]
    rounds = f"events/{stage.event_id}/rounds"
    assert (NOBODY.get(rounds).json()["count"], desk.get(rounds).json()["count"]) == (0, 1)
    for path in (f"rounds/{draft.pk}", f"rounds/{draft.pk}/matches", f"matches/{match.pk}"):
        assert (NOBODY.get(path).status_code, desk.get(path).status_code) == (401, 200)
    assert Program.of(make_user()).get(f"rounds/{draft.pk}").status_code == 403


def test_remarks_are_for_officials(stage: Stage, desk: Program) -> None:
    published = published_round(stage)
    Round.objects.update(
        remarks=[{"code": "repeat_unavoidable", "entries": [], "gaps": {"repeats": 1}}]
    )
    assert NOBODY.get(f"rounds/{published.pk}").json()["remarks"] is None
    assert desk.get(f"rounds/{published.pk}").json()["remarks"][0]["code"] == "repeat_unavoidable"


def test_every_remark_comes_with_its_sentence(stage: Stage, desk: Program) -> None:
    published = published_round(stage)
    first, second = entries_at(published.matches.get(table=1))[:2]
    codes = sorted(set(remark_codes()))
    assert {"repeat", "leaders", "leaders_apart", "late_table", "given_up_C12"} <= set(codes)
    gaps = dict.fromkeys(GAPS, 2)
    remarks = [{"code": code, "entries": [first, second], "gaps": gaps} for code in codes]
    Round.objects.update(remarks=remarks)
    texts = {}
    for language in ("en", "cs"):
        told = replace(desk, language=language).get(f"rounds/{published.pk}").json()["remarks"]
        texts[language] = {remark["code"]: remark["text"] for remark in told}
        assert [remark | {"text": ""} for remark in told] == [r | {"text": ""} for r in remarks]
        assert [code for code, text in texts[language].items() if not text or "%" in text] == []
    assert [code for code in codes if texts["en"][code] == texts["cs"][code]] == []


def test_sentence_of_a_remark_names_people_plainly(stage: Stage, desk: Program) -> None:
    published = published_round(stage)
    first, second = entries_at(published.matches.get(table=1))[:2]
    for entry, name in ((first, "Jana <3"), (second, "Petr")):
        known = Player.objects.filter(entries=entry)
        known.update(full_name=name, privacy=Player.Privacy.FULL)
    given_up = {"code": "given_up_C12", "entries": [first, second], "gaps": {}}
    forgotten = {"code": "bye", "entries": ["gone"], "gaps": {}}
    Round.objects.update(remarks=[given_up, forgotten])
    told = desk.get(f"rounds/{published.pk}").json()["remarks"]
    assert [remark["text"] for remark in told] == [
        "Jana <3, Petr: both at the table were due to start, or both not to start (criterion C12 "
        "given up).",
        "somebody who is no longer here sits out.",
    ]


def test_lists_take_a_fixed_number_of_queries(stage: Stage, django_assert_num_queries: Any) -> None:
    published = published_round(stage)
    # Event, names, how many, the page, its byes.
    with django_assert_num_queries(5):
        rounds = NOBODY.get(f"events/{stage.event_id}/rounds").json()
    # Round, its byes, how many, names, the page, seats, results.
    with django_assert_num_queries(7):
        matches = NOBODY.get(f"rounds/{published.pk}/matches").json()
    assert (rounds["count"], matches["count"]) == (1, 2)
    assert [match["table"] for match in matches["results"]] == [1, 2]


def test_match_shows_seats_and_scores(stage: Stage, desk: Program) -> None:
    match = published_round(stage).matches.get(table=1)
    first, *others = entries_at(match)
    scores: dict[str, object] = dict.fromkeys(others, "48")
    scores |= {first: "48+", others[-1]: "x"}
    told = desk.post(f"matches/{match.pk}/scores", client_key="a", scores=scores).json()
    assert [side["seats"] for side in told["sides"]] == ["A", "B", "C", "D"]
    assert [side["entry"] for side in told["sides"]] == [first, *others]
    got = {each.pop("entry"): each for each in told["games"][0]["scores"]}
    assert got == {
        first: {"rank": 1, "score": 48, "forfeited": False},
        others[0]: {"rank": 2, "score": 48, "forfeited": False},
        others[1]: {"rank": 2, "score": 48, "forfeited": False},
        others[2]: {"rank": 4, "score": None, "forfeited": True},
    }
    assert NOBODY.get(f"matches/{match.pk}").json()["sides"] == told["sides"]


def test_matches_are_narrowed_by_state(stage: Stage, desk: Program) -> None:
    published = published_round(stage)
    match = published.matches.get(table=1)
    desk.post(
        f"matches/{match.pk}/scores", client_key="a", scores=dict.fromkeys(entries_at(match), 30)
    )
    path = f"rounds/{published.pk}/matches"
    assert [m["table"] for m in NOBODY.get(path, state="waiting").json()["results"]] == [2]
    assert NOBODY.get(path, state="lost").status_code == 400


def test_client_key_is_the_token_s_own(stage: Stage, desk: Program) -> None:
    match = published_round(stage).matches.get(table=1)
    path, scores = f"matches/{match.pk}/scores", dict.fromkeys(entries_at(match), 50)
    desk.post(path, client_key="a", scores=scores)
    other = make_user()
    Official.objects.create(event=stage.event, user=other, role=Official.Role.ARBITER)
    corrected = Program.of(other).post(path, client_key="a", scores=dict.fromkeys(scores, 60))
    assert corrected.status_code == 200
    assert [side["score"] for side in corrected.json()["games"][0]["scores"]] == [60] * 4


def test_same_client_key_counts_once(stage: Stage, desk: Program) -> None:
    match = published_round(stage).matches.get(table=1)
    path, scores = f"matches/{match.pk}/scores", dict.fromkeys(entries_at(match), 50)
    first = desk.post(path, client_key="a", version=1, scores=scores)
    again = desk.post(path, client_key="a", version=1, scores=scores)
    other = desk.post(path, client_key="a", version=1, scores=dict.fromkeys(scores, 60))
    late = desk.post(path, client_key="b", version=1, scores=scores)
    assert (first.status_code, again.status_code, match.results.count()) == (200, 200, 1)
    assert first.json() == again.json()
    assert other.status_code == 422
    assert refusal(late) == (409, "stale")


def test_result_is_taken_back(stage: Stage, desk: Program) -> None:
    match = published_round(stage).matches.get(table=1)
    scores = dict.fromkeys(entries_at(match), 50)
    entered = desk.post(f"matches/{match.pk}/scores", client_key="a", scores=scores).json()
    cleared = desk.post(f"matches/{match.pk}/clear", version=entered["version"]).json()
    assert (cleared["state"], cleared["games"]) == ("waiting", [])
    assert desk.post(f"matches/{match.pk}/clear").status_code == 400


@pytest.mark.parametrize("mark", ["", "ten", "1.5", "99999", None, [], "1" * 9, True, 1.5])
def test_wrong_marks_are_named(stage: Stage, desk: Program, mark: object) -> None:
    match = published_round(stage).matches.get(table=1)
    scores = dict.fromkeys(entries_at(match), mark)
    answer = desk.post(f"matches/{match.pk}/scores", client_key="a", scores=scores)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["scores"])


def test_scores_are_for_everybody_at_the_table(stage: Stage, desk: Program) -> None:
    match = published_round(stage).matches.get(table=1)
    scores = dict.fromkeys(entries_at(match)[:3], 5)
    answer = desk.post(f"matches/{match.pk}/scores", client_key="a", scores=scores)
    assert refusal(answer) == (400, "refused")
    assert not Result.objects.exists()


def test_settled_result_is_replaced_with_a_reason_and_a_yes(stage: Stage, desk: Program) -> None:
    published = published_round(stage)
    for match in published.matches.all():
        scores = dict.fromkeys(entries_at(match), 50)
        desk.post(f"matches/{match.pk}/scores", client_key="a", scores=scores)
    desk.post(f"rounds/{published.pk}/close", version=published.version)
    path = f"matches/{match.pk}"
    other = dict(zip(entries_at(match), (60, 50, 40, 30), strict=True))
    seen = desk.get(path).json()
    body = {"client_key": "b", "scores": other, "version": seen["version"]}
    for more in (
        {},
        {"reason": "Misread."},
        {"confirmed": True},
        {"confirmed": True, "reason": " "},
    ):
        answer = desk.post(f"{path}/scores", **body, **more)
        assert refusal(answer) == (422, "needs-reason")
        assert "“confirmed”: true" in answer.json()["detail"]
    assert desk.get(path).json() == seen
    replaced = desk.post(f"{path}/scores", **body, reason="Misread.", confirmed=True)
    again = desk.post(f"{path}/scores", **body, reason="Misread.", confirmed=True)
    [ruling] = NOBODY.get(f"{path}/rulings").json()["results"]
    assert replaced.json() == again.json()
    assert (replaced.json()["grade"], ruling["reason"]) == ("ruled", "Misread.")
    assert refusal(desk.post(f"{path}/clear")) == (400, "refused")


def test_figures_are_entered_and_impossible_ones_refused(desk: Program, stage: Stage) -> None:
    match = published_round(stage).matches.get(table=1)
    path = f"matches/{match.pk}/scores"
    first, *others, last = entries_at(match)
    figures = {entry: {"points": 70} for entry in (first, *others)}
    wrong = desk.post(path, client_key="a", figures={**figures, last: {"points": -999}})
    few = desk.post(path, client_key="a", scores=dict.fromkeys(entries_at(match), 1))
    none = desk.post(path, client_key="a", scores=dict.fromkeys(entries_at(match), "x"))
    assert [refusal(each)[1] for each in (wrong, few, none)] == [
        "wrong-figure",
        "wrong-figure",
        "refused",
    ]
    assert not Result.objects.exists()
    taken = desk.post(path, client_key="a", figures=figures, scores={last: "x"}).json()
    timed = desk.post(
        path, client_key="b", scores=dict.fromkeys(entries_at(match), 1), termination="time"
    ).json()
    assert [each["score"] for each in taken["games"][0]["scores"]] == [70, 70, 70, None]
    assert (taken["grade"], timed["grade"]) == ("entered", "entered")


def test_results_are_entered_by_officials_alone(stage: Stage, arbiter: User) -> None:
    match = published_round(stage).matches.get(table=1)
    body = {"client_key": "a", "scores": dict.fromkeys(entries_at(match), 50)}
    programs = {
        "nobody": (NOBODY, 401),
        "a stranger": (Program.of(make_user()), 403),
        "without the scope": (Program.of(arbiter, "read", "play"), 403),
        "the arbiter": (Program.of(arbiter, "events"), 200),
    }
    for name, (program, status) in programs.items():
        answer = program.post(f"matches/{match.pk}/scores", **body)
        assert (name, answer.status_code) == (name, status)
        assert Result.objects.exists() == (name == "the arbiter")


def test_draft_is_edited(stage: Stage, desk: Program) -> None:
    draft = drawn_round(stage)
    tables = [match["sides"] for match in desk.get(f"rounds/{draft.pk}/matches").json()["results"]]
    first, second = tables[0][0]["entry"], tables[1][0]["entry"]
    swapped = desk.post(
        f"rounds/{draft.pk}/swap", first=first, second=second, version=draft.version
    )
    stale = desk.post(f"rounds/{draft.pk}/swap", first=first, second=second, version=draft.version)
    match = draft.matches.get(table=1)
    locked = desk.post(
        f"matches/{match.pk}/lock", is_locked=True, version=swapped.json()["version"]
    )
    again = desk.post(f"rounds/{draft.pk}/redraw", version=swapped.json()["version"] + 1)
    assert (swapped.status_code, swapped.json()["is_edited"]) == (200, True)
    assert refusal(stale) == (409, "stale")
    assert locked.json()["is_locked"] is True
    assert (again.status_code, again.json()["draw"]) == (200, "wanted")


def test_locked_tables_are_let_go_and_somebody_sits_out(stage: Stage, desk: Program) -> None:
    draft = drawn_round(stage)
    Match.objects.update(is_locked=True)
    unlocked = desk.post(f"rounds/{draft.pk}/unlock", version=draft.version).json()
    pair_round(draft.pk)
    drawn = desk.get(f"rounds/{draft.pk}").json()
    entry = stage.event.entries.get(seed=3)
    waiting = desk.post(f"rounds/{draft.pk}/sit-out", entry=entry.pk, version=drawn["version"])
    pair_round(draft.pk)
    byes = desk.get(f"rounds/{draft.pk}").json()["byes"]
    assert (unlocked["draw"], waiting.json()["draw"]) == ("wanted", "wanted")
    assert [(bye["entry"], bye["kind"]) for bye in byes] == [(entry.pk, "half")]


def test_draft_is_thrown_away(stage: Stage, desk: Program) -> None:
    draft = drawn_round(stage)
    assert desk.delete(f"rounds/{draft.pk}").status_code == 204
    assert refusal(desk.get(f"rounds/{draft.pk}")) == (404, "not-found")
    published = published_round(stage)
    assert refusal(desk.delete(f"rounds/{published.pk}")) == (409, "stale")
    assert stage.rounds.get() == published


def test_published_round_is_withdrawn_and_closed_one_reopened(stage: Stage, desk: Program) -> None:
    published = published_round(stage)
    withdrawn = desk.post(f"rounds/{published.pk}/withdraw", version=published.version).json()
    back = desk.post(f"rounds/{published.pk}/publish", version=withdrawn["version"]).json()
    early = desk.post(f"rounds/{published.pk}/close", version=back["version"])
    assert (withdrawn["status"], back["status"]) == ("draft", "published")
    assert (early.status_code, early.json()["detail"]) == (400, "Tables 1, 2 have no result yet.")
    for match in published.matches.all():
        scores = dict.fromkeys(entries_at(match), 50)
        desk.post(f"matches/{match.pk}/scores", client_key="a", scores=scores)
    closed = desk.post(f"rounds/{published.pk}/close", version=back["version"]).json()
    reopened = desk.post(f"rounds/{published.pk}/reopen", version=closed["version"]).json()
    assert (closed["status"], reopened["status"]) == ("closed", "published")


def test_clock_is_started_paused_and_given_more_time(stage: Stage, desk: Program) -> None:
    published = published_round(stage)
    match = published.matches.get(table=2)
    path = f"rounds/{published.pk}"
    assert desk.post(f"{path}/length", minutes=30).json()["length_s"] == 1800
    assert desk.post(f"{path}/clock", do="pause").status_code == 400
    assert desk.post(f"{path}/clock", do="start").json()["clock_started_at"]
    assert desk.post(f"{path}/clock", do="pause").json()["clock_paused_at"]
    assert desk.post(f"{path}/clock", do="resume").json()["clock_paused_at"] is None
    assert desk.post(f"{path}/more-time", minutes=5).json()["clock_added_s"] == 300
    assert desk.post(f"{path}/more-time", minutes=5, match=match.pk).status_code == 200
    assert desk.get(f"matches/{match.pk}").json()["added_s"] == 300
    assert desk.post(f"{path}/more-time", minutes=5, match="bcdfghjkmn").status_code == 404
    assert desk.post(f"{path}/clock", do="reset").json()["clock_added_s"] == 0


def test_rounds_of_a_draft_event_do_not_exist_for_others(stage: Stage) -> None:
    published = published_round(stage)
    match = published.matches.all()[0]
    Event.objects.update(status=Event.Status.DRAFT)
    for path in (f"rounds/{published.pk}", f"matches/{match.pk}"):
        assert refusal(Program.of(make_user()).get(path)) == (404, "not-found")


def test_club_admin_runs_the_round_desk(stage: Stage) -> None:
    admin = make_user()
    club: Club = make_club(admin=admin)
    Event.objects.update(club=club)
    make_entries(stage.event, 1)
    answer = Program.of(admin).post(f"events/{stage.event_id}/rounds")
    assert answer.json()["id"] == stage.rounds.get().pk

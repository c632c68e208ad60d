"""The frame of the API: fields, filters and pages that are not known, keys, limits, bulk."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.client_keys import answering, open_claim, write_claim
from league.clubs.queries import shown_like
from league.errors import StillAnswering
from league.models import (
    ClientRequest,
    Club,
    Event,
    Match,
    Player,
    Result,
    Round,
    Stage,
    StageGame,
    User,
)
from tests.factories import make_club, make_event, make_player, make_token, make_user
from tests.factories.events import entries_at, published_round, running_event
from tests.league.api.asking import NOBODY, Program, refusal
from tests.league.api.tables import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> User:
    return make_user()


@pytest.fixture
def club(admin: User) -> Club:
    return make_club("Hexa", admin=admin)


@pytest.fixture
def program(admin: User, club: Club) -> Program:
    return Program.of(admin, "read", "clubs", "events")


# --- what is not known ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"clubb": "x"}, "clubb"),
        ({"page_size": 0}, "page_size"),
        ({"page_size": 201}, "page_size"),
        ({"page_size": "many"}, "page_size"),
        ({"page": 0}, "page"),
        ({"page": "x"}, "page"),
        ({"format": "json"}, "format"),
        ({"starts_from": "yesterday"}, "starts_from"),
        ({"game": "chess"}, "game"),
    ],
)
def test_wrong_question_is_refused_by_name(query: dict[str, object], field: str) -> None:
    told = NOBODY.get("events", **query)
    assert (told.status_code, [*told.json()["errors"]]) == (400, [field])


def test_question_that_is_asked_twice_is_refused() -> None:
    """One of the two answers would be passed over."""
    told = NOBODY.get("events", status=["open", "running"])
    assert (told.status_code, told.json()["errors"]) == (400, {"status": ["Say it once."]})


def test_field_that_is_sent_twice_is_refused(admin: User, club: Club) -> None:
    told = Client().post(
        f"/api/v1/clubs/{club.pk}/members",
        '{"full_name": "Jana Nováková", "full_name": "Eva Malá"}',
        content_type="application/json",
        headers={"Authorization": f"Bearer {make_token(admin, 'clubs')[1]}"},
    )
    assert refusal(told) == (400, "parse-error")
    assert "full_name" in told.json()["detail"]
    assert not Player.objects.exists()


def test_all_faults_are_told_at_once_also_within(program: Program, club: Club) -> None:
    told = program.post(
        "events",
        club=club.pk,
        template="evening",
        name="",
        starts_at="2026-09-01T18:00:00+02:00",
        stage={"win12": 1},
        colour="red",
    )
    assert {*told.json()["errors"]} == {"name", "stage", "colour"}
    assert told.json()["errors"]["stage"] == {"win12": ["There is no such field."]}


def test_field_that_is_only_read_is_not_taken(program: Program, club: Club) -> None:
    told = program.patch(f"clubs/{club.pk}", player_count=5, version=1)
    assert (told.status_code, [*told.json()["errors"]]) == (400, ["player_count"])


# --- client keys ------------------------------------------------------------------------------


def test_key_makes_one_member_of_two_requests(program: Program, club: Club) -> None:
    path, body = f"clubs/{club.pk}/members", {"full_name": "Jana Nováková", "client_key": "1"}
    first, again = program.post(path, **body), program.post(path, **body)
    other = program.post(path, **body | {"full_name": "Eva Malá"})
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert refusal(other) == (422, "key-reused")
    assert Player.objects.count() == 1
    assert program.post(path, full_name="Eva Malá", client_key="2").status_code == 201


def test_key_of_a_refused_request_is_free_again(program: Program, club: Club) -> None:
    path = f"clubs/{club.pk}/members"
    assert program.post(path, full_name=" ", client_key="1").status_code == 400
    assert program.post(path, full_name="Eva Malá", client_key="1").status_code == 201


def test_key_of_what_answers_nothing(program: Program, club: Club) -> None:
    player = make_player(club=club, user=make_user())
    path = f"players/{player.pk}/unlink"
    told = [program.post(path, client_key="1") for _ in range(2)]
    assert [(each.status_code, each.content) for each in told] == [(204, b"")] * 2


def test_key_is_written_with_what_is_done_or_not_at_all() -> None:
    def claim() -> None:
        assert open_claim(name="n", secret="s", content=1) is None
        write_claim()

    with answering(), pytest.raises(RuntimeError), transaction.atomic():
        claim()
        raise RuntimeError
    assert not ClientRequest.objects.exists()
    with answering():
        claim()
    with answering(), pytest.raises(StillAnswering):
        open_claim(name="n", secret="s", content=1)  # the first has not been answered yet


def test_key_that_another_request_has_written_meanwhile_undoes_all(
    program: Program, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both found nothing when they looked; the database lets one of them in."""
    monkeypatch.setattr("league.client_keys.first_answer", lambda *args, **kwargs: None)
    path = f"clubs/{club.pk}/members"
    first = program.post(path, full_name="Jana Nováková", client_key="1")
    second = program.post(path, full_name="Jana Nováková", is_namesake=True, client_key="1")
    assert (first.status_code, refusal(second)) == (201, (409, "still-answering"))
    assert Player.objects.count() == 1
    with pytest.raises(IntegrityError), transaction.atomic():  # the control: that is what stops it
        row = ClientRequest.objects.get()
        ClientRequest.objects.create(scope=row.scope, client_key=row.client_key, digest="")


def test_key_whose_answer_was_lost_is_answered_where_rows_know_it(
    program: Program, club: Club
) -> None:
    """The process was killed between writing and answering."""
    table = Table.of_two()
    first = table.hand_in()
    forget_answers()
    again = table.hand_in()
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    forget_answers()
    assert refusal(table.hand_in(termination="time")) == (422, "key-reused")
    path, body = f"clubs/{club.pk}/members", {"full_name": "Eva Malá", "client_key": "1"}
    program.post(path, **body)
    forget_answers()
    assert refusal(program.post(path, **body)) == (409, "still-answering")  # no row has the key
    ClientRequest.objects.update(at=datetime(2026, 1, 1, tzinfo=UTC))
    assert refusal(program.post(path, **body)) == (409, "answer-lost")


def test_results_of_a_round_go_on_where_they_were_cut_off() -> None:
    table = Table.of_two()
    path = f"rounds/{table.match.round_id}/scores"
    rows = [{"match": table.match.pk, "scores": dict(zip(table.entries, (350, 320), strict=True))}]
    first = table.desk.post(path, results=rows, client_key="1")
    forget_answers()
    again = table.desk.post(path, results=rows, client_key="1")
    assert again.json() == first.json()
    assert (first.json()["accepted"], Result.objects.count()) == (1, 1)


def forget_answers() -> None:
    ClientRequest.objects.update(status=0, answer="")


@pytest.mark.parametrize("key", ["", "x" * 65, None, ["a"], "a\x00"])
def test_key_that_cannot_be_is_refused(program: Program, club: Club, key: object) -> None:
    told = program.post(f"clubs/{club.pk}/members", full_name="Eva Malá", client_key=key)
    assert (told.status_code, [*told.json()["errors"]]) == (400, ["client_key"])


# --- limits -----------------------------------------------------------------------------------


def test_unchanged_answers_have_a_limit_of_their_own(settings: Any) -> None:
    settings.RATES = {**settings.RATES, "api": (3, 3600), "api-unchanged": (30, 3600)}
    club = make_club()
    path = f"/api/v1/clubs/{club.pk}"
    first = Client().get(path)
    same = {"If-None-Match": first["ETag"]}
    unchanged = [Client().get(path, headers=same) for _ in range(20)]
    assert {each.status_code for each in unchanged} == {304}
    assert unchanged[-1]["RateLimit"].startswith('"api-unchanged";r=10;')
    other = [Client().get(path, headers={"If-None-Match": '"x"'}) for _ in range(3)]
    assert [each.status_code for each in other] == [200, 200, 429]
    assert int(other[-1]["Retry-After"]) > 0
    more = [Client().get(path, headers=same).status_code for _ in range(8)]
    assert more == [304] * 7 + [429]


def test_writing_is_never_counted_as_unchanged(settings: Any, admin: User, club: Club) -> None:
    settings.RATES = {**settings.RATES, "api": (1, 3600)}
    headers = {"Authorization": f"Bearer {make_token(admin, 'clubs')[1]}", "If-None-Match": '"x"'}
    path = f"/api/v1/clubs/{club.pk}/members"
    body = {"full_name": "Jana Nováková"}
    told = [
        Client().post(path, body | {"is_namesake": True}, "application/json", headers=headers)
        for _ in range(2)
    ]
    assert [each.status_code for each in told] == [201, 429]
    assert Player.objects.count() == 1


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/api/schema/", "/api/v1/clubs"])
def test_every_answer_tells_the_limit(path: str) -> None:
    told = Client().get(path)
    assert told["RateLimit-Policy"] == '"api";q=300;w=60'
    assert told["RateLimit"].startswith('"api";r=299;t=')


def test_redirect_and_stranger_by_another_name_are_told_the_limit() -> None:
    redirect = Client().get("/api/schema")
    misled = Client(headers={"Host": "elsewhere.example"}).get("/api/v1/clubs")
    assert [redirect.status_code, misled.status_code] == [301, 400]
    for told in (redirect, misled):
        assert told["RateLimit-Policy"] == '"api";q=300;w=60'


@pytest.mark.parametrize("asked", ["nonsense=1", "lang=cs", "version=2"])
def test_description_takes_no_questions(asked: str) -> None:
    told = Client().get(f"/api/schema/?{asked}")
    assert (told.status_code, [*told.json()["errors"]]) == (400, [asked.partition("=")[0]])


# --- filters ----------------------------------------------------------------------------------


def events_found(**query: object) -> set[str]:
    return {row["name"] for row in NOBODY.get("events", **query).json()["results"]}


def test_events_are_found_by_what_one_knows_of_them(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(town="Žďár")
    days = {"Úterní večer": 1, "Velká cena": 8, "Finále": 30}
    for name, day in days.items():
        at = datetime(2026, 9, day, 16, tzinfo=UTC)
        event = make_event(club, name=name)
        game = "twisty" if name == "Velká cena" else "triolet"
        Event.objects.filter(pk=event.pk).update(starts_at=at, game=game)
    make_event(make_club("Jinde"), name="Jiná velká cena")
    assert events_found(game="twisty", club=club.pk) == {"Velká cena"}
    assert events_found(starts_from="2026-09-08", starts_to="2026-09-29") == {"Velká cena"}
    assert events_found(q="UTERNI") == {"Úterní večer"}
    assert events_found(q="zdar") == set(days)
    assert events_found(q="cena velka") == {"Velká cena", "Jiná velká cena"}
    assert events_found(q="%") == events_found(q="")
    assert events_found(status=Event.Status.FINISHED) == set()


def test_events_are_found_by_every_game_that_is_played_in_them(
    club: Club, django_assert_num_queries: Any
) -> None:
    """The event's own, those beside it of an evening, and those of a stage or a table."""
    own, evening, staged, table = (
        running_event(4, name=name, game="triolet", club=club)
        for name in ("Own", "Evening", "Staged", "Table")
    )
    Event.objects.filter(pk=own.event_id).update(game="twisty")
    for _game in range(2):  # of another edition, say
        StageGame.objects.create(stage=evening, game="twisty")
    Stage.objects.filter(pk=staged.pk).update(plays_own_game=True, game="twisty")
    Round.objects.create(stage=table, number=1, plays_own_game=True, game="twisty")
    Round.objects.create(stage=evening, number=1, game="kaleidoskop")  # as the stage: triolet

    with CaptureQueriesContext(connection) as of_all:
        assert len(NOBODY.get("events").json()["results"]) == 4
    with django_assert_num_queries(len(of_all)):
        found = [row["name"] for row in NOBODY.get("events", game="twisty").json()["results"]]
    assert sorted(found) == ["Evening", "Own", "Staged", "Table"]
    assert events_found(game="triolet") == {"Evening", "Staged", "Table"}
    assert events_found(game="kaleidoskop") == set()


def test_players_are_found_by_what_the_public_sees_of_their_names(
    program: Program, club: Club, django_assert_num_queries: Any
) -> None:
    make_player("Jana Nováková", club=club)
    make_player("Jan Nový", club=club, privacy=Player.Privacy.FULL)
    found = {
        words: [row["name"] for row in NOBODY.get("players", name=words).json()["results"]]
        for words in ("jan", "JANA", "nov", "nováková", "jana n", "n", "ana", "Nový Jan")
    }
    assert found == {
        "jan": ["Jana N.", "Jan Nový"],
        "JANA": ["Jana N."],
        "nov": ["Jan Nový"],
        "nováková": [],
        "jana n": ["Jana N."],
        "n": ["Jana N.", "Jan Nový"],
        "ana": [],
        "Nový Jan": ["Jan Nový"],
    }
    with django_assert_num_queries(3):
        NOBODY.get("players", name="jan")
    assert not shown_like(Player.objects.all(), "!").exists()
    named = program.get(f"clubs/{club.pk}/members", name="novak").json()["results"]
    assert [row["full_name"] for row in named] == ["Jana Nováková"]


# --- bulk -------------------------------------------------------------------------------------


def test_members_come_all_or_none_with_the_fault_by_index(program: Program, club: Club) -> None:
    make_player("Jana Nováková", club=club)
    path = f"clubs/{club.pk}/members/many"
    names = ["Eva Malá", "Novakova Jana"]
    refused = program.post(path, members=[{"full_name": name} for name in names])
    assert (refusal(refused), refused.json()["row"]) == ((400, "namesake"), 1)
    wrong = program.post(path, members=[{"full_name": "Eva Malá"}, {"fullname": "x"}])
    assert {*wrong.json()["errors"]["members"]["1"]} == {"full_name", "fullname"}
    assert Player.objects.count() == 1
    rows = [{"full_name": "Eva Malá"}, {"full_name": "Jana Nováková", "is_namesake": True}]
    added = program.post(path, members=rows)
    assert [row["full_name"] for row in added.json()["members"]] == ["Eva Malá", "Jana Nováková"]
    assert program.post(path, members=[{"full_name": "A B"}] * 501).status_code == 400
    assert Player.objects.count() == 3


def test_entries_tell_the_fault_by_index(program: Program, club: Club) -> None:
    event = make_event(club)
    path = f"events/{event.pk}/entries/many"
    unknown = program.post(path, people=[{"full_name": "Eva Malá"}, {"player": "bcdfghjkmn"}])
    assert unknown.json()["errors"] == {
        "people": {"1": {"player": ["The club has no such player."]}}
    }
    twice = program.post(path, people=[{"full_name": name} for name in ("Jan B", "Eva M", "B Jan")])
    assert (refusal(twice), twice.json()["row"]) == ((409, "namesake"), 2)
    assert not event.entries.exists()


def test_results_of_a_round_count_each_by_itself(program: Program, club: Club) -> None:
    stage = running_event(8)
    Event.objects.filter(pk=stage.event_id).update(club=club)
    round_ = published_round(stage)
    first, second = round_.matches.order_by("table")
    rows = [
        {"match": first.pk, "scores": dict.fromkeys(entries_at(first), 50)},
        {"match": second.pk, "scores": {}},
        {"match": "bcdfghjkmn", "scores": {}},
    ]
    path = f"rounds/{round_.pk}/scores"
    told = program.post(path, client_key="all", results=rows).json()
    outcomes = [
        (row["state"], row["problem"] and row["problem"]["code"]) for row in told["outcomes"]
    ]
    assert (told["accepted"], told["refused"]) == (1, 2)
    assert outcomes == [("accepted", None), ("waiting", "refused"), (None, "not-found")]
    again = program.post(path, client_key="all", results=rows).json()
    assert (again, Result.objects.count()) == (told, 1)
    assert Match.objects.get(pk=second.pk).state == "waiting"
    assert [*program.post(path, results=rows).json()["errors"]] == ["client_key"]


# --- clubs and invitations --------------------------------------------------------------------


def test_club_is_set_up_by_those_who_operate_the_service(admin: User) -> None:
    operator = make_user(is_superuser=True)
    body = {"name": "Nový klub", "town": "Brno", "admin": admin.username}
    made = Program.of(operator, "read", "clubs").post("clubs", **body)
    assert (made.status_code, made.json()["town"]) == (201, "Brno")
    assert list(Club.objects.get().admins.all()) == [admin]
    assert refusal(Program.of(operator, "read").post("clubs", **body)) == (403, "missing-scope")
    assert refusal(Program.of(admin, "clubs").post("clubs", **body)) == (403, "permission-denied")


def test_admins_are_added_and_removed(program: Program, admin: User, club: Club) -> None:
    other, path = make_user(display_name="Petr"), f"clubs/{club.pk}/admins"
    added = program.post(path, login=other.username)
    assert (added.status_code, added.json()) == (201, {"user": other.pk, "name": "Petr"})
    assert [row["user"] for row in program.get(path).json()["results"]] == [admin.pk, other.pk]
    assert program.delete(f"{path}/{other.pk}").status_code == 204
    assert refusal(program.delete(f"{path}/{admin.pk}")) == (400, "refused")


def test_invitation_makes_somebody_the_player(
    program: Program, club: Club, client: Client, settings: Any
) -> None:
    player, user = make_player(club=club), make_user()
    path = f"players/{player.pk}/invitations"
    told = program.post(path, client_key="1").json()
    assert program.post(path, client_key="1").json() == told  # the first still works
    client.force_login(user)
    client.get(told["address"].removeprefix(settings.SITE_URL))
    client.post("/invitation/")
    player.refresh_from_db()
    assert player.user == user
    assert refusal(program.post(path)) == (400, "refused")

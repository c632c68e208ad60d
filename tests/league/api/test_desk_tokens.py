"""A program at the desk of one event: what its token opens, what it does not, when it ends."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.models import ApiToken, AuditEntry, Official, Result, Submission, User
from tests.factories import make_user
from tests.factories.events import published_round, running_event
from tests.league.api.asking import NOBODY, Program, refusal
from tests.league.api.tables import Table

pytestmark = pytest.mark.django_db


def made(table: Table, **body: object) -> dict[str, Any]:
    path = f"events/{table.match.event_id}/desk-tokens"
    answer = table.desk.post(path, **{"name": "Scanner", **body})
    assert answer.status_code == 201, answer.content
    return dict(answer.json())


@pytest.fixture
def table() -> Table:
    return Table.of_two()


@pytest.fixture
def scanner(table: Table) -> Program:
    return Program(made(table)["secret"])


def scores(table: Table, *points: int) -> dict[str, int]:
    return dict(zip(table.entries, points, strict=True))


def test_slip_is_read_and_its_scores_typed(table: Table, scanner: Program) -> None:
    found = scanner.get(f"events/{table.match.event_id}/slips/{table.match.code}").json()
    typed = scanner.post(
        f"matches/{found['id']}/scores",
        client_key="slip-1",
        figures=table.figures(350, 320),
    )
    official = Official.objects.get().user
    token = ApiToken.objects.get(event=table.match.event_id)
    assert (found["id"], typed.json()["state"]) == (table.match.pk, "accepted")
    assert Submission.objects.get().author == official.pk
    last = AuditEntry.objects.filter(event=table.match.event_id).latest("pk")
    assert (last.actor, last.details["desk_token"]) == (official.pk, token.pk)


def test_record_is_handed_in_for_a_table_and_players_confirm_it(
    table: Table, scanner: Program
) -> None:
    told = scanner.post(
        f"{table.path}/submissions",
        client_key="slip-1",
        seating=table.seating,
        figures=table.figures(350, 320),
    )
    submission = Submission.objects.get()
    confirmed = table.players["B"].post(
        f"submissions/{submission.pk}/confirmations", digest=submission.digest
    )
    assert (told.status_code, told.json()["handed_in_by"]["seat"]) == (201, "A")
    assert submission.how == "table"  # weaker than a phone of one's own
    assert confirmed.json()["state"] == "counts"


def test_people_are_checked_in(table: Table, scanner: Program) -> None:
    entry = table.match.event.entries.all()[0]
    told = [scanner.post(f"entries/{entry.pk}/{how}") for how in ("undo-check-in", "check-in")]
    assert [answer.status_code for answer in told] == [400, 200]  # a table waits for them


def test_nothing_else_is_open(table: Table, scanner: Program) -> None:
    event = table.match.event_id
    other = published_round(running_event(2, stage={"kind": "swiss"})).matches.get()
    Official.objects.create(
        event=other.event, user=Official.objects.get(event=event).user, role="arbiter"
    )
    entry = table.entries[0]
    refused = {
        "settings": scanner.patch(f"events/{event}", name="x", version=1),
        "rulings": scanner.post(f"{table.path}/rulings", kind="replay", version=1, reason="x"),
        "rounds": scanner.post(f"events/{event}/rounds"),
        "withdrawing": scanner.post(f"entries/{entry}/withdraw"),
        "tokens": scanner.post(f"events/{event}/desk-tokens", name="x"),
        "another event": scanner.post(f"matches/{other.pk}/scores", client_key="k"),
        "another event's slips": scanner.get(f"events/{other.event_id}/slips/{other.code}"),
        "the account": scanner.get("me"),
        "a new event": scanner.post("events", name="x"),
        "signing up": scanner.post(f"events/{event}/sign-up", full_name="Kdo Ví"),
    }
    assert {what: answer.status_code for what, answer in refused.items()} == dict.fromkeys(
        refused, 403
    )
    names = scanner.get(f"events/{event}/entries").json()["results"]
    assert {row["full_name"] for row in names} == {None}


def test_settled_result_is_not_replaced(table: Table, scanner: Program) -> None:
    table.rule(kind="scores", marks=scores(table, 300, 400))
    body = {"figures": table.figures(350, 320), "version": table.version()}
    path = f"{table.path}/scores"
    asked = scanner.post(path, client_key="1", **body)
    forced = scanner.post(path, client_key="2", **body, reason="Because", confirmed=True)
    assert (refusal(asked), refusal(forced)) == (
        (422, "needs-reason"),
        (403, "permission-denied"),
    )
    assert Result.objects.count() == 1


def expire(token: ApiToken, official: User) -> None:
    ApiToken.objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(1))


def lose_office(token: ApiToken, official: User) -> None:
    Official.objects.filter(user=official).delete()


@pytest.mark.parametrize("end", [expire, lose_office])
def test_it_ends(table: Table, scanner: Program, end: Any) -> None:
    path = f"events/{table.match.event_id}"
    assert scanner.get(path).status_code == 200
    end(ApiToken.objects.get(event=table.match.event_id), Official.objects.get().user)
    assert refusal(scanner.get(path)) == (401, "authentication-failed")


def test_it_is_listed_and_revoked_by_any_official(table: Table) -> None:
    told = made(table, hours=3)
    path = f"events/{table.match.event_id}/desk-tokens"
    colleague = make_user()
    Official.objects.create(event=table.match.event, user=colleague, role="organiser")
    program = Program.of(colleague, "read", "events")
    [listed] = program.get(path).json()["results"]
    assert (listed["id"], listed["is_active"], "secret" in listed) == (told["id"], True, False)
    assert program.delete(f"{path}/{told['id']}").status_code == 204
    assert Program(told["secret"]).get(path).status_code == 401
    assert table.desk.post(path, name="x", hours=337).json()["errors"].keys() == {"hours"}
    assert NOBODY.post(path, name="x").status_code == 401
    actions = AuditEntry.objects.filter(event=table.match.event_id).values_list("action", flat=True)
    assert {"create desk token", "revoke token"} <= set(actions)


def test_page_makes_shows_once_and_revokes(client: Client, table: Table) -> None:
    client.force_login(Official.objects.get().user)
    address = f"/events/{table.match.event_id}/desk-tokens/"
    shown = client.post(address, {"name": "Tablet", "hours": "24"}).content.decode()
    token = ApiToken.objects.get(event=table.match.event_id)
    secret = shown.partition('value="arb_')[2].partition('"')[0]
    assert Program(f"arb_{secret}").get(f"events/{table.match.event_id}").status_code == 200
    assert secret not in client.get(address).content.decode()
    client.post(f"{address}{token.pk}/revoke/")
    assert not ApiToken.objects.get(pk=token.pk).is_active
    assert client.post(address, {"name": "", "hours": "24"}).status_code == 422
    assert "Tablet" not in client.get("/me/tokens/", follow=True).content.decode()

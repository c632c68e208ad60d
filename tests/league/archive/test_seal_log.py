"""The log of seals: what is added when, its proofs, and what everybody is told."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

from league.archive.canonical import read_json
from league.archive.merkle import EMPTY
from league.archive.proofs import proof_in
from league.archive.queries import seal_log
from league.archive.services import seals as services
from league.archive.services.seals import event_archive, seal_event
from league.archive.verification import SealState, verified
from league.archive.zipped import document_in
from league.events.services.lifecycle import move_event
from league.events.services.rounds import close_round
from league.live import changing_event
from league.models import Entry, Event, Job, Player, Remark, Round, SealLogEntry
from league.permissions import SERVICE
from league.standings.services import compute_standings
from tests.factories.submissions import confirm, hand_in
from tests.factories.tables import other_table

pytestmark = pytest.mark.django_db


def finished_event() -> Event:
    match = other_table(2)
    confirm(hand_in(match, 5, 3))
    close_round(match.round, actor=SERVICE, version=match.round.version)
    event = Event.objects.get(pk=match.event_id)
    return move_event(event, to=Event.Status.FINISHED, actor=SERVICE, version=event.version)


def sealed_events(number: int) -> list[Event]:
    events = [finished_event() for _ in range(number)]
    for event in events:
        seal_event(event.pk)
    return events


def test_finishing_an_event_wants_its_seal_and_the_job_writes_it_once() -> None:
    event = finished_event()
    assert Job.objects.filter(kind=Job.Kind.SEAL_EVENT, object_id=event.pk).count() == 1

    first, again = seal_event(event.pk), seal_event(event.pk)

    assert first is not None
    assert again is None
    assert (first.index, first.event, first.root) == (0, event.pk, first.leaf_hash)
    assert json.loads(first.leaf)["digest"] == first.digest


def test_what_is_not_over_is_not_sealed() -> None:
    match = other_table(2)
    assert seal_event(match.event_id) is None
    assert seal_event("0000000000") is None
    rehearsal = finished_event()
    Event.objects.filter(pk=rehearsal.pk).update(practice_of="bcdfghjkmn")
    assert seal_event(rehearsal.pk) is None


def test_names_and_free_words_do_not_change_a_seal_and_a_setting_does() -> None:
    event = finished_event()
    seal_event(event.pk)
    Player.objects.update(full_name="Somebody Else")
    Remark.objects.update(reason="")
    Event.objects.filter(pk=event.pk).update(name="Renamed", boards=7)
    assert seal_event(event.pk) is None

    Entry.objects.filter(event=event).update(rating=7)

    second = seal_event(event.pk)
    assert second is not None
    assert second.index == 1


def test_change_while_the_content_is_read_is_sealed_as_it_is_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = finished_event()
    read, times = services.content_digest, []

    def interrupted(read_event: Event) -> str:
        digest = read(read_event)
        if not times:
            with changing_event(event.pk):
                Round.objects.filter(stage__event=event).update(is_edited=True)
        times.append(digest)
        return digest

    monkeypatch.setattr(services, "content_digest", interrupted)
    sealed = seal_event(event.pk)
    assert sealed is not None
    assert len(times) == 2
    assert sealed.digest == times[1] != times[0]


@pytest.mark.parametrize("statement", ["UPDATE {} SET event = 'x'", "DELETE FROM {}"])
def test_entries_cannot_be_changed(statement: str) -> None:
    sealed_events(1)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():  # noqa: SIM117
        with connection.cursor() as cursor:
            cursor.execute(statement.format(SealLogEntry._meta.db_table))


def test_every_entry_is_proved_at_every_size_and_heads_lead_on() -> None:
    events = sealed_events(5)
    for size in range(1, 6):
        for at, event in enumerate(events[:size]):
            proof = seal_log.proof_for(event.pk, size=size)
            assert (proof.index, proof.root, proof.holds()) == (at, seal_log.root_at(size), True)
            assert proof_in(proof.as_dict()) == proof
    document = event_archive(events[1])
    noted = seal_log.root_at(3)
    earlier = seal_log.proof_for(events[1].pk, size=3).as_dict()
    later = {"size": 5, "root": seal_log.root_at(5)}
    led_on = earlier | {"later": later | {"consistency": list(seal_log.consistency(3, 5))}}
    assert verified(document, head=noted).seal is SealState.OTHER_HEAD  # of neither of its heads
    for size in (2, 5):  # as the event's page told it, and of now
        assert verified(document, head=seal_log.root_at(size)).seal is SealState.SEALED
    assert verified(document, head=noted, proof=earlier).seal is SealState.SEALED
    assert verified(document, head=seal_log.root_at(5), proof=led_on).seal is SealState.SEALED
    assert verified(document, head=noted, proof={"schema": "x"}).seal is SealState.BROKEN
    other = seal_log.proof_for(events[2].pk, size=3).as_dict()
    assert verified(document, head=noted, proof=other).seal is SealState.BROKEN


def test_log_is_public_and_hides_what_is_not(client: Client) -> None:
    empty = client.get("/api/v1/seals/head").json()
    assert empty == {"size": 0, "root": EMPTY.hex()}
    public, hidden = sealed_events(2)
    Event.objects.filter(pk=hidden.pk).update(status=Event.Status.DRAFT)

    page = client.get("/seals/").content.decode()
    listed = client.get("/api/v1/seals").json()["results"]

    assert public.name in page
    assert f"/events/{public.pk}/" in page
    assert hidden.pk not in page
    assert [(row["index"], row["event"]) for row in listed] == [(1, None), (0, public.pk)]
    assert listed[0]["leaf"] is None
    assert listed[0]["hash"] == SealLogEntry.objects.get(index=1).leaf_hash
    head = client.get("/api/v1/seals/head").json()
    assert head == {"size": 2, "root": listed[0]["root"]}
    led = client.get("/api/v1/seals/consistency?old=1").json()
    assert led == {
        "old": {"size": 1, "root": listed[1]["root"]},
        "new": head,
        "consistency": list(seal_log.consistency(1, 2)),
    }
    assert client.get("/api/v1/seals/consistency?old=3").status_code == 400
    assert client.get(f"/api/v1/events/{hidden.pk}/proof").status_code == 404
    proof = client.get(f"/api/v1/events/{public.pk}/proof?size=1").json()
    assert proof == seal_log.proof_for(public.pk, size=1).as_dict()
    assert client.get(f"/api/v1/events/{public.pk}/proof?size=9").status_code == 400


@pytest.mark.parametrize("address", ["/events/{}/archive/", "/api/v1/events/{}/archive"])
def test_event_that_has_just_finished_is_given_with_its_proof(client: Client, address: str) -> None:
    """Before the job that seals it has run."""
    event = finished_event()
    for stage in event.stages.all():
        compute_standings(stage.pk)
    given = client.get(address.format(event.pk)).json()
    assert verified(given, head=seal_log.root_at(1)).seal is SealState.SEALED
    client.get(address.format(event.pk))
    assert seal_log.log_size() == 1


def test_program_takes_the_archive_as_a_zip_with_records(client: Client) -> None:
    [event] = sealed_events(1)
    for stage in event.stages.all():
        compute_standings(stage.pk)
    sent = client.get(f"/api/v1/events/{event.pk}/archive?form=zip")
    assert sent.headers["Content-Type"] == "application/zip"
    document = read_json(document_in(sent.content))
    assert verified(document, head=seal_log.root_at(1)).seal is SealState.SEALED
    assert client.get(f"/api/v1/events/{event.pk}/archive?form=rar").status_code == 400


def test_archive_is_given_at_both_doors(client: Client) -> None:
    [event] = sealed_events(1)
    document = event_archive(event)
    for address in (f"/events/{event.pk}/archive/", f"/api/v1/events/{event.pk}/archive"):
        given = client.get(address).json()
        assert given["content"] == document["content"]
        assert given["about"]["source"] == "http://testserver/"
        assert verified(given, head=seal_log.root_at(1)).seal is SealState.SEALED
    packed = client.get(f"/events/{event.pk}/archive/?form=zip&names=full")
    assert packed.headers["Content-Disposition"].endswith('.arbitr.zip"')
    running = other_table(2)
    assert client.get(f"/events/{running.event_id}/archive/").status_code == 404


def test_log_is_checked_on_the_command_line(
    client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sealed_events(5)
    told = client.get("/api/v1/seals/consistency?old=3&new=5").json()
    noted, newest = seal_log.root_at(3), seal_log.root_at(5)

    def exit_code(answer: Any, **given: str) -> int | str | None:
        file = tmp_path / "consistency.json"
        file.write_text(answer if isinstance(answer, str) else json.dumps(answer))
        with pytest.raises(SystemExit) as exited:
            call_command("verify_log", file, **given)
        return exited.value.code

    def other(**more: Any) -> dict[str, Any]:
        return {**told, **more}

    assert exit_code(told, head=noted.upper(), new_head=newest) == 0
    assert "consistent: the newer log begins with the older one" in capsys.readouterr().out
    assert exit_code(told) == 0
    assert "compare the older head" in capsys.readouterr().out
    assert exit_code(told, head=seal_log.root_at(2)) == 3
    assert exit_code(told, head=noted, new_head=noted) == 3
    assert exit_code(other(consistency=told["consistency"][:-1]), head=noted) == 1
    assert exit_code(other(old={"size": 3, "root": seal_log.root_at(2)})) == 1
    assert exit_code(other(old={"size": 0, "root": noted})) == 1
    for nonsense in ("{", "[]", "7", other(old=3), other(consistency=[7]), other(new={})):
        assert exit_code(nonsense) == 2


def test_archive_is_led_on_to_a_newer_head(client: Client) -> None:
    events = sealed_events(2)
    document = event_archive(events[1])
    sealed_events(3)
    noted = seal_log.root_at(5)
    way = client.get("/api/v1/seals/consistency?old=2&new=5").json()
    assert verified(document, head=noted).seal is SealState.OTHER_HEAD
    assert verified(document, head=noted, consistency=way).seal is SealState.SEALED
    from_elsewhere = client.get("/api/v1/seals/consistency?old=1&new=5").json()
    assert verified(document, head=noted, consistency=from_elsewhere).seal is SealState.OTHER_HEAD
    forged = {**way, "new": {"size": 5, "root": "0" * 64}}
    assert verified(document, head="0" * 64, consistency=forged).seal is SealState.OTHER_HEAD

"""Archives of brackets with a wrong winner, put right in either way: sound, and taken over."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from django.db import transaction

from league.archive.canonical import canonical
from league.archive.import_plan import TakeAs
from league.archive.queries.archives import content_digest, content_of
from league.archive.queries.imports import archive_sent
from league.archive.schema import faults_of
from league.archive.services.handovers import take_along
from league.archive.services.imports import import_archive
from league.archive.services.returns import bring_back
from league.archive.services.seals import event_archive
from league.archive.verification import digests_in, verified
from league.events.queries.recheck import differences
from league.models import Event, Seat
from league.permissions import SERVICE
from league.standings.services import compute_standings
from tests.factories import make_club
from tests.factories.events import enter, played_round
from tests.league.archive.laptop import plan_from, played_elsewhere
from tests.league.archive.test_import import plan_of
from tests.league.archive.test_verification import check, finished
from tests.league.events.test_wrong_winners import (
    at,
    decided,
    found_out,
    second_final_played,
    started,
)

pytestmark = pytest.mark.django_db


def corrected(choice: str) -> Event:
    """1 beat 4 and won the final against 2, whereas really 4 beat 1."""
    stage = started("knockout", 4, places_played=2)
    first = played_round(stage)
    played_round(stage)
    found_out(first.matches.get(slot="W1.1"))
    decided("F1", choice)
    if choice == "again":
        enter(at("F1"), 90, 20)
    return stage.event


def needless_final() -> Event:
    stage = second_final_played()
    decided("F2", "again")
    return stage.event


CASES: dict[str, Callable[[], Event]] = {
    "again": lambda: corrected("again"),
    "stand": lambda: corrected("stand"),
    "needless": needless_final,
}


def archive_from_elsewhere(case: str) -> Any:
    """Checked before and after the end; nothing of it is left in this database."""
    with transaction.atomic():
        event = CASES[case]()
        check(event)
        event = finished(event.pk)
        check(event)
        document = event_archive(event, in_full=True)
        transaction.set_rollback(True)
    return document


@pytest.mark.parametrize("case", CASES)
def test_corrected_bracket_is_sound_and_taken_over(case: str) -> None:
    document = archive_from_elsewhere(case)
    plan = archive_sent(canonical(document).encode())
    taken, _is_new = import_archive(make_club(), plan, way=TakeAs.READ_ONLY, actor=SERVICE)
    for stage in taken.stages.all():
        compute_standings(stage.pk)

    left = len(document["content"].get("left_seats", ()))
    assert left == {"again": 1, "stand": 0, "needless": 2}[case]
    assert Seat.ever.filter(round__stage__event=taken, has_left=True).count() == left
    assert content_digest(taken) == document["digests"]["content"]
    assert list(differences(taken)) == []
    again = event_archive(taken, in_full=True)
    assert again["people"]["seats"] == document["people"]["seats"]
    assert again["standings"] == document["standings"]


def test_who_had_to_leave_counts_as_a_seat_only_for_what_was_handed_in() -> None:
    event = finished(corrected("again").pk)
    document = event_archive(event)
    [seat] = document["content"]["left_seats"]
    assert seat["id"] in {row["seat"] for row in document["content"]["submissions"]} | {seat["id"]}

    def forged(change: Callable[[Any], None]) -> list[str]:
        other = deepcopy(document)
        change(other["content"])
        other["digests"], other["log"] = digests_in(other), None
        return [str(fault) for fault in verified(other).faults]

    def counted_for_leaver(content: Any) -> None:
        [final] = [row for row in content["matches"] if row["slot"] == "F1"]
        [game] = [row for row in content["games"] if row["match"] == final["id"]]
        game["result"] = next(
            row["id"] for row in content["results"] if row["match"] == final["id"]
        )

    assert any("of those who sat" in told for told in forged(counted_for_leaver))


def test_kind_younger_than_the_schema_is_there_only_if_it_has_rows() -> None:
    stage = started("knockout", 4)
    played_round(stage)
    content = content_of(stage.event)
    assert "left_seats" not in content
    document = event_archive(stage.event)
    document["content"]["left_seats"] = []
    assert [fault.field for fault in faults_of(document)] == ["left_seats"]
    assert plan_of(document).is_hindered


def test_bracket_corrected_on_a_laptop_comes_back_as_it_was() -> None:
    stage = started("knockout", 4, places_played=2)
    first = played_round(stage)
    played_round(stage)
    handover = take_along(stage.event, actor=SERVICE, who="Laptop")

    def put_right(there: Event) -> None:
        found_out(first.matches.get(slot="W1.1"))
        decided("F1", "again")

    plan = plan_from(played_elsewhere(handover, put_right))
    left = [row["id"] for row in plan.content.rows["left_seats"]]
    assert set(Seat.objects.filter(pk__in=left).values_list("pk", flat=True)) == set(left) != set()

    bring_back(stage.event, plan, actor=SERVICE, is_last=True)
    assert content_digest(Event.objects.get(pk=stage.event_id)) == plan.report.digest
    assert set(Seat.ever.filter(has_left=True).values_list("pk", flat=True)) == set(left)

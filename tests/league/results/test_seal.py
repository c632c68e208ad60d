"""A finished event is sealed; whatever is corrected later adds a seal of its own."""

import pytest
from django.test import Client

from league.events.queries.recheck import differences
from league.events.services.lifecycle import move_event
from league.events.services.rounds import close_round
from league.models import Event, Match, MatchGame, Ruling, Seal
from league.permissions import SERVICE
from league.results.services.rulings import Decision, rule
from league.results.sides import Mark, digest_of_results
from league.standings.services import compute_standings
from tests.factories.events import entries_at
from tests.factories.submissions import confirm, hand_in
from tests.factories.tables import other_table
from tests.league.web.reading import plain

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished() -> Match:
    match = other_table(2)
    confirm(hand_in(match, 5, 3))
    close_round(match.round, actor=SERVICE, version=match.round.version)
    event = Event.objects.get(pk=match.event_id)
    move_event(event, to=Event.Status.FINISHED, actor=SERVICE, version=event.version)
    return Match.objects.select_related("event", "round__stage__event").get(pk=match.pk)


def correct(match: Match, *scores: int) -> None:
    marks = dict(zip(entries_at(match), map(Mark, scores), strict=True))
    rule(match, Decision(Ruling.Kind.SCORES, marks=marks), actor=SERVICE, reason="Counted again.")
    compute_standings(match.round.stage_id)


def seals() -> list[tuple[int, str]]:
    return [
        (each.number, each.ruling.remark.reason if each.ruling and each.ruling.remark else "")
        for each in Seal.objects.select_related("ruling__remark")
    ]


def test_finishing_seals_the_results(finished: Match) -> None:
    assert seals() == [(1, "")]
    compute_standings(finished.round.stage_id)
    assert list(differences(finished.event)) == []


def test_correction_adds_a_dated_seal_with_its_reason(finished: Match, client: Client) -> None:
    correct(finished, 3, 5)
    first, second = Seal.objects.all()
    assert first.digest != second.digest
    assert seals() == [(1, ""), (2, "Counted again.")]
    page = client.get(finished.event.get_absolute_url(), headers={"Accept-Language": "en"})
    side = plain(page.content.decode().partition('id="seals"')[2])
    assert second.digest[:12] in side
    assert "corrected: “ Counted again. ”" in side.partition(second.digest[:12])[2]


def test_correction_that_changes_nothing_adds_none(finished: Match) -> None:
    correct(finished, 5, 3)
    assert [number for number, _reason in seals()] == [1]


def test_audit_finds_a_result_changed_behind_the_seal(finished: Match) -> None:
    compute_standings(finished.round.stage_id)
    MatchGame.objects.filter(match=finished).delete()
    found = {each.code for each in differences(finished.event)}
    assert "seal" in found


def test_order_makes_no_difference_to_the_digest() -> None:
    a, b = {"entry": "a", "score": 1}, {"entry": "b", "score": 2}
    assert digest_of_results([("m", 1, [a, b]), ("n", 1, [b])]) == digest_of_results(
        [("n", 1, [b]), ("m", 1, [b, a])]
    )
    assert digest_of_results([("m", 1, [a])]) != digest_of_results([("m", 2, [a])])

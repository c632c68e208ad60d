"""A record and the final scores in one form: what was claimed stands beside what was replayed."""

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Match, Submission, Verification
from league.results.queries import entries_at
from league.results.services.verification import verify_submission
from tests.factories.phones import HTMX, hand_in_on, phone_at, typed_points
from tests.factories.tables import record_of, scores_of, table
from tests.league.web.reading import errors_on, plain

pytestmark = pytest.mark.django_db

RECORD = record_of(players=2)
FIRST, SECOND = scores_of(RECORD)


@pytest.fixture
def match() -> Match:
    return table(2)


@pytest.fixture
def client(match: Match) -> Client:
    return phone_at(match, "A")


def typed_both(match: Match, *points: int, **more: object) -> dict[str, object]:
    both = {"way": "record", "record": RECORD, "with_scores": "on"}
    return {**typed_points(match, *points), **both, **more}


def verified() -> str:
    [stored] = Submission.objects.all()
    verify_submission(stored.pk)
    verification = Verification.objects.get()
    return verification.reason or verification.outcome


def test_scores_that_the_record_comes_to_are_verified(client: Client, match: Match) -> None:
    assert hand_in_on(client, match, typed_both(match, FIRST, SECOND)).status_code == 302
    stored = Submission.objects.get()
    claimed = [stored.claims[entry]["figures"] for entry in entries_at(match)]
    assert claimed == [{"points": FIRST}, {"points": SECOND}]
    assert stored.record_digest
    assert verified() == "verified"


def test_other_scores_stand_beside_the_replayed_ones(client: Client, match: Match) -> None:
    hand_in_on(client, match, typed_both(match, FIRST, SECOND + 1))
    assert verified() == "scores"
    page = client.get(reverse("submission", args=[Submission.objects.get().pk]))
    shown = [
        (row.claimed.score, row.replayed.score, row.differs)
        for row in page.context["verdict"].beside
    ]
    assert sorted(shown) == sorted(
        [(str(FIRST), str(FIRST), False), (str(SECOND + 1), str(SECOND), True)]
    )


def test_scores_typed_before_are_left_out_where_only_the_record_is_given(
    client: Client, match: Match
) -> None:
    typed = typed_both(match, FIRST, SECOND + 1)
    del typed["with_scores"]
    hand_in_on(client, match, typed)
    assert Submission.objects.get().claims == {}
    assert verified() == "verified"


def test_half_of_the_scores_is_said_and_nothing_is_lost(client: Client, match: Match) -> None:
    second = entries_at(match)[1]
    typed = typed_both(match, FIRST, SECOND, **{f"figure-{second}-points": ""})
    response = hand_in_on(client, match, typed)
    form = response.context["form"]
    assert list(errors_on(response)) == [f"figure-{second}-points"]
    assert (form["record"].value(), form["with_scores"].value()) == (RECORD, True)
    assert Submission.objects.count() == 0


def test_impossible_score_is_said_at_the_score_and_a_wrong_record_at_the_record(
    client: Client, match: Match
) -> None:
    first = entries_at(match)[0]
    response = hand_in_on(client, match, typed_both(match, 999_999, SECOND))
    assert list(errors_on(response)) == [f"figure-{first}-points"]
    response = hand_in_on(client, match, typed_both(match, FIRST, SECOND, record="A\0"))
    assert list(errors_on(response)) == ["record"]


def test_both_are_compared_while_they_are_typed(client: Client, match: Match) -> None:
    address = reverse("hand-in-check", args=[match.pk])
    alike = client.post(address, typed_both(match, FIRST, SECOND), headers=HTMX)
    other = client.post(address, typed_both(match, FIRST, SECOND + 1), headers=HTMX)
    assert 'data-state="verified"' in alike.content.decode()
    assert "do not match the record" in plain(other.content.decode())
    assert plain(other.content.decode()).count("≠") == 1


def test_version_with_both_is_corrected_with_both(client: Client, match: Match) -> None:
    hand_in_on(client, match, typed_both(match, FIRST, SECOND + 1))
    stored = Submission.objects.get()
    page = client.get(reverse("hand-in", args=[match.pk]), {"from": stored.pk})
    form, second = page.context["form"], entries_at(match)[1]
    assert (form.chosen_way, form["with_scores"].value()) == ("record", True)
    assert form[f"figure-{second}-points"].value() == SECOND + 1


def test_lines_are_those_of_the_text_as_it_is_typed(client: Client, match: Match) -> None:
    record = '[Game "triolet"]\n[Players "2"]\nA nonsense\n'
    address = reverse("hand-in-check", args=[match.pk])
    typed = {**typed_both(match, FIRST, SECOND), "record": record}
    for called in ({}, {"is_time": "on"}):
        said = client.post(address, {**typed, **called}, headers=HTMX)
        assert "Line 3:" in plain(said.content.decode())


def test_line_of_a_stored_verdict_is_the_line_that_its_page_shows(
    client: Client, match: Match
) -> None:
    record = '[Game "triolet"]\n[Players "2"]\nA nonsense\n'
    typed = {**typed_both(match, FIRST, SECOND), "record": record, "is_time": "on"}
    hand_in_on(client, match, typed)
    assert verified() == "unreadable"
    page = client.get(reverse("submission", args=[Submission.objects.get().pk]))
    verdict = page.context["verdict"]
    [wrong] = [line for line in verdict.lines if line.is_wrong]
    assert (verdict.finding.line, wrong.text) == (4, "A ?")
    assert "The tag “Termination” says that time was called" in plain(page.content.decode())

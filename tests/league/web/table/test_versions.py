"""The page of a version: the verdict of the rules, in words and on the board."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.record import MAX_BYTES
from league.events.queries.entries import entry_names
from league.models import Job, Submission
from league.results.queries import seating_of
from league.results.review import Review
from league.results.services.verification import verify_submission
from tests.factories.submissions import hand_in, hand_in_record, points_of
from tests.factories.tables import record_of, table
from tests.league.web.reading import plain, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


def verdict_text(client: Client, submission: Submission, **options: Any) -> str:
    return text_of(client, reverse("submission", args=[submission.pk]), **options)


def illegal(record: str) -> tuple[str, int]:
    """The first placement of a Triolet record goes to a corner; also its line."""
    lines = record.split("\n")
    at = next(n for n, line in enumerate(lines) if re.match(r"[A-D] \w+=", line))
    lines[at] = f"{lines[at][0]} a1={lines[at].partition('=')[2].split()[0]}"
    return "\n".join(lines), at + 1


def test_verdict_while_the_rules_look_is_asked_for_again(client: Client) -> None:
    submission = hand_in_record(table(2), record_of(players=2), is_verified=False)
    page = client.get(reverse("submission", args=[submission.pk])).content.decode()
    address = reverse("submission-verdict", args=[submission.pk])
    assert "being verified The record is being checked…" in plain(page)
    assert f'hx-get="{address}"' in page
    verify_submission(submission.pk)
    part = client.get(address)
    assert "hx-get" not in part.content.decode()
    assert (
        plain(part.content.decode())
        .strip()
        .startswith("verified The whole record has been replayed")
    )
    assert part.headers["HX-Trigger"] == "verdict-arrived"


def test_verdict_that_cannot_come_says_so(client: Client) -> None:
    submission = hand_in_record(table(2), record_of(players=2), is_verified=False)
    Job.objects.filter(object_id=submission.pk).update(state=Job.State.PARKED)
    page = client.get(reverse("submission", args=[submission.pk])).content.decode()
    assert "This record could not be checked." in plain(page)
    assert "hx-get" not in page


def test_verdict_verified_shows_scores_places_and_the_last_board(client: Client) -> None:
    match = table(2)
    submission = hand_in_record(match, record_of(players=2))
    page = client.get(reverse("submission", args=[submission.pk])).content.decode()
    names = entry_names(match.event)
    first, second = (names[entry] for entry in seating_of(match).values())
    text = plain(page)
    assert 'data-state="verified"' in page
    assert f"Seat and name Score Place B {second} 639 1 A {first} 621 2" in text
    assert "The board at the end." in text
    assert page.count('class="board"') == 1
    assert "Every claim agrees with what the rules count." in text
    assert '1 [Game "triolet"] 2 [Players "2"] 3 A swap 2 4 B h8=5 =0' in text


def test_verdict_contradicted_by_an_unlawful_line_shows_it_on_the_board(client: Client) -> None:
    record, line = illegal(record_of(players=2))
    submission = hand_in_record(table(2), record)
    page = client.get(reverse("submission", args=[submission.pk])).content.decode()
    text = plain(page)
    assert "contradicted The record breaks a rule of the game." in text
    assert f"Line {line}: The first placement of the game covers the centre" in text
    assert "Rules of Triolet, paragraph 2.1" in text
    assert f"The board before line {line}." in text
    assert 'class="attempted"' in page
    assert page.count('class="is-wrong"') == 2  # around it, and in the whole record


@pytest.mark.parametrize(
    ("record", "sentence", "line"),
    [
        ('[Players "2"]', "The record cannot be read.", "Line 1: The tag Game is missing."),
        (
            "\n".join(record_of(players=2).split("\n")[:9]),
            "The record ends before the game is over.",
            "The board where the record ends.",
        ),
        (
            record_of(game="polyssimo", players=2),
            "This is a record of another game: Triolet is played here.",
            "The board at the end.",
        ),
        (
            record_of(players=3),
            "This is a record for another number of players: 2 sat here.",
            "The board at the end.",
        ),
    ],
    ids=["unreadable", "unfinished", "other game", "other players"],
)
def test_verdict_contradicted_says_why(
    client: Client, record: str, sentence: str, line: str
) -> None:
    text = verdict_text(client, hand_in_record(table(2), record))
    assert f"contradicted {sentence}" in text
    assert line in text


def test_verdict_contradicted_by_another_variant(client: Client) -> None:
    match = table(2)
    record = '[Edition "other"]\n' + record_of(players=2)
    text = verdict_text(client, hand_in_record(match, record))
    assert "contradicted This is a record of another variant or edition of Triolet." in text


def test_verdict_contradicted_scores_stand_beside_the_replayed_ones(client: Client) -> None:
    match = table(2)
    submission = hand_in_record(match, record_of(players=2), figures=points_of(match, 640, 639))
    names = entry_names(match.event)
    first, second = (names[entry] for entry in seating_of(match).values())
    text = verdict_text(client, submission)
    assert "contradicted The claimed scores do not match the record." in text
    assert (
        f"Name Claimed Replayed {second} 639 2nd ≠ differs 639 1st "
        f"{first} 640 1st ≠ differs 621 2nd"
    ) in text


def test_verdict_lists_actions_whose_claims_are_wrong(client: Client) -> None:
    record = record_of(players=2).replace("B h9=7 =12", "B h9=7 =13")
    text = verdict_text(client, hand_in_record(table(2), record))
    assert "1 action is claimed differently from what the rules count." in text
    assert "Action Line Claimed Right B 7 on h9 6 13 differs 12 Show all" in text


def test_verdict_seats_that_make_no_sides_are_said(client: Client) -> None:
    submission = hand_in_record(table(2), record_of(players=2))
    submission.verifications.model.objects.bulk_create(
        [
            submission.verifications.model(
                submission=submission,
                rules_version=99,
                outcome="contradicted",
                reason="seating",
                verdict=submission.verifications.get().verdict,
            )
        ]
    )
    text = verdict_text(client, submission)
    assert "By this seating, partners of a team would play against each other." in text


def test_verdict_without_a_record_shows_the_figures(client: Client) -> None:
    match = table(2, game="twisty")
    first, second = seating_of(match).values()
    figures = {first: {"won": 1, "cubes": 7}, second: {"won": 0, "cubes": 3}}
    text = verdict_text(client, hand_in(match, by="B", figures=figures))
    names = entry_names(match.event)
    assert "without a record Scores without a record: the rules cannot prove them." in text
    assert f"A {names[first]} Won Cubes 7 7 1" in text
    assert "The record, line by line" not in text


def test_verdict_in_czech_translates_what_the_rules_found(client: Client) -> None:
    record, _line = illegal(record_of(players=2))
    submission = hand_in_record(table(2), record)
    english = verdict_text(client, submission)
    czech = verdict_text(client, submission, headers={"Accept-Language": "cs"})
    assert "The first placement of the game covers the centre" in english
    assert "The first placement of the game covers the centre" not in czech
    assert "a1" in czech


def test_verdict_of_a_hostile_record_is_bounded_and_replayed_once(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = '[Game "triolet"]\n[Players "2"]\n<script>alert(1)</script>\n'
    record = head + "\n" * (MAX_BYTES - len(head) - 10)
    submission = hand_in_record(table(2), record)
    address = reverse("submission", args=[submission.pk])
    page = client.get(address).content.decode()
    assert len(page) < 1_000_000
    assert "<script>alert" not in page
    assert "more lines are in the file." in plain(page)
    replayed: list[str] = []

    def counted(record: str) -> Review:
        replayed.append(record)
        return Review()

    monkeypatch.setattr("league.results.review.review", counted)
    monkeypatch.setattr("league.events.queries.records._REPLAYED_HERE_BYTES", MAX_BYTES)
    assert plain(client.get(address).content.decode()) == plain(page)
    assert replayed == []
    cache.clear()  # the control
    client.get(address)
    assert replayed == [submission.record]


def test_verdict_downloads_as_a_text_file(client: Client) -> None:
    match = table(2)
    submission = hand_in_record(match, '[SeatA "Jana"]\n' + record_of(players=2))
    response = client.get(reverse("submission-record", args=[submission.pk]))
    assert response.content.decode() == submission.record
    assert "Jana" not in submission.record
    headers = [
        response.headers[name]
        for name in ("Content-Type", "Content-Disposition", "X-Content-Type-Options")
    ]
    assert headers == [
        "text/plain; charset=utf-8",
        f'attachment; filename="record-{submission.pk}.txt"',
        "nosniff",
    ]
    scores = hand_in(match, 301, 302, by="B")
    assert client.get(reverse("submission-record", args=[scores.pk])).status_code == 404

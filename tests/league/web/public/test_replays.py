"""The replay of a version and of a pasted record: pages, drawings, analysis."""

import gzip
import json
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from league.events.queries.entries import entry_names
from league.models import Analysis, Job, Round, Submission
from league.permissions import SERVICE
from league.results.queries import seating_of
from league.results.replays import AT_ONCE
from league.results.services.analysis import analyse_record, ask_analysis
from tests.conftest import OpenPage
from tests.factories import make_user
from tests.factories.submissions import confirm, hand_in, hand_in_record, points_of
from tests.factories.tables import record_of, table
from tests.league.web.reading import is_nowhere, plain

pytestmark = pytest.mark.django_db

RECORD = record_of(players=2)
WRONG_SEAT = '[Game "triolet"]\n[Players "2"]\nA h8=5 =3\nA h9=3\n'
UNREADABLE = '[Game "triolet"]\n[Players "2"]\nA what\n'


@pytest.fixture
def version() -> Submission:
    return hand_in_record(table(2), RECORD)


@pytest.fixture
def closed(version: Submission) -> Submission:
    Round.objects.filter(pk=version.match.round_id).update(status=Round.Status.CLOSED)
    return Submission.objects.get(pk=version.pk)


def address(version: Submission, name: str = "submission-replay", *args: object) -> str:
    return reverse(name, args=[version.pk, *args])


def page_of(client: Client, version: Submission, **query: object) -> str:
    return client.get(address(version), query).content.decode()


def test_replay_opens_at_the_start_with_the_moves_and_who_played(
    open_page: OpenPage, version: Submission
) -> None:
    response = open_page(address(version), queries=3)
    page = response.content.decode()
    names = entry_names(version.match.event)
    first, second = (names[entry] for entry in seating_of(version.match).values())
    assert f"A {first} 0 B {second} 0 The start. 0 / 89" in plain(page)
    assert page.index('class="board"') < page.index("data-play") < page.index("data-moves")
    assert re.search(r"The lead changed \d+ times, the last time in move \d+: ", plain(page))
    assert re.search(r"The biggest swing: move \d+, [AB] Hráč [AB]\. by \d+", plain(page))
    assert f"2. B {second}: 5 on h8, points: 0" in page
    assert page.count('class="board"') == 1
    assert page.count("<tr data-at=") == 90
    assert "Scores, turn by turn" in plain(page)
    assert "The analysis opens when round 1 is closed." in plain(page)


def test_replay_number_of_queries_does_not_grow_with_the_table(open_page: OpenPage) -> None:
    version = hand_in_record(table(4), record_of(players=4))
    open_page(address(version), queries=3, shows="Replay of table 1")


def test_replay_move_in_the_address_is_shown_with_plain_links(
    client: Client, version: Submission
) -> None:
    page = page_of(client, version, move=17)
    assert "17 / 89" in plain(page)
    for step, to in {"first": 0, "back": 16, "forward": 18, "last": 89}.items():
        assert f'href="?move={to}#replay"' in page
        assert f'data-go="{to}"\n     data-step="{step}"' in page
    assert page.count('aria-current="step"') == 1
    assert address(version, "submission-drawing", 17) in page


@pytest.mark.parametrize(
    ("asked", "shown"), [("900", "89 / 89"), ("0", "0 / 89"), ("x", "0 / 89"), ("-1", "0 /")]
)
def test_replay_move_that_is_none_shows_an_end(
    client: Client, version: Submission, asked: str, shown: str
) -> None:
    assert shown in plain(page_of(client, version, move=asked))


def test_replay_start_says_so(client: Client, version: Submission) -> None:
    assert "The start. 0 / 89" in plain(page_of(client, version, move=0))


def test_replay_opens_at_what_breaks_a_rule(client: Client) -> None:
    version = hand_in_record(table(2), WRONG_SEAT)
    page = page_of(client, version)
    text = plain(page)
    assert "2 / 2" in text
    assert "The record breaks a rule of the game." in text
    assert "Line 4: It is B's turn, not A's." in text
    assert "Show move 2" in text
    assert "Line 3: 3 points were claimed; the placement gives 0." in text
    assert "claimed 3" in text
    assert 'class="attempted"' in page


def test_replay_of_an_unreadable_record_says_why(client: Client) -> None:
    version = hand_in_record(table(2), UNREADABLE)
    page = page_of(client, version)
    assert "The record cannot be read." in plain(page)
    assert "There is no board to show." in plain(page)
    assert 'class="board"' not in page


def test_replay_of_scores_alone_is_not_there(client: Client) -> None:
    match = table(2)
    version = hand_in(match, figures=points_of(match, 640, 639))
    for name, *more in (
        ("submission-replay",),
        ("submission-drawings", 0),
        ("submission-drawing", 0),
    ):
        assert is_nowhere(client, address(version, name, *more))


def test_replay_is_linked_from_the_match_its_history_and_the_verdict(
    client: Client, version: Submission
) -> None:
    for page in (
        reverse("match", args=[version.match_id]),
        reverse("match-history", args=[version.match_id]),
        reverse("submission", args=[version.pk]),
    ):
        assert f'href="{address(version)}"' in client.get(page).content.decode()


def test_replay_is_linked_from_statistics(client: Client, version: Submission) -> None:
    page = reverse("statistics-game", args=["triolet"])
    assert address(version) not in client.get(page).content.decode()
    cache.clear()
    confirm(version)
    assert client.get(page).content.decode().count(f'href="{address(version)}"') == 4


def test_replay_is_linked_for_whoever_rules(client: Client, version: Submission) -> None:
    client.force_login(make_user(is_superuser=True))
    page = client.get(reverse("match-rule", args=[version.match_id])).content.decode()
    assert f'href="{address(version)}"' in page


def test_drawings_pack_is_compressed_tagged_and_kept(client: Client, version: Submission) -> None:
    at = address(version, "submission-drawings", 1)
    response = client.get(at, headers={"Accept-Encoding": "gzip"})
    content = json.loads(gzip.decompress(response.content))
    assert (content["first"], len(content["moves"])) == (AT_ONCE, AT_ONCE)
    assert response.headers["Content-Encoding"] == "gzip"
    assert response.headers["Cache-Control"] == "private, max-age=86400"
    again = client.get(at, headers={"If-None-Match": response.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_drawings_pack_is_plain_for_who_takes_no_gzip(client: Client, version: Submission) -> None:
    response = client.get(address(version, "submission-drawings", 0))
    assert response.json()["first"] == 0
    assert "Content-Encoding" not in response.headers


def test_drawings_pack_beyond_the_end_is_not_there(client: Client, version: Submission) -> None:
    assert client.get(address(version, "submission-drawings", 6)).status_code == 404
    assert client.get(address(version, "submission-drawings", 5)).status_code == 200


def test_drawings_one_is_a_file(client: Client, version: Submission) -> None:
    at = address(version, "submission-drawing", 17)
    response = client.get(at)
    assert response.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    name = f'attachment; filename="board-{version.pk}-17.svg"'
    assert response.headers["Content-Disposition"] == name
    [drawn] = re.findall(r"</desc>(.*)</svg>$", response.content.decode())
    assert drawn in page_of(client, version, move=17)
    again = client.get(at, headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304


def test_drawings_one_beyond_the_end_is_not_there(client: Client, version: Submission) -> None:
    assert client.get(address(version, "submission-drawing", 90)).status_code == 404


def test_drawings_of_what_cannot_be_played_are_not_there(client: Client) -> None:
    version = hand_in_record(table(2), UNREADABLE)
    assert client.get(address(version, "submission-drawing", 0)).status_code == 404
    assert client.get(address(version, "submission-drawings", 0)).status_code == 404


def test_analysis_is_asked_for_computed_and_shown_beside_the_turns(
    client: Client, closed: Submission
) -> None:
    at = address(closed, "submission-analysis")
    assert "Analyse this game" in plain(page_of(client, closed))
    answer = client.post(at)
    assert (answer.status_code, answer.headers["Location"]) == (302, address(closed))
    waiting = client.get(at)
    assert 'hx-trigger="every 1s"' in waiting.content.decode()
    assert "HX-Refresh" not in waiting.headers
    analyse_record(closed.pk)
    assert client.get(at).headers["HX-Refresh"] == "true"
    text = plain(page_of(client, closed))
    assert "more than 1,000 lawful moves" in text
    assert "none brings more" in text
    assert "the other places where the same tiles could have gone" in text
    assert "Most possible" in text


def test_analysis_of_a_game_without_points_counts_moves(client: Client) -> None:
    match = table(2, game="twisty")
    version = hand_in_record(match, record_of(game="twisty", players=2))
    Round.objects.filter(pk=match.round_id).update(status=Round.Status.CLOSED)
    version = Submission.objects.get(pk=version.pk)
    ask_analysis(version, actor=SERVICE)
    analyse_record(version.pk)
    text = plain(page_of(client, version))
    assert "In this game no points come from laying alone" in text
    assert " lawful moves" in text


def test_analysis_before_the_round_is_closed_is_refused(
    client: Client, version: Submission
) -> None:
    answer = client.post(address(version, "submission-analysis"), follow=True)
    assert "The analysis opens when the round is closed." in plain(answer.content.decode())
    assert not Analysis.objects.exists()


def test_analysis_that_was_stopped_can_be_tried_again(client: Client, closed: Submission) -> None:
    ask_analysis(closed, actor=SERVICE)
    Job.objects.filter(kind=Job.Kind.ANALYSE_RECORD).update(state=Job.State.PARKED)
    assert "Try again" in plain(page_of(client, closed))


def test_analysis_part_comes_back_to_htmx(client: Client, closed: Submission) -> None:
    at = address(closed, "submission-analysis")
    answer = client.post(at, headers={"HX-Request": "true"})
    assert "Looking at every turn…" in plain(answer.content.decode())


def test_analysis_too_many_wishes_are_refused_where_they_were_made(
    client: Client, closed: Submission, settings: Any
) -> None:
    settings.RATES = {**settings.RATES, "analysis": (0, 60)}
    at = address(closed, "submission-analysis")
    answer = client.post(at, headers={"HX-Request": "true"})
    assert 'class="errors" role="alert"' in answer.content.decode()
    assert not Analysis.objects.exists()


def post(client: Client, **data: object) -> Any:
    return client.post(reverse("viewer"), data)


def test_viewer_is_linked_from_every_page_and_home(client: Client) -> None:
    home = client.get("/").content.decode()
    assert home.count(f'href="{reverse("viewer")}"') == 2


def test_viewer_shows_a_pasted_record_with_its_names_and_stores_nothing(
    open_page: OpenPage, client: Client, django_assert_num_queries: Any
) -> None:
    named = RECORD.replace('[Players "2"]', '[Players "2"]\n[SeatA "Jana"]\n[SeatB "<b>"]')
    with django_assert_num_queries(0):
        page = post(client, record=named).content.decode()
    text = plain(page)
    assert "The record is lawful and complete: 1st B" in text
    assert "B &lt;b&gt;: 5 on h8" in page
    assert "0 / 89" in text
    assert 'form="viewer"' in page
    assert not Submission.objects.exists()


def test_viewer_move_is_shown_by_the_buttons_of_the_form(client: Client) -> None:
    page = post(client, record=RECORD, move="17").content.decode()
    assert "17 / 89" in plain(page)
    assert 'value="18"' in page


def test_viewer_file_is_read_and_stays_in_the_field(client: Client) -> None:
    file = SimpleUploadedFile("game.txt", RECORD.encode("utf-16"))
    page = post(client, file=file).content.decode()
    assert "0 / 89" in plain(page)
    assert "[Game &quot;triolet&quot;]" in page


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({}, "Paste the record, or choose a file."),
        ({"record": "  "}, "Paste the record, or choose a file."),
        ({"record": "x" * 262_145}, "This is too large: a record has 256 KiB at most."),
        ({"file": SimpleUploadedFile("a.png", b"\x89PNG")}, "This is not text."),
        ({"file": SimpleUploadedFile("a.txt", b"")}, "Paste the record, or choose a file."),
    ],
    ids=["nothing", "blanks", "too large", "picture", "empty file"],
)
def test_viewer_what_is_no_record_is_refused(
    client: Client, data: dict[str, object], said: str
) -> None:
    response = post(client, **data)
    assert response.status_code == 422
    assert said in plain(response.content.decode())


def test_viewer_finding_is_told_as_the_verdict_tells_it(client: Client) -> None:
    text = plain(post(client, record="hello").content.decode())
    assert "The record cannot be read. Line 1: The tag Game is missing." in text


def test_viewer_board_is_a_file(client: Client) -> None:
    response = post(client, record=RECORD, svg="17")
    assert response.headers["Content-Disposition"].endswith('"board-record-17.svg"')
    assert response.content.startswith(b"<svg")
    assert post(client, record="hello", svg="0").status_code == 404


def test_viewer_drawings_come_for_the_text_that_is_sent(client: Client) -> None:
    at = reverse("viewer-drawings", args=[0])
    content = client.post(at, {"record": RECORD}).json()
    assert (content["first"], len(content["moves"])) == (0, AT_ONCE)
    assert client.post(at, {"record": " "}).status_code == 422
    assert client.post(at, {"record": "hello"}).status_code == 404


def test_viewer_is_throttled(client: Client, settings: Any) -> None:
    settings.RATES = {**settings.RATES, "viewer": (1, 60)}
    assert "The record is lawful" in plain(post(client, record=RECORD).content.decode())
    drawings = client.post(reverse("viewer-drawings", args=[0]))
    for response in (post(client, record=RECORD), drawings):
        assert response.status_code == 429
        assert "Too many attempts." in plain(response.content.decode())


def test_board_and_moves_are_told_in_the_language_of_the_reader(
    client: Client, version: Submission
) -> None:
    page = client.get(
        address(version), {"move": "89"}, headers={"accept-language": "cs"}
    ).content.decode()
    assert "5 na h8" in page
    assert 'role="img" aria-label="Partie skončila. Body: A 621, B 639.' in page
    assert "<desc>" not in page
    assert "is to play" not in page

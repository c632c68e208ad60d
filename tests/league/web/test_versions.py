"""Pages of what was handed in: the verdict on a version, the history, two versions compared."""

import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.record import MAX_BYTES
from league.clubs.services import erase_player
from league.events.queries.entries import entry_names
from league.models import Confirmation, Job, Match, Official, Ruling, Submission
from league.permissions import SERVICE, Actor
from league.results.queries import seating_of
from league.results.reviewing import Review
from league.results.services.handing_in import take_what_the_rules_give
from league.results.services.outlook import Decision
from league.results.services.ruling import rule
from league.results.services.verifying import verify_submission
from tests.conftest import OpenPage
from tests.factories import make_user
from tests.factories.events import marks_of
from tests.factories.handing_in import confirm, hand_in, hand_in_record, points_of
from tests.factories.tables import record_of, seat_at, table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


def plain(markup: str) -> str:
    main = markup.partition("<main")[2].rpartition("</main>")[0] or markup
    return re.sub(r"\s+", " ", unescape(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", main, flags=re.S)))


def text_of(client: Client, route: str, pk: str, query: str = "", **options: Any) -> str:
    response = client.get(reverse(route, args=[pk]) + query, **options)
    assert response.status_code == 200, response.status_code
    return plain(response.content.decode())


def verdict_text(client: Client, submission: Submission, **options: Any) -> str:
    return text_of(client, "submission", submission.pk, **options)


def illegal(record: str) -> tuple[str, int]:
    """The first placement of a Triolet record goes to a corner; also its line."""
    lines = record.split("\n")
    at = next(n for n, line in enumerate(lines) if re.match(r"[A-D] \w+=", line))
    lines[at] = f"{lines[at][0]} a1={lines[at].partition('=')[2].split()[0]}"
    return "\n".join(lines), at + 1


class TestVerdict:
    def test_while_the_rules_look_is_asked_for_again(self, client: Client) -> None:
        submission = hand_in_record(table(2), record_of(players=2), is_verified=False)
        page = client.get(reverse("submission", args=[submission.pk])).content.decode()
        address = reverse("submission-verdict", args=[submission.pk])
        assert "being verified The rules are looking at the record…" in plain(page)
        assert f'hx-get="{address}"' in page
        verify_submission(submission.pk)
        part = client.get(address)
        assert "hx-get" not in part.content.decode()
        assert plain(part.content.decode()).strip().startswith("verified The rules have replayed")
        assert part.headers["HX-Trigger"] == "verdict-arrived"

    def test_that_cannot_come_says_so(self, client: Client) -> None:
        submission = hand_in_record(table(2), record_of(players=2), is_verified=False)
        Job.objects.filter(object_id=submission.pk).update(state=Job.State.PARKED)
        page = client.get(reverse("submission", args=[submission.pk])).content.decode()
        assert "The rules could not look at this record." in plain(page)
        assert "hx-get" not in page

    def test_verified_shows_scores_places_and_the_last_board(self, client: Client) -> None:
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
        assert "Every claimed action is counted as the rules count it." in text
        assert '1 [Game "triolet"] 2 [Players "2"] 3 A swap 2 4 B h8=5 =0' in text

    def test_contradicted_by_an_unlawful_line_shows_it_on_the_board(self, client: Client) -> None:
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
            ("hello", "The record cannot be read.", "Line 1: The tag Game is missing."),
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
    def test_contradicted_says_why(
        self, client: Client, record: str, sentence: str, line: str
    ) -> None:
        text = verdict_text(client, hand_in_record(table(2), record))
        assert f"contradicted {sentence}" in text
        assert line in text

    def test_contradicted_by_another_variant(self, client: Client) -> None:
        match = table(2)
        record = '[Edition "other"]\n' + record_of(players=2)
        text = verdict_text(client, hand_in_record(match, record))
        assert "contradicted This is a record of another variant or edition of Triolet." in text

    def test_contradicted_scores_stand_beside_the_replayed_ones(self, client: Client) -> None:
        match = table(2)
        submission = hand_in_record(match, record_of(players=2), figures=points_of(match, 640, 639))
        names = entry_names(match.event)
        first, second = (names[entry] for entry in seating_of(match).values())
        text = verdict_text(client, submission)
        assert "contradicted The claimed scores are not what the record comes to." in text
        assert (
            "Name Claimed Replayed "
            f"{second} 639 2. ≠ differs 639 1. {first} 640 1. ≠ differs 621 2."
        ) in text

    def test_lists_actions_whose_claims_are_wrong(self, client: Client) -> None:
        record = record_of(players=2).replace("B h9=7 =12", "B h9=7 =13")
        text = verdict_text(client, hand_in_record(table(2), record))
        assert "1 action is claimed otherwise than the rules count it." in text
        assert "Action Line Claimed Right B h9=7 6 13 differs 12 Show all" in text

    def test_seats_that_make_no_sides_are_said(self, client: Client) -> None:
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

    def test_without_a_record_shows_the_figures(self, client: Client) -> None:
        match = table(2, game="twisty")
        first, second = seating_of(match).values()
        figures = {first: {"won": 1, "cubes": 7}, second: {"won": 0, "cubes": 3}}
        text = verdict_text(client, hand_in(match, by="B", figures=figures))
        names = entry_names(match.event)
        assert "without a record Scores without a record: the rules cannot prove them." in text
        assert f"A {names[first]} Won 1 , Cubes 7" in text
        assert "The record, line by line" not in text

    def test_in_czech_translates_what_the_rules_found(self, client: Client) -> None:
        record, _line = illegal(record_of(players=2))
        submission = hand_in_record(table(2), record)
        english = verdict_text(client, submission)
        czech = verdict_text(client, submission, headers={"Accept-Language": "cs"})
        assert "The first placement of the game covers the centre" in english
        assert "The first placement of the game covers the centre" not in czech
        assert "a1" in czech

    def test_of_a_hostile_record_is_bounded_and_replayed_once(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
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

        monkeypatch.setattr("league.events.queries.verdicts.review", counted)
        monkeypatch.setattr("league.events.queries.verdicts._REPLAYED_HERE_BYTES", MAX_BYTES)
        assert plain(client.get(address).content.decode()) == plain(page)
        assert replayed == []
        cache.clear()  # the control
        client.get(address)
        assert replayed == [submission.record]

    def test_downloads_as_a_text_file(self, client: Client) -> None:
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


@pytest.fixture
def disputed() -> Match:
    """A record against a changed one, the first confirmed at the table; then a ruling."""
    match = table(3)
    record = record_of(players=3)
    first = hand_in_record(match, record)
    turned = dict(zip("ABC", reversed(list(seating_of(match).values())), strict=True))
    hand_in_record(match, record.rpartition("\nA ")[0], seating=turned, by="B")
    confirm(first, "C", how=Confirmation.How.TABLE)
    return match


class TestHistory:
    def test_tells_who_did_what_and_what_changed(self, client: Client, disputed: Match) -> None:
        names = entry_names(disputed.event)
        a, b, c = (names[entry] for entry in seating_of(disputed).values())
        text = text_of(client, "match-history", disputed.pk)
        assert "disputed Version 1 " in text
        assert re.search(
            rf"Version 1 Handed in by {a} , seat A · .*? verified .*?Seat and name", text
        )
        assert f"Confirmed by {c} , seat C, at the table" in text
        assert re.search(rf"Version 2 Handed in by {b} , seat B · .*? contradicted", text)
        assert f"They sat otherwise than paired: A {c} , B {b} , C {a}" in text
        assert "Against version 1: Other people sit at: A, C The records part at: " in text
        assert re.search(r"A \S.* now \(the record has ended\)", text)
        assert not re.search(r"\b" + disputed.pk + r"\b", text)

    def test_shows_rulings_and_private_remarks_to_officials_alone(
        self, client: Client, disputed: Match
    ) -> None:
        judge = make_user()
        Official.objects.create(event=disputed.event, user=judge, role=Official.Role.ARBITER)
        marks = marks_of(disputed, 5, 4, 3)
        first = Decision(Ruling.Kind.SCORES, marks=marks)
        rule(disputed, first, actor=Actor(user=judge), reason="Both agreed.", private="He shouted.")
        second = Decision(Ruling.Kind.ACCEPT, submission=disputed.submissions.first())
        rule(disputed, second, actor=Actor(user=judge), reason="The sheet was found.")
        public = text_of(client, "match-history", disputed.pk)
        match_page = text_of(client, "match", disputed.pk)
        client.force_login(judge)
        official = text_of(client, "match-history", disputed.pk)
        for text in (public, official):
            assert re.search(
                r"An official ruled: scores are set .*? Both agreed\. .*?does not count any more "
                r"ruled .*? An official ruled: a version is accepted .*? The sheet was found\. "
                r"counts verified",
                text,
            )
            assert judge.username not in text
        assert ("He shouted." in public, "He shouted." in official) == (False, True)
        assert "He shouted." not in match_page
        assert "Both agreed." in match_page

    def test_of_a_table_without_acts_says_so(self, client: Client) -> None:
        assert "Nothing was handed in yet" in text_of(client, "match-history", table(2).pk)

    def test_tells_of_a_game_that_is_played_again(self, client: Client) -> None:
        match = table(2)
        hand_in_record(match, record_of(players=2))
        rule(match, Decision(Ruling.Kind.REPLAY), actor=SERVICE, reason="The bag was short.")
        text = text_of(client, "match-history", match.pk)
        assert "history: the game is played again" in text
        page = text_of(client, "match", match.pk)
        assert "The game is played again: hand in its result." in page
        assert "The bag was short." in page

    def test_names_nobody_who_was_erased(self, client: Client, disputed: Match) -> None:
        player = seat_at(disputed, "A").player
        before = text_of(client, "match-history", disputed.pk)
        assert player.public_name in before
        name = player.public_name
        erase_player(player, actor=SERVICE)
        after = text_of(client, "match-history", disputed.pk)
        assert name not in after
        assert "seat A" in after


class TestComparison:
    def test_shows_the_first_line_where_they_part(self, client: Client) -> None:
        match = table(2)
        record = record_of(players=2)
        hand_in_record(match, record)
        other = record.replace("B h9=7 =12", "B h7=7 =12")
        hand_in_record(match, other, by="B")
        page = client.get(reverse("match-compare", args=[match.pk])).content.decode()
        text = plain(page)
        assert "They share 7 lines; this is the first that differs." in text
        assert "6 B h9=7 =12 6 B h7=7 =12" in text
        assert "The board before they part." in text
        assert page.count('class="board"') == 1

    def test_of_chosen_versions(self, client: Client) -> None:
        match = table(2)
        first = hand_in(match, 309, 307)
        hand_in(match, 309, 308, by="B")
        third = hand_in(match, 305, 308, by="B")
        names = entry_names(match.event)
        a, b = (names[entry] for entry in seating_of(match).values())
        chosen = f"?a={first.pk}&b={third.pk}"
        text = text_of(client, "match-compare", match.pk, chosen)
        assert (
            f"Name Version 1 Version 3 {b} 307 2. ≠ differs 308 1. {a} 309 1. ≠ differs 305 2."
            in text
        )
        newest = text_of(client, "match-compare", match.pk)
        assert "Name Version 2 Version 3" in newest

    def test_of_one_version_has_nothing_to_show(self, client: Client) -> None:
        match = table(2)
        hand_in(match, 309, 307)
        text = text_of(client, "match-compare", match.pk)
        assert "There are no two versions that differ" in text

    def test_of_versions_of_another_match_does_not_exist(self, client: Client) -> None:
        match, other = table(2), table(2)
        mine = hand_in(match, 309, 307)
        theirs = hand_in(other, 309, 307)
        address = reverse("match-compare", args=[match.pk])
        found = [
            client.get(f"{address}?a={mine.pk}&b={each}").status_code
            for each in (mine.pk, theirs.pk, "bbbbbbbbbb", "")
        ]
        assert found == [200, 404, 404, 404]


class TestMatchPage:
    def test_lists_versions_with_their_verdicts(self, client: Client, disputed: Match) -> None:
        text = text_of(client, "match", disputed.pk)
        assert "Two versions stand against each other. See where they part" in text
        assert re.search(
            r"Version 1 verified Handed in by .*? Version 2 contradicted Handed in", text
        )

    @pytest.mark.parametrize(("how", "grade"), [("phone", "confirmed"), ("table", "at_table")])
    def test_shows_the_grade_of_what_counts(
        self, client: Client, how: Confirmation.How, grade: str
    ) -> None:
        match = table(2)
        submission = hand_in(match, 309, 307)
        confirm(submission, "B", how=how)
        routes = {
            reverse("match", args=[match.pk]),
            reverse("round", args=[match.round_id]),
            reverse("event", args=[match.event_id]),
        }
        for address in routes:
            assert f'data-state="{grade}"' in client.get(address).content.decode()
        projected = client.get(reverse("event-projector", args=[match.event_id])).content.decode()
        assert f"icons.svg#{grade}" in re.sub(r"icons\.\w+\.svg", "icons.svg", projected)

    def test_of_a_round_tells_how_many_results_are_verified(self, client: Client) -> None:
        match = table(2)
        confirm(hand_in_record(match, record_of(players=2)), "B")
        text = text_of(client, "round", match.round_id)
        assert "All results are in · 1 of 1 results is verified" in text

    def test_taking_what_the_rules_give_is_another_version(self, client: Client) -> None:
        match = table(2)
        wrong = hand_in_record(match, record_of(players=2), figures=points_of(match, 640, 639))
        right = take_what_the_rules_give(
            wrong, actor=SERVICE, seat=seat_at(match, "A"), client_key="k"
        )
        verify_submission(right.pk)
        text = text_of(client, "match-history", match.pk)
        assert "Against version 1: Other scores are claimed." in text
        assert "handed in" in text_of(client, "match", match.pk)


class TestQueries:
    def test_do_not_grow_with_what_was_done(self, open_page: OpenPage) -> None:
        for acts in (1, 6):
            match = table(3)
            for number in range(acts):
                hand_in(match, 309, 308, 200 + number)
                confirm(hand_in_record(match, record_of(number, players=3), by="B"), "C")
            last = match.submissions.latest("number")
            pages = {
                reverse("submission", args=[last.pk]): 12,
                reverse("submission-verdict", args=[last.pk]): 12,
                reverse("match-history", args=[match.pk]): 12,
                reverse("match-compare", args=[match.pk]): 12,
            }
            for address, queries in pages.items():
                cache.clear()
                assert open_page(address, queries=queries).status_code == 200

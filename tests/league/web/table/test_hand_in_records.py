"""Records handed in at a table: pasted, chosen, named, hostile; and what is said while typing."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games.record import MAX_BYTES
from league.models import Match, Player, Submission, Verification
from league.results.queries import entries_at
from league.results.services.verification import verify_submission
from tests.factories.phones import HTMX, hand_in_on, phone_at, typed_points, typed_seats
from tests.factories.tables import record_of, seat_at, table
from tests.league.web.reading import errors_on

pytestmark = pytest.mark.django_db

RECORD = record_of(players=2)


@pytest.fixture
def match() -> Match:
    return table(2)


@pytest.fixture
def client(match: Match) -> Client:
    return phone_at(match, "A")


def typed_record(match: Match, **more: object) -> dict[str, object]:
    return {"way": "record", "client_key": "k", **typed_seats(match), **more}


def file_of(data: bytes, name: str = "game.txt") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def named(record: str, **names: str) -> str:
    tags = "".join(f'[Seat{letter} "{name}"]\n' for letter, name in names.items())
    return tags + record


def test_pasted_record_is_stored_and_verified(client: Client, match: Match) -> None:
    assert hand_in_on(client, match, typed_record(match, record=RECORD)).status_code == 302
    [stored] = Submission.objects.all()
    verify_submission(stored.pk)
    assert Verification.objects.get().outcome == "verified"
    assert (stored.claims, stored.game) == ({}, 1)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_file_of_any_encoding_is_read(client: Client, match: Match, encoding: str) -> None:
    file = file_of(RECORD.encode(encoding))
    assert hand_in_on(client, match, typed_record(match, file=file)).status_code == 302
    [stored] = Submission.objects.all()
    assert stored.record_digest
    verify_submission(stored.pk)
    assert Verification.objects.get().outcome == "verified"


def test_old_czech_file_is_read_and_its_names_are_not_stored(client: Client, match: Match) -> None:
    text = named(RECORD, A="Žofie Šťastná")
    hand_in_on(client, match, typed_record(match, file=file_of(text.encode("cp1250"))))
    [stored] = Submission.objects.all()
    assert "Žofie" not in stored.record
    assert stored.record_digest


def zipped() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("game.txt", RECORD)
    return packed.getvalue()


NO_TEXT = ["This is not text. Choose the record as a text file, or paste it."]
TOO_LARGE = ["This is too large: a record has 256 KiB at most."]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (bytes(range(256)) * 40, NO_TEXT),
        (b"\x7fELF\x02\x01\x01", NO_TEXT),
        (zipped(), NO_TEXT),
        (RECORD.encode() + b"\0\0", NO_TEXT),
        (RECORD.encode("utf-16")[:-1], NO_TEXT),
        (("A\0" * 20).encode("utf-16"), NO_TEXT),
        (b"A" * 10 * 1024 * 1024, TOO_LARGE),
        (b"A" * (MAX_BYTES + 1), TOO_LARGE),
        (b"", ["The file is empty."]),
        (b"  \n", ["The file is empty."]),
    ],
    ids=["binary", "program", "zip", "nul", "half", "nul16", "10MB", "large", "empty", "blank"],
)
def test_hostile_file_is_refused_in_a_sentence(
    client: Client, match: Match, data: bytes, said: list[str]
) -> None:
    response = hand_in_on(client, match, typed_record(match, file=file_of(data)))
    assert response.status_code == 422
    assert errors_on(response) == {"file": said}
    assert Submission.objects.count() == 0


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "C:\\x\\y.txt", "a" * 200, "a" * 5000, "💥\n.txt"]
)
def test_name_of_a_file_makes_no_difference(client: Client, match: Match, name: str) -> None:
    hand_in_on(client, match, typed_record(match, file=file_of(RECORD.encode(), name)))
    assert Submission.objects.get().record_digest


def test_pasted_nul_is_refused(client: Client, match: Match) -> None:
    response = hand_in_on(client, match, typed_record(match, record="A\0B"))
    assert list(errors_on(response)) == ["record"]
    assert Submission.objects.count() == 0


def test_pasted_text_over_the_limit_is_refused_beside_it(client: Client, match: Match) -> None:
    response = hand_in_on(client, match, typed_record(match, record="A" * (MAX_BYTES + 1)))
    assert errors_on(response) == {"record": ["The record is larger than 256 KiB."]}


@pytest.mark.parametrize("path", ["hand-in", "hand-in-check"])
def test_body_over_the_limit_is_a_page_in_our_look(match: Match, path: str) -> None:
    client = phone_at(match, "B")
    client.raise_request_exception = False
    typed = typed_record(match, record="A" * 2 * 1024 * 1024)
    response = client.post(reverse(path, args=[match.pk]), typed)
    content = response.content.decode()
    assert response.status_code == 413
    assert "That is too large" in content
    assert "Arbitr" in content
    assert Submission.objects.count() == 0


def test_nothing_given_is_said_at_the_record(client: Client, match: Match) -> None:
    assert errors_on(hand_in_on(client, match, typed_record(match, record=" "))) == {
        "record": ["Paste the record, or choose a file."]
    }


def test_text_of_a_file_stays_when_something_else_is_wrong(client: Client, match: Match) -> None:
    seat = seat_at(match, "A").pk
    typed = typed_record(match, file=file_of(RECORD.encode("utf-16")))
    response = hand_in_on(client, match, {**typed, "seat-0": seat, "seat-1": seat})
    assert response.status_code == 422
    assert response.context["form"]["record"].value() == RECORD


def name_people(match: Match, *names: str) -> None:
    for letter, name in zip("ABCD", names, strict=False):
        Player.objects.filter(seats=seat_at(match, letter)).update(full_name=name)


def test_names_in_the_record_propose_the_seats_and_are_asked_about_once(
    client: Client, match: Match
) -> None:
    name_people(match, "Jana Nováková", "Petr Dvořák")
    typed = typed_record(match, record=named(RECORD, A="DVORAK Petr", B="jana novakova"))

    asked = hand_in_on(client, match, typed)

    form = asked.context["form"]
    swapped = {f"seat-{at}": seat_at(match, letter).pk for at, letter in enumerate("BA")}
    assert asked.status_code == 422
    assert {name: form[name].value() for name in swapped} == swapped
    assert "The record names other seats." in asked.content.decode()
    assert Submission.objects.count() == 0

    again = {**typed, **swapped, "names_seen": form["names_seen"].value()}
    assert hand_in_on(client, match, again).status_code == 302
    first, second = entries_at(match)
    assert Submission.objects.get().seating == {"A": second, "B": first}


def test_whoever_knows_better_than_the_names_is_believed(client: Client, match: Match) -> None:
    name_people(match, "Jana Nováková", "Petr Dvořák")
    typed = typed_record(match, record=named(RECORD, A="Petr", B="Jana"))
    seen = hand_in_on(client, match, typed).context["form"]["names_seen"].value()
    assert hand_in_on(client, match, {**typed, "names_seen": seen}).status_code == 302
    first, second = entries_at(match)
    assert Submission.objects.get().seating == {"A": first, "B": second}


def test_names_as_the_pairing_has_them_ask_nothing(client: Client, match: Match) -> None:
    name_people(match, "Jana Nováková", "Petr Dvořák")
    typed = typed_record(match, record=named(RECORD, A="Jana N.", B="Petr D."))
    hand_in_on(client, match, typed)
    first, second = entries_at(match)
    assert Submission.objects.get().seating == {"A": first, "B": second}


def check(client: Client, match: Match, typed: dict[str, object]) -> str:
    address = reverse("hand-in-check", args=[match.pk])
    return client.post(address, typed, headers=HTMX).content.decode()


def test_record_is_judged_while_it_is_typed(client: Client, match: Match) -> None:
    content = check(client, match, typed_record(match, record=RECORD))
    assert 'data-state="verified"' in content
    assert content.count("<li>") == 2
    assert Submission.objects.count() == 0


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ('[Players "2"]\nA nonsense', "Line 1:"),
        ("We forgot to write it down.", "This text is not a record of a game"),
        ("\n".join(RECORD.splitlines()[:8]), "stops before the game is over"),
        (record_of(game="twisty", players=2), "of another game"),
        (record_of(players=3), "for another number of players"),
    ],
)
def test_what_is_wrong_with_a_record_is_said_while_it_is_typed(
    client: Client, match: Match, record: str, said: str
) -> None:
    assert said in check(client, match, typed_record(match, record=record))


def test_names_in_the_record_are_offered_while_it_is_typed(client: Client, match: Match) -> None:
    name_people(match, "Jana Nováková", "Petr Dvořák")
    content = check(client, match, typed_record(match, record=named(RECORD, A="Petr")))
    order = " ".join(seat_at(match, letter).pk for letter in "BA")
    assert f'data-order="{order} "' in content


def test_places_are_shown_while_scores_are_typed(client: Client, match: Match) -> None:
    content = check(client, match, typed_points(match, 150, 200))
    assert content.index("200") < content.index("150")
    assert "1." in content


def test_impossible_scores_are_said_while_they_are_typed(client: Client, match: Match) -> None:
    assert "Together that is 7" in check(client, match, typed_points(match, 3, 4))


def test_unfinished_typing_is_met_with_silence(client: Client, match: Match) -> None:
    entry = entries_at(match)[1]
    typed = {**typed_points(match, 150, 200), f"figure-{entry}-points": ""}
    assert check(client, match, typed).strip() == ""


def test_text_that_is_no_record_is_refused_in_the_words_of_the_check(
    client: Client, match: Match
) -> None:
    typed = typed_record(match, record="We forgot to write it down.")
    assert 'data-way="scores"' in check(client, match, typed)
    [[said]] = errors_on(hand_in_on(client, match, typed)).values()
    assert escape(said) in check(client, match, typed)
    assert Submission.objects.count() == 0


def test_contradicted_version_is_no_success_and_its_button_says_so(
    client: Client, match: Match
) -> None:
    typed = typed_record(match, record=record_of(players=3))
    assert 'data-send-label="Hand in all the same"' in check(client, match, typed)
    response = hand_in_on(client, match, typed, follow=True)
    [message] = response.context["messages"]
    assert (message.level_tag, "nobody is asked to confirm it" in str(message)) == ("warning", True)
    verify_submission(Submission.objects.get().pk)
    other = phone_at(match, "B").get(reverse("match", args=[match.pk])).content.decode()
    assert reverse("match-confirm", args=[match.pk]) not in other


@pytest.mark.parametrize("game", ["triolet", "kaleidoskop", "twisty", "polyssimo"])
def test_figures_of_the_others_record_are_filled_in(game: str) -> None:
    match = table(2, game=game)
    record = record_of(game=game, players=2, variant=match.event.variant)
    author = phone_at(match, "A")
    hand_in_on(author, match, typed_record(match, record=record))
    address = reverse("hand-in", args=[match.pk])
    version = Submission.objects.get().pk
    form = phone_at(match, "B").get(address, {"from": version}).context["form"]
    assert form.chosen_way == "scores"
    typed = {name: form[name].value() for name in form.fields if name.startswith("figure-")}
    assert typed
    assert None not in typed.values()
    assert author.get(address, {"from": version}).context["form"].has_record

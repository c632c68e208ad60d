"""What the form of a table asks for: the figures of its game, scores, places, sheets of teams."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.record import Record, read
from games.registry import GAMES
from games.replay import Replay, replay
from league.models import Entry, Match, Submission
from league.permissions import SERVICE
from league.results.queries import entries_at
from league.results.services.rulings import accept_handed_in
from tests.factories import make_player
from tests.factories.events import running_event
from tests.factories.phones import hand_in_on, phone_at, typed_seats
from tests.factories.tables import only_match, record_of, table
from tests.league.web.reading import errors_on, text_of

pytestmark = pytest.mark.django_db


def page(client: Client, match: Match) -> str:
    return client.get(reverse("hand-in", args=[match.pk])).content.decode()


@pytest.mark.parametrize("game", GAMES)
def test_form_asks_for_the_figures_of_the_game(game: str) -> None:
    match = table(2, game=game)
    content = page(phone_at(match, "A"), match)
    numbers = set(re.findall(r'name="figure-\w+?-(\w+)"', content))
    ticks = set(re.findall(r'name="tick-(\w+)"', content))
    assert (numbers, ticks) == {
        "kaleidoskop": ({"red", "green", "blue", "orange", "yellow", "purple"}, set()),
        "triolet": ({"points"}, set()),
        "polyssimo": ({"pieces", "squares"}, {"last"}),
        "twisty": ({"cubes"}, {"won"}),
    }[game]


@pytest.mark.parametrize("game", GAMES)
def test_figures_of_a_played_game_are_taken(game: str) -> None:
    record = read(record_of(2, game=game, players=2).encode())
    assert isinstance(record, Record)
    played = replay(record)
    assert isinstance(played, Replay)
    match = table(2, game=game)
    typed = {"way": "scores", "client_key": "k", **typed_seats(match)}
    for entry, sheet in zip(
        entries_at(match), record.rules.figures.of(played.position).values(), strict=True
    ):
        for name, value in sheet.items():
            typed[f"figure-{entry}-{name}"] = str(value)
            if value and name in ("last", "won"):
                typed[f"tick-{name}"] = entry
    assert hand_in_on(phone_at(match, "A"), match, typed).status_code == 302
    [stored] = Submission.objects.all()
    assert all(claim["keys"] for claim in stored.claims.values())


def test_winner_of_twisty_without_all_cubes_is_refused() -> None:
    match = table(2, game="twisty")
    first, second = entries_at(match)
    typed = {
        "way": "scores",
        "client_key": "k",
        **typed_seats(match),
        f"figure-{first}-cubes": "2",
        f"figure-{second}-cubes": "1",
        "tick-won": first,
    }
    response = hand_in_on(phone_at(match, "A"), match, typed)
    [(field, [said])] = errors_on(response).items()
    assert field == f"figure-{first}-cubes"
    assert said.startswith("A cannot have won with 2 cubes")
    assert re.search(rf'value="{first}"\s+checked', response.content.decode())


def test_winner_ticked_for_nobody_is_said_at_the_tick() -> None:
    match = table(2, game="twisty")
    figures = {f"figure-{entry}-cubes": "1" for entry in entries_at(match)}
    typed = {"way": "scores", "client_key": "k", **typed_seats(match), **figures}
    assert list(errors_on(hand_in_on(phone_at(match, "A"), match, typed))) == ["tick-won"]


def other_game(scoring: str) -> Match:
    return table(3, game="other", other_name="Dostihy", other_scoring=scoring)


def typed_marks(match: Match, *marks: str) -> dict[str, str]:
    named = zip(entries_at(match), marks, strict=True)
    return {
        "way": "scores",
        "client_key": "k",
        **typed_seats(match),
        **{f"mark-{entry}": mark for entry, mark in named},
    }


def test_another_game_takes_scores_and_no_record() -> None:
    match = other_game("higher")
    client = phone_at(match, "A")
    assert 'name="record"' not in page(client, match)
    assert hand_in_on(client, match, typed_marks(match, "18+", "18", "-4")).status_code == 302
    [stored] = Submission.objects.all()
    claims = [stored.claims[entry] for entry in entries_at(match)]
    assert [(c["score"], c["above_equals"]) for c in claims] == [
        (18, True),
        (18, False),
        (-4, False),
    ]


@pytest.mark.parametrize(("marks", "status"), [(("1", "2", "2"), 302), (("1", "3", "3"), 422)])
def test_another_game_takes_places_that_fit(marks: tuple[str, ...], status: int) -> None:
    match = other_game("places")
    response = hand_in_on(phone_at(match, "A"), match, typed_marks(match, *marks))
    assert response.status_code == status
    if status == 422:
        assert errors_on(response) == {
            "__all__": ["These places do not fit together: 1, 2, 2, 4 would."]
        }


def test_another_game_says_which_mark_is_none() -> None:
    match = other_game("higher")
    response = hand_in_on(phone_at(match, "A"), match, typed_marks(match, "18", "many", "x"))
    _first, second, third = entries_at(match)
    assert errors_on(response) == {
        f"mark-{second}": ["Write a whole number."],
        f"mark-{third}": ["Write a whole number."],
    }


def team_match() -> Match:
    stage = running_event(2, game="kaleidoskop", variant="teams")
    for entry in Entry.objects.filter(event=stage.event):
        entry.partner = make_player("Partner Druhý")
        entry.save()
    return only_match(stage)


def test_team_has_one_sheet_of_figures() -> None:
    match = team_match()
    content = page(phone_at(match, "A"), match)
    assert len(set(re.findall(r'name="figure-(\w+)-red"', content))) == 2
    assert len(re.findall("data-seat\n", content)) == 4


def test_partners_who_sit_together_are_refused() -> None:
    match = team_match()
    figures = {
        f"figure-{entry}-{colour}": "3"
        for entry in entries_at(match)
        for colour in ("red", "green", "blue", "orange", "yellow", "purple")
    }
    typed = {"way": "scores", "client_key": "k", **typed_seats(match), **figures}
    client = phone_at(match, "A")
    assert hand_in_on(client, match, typed).status_code == 302
    wrong = {**typed, "client_key": "l", **typed_seats(match, "ACBD")}
    assert errors_on(hand_in_on(client, match, wrong)) == {
        "__all__": ["Partners of a team sit opposite each other."]
    }


def test_what_decided_shows_both_values_with_the_colours_side_by_side() -> None:
    match = only_match(running_event(2, game="kaleidoskop"))
    colours = ("red", "green", "blue", "orange", "yellow", "purple")
    tracks = [(3, 9, 5, 9, 9, 9), (9, 3, 4, 9, 9, 9)]
    figures = {
        f"figure-{entry}-{colour}": str(value)
        for entry, values in zip(entries_at(match), tracks, strict=True)
        for colour, value in zip(colours, values, strict=True)
    }
    typed = {"way": "scores", "client_key": "k", **typed_seats(match), **figures}
    phone = phone_at(match, "A")
    assert hand_in_on(phone, match, typed).status_code == 302
    match.refresh_from_db()
    accept_handed_in(
        match, submission_id=Submission.objects.get().pk, actor=SERVICE, version=match.version
    )
    for reader in (phone, Client()):
        content = reader.get(reverse("match", args=[match.pk])).content.decode()
        compared = re.findall(r'class="result-keys">(.*?)</(?:li|th)>', content, re.S)
        assert len(compared) >= 2
        first, second = compared[:2]
        assert re.findall(r"#(\w)\"", first)[:2] == ["R", "B"]
        assert re.findall(r"#(\w)\"", second)[:2] == ["G", "B"]
        decided = [re.findall(r"<mark>(\d+)</mark>", each, re.S) for each in (first, second)]
        assert decided == [["5"], ["4"]]


def test_those_who_are_asked_see_every_figure_that_was_typed() -> None:
    """Equal scores are told apart by figures that nobody could check unseen."""
    match = table(2, game="kaleidoskop")
    first, second = entries_at(match)
    colours = ("red", "green", "blue", "orange", "yellow", "purple")
    typed = {"way": "scores", "client_key": "k", **typed_seats(match)}
    for entry, numbers in ((first, (14, 1, 2, 3, 4, 5)), (second, (1, 2, 3, 4, 5, 17))):
        typed |= {f"figure-{entry}-{c}": str(n) for c, n in zip(colours, numbers, strict=True)}
    assert hand_in_on(phone_at(match, "A"), match, typed).status_code == 302
    asked = text_of(phone_at(match, "B"), reverse("match-now", args=[match.pk]))
    assert "Red 14 Green 1 Blue 2 Orange 3 Yellow 4 Purple 5" in asked
    assert "Red 1 Green 2 Blue 3 Orange 4 Yellow 5 Purple 17" in asked

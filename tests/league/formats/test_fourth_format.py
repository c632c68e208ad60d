"""A tiny fourth format at the desk, over the API, in standings and on pages.

It has one module and one line in the registry, and nothing else knows it.
"""

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from league.exchange.queries.reports import trf_event
from league.models import Club, Event, Round, Stage, User
from league.pairing.services import pair_round
from league.pairing.trf.writer import write_trf
from league.standings.services import compute_standings
from tests.factories import make_club, make_user
from tests.factories.events import entries_at, played_round, running_event
from tests.league.api.asking import NOBODY, Program
from tests.league.web.reading import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("ladder_format")]

NAMES = ("Adam Adamec", "Běta Bílá", "Cyril Cink", "Dana Dubová", "Emil Eben")
STARTS_AT = "2026-12-01T18:00:00+01:00"


@pytest.fixture
def admin() -> User:
    return make_user()


@pytest.fixture
def club(admin: User) -> Club:
    return make_club(admin=admin)


@pytest.fixture
def desk(client: Client, admin: User) -> Client:
    """Of whoever runs the club."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    client.force_login(admin)
    return client


@pytest.fixture
def event(desk: Client, club: Club) -> Event:
    """Opened by its page, and not changed yet."""
    return opened(desk, club, "ladder")


@pytest.fixture
def evening(desk: Client, event: Event) -> Event:
    """Five people are here, and it has started."""
    change(desk, event, "format", seeding="entered")
    move(desk, event, "open")
    for name in NAMES:
        desk.post(page("event-enter", event), {"full_name": name, "is_here": "on"})
    move(desk, event, "running")
    return event


def page(route: str, event: Event, **parts: object) -> str:
    return reverse(route, kwargs={"pk": event.pk, **parts})


def opened(desk: Client, club: Club, template: str) -> Event:
    typed = {"name": "Žebřík", "date": "2026-12-01", "time": "18:00", "game": "triolet"}
    desk.post(reverse("event-new", args=[club.pk]) + f"?template={template}", typed)
    return Event.objects.get()


def change(desk: Client, event: Event, part: str, **changes: str) -> None:
    """The form of a section as it stands on the page, with some fields changed."""
    form = desk.get(page("event-setting", event, part=part)).context["form"]
    shown = {field.name: field.value() for field in form}
    kept = {name: value for name, value in shown.items() if value not in (None, False)}
    answer = desk.post(page("event-setting", event, part=part), {**kept, **changes})
    assert answer.headers["Location"] == page("event-settings", event)


def move(desk: Client, event: Event, to: str) -> None:
    event.refresh_from_db()
    desk.post(page("event-move", event), {"to": to, "version": event.version})
    event.refresh_from_db()
    assert event.status == to


def drawn(desk: Client, event: Event) -> Round:
    desk.post(page("round-draft", event))
    draft = Round.objects.filter(stage__event=event).latest("number")
    pair_round(draft.pk)
    draft.refresh_from_db()
    return draft


def turn(desk: Client, event: Event, route: str, one: Round) -> None:
    """A round goes on by a button of the desk."""
    desk.post(page(route, event, round_id=one.pk), {"version": one.version})
    one.refresh_from_db()


def published(desk: Client, event: Event) -> Round:
    one = drawn(desk, event)
    turn(desk, event, "round-publish", one)
    return one


def played(desk: Client, event: Event) -> Round:
    """A round from its draft to its close; whoever has the first seat wins."""
    one = published(desk, event)
    for match in one.matches.all():
        marks = dict(zip(entries_at(match), ("100", "90"), strict=True))
        typed = {"game": 1, "version": match.version, "client_key": match.pk, **marks}
        desk.post(page("table-scores", event, match_id=match.pk), typed)
    turn(desk, event, "round-close", one)
    assert one.status == Round.Status.CLOSED
    compute_standings(one.stage_id)
    return one


def meetings(one: Round) -> list[str]:
    """Starting numbers of those who meet, table by table, and of who sits out."""
    seeds = dict(one.stage.event.entries.values_list("pk", "seed"))
    tables = [entries_at(match) for match in one.matches.order_by("table")]
    tables += [[bye.entry_id] for bye in one.byes.all()]
    return ["–".join(str(seeds[entry]) for entry in entries) for entries in tables]


def test_event_starts_from_the_template_of_the_format(desk: Client, club: Club) -> None:
    assert "Ladder, 3 rounds" in text_of(desk, reverse("event-new", args=[club.pk]))
    stage = opened(desk, club, "ladder").stages.get()
    assert (stage.kind, stage.rounds_planned, stage.chain) == ("ladder", 3, ["WON", "SEED"])
    assert str(stage) == "Žebřík: Ladder"


def test_settings_shown_are_those_that_the_format_names(desk: Client, event: Event) -> None:
    content = desk.get(page("event-setting", event, part="format")).content.decode()
    assert 'value="ladder"' in content
    assert 'data-shows="bye_12 draw_12 loss_12 win_12"' in content
    fields = desk.get(page("event-setting", event, part="points")).context["form"].fields
    assert [name for name in fields if name != "version"] == [
        *("win_12", "draw_12", "loss_12"),
        "bye_12",
    ]


def test_event_of_another_format_is_changed_to_it(desk: Client, club: Club) -> None:
    event = opened(desk, club, "evening")
    change(desk, event, "format", kind="ladder")
    assert event.stages.get().kind == "ladder"


def test_rules_of_the_format_are_told(desk: Client, event: Event) -> None:
    text = text_of(desk, page("event-settings", event))
    assert "Ladder, rounds: 3. You meet your neighbour in the table." in text


def test_rules_of_the_format_are_told_to_everybody(desk: Client, event: Event) -> None:
    move(desk, event, "open")
    desk.logout()
    content = desk.get(page("event", event)).content.decode()
    assert "You meet your neighbour in the table." in content


def test_usual_tiebreaks_of_the_format_are_offered(desk: Client, event: Event) -> None:
    chain = desk.get(page("event-chain", event)).context["chain"]
    assert chain.presets[0].chain == ("WON", "SEED")
    assert chain.misfits == []


def test_rounds_are_drawn_by_the_format_and_ranked(desk: Client, evening: Event) -> None:
    assert meetings(played(desk, evening)) == ["1–2", "3–4", "5"]
    # Points 2, 0, 2, 0, 2: who won or sat out are neighbours now.
    assert meetings(played(desk, evening)) == ["1–3", "5–2", "4"]
    standings = text_of(desk, page("event-standings", evening))
    places = [standings.index(name) for name in ("Adam A.", "Emil E.", "Cyril C.", "Dana D.")]
    assert places == sorted(places)


def test_desk_explains_the_tables_of_a_draft(desk: Client, evening: Event) -> None:
    draft = drawn(desk, evening)
    assert "Round 1: neighbours by starting numbers." in text_of(desk, page("desk", evening))
    desk.post(page("round-discard", evening, round_id=draft.pk))
    played(desk, evening)
    drawn(desk, evening)
    text = text_of(desk, page("desk", evening))
    assert "Everybody here has the same points: 2." in text
    assert "From 0 to 2 points: as close as the other rules allow." in text
    assert "Nobody here has met before." not in text


def test_desk_offers_no_sizes_of_tables(desk: Client, evening: Event) -> None:
    assert desk.get(page("desk", evening)).context["desk"].offers_plan is False


def test_public_pages_show_the_event(desk: Client, evening: Event) -> None:
    played(desk, evening)
    desk.logout()
    for route in ("event", "event-standings", "event-cross", "print-standings", "event-projector"):
        assert "Emil E." in text_of(desk, page(route, evening)), route
    assert "Each round: the points" in text_of(desk, page("event-cross", evening))


def test_round_is_shown_and_printed(desk: Client, evening: Event) -> None:
    one = published(desk, evening)
    for route in ("round", "print-tables", "print-names", "print-slips"):
        assert "Adam A." in text_of(desk, reverse(route, args=[one.pk])), route


def test_event_is_kept_on_paper(desk: Client, evening: Event) -> None:
    played(desk, evening)
    content = desk.get(page("event-paper", evening)).content.decode()
    assert "Adam" in content


def test_event_is_run_over_the_api(club: Club, admin: User) -> None:
    program = Program.of(admin)
    told = program.post(
        "events",
        club=club.pk,
        template="ladder",
        name="Žebřík",
        starts_at=STARTS_AT,
        game="triolet",
        stage={"seeding": "entered", "rounds_planned": 2},
    ).json()
    assert told["stage"]["kind"] == "ladder"
    event = f"events/{told['id']}"
    told = program.post(f"{event}/move", to="open", version=told["version"]).json()
    for name in NAMES[:4]:
        program.post(f"{event}/entries", full_name=name, is_here=True)
    program.post(f"{event}/move", to="running", version=told["version"])
    play_over_the_api(program, event)
    table = NOBODY.get(f"{event}/standings").json()
    assert [(row["rank"], row["name"], row["points"]) for row in table["results"]] == [
        (1, "Adam A.", 2),
        (2, "Cyril C.", 2),
        (3, "Běta B.", 0),
        (4, "Dana D.", 0),
    ]


def play_over_the_api(program: Program, event: str) -> None:
    round_id = program.post(f"{event}/rounds").json()["id"]
    pair_round(round_id)
    draft = program.get(f"rounds/{round_id}").json()
    one = program.post(f"rounds/{round_id}/publish", version=draft["version"]).json()
    for match in program.get(f"rounds/{round_id}/matches").json()["results"]:
        enter_over_the_api(program, match)
    program.post(f"rounds/{round_id}/close", version=one["version"])
    compute_standings(Stage.objects.get().pk)


def enter_over_the_api(program: Program, match: dict[str, Any]) -> None:
    first, second = (side["entry"] for side in match["sides"])
    program.post(
        f"matches/{match['id']}/scores",
        client_key=f"key-{match['table']}",
        version=match["version"],
        scores={first: 100, second: 90},
    )


def test_kind_that_is_not_registered_is_refused_over_the_api(club: Club, admin: User) -> None:
    program = Program.of(admin)
    new = {"club": club.pk, "template": "ladder", "name": "Žebřík", "starts_at": STARTS_AT}
    refused = program.post("events", **new, game="triolet", stage={"kind": "hourglass"})
    assert "hourglass" in str(refused.json())
    assert not Event.objects.exists()
    program.post("events", **new, game="triolet", stage={"kind": "ladder"})
    assert Event.objects.get().stages.get().kind == "ladder"


def test_game_that_two_cannot_play_is_refused_over_the_api(club: Club, admin: User) -> None:
    new = {"club": club.pk, "template": "ladder", "name": "Žebřík", "starts_at": STARTS_AT}
    of_three = {"game": "other", "other_name": "Trojka", "other_least": 3, "other_most": 3}
    refused = Program.of(admin).post("events", **new, **of_three)
    assert "This format is for two at a table" in str(refused.json())


def test_tournament_report_names_the_format() -> None:
    stage = running_event(4, stage={"kind": "ladder"})
    played_round(stage)
    assert "092 Individual: Ladder" in write_trf(trf_event(stage))


def test_simulation_plays_the_format(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("simulate", "--format=ladder", "--entries=8", "--rounds=3", "--seed=5")
    stage = Stage.objects.get()
    assert capsys.readouterr().out.strip() == stage.event_id
    assert (stage.kind, stage.event.status) == ("ladder", Event.Status.FINISHED)
    assert stage.rounds.count() == 3

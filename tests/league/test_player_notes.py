"""Years of birth and notes: who sees them, what they are for, and when they are gone."""

import re
from datetime import timedelta
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.accounts import delete_account
from league.api.urls import router
from league.clubs.services.clubs import edit_club
from league.clubs.services.players import erase_player, merge_players, move_player
from league.errors import LeagueError
from league.events.services.approval import approve_entry
from league.events.services.categories import add_category, edit_category, remove_category
from league.events.services.entries import Registration, enter_player, sign_up
from league.exchange.queries.event_tables import EVENT_TABLES
from league.exchange.queries.reports import trf_event
from league.exchange.table_files import TABLE_FILES
from league.models import AuditEntry, Club, Entry, Event, Official, Player, PlayerNote, Season, User
from league.pairing.trf.writer import write_trf
from league.permissions import SERVICE, Actor
from league.player_notes import forget_idle_notes, keep_note, notes_for, written, year_in
from league.seasons.queries.seasons import divisions_of
from league.seasons.services.setup import add_players
from league.tasks import sweep
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.events import played_round, published_round, running_event
from tests.factories.seasons import advance, make_season, moved
from tests.factories.series import evening_of, make_series
from tests.factories.sheets import sheet_at
from tests.league.api.asking import NOBODY, Program, refusal
from tests.league.events.rows import entered
from tests.league.links import Walk
from tests.league.web.reading import plain

pytestmark = pytest.mark.django_db
YEAR, NOTE = 1907, "trenérův synovec"


@pytest.fixture
def admin() -> User:
    return make_user("admin")


@pytest.fixture
def club(admin: User) -> Club:
    club = make_club(admin=admin)
    Club.objects.filter(pk=club.pk).update(keeps_notes=True)
    club.refresh_from_db()
    return club


@pytest.fixture
def jana(club: Club) -> Player:
    player = make_player("Jana Nováková", club=club)
    keep_note(player, actor=SERVICE, birth_year=YEAR, text=NOTE)
    return player


def kept() -> list[tuple[str, int | None, str]]:
    rows = PlayerNote.objects.order_by("player__full_name")
    return list(rows.values_list("player__full_name", "birth_year", "text"))


def test_note_is_kept_changed_and_taken_away(jana: Player) -> None:
    keep_note(jana, actor=SERVICE, birth_year=2012, text="  levá   ruka ")
    assert kept() == [("Jana Nováková", 2012, "levá ruka")]
    keep_note(jana, actor=SERVICE, birth_year=None, text=" ")
    assert kept() == []
    assert [row.details for row in AuditEntry.objects.filter(action="edit note")] == [{}] * 3


@pytest.mark.parametrize(
    ("year", "text", "reason"),
    [
        (1899, "", "between 1900 and"),
        (timezone.now().year + 1, "", "between 1900 and"),
        (None, "x" * 81, "at most 80 characters"),
    ],
)
def test_note_that_is_refused(jana: Player, year: int | None, text: str, reason: str) -> None:
    with pytest.raises(LeagueError, match=reason):
        keep_note(jana, actor=SERVICE, birth_year=year, text=text)
    assert kept() == [("Jana Nováková", YEAR, NOTE)]


def test_note_is_refused_where_the_club_keeps_none(jana: Player) -> None:
    for other in (make_player("Petr Cizí", club=make_club()), make_player("Bez Klubu")):
        with pytest.raises(LeagueError, match="does not keep years"):
            keep_note(other, actor=SERVICE, birth_year=2000, text="")
    assert len(kept()) == 1


def test_note_is_seen_by_the_own_club_and_the_person_alone(
    jana: Player, admin: User, club: Club
) -> None:
    own, other = make_user(), make_user()
    make_club("Jiný", admin=other)
    Player.objects.filter(pk=jana.pk).update(user=own)
    chief = make_user(is_superuser=True)
    seen = {
        name: written(notes_for(Actor(user=user), [jana.pk]).get(jana.pk))
        for name, user in (("admin", admin), ("own", own), ("other", other), ("chief", chief))
    }
    both = f"{YEAR}, {NOTE}"
    assert seen == {"admin": both, "own": both, "other": "", "chief": ""}
    assert notes_for(Actor(), [jana.pk]) == {}


def test_note_is_gone_when_the_person_is_forgotten(jana: Player) -> None:
    erase_player(jana, actor=SERVICE)
    assert kept() == []


def test_note_is_gone_with_the_account(jana: Player) -> None:
    user = make_user()
    Player.objects.filter(pk=jana.pk).update(user=user)
    delete_account(user, actor=Actor(user=user))
    assert kept() == []


def test_note_is_gone_in_another_club_and_when_the_club_keeps_none(
    jana: Player, club: Club
) -> None:
    petr = make_player("Petr Dvořák", club=club)
    keep_note(petr, actor=SERVICE, birth_year=2000, text="")
    move_player(petr, actor=SERVICE, club=make_club("Jiný"), version=petr.version)
    assert [name for name, *_rest in kept()] == ["Jana Nováková"]
    edit_club(club, actor=SERVICE, version=club.version, changes={"keeps_notes": False})
    assert kept() == []


def test_note_of_two_who_are_one_is_that_of_the_one_who_stays_else_of_the_other(
    jana: Player, club: Club
) -> None:
    twin, third = (make_player("Jana Nováková", club=club) for _ in range(2))
    keep_note(third, actor=SERVICE, birth_year=2001, text="")
    for gone in (jana, third):
        twin.refresh_from_db()
        versions = {"version": twin.version, "gone_version": gone.version}
        merge_players(twin, actor=SERVICE, gone=gone, **versions)
    assert kept() == [("Jana Nováková", YEAR, NOTE)]


def test_sweep_forgets_notes_after_two_idle_years(jana: Player, club: Club) -> None:
    long_ago = timezone.now() - timedelta(days=2 * 365 + 1)
    played, partner = (make_player(name, club=club) for name in ("Petr Dvořák", "Eva Malá"))
    for player in (played, partner):
        keep_note(player, actor=SERVICE, birth_year=2000, text="")
    PlayerNote.objects.update(changed_at=long_ago)
    event = make_event(club)
    Entry.objects.create(event=event, player=played, partner=partner)
    sweep()
    assert [name for name, *_rest in kept()] == ["Eva Malá", "Petr Dvořák"]
    Entry.objects.update(created_at=long_ago)
    Event.objects.update(starts_at=long_ago)
    forget_idle_notes()
    assert kept() == []


def test_years_are_read_from_years_and_dates_alone() -> None:
    cells = ["2012", " 5. 3. 2012", "2012-03-05", "12", "1. 1. 1812", "2011/2012", "neví"]
    assert [year_in(cell) for cell in cells] == [2012, 2012, 2012, None, None, None, None]


def test_import_takes_years_and_notes_where_the_club_keeps_them(
    client: Client, admin: User, club: Club
) -> None:
    client.force_login(admin)
    table = "Jméno;Příjmení;Rok narození;Poznámka\nJana;Nová;2012;levá\nPetr;Starý;neví;\n"
    address = reverse("club-import", args=[club.pk])
    for other in (make_club("Bez", admin=admin), club):
        where = reverse("club-import", args=[other.pk])
        shown = client.post(where, {"text": table})
        client.post(where, {"sealed": shown.context["sealed"]})
    assert kept() == [("Jana Nová", 2012, "levá")]
    assert Player.objects.count() == 4
    assert client.get(address).status_code == 200


def test_categories_are_filled_by_age(jana: Player, club: Club) -> None:
    petr = make_player("Petr Dvořák", club=club)
    keep_note(petr, actor=SERVICE, birth_year=2014, text="")
    event = make_event(club)
    for player in (jana, petr):
        enter_player(event, actor=SERVICE, registration=Registration(player=player))
    entered(event, "Kdoví Kdo")
    young = add_category(event, actor=SERVICE, name="U12", born_from=2012)
    old = add_category(event, actor=SERVICE, name="Senioři", born_to=1960)
    members = [
        [entry.player.full_name for entry in category.entries.all()] for category in (young, old)
    ]
    assert members == [["Petr Dvořák"], ["Jana Nováková"]]
    late = make_player("Ája Malá", club=club)
    keep_note(late, actor=SERVICE, birth_year=2013, text="")
    guest = sign_up(event, actor=Actor(), registration=Registration(full_name="Ája Malá"))
    approve_entry(guest, actor=SERVICE, player=late)
    assert young.entries.count() == 2
    with pytest.raises(LeagueError, match="must come before its last"):
        edit_category(young, actor=SERVICE, name="U12", is_shown=True, born_from=2012, born_to=2000)
    remove_category(young, actor=SERVICE)
    assert AuditEntry.objects.get(action="remove category").details["born"] == [2012, None]


def test_admin_writes_it_on_the_player_s_page_and_the_person_reads_it(
    client: Client, jana: Player, admin: User, club: Club
) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    client.force_login(admin)
    address = reverse("player-note", args=[jana.pk])
    wrong = client.post(address, {"birth_year": "1800", "text": NOTE})
    assert "between 1900 and" in plain(wrong.content.decode())
    client.post(address, {"birth_year": "2012", "text": NOTE})
    pages = [reverse("club-members", args=[club.pk]), jana.get_absolute_url()]
    assert [f"2012, {NOTE}" in client.get(pages[0]).content.decode()] == [True]
    assert NOTE in client.get(pages[1]).content.decode()
    own = make_user()
    Player.objects.filter(pk=jana.pk).update(user=own)
    client.force_login(own)
    for page in (reverse("me"), pages[1]):
        text = plain(client.get(page).content.decode())
        assert "2012" in text
        assert NOTE in text


def test_api_has_it_for_admins_and_never_in_a_list(jana: Player, admin: User, club: Club) -> None:
    program = Program.of(admin, "read", "clubs")
    path = f"players/{jana.pk}/note"
    assert program.get(path).json() == {"birth_year": YEAR, "text": NOTE}
    assert program.put(path, birth_year=2012).json() == {"birth_year": 2012, "text": ""}
    assert refusal(program.put(path, text="x" * 81))[0] == 400
    assert refusal(NOBODY.get(path))[0] == 401
    assert Program.of(make_user()).get(path).status_code == 403
    for listed in (f"clubs/{club.pk}/members", "players", f"players/{jana.pk}"):
        assert "2012" not in program.get(listed).content.decode()


@pytest.mark.sqlite  # pages and API, as tests.parts.DOORS
def test_nobody_else_is_told_on_any_page_export_or_log(
    client: Client, jana: Player, admin: User, club: Club
) -> None:
    """Planted with every player, then looked for as everybody but the admins of the club."""
    arbiter, chief = make_user("arbiter"), make_user("chief", is_superuser=True)
    event = make_event(club, officials={Official.Role.ARBITER: arbiter})
    twin = make_player("Jana Nováková", club=club)
    keep_note(twin, actor=Actor(user=admin), birth_year=1913, text=f"{NOTE} druhý")
    for player in (jana, twin):
        enter_player(
            event, actor=SERVICE, registration=Registration(player=player), is_namesake=True
        )
    secrets = (str(YEAR), "1913", NOTE)
    for user in (None, arbiter, make_user("stranger"), chief):
        visitor = Told(user)
        Walk(visitor, most=3, all_of=frozenset({"event", "club"})).go()  # type: ignore[arg-type]
        assert len(visitor.told) > 15
        leaks = [
            (address, secret)
            for address, text in visitor.told.items()
            for secret in secrets
            if secret in text
        ]
        assert (user and user.username, leaks) == (user and user.username, [])
    control = Told(admin)
    Walk(control, most=3).go()  # type: ignore[arg-type]
    assert any(NOTE in text for text in control.told.values())
    download = control.get(reverse("members-table", args=[club.pk, "csv"])).content.decode()
    logged = repr(list(AuditEntry.objects.values_list("action", "details")))
    assert [secret for secret in secrets for text in (download, logged) if secret in text] == []


def test_exports_tell_nothing_of_it(jana: Player, admin: User, club: Club) -> None:
    """Not even to admins: what is taken away is passed on."""
    stage = running_event(4, stage={"kind": "swiss"}, games_per_match=1)
    event = stage.event
    Event.objects.update(club=club)
    Entry.objects.filter(event=event, seed=1).update(player=jana)
    played_round(stage)
    published_round(stage)
    series = make_series(club)
    evening_of(series, jana, make_player("Petr Dvořák", club=club))
    taken = [
        *(reverse("members-table", args=[club.pk, kind]) for kind in TABLE_FILES),
        *(reverse("series-table", args=[series.pk, kind]) for kind in TABLE_FILES),
        *(
            f"{reverse('event-table', args=[event.pk, table, 'json'])}?names=full"
            for table in EVENT_TABLES
            if table != "statistics"  # which name nobody
        ),
        reverse("event-paper", args=[event.pk]),
        *(reverse("paper", args=[copy.pk]) for copy in event.paper_copies.all()),
        *(reverse(name, args=[series.pk]) for name in ("series-print", "series")),
        reverse("print-slips", args=[stage.rounds.get(number=2).pk]),
        f"{reverse('print-standings', args=[event.pk])}?names=full",
    ]
    program = Told(admin)
    told = [_unpacked(program.get(address)) for address in taken]
    told.append(write_trf(trf_event(stage, in_full=True)))
    assert [place for place, text in enumerate(told) if "Jana" not in text] == []
    assert [text for text in told if str(YEAR) in text or NOTE in text] == []


def _unpacked(answer: Any) -> str:
    content: bytes = answer.content
    if content[:2] != b"PK":
        return content.decode()
    with ZipFile(BytesIO(content)) as parts:
        return "".join(parts.read(name).decode() for name in parts.namelist())


@pytest.mark.sqlite  # pages and API, as tests.parts.DOORS
def test_api_and_calendar_have_nothing_of_it_for_others(jana: Player, club: Club) -> None:
    arbiter, chief = make_user("arbiter"), make_user("chief", is_superuser=True)
    stage = running_event(4)
    Event.objects.update(club=club)
    Entry.objects.filter(event=stage.event_id, seed=1).update(player=jana)
    Official.objects.create(event=stage.event, user=arbiter, role=Official.Role.ARBITER)
    round_ = played_round(stage)
    match = round_.matches.filter(seats__player=jana)[0]
    playing = published_round(stage).matches.select_related("event", "round__stage__event")
    sheet = sheet_at(playing.filter(seats__player=jana)[0])
    series = make_series(club)
    evening_of(series, jana, make_player("Petr Dvořák", club=club))
    season = season_with(jana)
    rows = {
        "clubs": [club.pk],
        "players": [jana.pk],
        "events": [stage.event_id],
        "entries": list(stage.event.entries.values_list("pk", flat=True)),
        "rounds": [round_.pk],
        "matches": [match.pk],
        "submissions": list(match.submissions.values_list("pk", flat=True)),
        "sheets": [sheet.pk],
        "series": [series.pk],
        "seasons": [season.pk],
    }
    paths = [path for kind, ids in rows.items() for path in _api_paths(kind, ids)]
    read: set[str] = set()
    named: set[str] = set()  # where people are named, hers was read
    for user in (None, make_user("stranger"), arbiter, chief):
        program = Program.of(user, "read", "events", "clubs", "play") if user else NOBODY
        told = {path: program.get(path) for path in paths}
        answered = {path: text for path, text in told.items() if text.status_code == 200}
        assert len(answered) > 20
        texts = {path: _without_request(answer) for path, answer in told.items()}
        calendar = Told(user).get(reverse("season-calendar", args=[season.pk]))
        texts["calendar"] = calendar.content.decode()
        assert [path for path, text in texts.items() if str(YEAR) in text or NOTE in text] == []
        named |= {path for path, text in texts.items() if "Jana" in text}
        read |= set(answered)
    assert {f"sheets/{sheet.pk}", f"sheets/{sheet.pk}/record"} <= read
    schedule, players = (f"seasons/{season.pk}/{part}" for part in ("schedule", "players"))
    assert {"calendar", f"series/{series.pk}/table", schedule, players} <= named


def _without_request(answer: Any) -> str:
    """The name of a request is made of any digits, those of a year among them."""
    return re.sub(r'"request_id":"\w*"', "", answer.content.decode())


def season_with(player: Player) -> Season:
    """One that is played, of the player's club."""
    season = make_season(3, club=player.club)
    add_players(divisions_of(season)[0], actor=SERVICE, names=[player.full_name])
    season = moved(season, Season.Status.OPEN, Season.Status.RUNNING)
    advance()
    return season


def _api_paths(kind: str, ids: list[str]) -> list[str]:
    """Lists, rows, and what hangs on a row by its id alone."""
    routes = {str(pattern.pattern) for pattern in router.urls}
    tails = {
        route.removeprefix(f"^{kind}/").removesuffix("$")
        for route in routes
        if route.startswith(f"^{kind}/") and "format" not in route
    }
    of_row = [tail.partition("/")[2] for tail in tails if tail.startswith("(?P<pk>")]
    plain_tails = [tail for tail in of_row if "(" not in tail]
    return [kind, *(f"{kind}/{pk}/{tail}".rstrip("/") for pk in ids for tail in plain_tails)]


def test_new_member_comes_with_year_and_note(client: Client, admin: User, club: Club) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    client.force_login(admin)
    address = reverse("club-member-add", args=[club.pk])
    sent = {"full_name": "Eva Malá", "privacy": "initial", "note": "levá ruka"}
    refused = client.post(address, {**sent, "birth_year": "1812"})
    assert "between 1900 and" in plain(refused.content.decode())
    assert "levá ruka" in refused.content.decode()
    assert not Player.objects.filter(full_name="Eva Malá").exists()
    client.post(address, {**sent, "birth_year": "2012"})
    assert kept() == [("Eva Malá", 2012, "levá ruka")]
    Program.of(admin, "read", "clubs").post(
        f"clubs/{club.pk}/members", full_name="Petr Nový", birth_year=2011
    )
    assert kept()[1:] == [("Petr Nový", 2011, "")]


def test_new_member_has_no_note_where_none_is_kept_or_by_who_may_not_see_it(
    client: Client, admin: User, club: Club
) -> None:
    chief = make_user("chief", is_superuser=True)
    bare = make_club("Bez", admin=admin)
    sent = {"privacy": "initial", "birth_year": "2012", "note": NOTE}
    for user, where in ((chief, club), (admin, bare)):
        client.force_login(user)
        address = reverse("club-member-add", args=[where.pk])
        assert 'name="birth_year"' not in client.get(address).content.decode()
        client.post(address, {"full_name": f"Eva {user.username}", **sent})
    assert Player.objects.filter(full_name__startswith="Eva").count() == 2
    asked = [
        (Program.of(chief, "read", "clubs"), club, 403),
        (Program.of(admin, "read", "clubs"), bare, 400),
    ]
    for program, where, status in asked:
        body = {"full_name": "Petr Nový", "birth_year": 2011}
        assert program.post(f"clubs/{where.pk}/members", **body).status_code == status
    assert kept() == []
    assert not Player.objects.filter(full_name="Petr Nový").exists()


class Told(Client):
    """A visitor who keeps all that was told."""

    def __init__(self, user: User | None) -> None:
        super().__init__(headers={"Accept-Language": "en"})
        self.told: dict[str, str] = {}
        if user is not None:
            self.force_login(user)

    def get(self, path: str, *args: Any, **kwargs: Any) -> Any:
        response = super().get(path, *args, **kwargs)
        if not response.streaming:
            self.told[path] = response.content.decode(errors="replace")
        return response

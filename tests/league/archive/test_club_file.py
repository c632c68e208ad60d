"""Files of clubs that were changed, made with harm in mind, or do not fit what is here."""

import io
import zipfile
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.archive.canonical import UnreadableArchive, canonical, read_json
from league.archive.club_file import NAME, club_plan, digests_in_club, event_file
from league.archive.club_schema import CLUB, CLUB_KINDS, SCHEMA
from league.archive.queries.club_imports import club_outlook, club_sent
from league.archive.services.club_files import write_club
from league.archive.services.club_imports import import_club
from league.archive.services.sent_files import forget_sent_files
from league.archive.verification import digests_in
from league.errors import LeagueError
from league.models import (
    AuditEntry,
    Category,
    Club,
    ClubAdmin,
    Entry,
    Event,
    ImportedClub,
    Player,
    PlayerNote,
    SentFile,
    Series,
)
from league.permissions import SERVICE
from tests.factories import make_club, make_event, make_player, make_token, make_user
from tests.league.archive.test_changes import ARCHIVE
from tests.league.archive.test_import import imported
from tests.league.web.reading import plain
from tests.processes import ROOT

pytestmark = pytest.mark.django_db
ENGLISH = {"Accept-Language": "en"}
PLAYED = ARCHIVE["content"]["event"]["id"]


def made_club() -> Club:
    """With an event that was played, one that is announced, and a note about a member."""
    club = make_club("Klub u Kaple")
    Club.objects.filter(pk=club.pk).update(keeps_notes=True)
    club.refresh_from_db()
    imported(club)
    member = make_player("Jana Nováková", club=club)
    PlayerNote.objects.create(player=member, birth_year=2011)
    announced = make_event(club, name="Příští večer")
    category = Category.objects.create(event=announced, name="Do 15 let")
    entry = Entry.objects.create(event=announced, player=member, paid="80.00")
    entry.categories.add(category)
    applicant = make_player("Petr Host", keeper=club)
    Entry.objects.create(event=announced, player=applicant, status="applied")
    return club


def file_of(club: Club) -> bytes:
    file = BytesIO()
    write_club(club, file)
    return file.getvalue()


@pytest.fixture(scope="module")
def data(django_db_setup: None, django_db_blocker: Any, _settings_of_tests: None) -> bytes:
    """The file of a club that is not here any more, as on another server."""
    with django_db_blocker.unblock(), transaction.atomic():
        file = file_of(made_club())
        transaction.set_rollback(True)
    return file


def names_in(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zip_of(files: dict[str, bytes], *, twice: str = "") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        if twice:
            archive.writestr(twice, files[twice])
    return packed.getvalue()


def changed(data: bytes, change: Callable[[Any], None], *, is_clever: bool = True) -> bytes:
    """`change` is given `club.json`; `is_clever`: with the digests made to fit."""
    files = names_in(data)
    document = read_json(files[NAME])
    change(document)
    if is_clever:
        document["digests"] = digests_in_club(document)
    files[NAME] = canonical(document).encode()
    return zip_of(files)


def problems_of(data: bytes) -> list[str]:
    return club_outlook(club_sent(data)).problems


def test_club_is_set_up_with_its_admin_and_audited(data: bytes) -> None:
    admin = make_user("vedouci")
    club, is_new = import_club(club_plan(data), actor=SERVICE, admin="vedouci")

    assert (is_new, club.name, list(club.admins.all())) == (True, "Klub u Kaple", [admin])
    played = Event.objects.get(pk=PLAYED)
    assert (played.club, played.status, played.imported.is_read_only) == (club, "archived", True)
    announced = club.events.get(status="open")
    statuses = sorted(announced.entries.values_list("status", "player__full_name", "paid"))
    assert [row[:2] for row in statuses] == [
        ("applied", "Petr Host"),
        ("registered", "Jana Nováková"),
    ]
    [entry] = announced.entries.filter(status="registered")
    assert (str(entry.paid), entry.categories.get().name) == ("80.00", "Do 15 let")
    assert entry.player.private.birth_year == 2011
    told = AuditEntry.objects.filter(object_kind="club", object_id=club.pk)
    assert sorted(told.values_list("action", flat=True)) == ["add club admin", "import club"]


def test_same_file_again_gives_the_club_that_it_made(data: bytes) -> None:
    club, _is_new = import_club(club_plan(data), actor=SERVICE)
    again, is_new = import_club(club_plan(data), actor=SERVICE)
    assert (again, is_new, Club.objects.count()) == (club, False, 1)

    other = changed(data, lambda document: document["club"].update(town="Brno"))
    assert problems_of(other) == ["This club is here already: Klub u Kaple."]
    with pytest.raises(LeagueError, match="here already"):
        import_club(club_plan(other), actor=SERVICE)


def test_people_whose_ids_are_taken_get_others_and_nothing_else_changes(data: bytes) -> None:
    rows = read_json(names_in(data)[NAME])["rows"]["players"]
    jana = next(row["id"] for row in rows if row["full_name"] == "Jana Nováková")
    theirs = make_player("Někdo Jiný", pk=jana, club=make_club("Jinde"))

    plan = club_plan(data)
    assert club_outlook(plan).renamed == 1
    club, _is_new = import_club(plan, actor=SERVICE)

    moved = club.players.get(full_name="Jana Nováková")
    theirs.refresh_from_db()
    assert moved.pk != jana
    assert (theirs.full_name, theirs.entries.count()) == ("Někdo Jiný", 0)
    assert moved.entries.count() == 1
    assert moved.private.birth_year == 2011


def test_event_that_is_here_is_refused_by_name(data: bytes) -> None:
    imported(make_club("Jinde"))
    [told] = problems_of(data)
    assert told == f"events/{PLAYED}.arbitr.json: This event is here already: Dvojice na zahradě."


def set_in(*path: Any, to: Any) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = to

    return change


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (set_in("schema", to="arbitr.club/2"), "arbitr.club/2"),
        (set_in("club", "colour", to="red"), "field colour: is unknown"),
        (set_in("club", "name", to=" "), "club, name"),
        (set_in("club", "name", to="x" * 300), "club, name"),
        (set_in("club", "name", to=7), "field name"),
        (set_in("club", "id", to="../../etc"), "club, "),
        (set_in("club", "website", to="javascript:alert(1)"), "club, website"),
        (set_in("club", "frame_origins", to=["* 'unsafe-inline'"]), "frame_origins"),
        (set_in("club", "frame_origins", to=[["https://a.example"]]), "frame_origins"),
        (set_in("club", "time_zone", to="Nowhere/There"), "club, time_zone"),
        (set_in("rows", "secrets", to=[]), "secrets"),
        (set_in("rows", "players", 0, "place", to="owner"), "neither member, guest nor visitor"),
        (set_in("rows", "players", 0, "full_name", to=""), "full_name"),
        (set_in("rows", "players", 0, "privacy", to="none"), "privacy"),
        (set_in("rows", "players", 0, "created_at", to="yesterday"), "created_at"),
        (set_in("rows", "players", to=[]), "names a player who is not"),
        (set_in("rows", "notes", 0, "player", to="zzzzzzzzzz"), "not in the file"),
        (set_in("rows", "entry_details", 0, "categories", to=["zzzzzzzzzz"]), "not in the file"),
        (set_in("rows", "entry_details", 0, "paid", to="NaN"), "paid"),
        (set_in("rows", "entry_details", 0, "paid", to="-5"), "paid"),
        (set_in("rows", "categories", 0, "event", to="zzzzzzzzzz"), "not in the file"),
        (set_in("rows", "events", 0, "wrap_up", to={"dance": "done"}), "wrap_up"),
        (set_in("rows", "events", 0, "wrap_up", to={"thanks": []}), "wrap_up"),
        (set_in("rows", "events", 0, "imported", to={"source": ""}), "imported"),
        (set_in("rows", "boxes", to=[{"game": "chess"}]), "boxes[0]"),
    ],
    ids=str,
)
def test_problem_is_named_and_nothing_is_written(
    data: bytes, change: Callable[[Any], None], told: str
) -> None:
    sent = changed(data, change)
    found = problems_of(sent)
    assert any(told in each for each in found), found
    with pytest.raises(LeagueError):
        import_club(club_plan(sent), actor=SERVICE)
    kinds = (Club, Event, Player, Series, ImportedClub)
    assert [kind.__name__ for kind in kinds if kind._default_manager.exists()] == []


def test_rows_that_contradict_each_other_are_refused_and_nothing_is_written(data: bytes) -> None:
    def same_name_twice(document: Any) -> None:
        rows = document["rows"]["categories"]
        rows.append(rows[0] | {"id": "zzzzzzzzzz"})

    with pytest.raises(LeagueError, match="contradict each other"):
        import_club(club_plan(changed(data, same_name_twice)), actor=SERVICE)
    assert not Club.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", [NAME, event_file(PLAYED)])
def test_one_byte_changed_is_found_in_each_file(data: bytes, name: str) -> None:
    files = names_in(data)
    place = files[name].index(b"Jana" if name == NAME else b"Dvojice") + 1
    files[name] = files[name][:place] + b"o" + files[name][place + 1 :]
    found = problems_of(zip_of(files))
    assert any(told.startswith(name) for told in found), found
    assert any("changed after the archive was made" in told for told in found), found


def test_event_made_to_fit_its_own_digests_is_found_by_those_of_the_club(data: bytes) -> None:
    files = names_in(data)
    name = event_file(PLAYED)
    document = read_json(files[name])
    document["people"]["event"]["name"] = "Jiný název"
    document["digests"] = digests_in(document)
    files[name] = canonical(document).encode()
    assert problems_of(zip_of(files)) == [
        f"{name}: is not what its digest says: it was changed after the archive was made"
    ]


def bomb() -> bytes:
    """Unpacks to more than any club has, from very little."""
    return zip_of({NAME: b" " * (70 * 1024 * 1024)})


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda data: b"", "no zip"),
        (lambda data: b"PK\x03\x04nonsense", "damaged"),
        (lambda data: data[: len(data) // 2], "damaged"),
        (lambda data: zip_of({"other.json": b"{}"}), "club.json is missing"),
        (lambda data: zip_of({NAME: b"{}"}), "unknown to this version"),
        (lambda data: zip_of({NAME: b"[" * 100_000}), "nested too deeply"),
        (lambda data: zip_of({NAME: b"\xff\xfe"}), "no text"),
        (lambda data: zip_of({NAME: "{}".encode("utf-16")}), "no text"),
        (lambda data: bomb(), "larger than 64 MiB"),
        (lambda data: zip_of({f"{n}": b"" for n in range(10_001)}), "lists more files"),
        (lambda data: zip_of(names_in(data) | {"../../evil": b"x"}), "a file that no club has"),
        (lambda data: zip_of(names_in(data) | {"events/": b""}), "a file that no club has"),
        (
            lambda data: zip_of({k: v for k, v in names_in(data).items() if PLAYED not in k}),
            f"{PLAYED}.arbitr.json is missing",
        ),
        (
            lambda data: zip_of(names_in(data) | {event_file(PLAYED): b"\xff"}),
            f"events/{PLAYED}.arbitr.json: The file is no text",
        ),
        (
            lambda data: zip_of(names_in(data) | {event_file(PLAYED): b"[]"}),
            f"events/{PLAYED}.arbitr.json",
        ),
    ],
    ids=range(15),
)
def test_hostile_zip_is_refused(data: bytes, make: Callable[[bytes], bytes], told: str) -> None:
    try:
        found = problems_of(make(data))
    except LeagueError as error:
        found = [str(error.message)]
    assert any(told in each for each in found), found


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_zip_with_two_files_of_one_name_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableArchive, match="twice"):
        club_plan(zip_of(names_in(data), twice=NAME))


def test_larger_file_than_a_page_takes_is_refused_before_it_is_read(data: bytes) -> None:
    most = sum(map(len, names_in(data).values()))
    assert club_plan(data, most=most).findings == ()
    with pytest.raises(UnreadableArchive, match="import_club"):
        club_plan(data, most=most - 1)


def test_file_of_another_event_under_a_name_is_refused(data: bytes) -> None:
    files = names_in(data)
    other = next(name for name in files if name != NAME and PLAYED not in name)
    files[event_file(PLAYED)] = files[other]

    def fits(document: Any) -> None:
        row = next(row for row in document["rows"]["events"] if row["id"] == PLAYED)
        row["digest"] = sha256(files[other]).hexdigest()

    found = problems_of(changed(zip_of(files), fits))
    assert any("is the archive of another event" in told for told in found), found


def test_pages_take_a_club_along_and_make_it_here(
    client: Client, data: bytes, open_page: Any
) -> None:
    operator = make_user("spravce", is_superuser=True, is_staff=True)
    client.force_login(operator)
    open_page("/clubs/new/file/", queries=2, shows="Club from a file", headers=ENGLISH)
    sent = {"file": SimpleUploadedFile("klub.club.arbitr.zip", data)}
    preview = client.post("/clubs/new/file/", sent, headers=ENGLISH)

    shown = plain(preview.content.decode())
    assert "Klub u Kaple" in shown
    assert "records replayed: 8" in shown
    assert preview.headers["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    assert not Club.objects.exists()
    kept = SentFile.objects.get().pk
    wrong = client.post("/clubs/new/file/", {"sent": kept, "admin": "nikdo"}, headers=ENGLISH)
    assert wrong.status_code == 422
    assert not Club.objects.exists()
    done = client.post("/clubs/new/file/", {"sent": kept, "admin": "spravce"})
    club = Club.objects.get()
    assert done.headers["Location"] == f"/clubs/{club.pk}/"
    assert ClubAdmin.objects.get().user == operator
    sent = {"file": SimpleUploadedFile("klub.club.arbitr.zip", data)}
    again = client.post("/clubs/new/file/", sent, headers=ENGLISH)
    assert "taken over before" in plain(again.content.decode())


def test_file_that_is_not_kept_any_more_is_asked_for_again(client: Client, data: bytes) -> None:
    client.force_login(make_user("spravce", is_superuser=True))
    other = SentFile.objects.create(user=make_user(), data=data)
    asked = {"sent": other.pk, "admin": "spravce"}
    page = client.post("/clubs/new/file/", asked, headers=ENGLISH)
    assert page.status_code == 422
    assert "Choose it again" in plain(page.content.decode())
    SentFile.objects.update(at="2026-01-01T00:00Z")
    forget_sent_files()
    assert not SentFile.objects.exists()


def test_admin_downloads_the_file_and_the_audit_knows(
    client: Client, open_page: Any, settings: Any
) -> None:
    club = made_club()
    admin = make_user()
    ClubAdmin.objects.create(club=club, user=admin)
    client.force_login(admin)
    address = f"/clubs/{club.pk}/file/"
    open_page(address, queries=8, shows="The whole club as one file", headers=ENGLISH)
    assert address in client.get(f"/clubs/{club.pk}/").content.decode()

    answer = client.post(address)
    taken: bytes = b"".join(answer)
    assert answer.headers["Content-Disposition"] == (
        'attachment; filename="klub-u-kaple.club.arbitr.zip"'
    )
    assert "no-store" in answer.headers["Cache-Control"]
    assert club_plan(taken).findings == ()
    [told] = AuditEntry.objects.filter(action="take the club along")
    assert (told.actor, told.object_id, told.details) == (admin.pk, club.pk, {"events": 2})
    settings.RATES = settings.RATES | {"club-file": (0, 3600)}
    assert client.post(address).headers["Location"] == address


def test_operator_who_is_no_admin_does_not_get_the_notes(client: Client) -> None:
    club = made_club()
    client.force_login(make_user("spravce", is_superuser=True))
    assert client.post(f"/clubs/{club.pk}/file/").status_code == 403
    assert f"/clubs/{club.pk}/file/" not in client.get(f"/clubs/{club.pk}/").content.decode()


def test_programs_take_and_make_a_club(data: bytes) -> None:
    operator = make_user("spravce", is_superuser=True)
    token = {"Authorization": f"Bearer {make_token(operator, 'read', 'clubs')[1]}"}

    def post(path: str, body: bytes) -> Any:
        kind = "application/octet-stream"
        return Client().post(f"/api/v1/clubs/{path}", body, content_type=kind, headers=token)

    read = post("imports/read", data).json()
    assert (read["name"], read["members"], read["events"]) == ("Klub u Kaple", 1, 2)
    assert (read["records"], read["problems"], read["club"]) == (8, [], None)
    assert post("imports/read", data[:-30]).status_code == 400
    made = post("imports", data)
    assert (made.status_code, made.json()["name"]) == (201, "Klub u Kaple")
    assert post("imports", data).status_code == 200
    pk = made.json()["id"]
    answer = Client().get(f"/api/v1/clubs/{pk}/archive", headers=token)
    plan = club_plan(b"".join(answer))
    assert (plan.club["id"], plan.findings) == (pk, ())
    assert "no-store" in answer.headers["Cache-Control"]


def test_commands_write_and_make_a_club(data: bytes, tmp_path: Path) -> None:
    file, out, err = tmp_path / "club.zip", StringIO(), StringIO()
    file.write_bytes(data)
    call_command("import_club", file, "--dry-run", stdout=out, stderr=err)
    assert not Club.objects.exists()
    make_user("vedouci")
    call_command("import_club", file, "--admin", "vedouci", stdout=out, stderr=err)
    call_command("import_club", file, stdout=out, stderr=err)
    club = Club.objects.get()
    assert out.getvalue().splitlines() == [
        "Nothing stands in the way.",
        f"{club.pk}: taken over",
        f"{club.pk}: was here already",
    ]
    again = tmp_path / "again.zip"
    call_command("archive_club", club.pk, again, stdout=out, stderr=err)
    assert club_plan(again.read_bytes()).findings == ()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again.zip", "club.zip"]
    with pytest.raises(CommandError, match="no club"):
        call_command("archive_club", "x", again)
    with pytest.raises(CommandError, match="no zip"):
        (tmp_path / "bad.zip").write_bytes(b"x")
        call_command("import_club", tmp_path / "bad.zip", stderr=err)


def test_queries_for_a_file_do_not_grow_with_the_people(django_assert_num_queries: Any) -> None:
    club = make_club()
    event = make_event(club)

    def with_more(people: int) -> None:
        for number in range(people):
            player = make_player(f"Osoba {number}", club=club)
            Entry.objects.create(event=event, player=player)

    with_more(2)
    with CaptureQueriesContext(connection) as few:
        file_of(club)
    with_more(30)
    with django_assert_num_queries(len(few)):
        data = file_of(club)
    assert len(club_plan(data).rows("players")) == 32


def test_schema_of_the_club_is_documented_field_by_field() -> None:
    page = (ROOT / "docs" / "developers" / "archive.md").read_text()
    assert SCHEMA in page
    for name, columns in {"club": CLUB, **{kind.name: kind.columns for kind in CLUB_KINDS}}.items():
        assert f"| `{name}` | {', '.join(columns)} |" in page, name

"""Score sheets for practice: their page, what phones send as JSON, and the forms without it."""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from league.models import Event, Sheet, SheetAct, Submission
from league.permissions import SERVICE
from league.sheets.queries import state_of
from league.sheets.services.acts import Note
from league.sheets.services.sheets import open_sheet
from tests.conftest import OpenPage
from tests.factories.phones import phone_at, phone_with
from tests.factories.sheets import (
    lines_of,
    noted,
    played_out,
    practice,
    sheet_at,
    tags_of,
    written,
)
from tests.factories.tables import table
from tests.league.web.reading import plain

pytestmark = pytest.mark.django_db


def address(route: str, sheet: Sheet, *more: object) -> str:
    return reverse(route, args=[sheet.pk, *more])


def notes(*lines: tuple[str, str], kind: str = "action", key: str = "k") -> list[dict[str, str]]:
    return [
        {"key": f"{key}{at}", "kind": kind, "seat": seat, "text": text}
        for at, (seat, text) in enumerate(lines)
    ]


def send(phone: Client, sheet: Sheet, *sent: dict[str, Any], after: int = 0) -> HttpResponse:
    body = {"after": after, "notes": list(sent)}
    return phone.post(address("sheet-write", sheet), body, content_type="application/json")


def type_in(phone: Client, sheet: Sheet, **typed: object) -> str:
    """The plain form; what the page says then."""
    number = Sheet.objects.get(pk=sheet.pk).number
    typed = {"after": number, **typed}
    return plain(phone.post(address("sheet-write", sheet), typed, follow=True).content.decode())


def log(sheet: Sheet) -> list[str]:
    acts = SheetAct.objects.filter(sheet=sheet).order_by("number")
    return [f"{act.kind} {act.seat} {act.text}".strip() for act in acts]


def test_opening_asks_for_the_game_and_opens_a_sheet_for_this_phone(client: Client) -> None:
    typed = {
        "game": "triolet",
        "players": "2",
        "help": "full",
        "way": "checked",
        "name-A": "Ája",
        "confirms": "on",
    }
    opened = client.post(reverse("practice"), typed)
    sheet = Sheet.objects.get()
    page = client.get(opened.url)
    assert opened.url == address("sheet", sheet)
    assert (sheet.match, sheet.names, sheet.help) == (None, {"A": "Ája"}, "full")
    assert page.context["can_write"]
    assert page.context["data"]["confirms"]
    assert "Ája" in page.content.decode()


def test_page_knows_the_seats_of_its_phone_and_whether_others_write() -> None:
    """People may sit otherwise than they were paired."""
    match = table(2, confirms_entries=True)
    one, other = match.seats.order_by("letter").values_list("entry_id", flat=True)
    sheet = open_sheet(match, actor=SERVICE, game=1, seating={"A": other, "B": one})
    phone = phone_at(match, "A")
    alone = phone.get(address("sheet", sheet)).context["data"]
    written(sheet, *noted(("A", "h8=2 h9=0")))
    shared = phone.get(address("sheet", sheet)).context["data"]
    assert (alone["seats"], alone["isShared"], alone["confirms"]) == ("B", False, True)
    assert (shared["seats"], shared["isShared"]) == ("B", True)


def test_another_game_of_the_same_people_takes_one_tap() -> None:
    settings = {"variant": "base", "names": {"A": "Ája"}, "help": "check", "confirms": True}
    first = practice("kaleidoskop", players=3, **settings)
    phone = phone_with(first.code)
    opened = phone.post(address("sheet-again", first))
    another = Sheet.objects.exclude(pk=first.pk).get()
    assert opened.url == address("sheet", another)
    assert {name: getattr(another, name) for name in settings} == settings
    assert (another.game, another.players, another.number) == ("kaleidoskop", 3, 0)
    assert phone.get(opened.url).context["can_write"]


def test_match_is_not_played_again_by_its_sheet() -> None:
    match = table(2)
    sheet = sheet_at(match)
    page = phone_at(match, "A").post(address("sheet-again", sheet), follow=True)
    assert "A match goes on on its own page." in page.content.decode()
    assert Sheet.objects.count() == 1


def test_refused_and_undone_are_told_in_words() -> None:
    sheet = practice("kaleidoskop", help="check")
    written(sheet, *noted(("A", "RG h8-h9")))
    written(sheet, *noted(lines_of("kaleidoskop", seed=12)[0], key="lawful"))
    written(sheet, Note("undo", "undo", target=2))
    sheet.refresh_from_db()
    state = state_of(sheet)
    assert [act["said"] for act in state["refused"]] == ["red–green on h8–h9"]
    assert [act["words"] for act in state["undone"]] == [lines_of("kaleidoskop", seed=12)[0][1]]
    assert all(act["said"] and act["signs"] for act in state["undone"])


def test_opening_another_game_needs_a_name(client: Client) -> None:
    typed = {"game": "other", "players": "2", "help": "full", "way": "checked"}
    typed["other_scoring"] = "higher"
    refused = client.post(reverse("practice"), typed)
    assert refused.status_code == 422
    assert "What is the game called?" in refused.content.decode()
    client.post(reverse("practice"), {**typed, "other_name": "Dáma"})
    sheet = Sheet.objects.get()
    assert (sheet.game_name, sheet.other_scoring) == ("Dáma", "higher")


def test_opening_another_game_is_not_said_to_need_no_name(client: Client) -> None:
    fields = client.get(reverse("practice")).context["form"].fields
    assert all(fields[name].required for name in ("other_name", "other_scoring"))
    client.post(
        reverse("practice"), {"game": "triolet", "players": "2", "help": "full", "way": "checked"}
    )
    assert Sheet.objects.get().game == "triolet"


@pytest.mark.parametrize(
    ("decides", "status"), [("lower", 302), ("places", 422), ("", 422)], ids=str
)
def test_opening_another_game_says_which_score_wins(
    client: Client, decides: str, status: int
) -> None:
    typed = {"game": "other", "players": "2", "help": "full", "way": "checked"}
    answer = client.post(
        reverse("practice"), {**typed, "other_name": "Golf", "other_scoring": decides}
    )
    opened = list(Sheet.objects.values_list("other_scoring", flat=True))
    assert (answer.status_code, opened) == (status, ["lower"] if status == 302 else [])


def test_opening_number_of_players_that_the_game_has_not_is_refused(client: Client) -> None:
    typed = {"game": "triolet", "players": "1", "help": "full", "way": "checked"}
    refused = client.post(reverse("practice"), typed)
    assert refused.status_code == 422
    assert not Sheet.objects.exists()


def test_opening_another_phone_joins_by_the_code_and_a_stranger_only_reads() -> None:
    sheet = practice()
    joined = Client(headers={"Accept-Language": "en"})
    led = joined.get(reverse("code", args=[sheet.code]))
    stranger = Client(headers={"Accept-Language": "en"})
    assert led.url == address("sheet", sheet)
    assert joined.get(led.url).context["can_write"]
    assert not stranger.get(led.url).context["can_write"]
    assert sheet.code not in stranger.get(led.url).content.decode()
    assert send(joined, sheet, *notes(("A", "h8=11 i8=3"))).status_code == 200
    assert send(stranger, sheet, *notes(("B", "j8=1")), after=1).status_code == 401
    assert log(sheet) == ["action A h8=11 i8=3"]


def test_page_takes_few_queries_however_much_is_written(open_page: OpenPage) -> None:
    sheet = practice()
    written(sheet, *noted(*lines_of("triolet")[:2]))
    open_page(address("sheet", sheet), queries=3, shows='"state": {"number": 2,')
    written(sheet, *noted(*lines_of("triolet")[2:12], key="more"))
    open_page(address("sheet", sheet), queries=3, shows='"state": {"number": 12,')


def test_page_sends_everything_that_a_phone_shows(client: Client) -> None:
    sheet = practice(names={"A": "Ája", "B": "</script>"})
    written(sheet, *noted(*lines_of("triolet")[:2]))
    content = client.get(address("sheet", sheet)).content.decode()
    told = json.loads(content.split('id="sheet-data"', 1)[1].split(">", 1)[1].split("<")[0])
    assert told["names"] == {"A": "Ája", "B": "</script>"}
    assert [line["words"] for line in told["state"]["log"]] == [
        words for _seat, words in lines_of("triolet")[:2]
    ]
    assert (told["canWrite"], told["isPractice"], told["timeRule"]) == (False, True, "")


def test_page_record_is_downloaded(client: Client) -> None:
    sheet = practice()
    written(sheet, *noted(("A", "h8=11 i8=3")))
    got = client.get(address("sheet-record", sheet))
    assert got.content.decode().splitlines()[-1].startswith("A h8=11 i8=3")
    assert '[Termination "abandoned"]' in got.content.decode()
    plain = practice(way="plain")
    assert client.get(address("sheet-record", plain)).url == address("sheet", plain)


def test_page_practice_is_handed_in_nowhere() -> None:
    sheet = practice()
    page = phone_with(sheet.code).post(address("sheet-hand-in", sheet), follow=True)
    assert "not handed in anywhere" in plain(page.content.decode())


def test_writing_answer_tells_what_was_taken_and_how_the_sheet_stands() -> None:
    sheet = practice(help="check")
    phone = phone_with(sheet.code)
    answer = send(phone, sheet, *notes(("A", "h8=11 i8=3"), ("B", "a1=1"))).json()
    assert (answer["taken"], answer["stale"]) == (["k0"], False)
    assert (answer["refused"]["key"], answer["refused"]["can_stand"]) == ("k1", True)
    assert answer["refused"]["why"]
    assert answer["state"]["number"] == 2
    assert log(sheet) == ["action A h8=11 i8=3", "refused B a1=1"]


def test_writing_late_phone_is_shown_the_newer_board() -> None:
    sheet = practice()
    first, second = phone_with(sheet.code), phone_with(sheet.code)
    send(first, sheet, *notes(("A", "h8=11 i8=3"), key="a"))
    late = send(second, sheet, *notes(("A", "h8=5"), key="b"))
    assert late.status_code == 409
    assert (late.json()["stale"], late.json()["taken"]) == (True, [])
    assert late.json()["state"]["log"][0]["words"] == "h8=11 i8=3"


@pytest.mark.parametrize(
    "body",
    [
        "no json",
        "[]",
        '{"after": 0}',
        '{"after": "x", "notes": []}',
        '{"after": 1e999, "notes": []}',
        "[" * 100_000,
        '{"after": 0, "notes": [{"key": "k"}]}',
        '{"after": 0, "notes": [{"key": "k", "kind": "remark", "text": "\\u0000"}]}',
        '{"after": 0, "notes": [{"key": "k", "kind": "remark", "text": "\\ud800"}]}',
    ],
)
def test_writing_what_cannot_be_read_is_refused(body: str) -> None:
    sheet = practice()
    phone = phone_with(sheet.code)
    got = phone.post(address("sheet-write", sheet), body, content_type="application/json")
    assert (got.status_code, got.json()) == (400, {"error": "This could not be read."})


def test_writing_target_is_kept_only_where_it_means_something() -> None:
    sheet = practice()
    note = {"key": "k", "kind": "remark", "text": "Tea.", "target": 10**30}
    assert send(phone_with(sheet.code), sheet, note).status_code == 200
    assert SheetAct.objects.get().target is None


def test_writing_remark_is_read_by_the_table_until_the_sheet_is_closed() -> None:
    sheet = practice()
    phone, stranger = phone_with(sheet.code), Client(headers={"Accept-Language": "en"})
    send(phone, sheet, {"key": "k", "kind": "remark", "text": "Petr came late."})
    phone.post(address("sheet-give-up", sheet))
    assert "Petr came late." in phone.get(address("sheet", sheet)).content.decode()
    assert "Petr" not in stranger.get(address("sheet", sheet)).content.decode()
    where = reverse("live-sheet", kwargs={"language": "en", "pk": sheet.pk})
    assert stranger.get(where).json()["remarks"] == {}


def test_forms_every_step_of_a_game_can_be_typed() -> None:
    sheet = practice()
    phone = phone_with(sheet.code)
    type_in(phone, sheet, kind="action", seat="A", text="h8=11 i8=3")
    said = type_in(phone, sheet, kind="action", seat="B", text="a1=1")
    type_in(phone, sheet, kind="undo", target=1)
    type_in(phone, sheet, kind="action", seat="A", text="h8=5")
    type_in(phone, sheet, kind="time")
    assert log(sheet) == [
        "action A h8=11 i8=3",
        "undo",
        "action A h8=5",
        "time",
    ]
    assert "touch" in said


def test_forms_entry_is_put_together_from_its_parts() -> None:
    sheet = practice("twisty", help="check")
    phone = phone_with(sheet.code)
    tags = dict(line.split(" ", 1) for line in tags_of("twisty").splitlines())
    type_in(phone, sheet, kind="set_up", **{f"tag-{tag}": each for tag, each in tags.items()})
    assert log(sheet) == [f"set_up  {tags_of('twisty')}"]
    page = phone.get(address("sheet", sheet))
    assert page.context["state"]["stage"] == "playing"
    assert 'name="part-' in page.content.decode()


def test_forms_points_are_written_by_hand() -> None:
    sheet = practice("kaleidoskop", way="plain")
    phone = phone_with(sheet.code)
    assert "Write down points" in plain(phone.get(address("sheet", sheet)).content.decode())
    type_in(phone, sheet, kind="score", seat="A", **{"figure-red": "2", "figure-blue": "3"})
    type_in(phone, sheet, kind="score", seat="B", text="0")
    said = type_in(phone, sheet, kind="score", seat="A", **{"figure-red": "many"})
    type_in(phone, sheet, kind="end")
    assert log(sheet) == ["score A red 2 blue 3", "score B 0", "end"]
    assert "Give a whole number of points." in said


def test_forms_form_of_an_older_page_is_told() -> None:
    sheet = practice()
    phone = phone_with(sheet.code)
    written(sheet, *noted(("A", "h8=11 i8=3")))
    said = type_in(phone, sheet, after=0, kind="action", seat="B", text="j8=1")
    assert "wrote first" in said
    assert "could not be read" in type_in(phone, sheet, kind="nothing")


def test_help_is_given_where_the_sheet_is_for_it_and_else_refused() -> None:
    found = {}
    known = practice()
    written(known, *noted(("A", "h8=11 i8=3")))
    points = state_of(known)["log"][0]["points"]
    for level in ("full", "check"):
        sheet = practice(help=level)
        phone = phone_with(sheet.code)
        hints = phone.get(address("sheet-hints", sheet), {"begun": ""}).json()["fields"]
        tried = {"seat": "A", "text": "h8=11 i8=3"}
        found[level] = (bool(hints), phone.get(address("sheet-try", sheet), tried).json())
    assert found == {"full": (True, {"points": points}), "check": (False, {})}


def test_help_says_why_not() -> None:
    sheet = practice(help="full")
    tried = phone_with(sheet.code).get(address("sheet-try", sheet), {"seat": "A", "text": "a1=1"})
    assert list(tried.json()) == ["why"]


def test_help_set_up_is_dealt() -> None:
    sheet = practice("twisty")
    dealt = phone_with(sheet.code).get(address("sheet-shuffle", sheet)).json()["tags"]
    phone = phone_with(sheet.code)
    type_in(phone, sheet, kind="set_up", **{f"tag-{tag}": each for tag, each in dealt.items()})
    assert [act.kind for act in SheetAct.objects.all()] == ["set_up"]


def test_help_board_before_a_line_is_shown() -> None:
    sheet = practice()
    written(sheet, *noted(*lines_of("triolet")[:3]))
    phone = phone_with(sheet.code)
    before = phone.get(address("sheet-before", sheet, 2)).json()
    assert before["turn"] == lines_of("triolet")[1][0]
    assert phone.get(address("sheet-before", sheet, 9)).status_code == 404


@pytest.mark.parametrize(
    ("game", "kind", "said"),
    [("triolet", "success", "Handed in."), ("twisty", "warning", "The rules contradict what you")],
)
def test_handing_in_says_what_the_rules_say(game: str, kind: str, said: str) -> None:
    """An organiser may have set another game while the table played."""
    match = table(2)
    sheet = played_out(sheet_at(match))
    Event.objects.update(game=game)
    answer = phone_at(match, "A").post(address("sheet-hand-in", sheet), follow=True)
    [message] = answer.context["messages"]
    assert (message.level_tag, message.message[: len(said)]) == (kind, said)
    assert Submission.objects.get().match == match


def test_sheet_is_put_away_and_taken_out_again() -> None:
    sheet = practice()
    phone = phone_with(sheet.code)
    away = phone.post(address("sheet-give-up", sheet), follow=True)
    assert "The sheet is closed" in plain(away.content.decode())
    assert send(phone, sheet, *notes(("A", "h8=5"))).json()["refused"]["code"] == "closed"
    back = phone.post(address("sheet-give-up", sheet), {"back": "1"}, follow=True)
    assert "again" in plain(back.content.decode())
    assert send(phone, sheet, *notes(("A", "h8=5"))).json()["taken"] == ["k0"]

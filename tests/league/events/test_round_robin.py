"""A round robin is as long as its schedule, and told so everywhere; a Swiss that should be one."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.archive.services.seals import event_archive
from league.archive.verification import verified
from league.errors import LeagueError
from league.events.queries.entries import entry_names, public_names
from league.events.services.check_in import request_bye
from league.events.services.entries import withdraw_entry
from league.events.services.lifecycle import freeze_seeds
from league.events.services.previews import WithdrawalAsked, preview_withdrawal
from league.events.services.rounds import close_round, draft_round, publish_round
from league.events.services.settings import edit_event
from league.events.services.undo import undo_step
from league.exchange.queries.reports import trf_event
from league.models import AuditEntry, ByeRequest, Entry, Event, Player, Round, Stage
from league.permissions import SERVICE, Actor
from league.results.queries import planned_rounds
from league.standings.inputs import RoundOutcome
from league.standings.queries import published_cells, published_rows, schedule_of
from league.standings.services import compute_standings
from tests.factories import make_club, make_event, make_user
from tests.factories.events import drawn_round, enter, make_entries, played_round, published_round
from tests.league.api.asking import NOBODY, Program
from tests.league.web.reading import plain, text_of

pytestmark = pytest.mark.django_db
CHAIN = ["DE", "WON", "SB", "GAME"]


@pytest.fixture(autouse=True)
def _pages_in_english(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def organiser(client: Client) -> Any:
    user = make_user()
    client.force_login(user)
    return user


def robin(players: int, *, organiser: Any = None, kind: str = "round_robin") -> Stage:
    """Started, with the number of rounds that its template says."""
    event = make_event(make_club(admin=organiser), status=Event.Status.OPEN)
    Event.objects.update(game="triolet")
    Stage.objects.update(kind=kind, chain=CHAIN, rounds_planned=7, seed=1)
    make_entries(event, players)
    if kind == "round_robin":
        Entry.objects.update(seed=None)
        Stage.objects.update(seeding="entered")
        freeze_seeds(event)
        Event.objects.update(status=Event.Status.RUNNING)
    return Stage.objects.select_related("event").get()


def play_all(stage: Stage) -> None:
    for _round in range(planned_rounds(stage)):
        played_round(stage)


@pytest.mark.parametrize(("players", "rounds"), [(4, 3), (5, 5), (6, 5), (8, 7)])
def test_length_is_that_of_the_schedule(players: int, rounds: int) -> None:
    stage = robin(players)
    assert (planned_rounds(stage), stage.rounds_planned) == (rounds, rounds)


def test_length_cannot_be_set(client: Client, organiser: Any) -> None:
    stage = robin(4, organiser=organiser)
    with pytest.raises(LeagueError, match="as long as its number of players"):
        edit_event(stage.event, actor=SERVICE, version=1, changes={"rounds_planned": 9})
    page = client.get(reverse("event-setting", args=[stage.event_id, "format"])).content.decode()
    [kind] = (
        re.findall(r'value="round_robin"[^>]*data-shows="([^"]*)"', page)
        or re.findall(r'data-shows="([^"]*)"[^>]*value="round_robin"', page)
        or [""]
    )
    assert "rounds_planned" not in kind
    assert "rounds_planned" in page  # asked for by the formats that need it


def test_end_is_told_everywhere(client: Client, organiser: Any) -> None:
    stage = robin(4, organiser=organiser)
    event = stage.event
    assert NOBODY.get(f"events/{event.pk}").json()["is_played_out"] is False
    play_all(stage)
    page = text_of(client, event.get_absolute_url())
    assert "All 3 rounds are played." in page
    assert "Final standings" in page
    assert "The next tables appear" not in page
    assert "Find your table" not in text_of(Client(), event.get_absolute_url())
    assert "Final standings" in text_of(client, reverse("event-standings", args=[event.pk]))
    assert "Konečné pořadí" in text_of(client, reverse("print-standings", args=[event.pk]))
    assert "all rounds played" in text_of(client, reverse("events"))
    assert "Everybody has met everybody. Finish the event." in text_of(
        client, reverse("desk", args=[event.pk])
    )
    told = NOBODY.get(f"events/{event.pk}").json()
    assert (told["is_played_out"], told["stage"]["rounds_planned"]) == (True, 3)
    assert NOBODY.get("events").json()["results"][0]["is_played_out"] is True
    assert NOBODY.get(f"events/{event.pk}/standings").json()["is_final"] is True
    with pytest.raises(LeagueError, match="Everybody has met everybody"):
        draft_round(stage, actor=SERVICE)


def test_drafts_of_two_do_not_talk_of_short_tables(client: Client, organiser: Any) -> None:
    stage = robin(4, organiser=organiser)
    drawn_round(stage)
    page = text_of(client, reverse("desk", args=[stage.event_id]))
    assert "Everybody meets as the schedule says." in page
    assert "short table" not in page


def test_direct_encounter_and_games_can_be_read(client: Client) -> None:
    """Each wins by the smaller starting number but for the first: three are equal on top."""
    stage = robin(4)
    for _number in range(3):
        round_ = published_round(stage)
        for match in round_.matches.all():
            seeds = list(match.seats.order_by("letter").values_list("entry__seed", flat=True))
            wins = {(1, 2): 2, (1, 3): 1, (1, 4): 1, (2, 3): 2, (2, 4): 4, (3, 4): 3}
            winner = wins[tuple(sorted(seeds))]
            enter(match, *(20 if seed == winner else 10 for seed in seeds))
        close_round(round_, actor=SERVICE)
    compute_standings(stage.pk)
    text = text_of(client, reverse("event-standings", args=[stage.event_id]))
    assert "won against Hráč A." in text
    assert "lost to Hráč B." in text
    assert "2 of 3" in text
    rows = NOBODY.get(f"events/{stage.event_id}/standings").json()["results"]
    assert rows[0]["texts"]["WON"].endswith("of 3")
    assert rows[0]["texts"]["DE"].startswith("won against")
    entry = Entry.objects.get(seed=1)
    why = text_of(client, reverse("entry-rounds", args=[entry.pk]))
    assert "stands above by “Direct encounter” (won against Hráč A." in why
    assert ".." not in why
    why = NOBODY.get(f"entries/{rows[0]['entry']}/explanation").json()
    assert [t["told"] for t in why["tiebreaks"] if t["key"] == "DE"] == [rows[0]["texts"]["DE"]]


def test_columns_that_say_nothing_are_not_shown(client: Client) -> None:
    """Before a result, everybody has the same, and every rank is open to everybody."""
    stage = robin(6)
    published_round(stage)
    compute_standings(stage.pk)
    page = text_of(client, reverse("event-standings", args=[stage.event_id]))
    assert "Sonneborn" not in page
    assert "1–6" not in page


def test_swiss_with_a_round_for_every_opponent_is_pointed_out(
    client: Client, organiser: Any
) -> None:
    stage = robin(6, organiser=organiser, kind="swiss")
    Stage.objects.update(rounds_planned=5, chain=["BH-C1", "BH", "WON", "DE", "GAME"])
    event = stage.event
    for route in ("console", "event-settings"):
        text = text_of(client, reverse(route, args=[event.pk]))
        assert "Players: 6, rounds: 5." in text
        assert "Rounds: 5. Nobody can join once it has started." in text
    told = Program.of(organiser).get(f"events/{event.pk}/plans").json()["caution"]
    assert (told["offer"], told["text"][:22]) == ("round_robin", "Players: 6, rounds: 5.")
    offered = {"kind": "round_robin", "version": event.version}
    client.post(reverse("event-format", args=[event.pk]), offered)
    stage.refresh_from_db()
    assert (stage.kind, stage.chain) == ("round_robin", CHAIN)
    assert AuditEntry.objects.filter(event=event.pk).exists()
    assert "Change to" not in text_of(client, reverse("console", args=[event.pk]))


def test_swiss_of_a_usual_length_is_left_alone(client: Client, organiser: Any) -> None:
    stage = robin(9, organiser=organiser, kind="swiss")
    assert "Change to" not in text_of(client, reverse("console", args=[stage.event_id]))


def test_format_offered_on_an_old_page_is_refused(client: Client, organiser: Any) -> None:
    stage = robin(4, organiser=organiser, kind="swiss")
    for sent in ({"kind": "round_robin", "version": 99}, {"kind": "chess", "version": 1}):
        page = client.post(reverse("event-format", args=[stage.event_id]), sent, follow=True)
        assert "The format is changed." not in plain(page.content.decode())
    stage.refresh_from_db()
    assert stage.kind == "swiss"
    assert Entry.objects.count() == 4


def rows_of(stage: Stage) -> dict[int, tuple[int, int]]:
    """Rank and points by starting number, as published."""
    compute_standings(stage.pk)
    seeds = dict(Entry.objects.values_list("pk", "seed"))
    return {seeds[row.entry]: (row.rank, row.points_12) for row in published_rows(stage)}


def test_early_leaver_leaves_the_table_and_can_come_back(client: Client, organiser: Any) -> None:
    """Two of five games: the table is that of the others, and the games are still to be seen."""
    stage = robin(6, organiser=organiser)
    played = [played_round(stage) for _number in range(2)]
    before = rows_of(stage)
    entry = Entry.objects.get(seed=1)
    with pytest.raises(WithdrawalAsked, match="2 of 5, less than half"):
        withdraw_entry(entry, actor=SERVICE)
    page = client.post(reverse("entry-do", args=[entry.pk]), {"do": "withdraw"}, follow=True)
    shown = plain(page.content.decode())
    assert "Games completed: 2 of 5, less than half. The entry leaves the table." in shown
    assert "3rd → 2nd place" in shown
    entry.refresh_from_db()
    assert entry.status == Entry.Status.CHECKED_IN
    client.post(reverse("entry-withdraw", args=[entry.pk]))
    after = rows_of(stage)
    assert set(after) == {2, 3, 4, 5, 6}
    assert sum(points for _rank, points in after.values()) == 4 * 24
    match = played[0].matches.get(seats__entry=entry)
    assert entry.player.public_name.split()[0] in text_of(client, reverse("match", args=[match.pk]))
    assert text_of(client, reverse("event-cross", args=[stage.event_id]))
    assert text_of(client, reverse("entry-rounds", args=[entry.pk]))
    step = AuditEntry.objects.get(action="withdraw entry")
    undo_step(step, actor=Actor(organiser))
    assert rows_of(stage) == before


def test_late_leaver_stays_and_forfeits_the_rest(client: Client, organiser: Any) -> None:
    stage = robin(4, organiser=organiser)
    for _number in range(2):
        played_round(stage)
    before = rows_of(stage)
    entry = Entry.objects.get(seed=1)
    program = Program.of(organiser)
    told = program.get(f"entries/{entry.pk}/withdrawal").json()
    assert (told["is_asked"], told["completed"], told["games"]) == (True, 2, 3)
    assert (told["is_struck"], told["moved"]) == (False, [])
    refused = program.post(f"entries/{entry.pk}/withdraw")
    assert (refused.status_code, refused.json()["code"]) == (409, "withdrawal")
    done = program.post(f"entries/{entry.pk}/withdraw", is_confirmed=True)
    assert (done.status_code, done.json()["status"]) == (200, "withdrawn")
    assert rows_of(stage) == before
    played_round(stage)
    after = rows_of(stage)
    assert sum(points for _rank, points in after.values()) == 3 * 2 * 24
    assert after[1][1] == before[1][1]
    assert (
        "by forfeit" in client.get(reverse("event-cross", args=[stage.event_id])).content.decode()
    )
    assert NOBODY.get(f"events/{stage.event_id}/standings").json()["is_final"] is True


def test_forfeits_of_a_late_leaver_are_told_wherever_the_round_is(
    client: Client, organiser: Any
) -> None:
    """The opponent is no longer said to sit out: the round is won, and it is said against whom."""
    stage = robin(5, organiser=organiser)
    Event.objects.update(language="en")  # of paper and the big screen
    stage.event.refresh_from_db()
    for _number in range(3):
        played_round(stage)
    before = plain_round(client, stage.rounds.get(number=3))
    assert "Sitting out:" in before  # the free one of an odd field
    assert "Win by forfeit" not in before
    leaver, winner = schedule_of(stage)[3][0]
    withdraw_entry(Entry.objects.get(pk=leaver), actor=SERVICE, is_confirmed=True)
    draft = drawn_round(stage)
    names, full = public_names(stage.event), entry_names(stage.event, in_full=True)
    told = f"Win by forfeit: {names[winner]} (against {names[leaver]}, withdrawn)"
    told_at_desk = f"Win by forfeit: {full[winner]} (against {full[leaver]}, withdrawn)"
    assert told_at_desk in plain_desk(client, stage)
    publish_round(draft, actor=SERVICE, version=draft.version)
    draft.refresh_from_db()

    shown = plain_round(client, draft)
    assert told in shown
    assert f"Sitting out: {names[winner]}" not in shown
    assert told_at_desk in plain_desk(client, stage)
    assert told in as_read(client, reverse("print-tables", args=[draft.pk]))
    assert told in as_read(client, reverse("event-projector", args=[stage.event_id]))
    told_by_api = NOBODY.get(f"rounds/{draft.pk}").json()
    assert told_by_api["forfeits"] == [
        {
            "winner": winner,
            "name": names[winner],
            "withdrawn": [{"entry": leaver, "name": names[leaver]}],
            "absent": [],
        }
    ]
    assert winner not in [bye["entry"] for bye in told_by_api["byes"]]
    assert NOBODY.get(f"events/{stage.event_id}/rounds").json()["results"][2]["forfeits"] == []
    compute_standings(stage.pk)
    cross = text_of(client, reverse("event-cross", args=[stage.event_id]))
    assert "* by forfeit" in cross


def test_who_wins_by_forfeit_is_told_so(client: Client) -> None:
    stage = robin(4)
    for _number in range(2):
        played_round(stage)
    leaver, winner = schedule_of(stage)[2][0]
    withdraw_entry(Entry.objects.get(pk=leaver), actor=SERVICE, is_confirmed=True)
    published_round(stage)
    user = make_user()
    Player.objects.filter(entries=winner).update(user=user)
    client.force_login(user)
    names = public_names(stage.event)
    page = as_read(client, reverse("event", args=[stage.event_id]))
    assert f"You win this round by forfeit. {names[leaver]} has withdrawn." in page
    assert "You sit out this round." not in page
    found = text_of(client, reverse("event-find", args=[stage.event_id]) + "?q=" + names[winner])
    assert "wins by forfeit" in found


def test_who_is_absent_loses_the_round_by_forfeit_and_plays_on(
    client: Client, organiser: Any
) -> None:
    """On every page, in the table, in the report, and for whoever checks the archive."""
    stage = robin(4, organiser=organiser)
    Event.objects.update(language="en")
    played_round(stage)
    before = rows_of(stage)
    absentee, winner = schedule_of(stage)[1][0]
    client.post(reverse("entry-do", args=[absentee]), {"do": "absent"})
    assert "loses the game in it by forfeit" in text_of(client, reverse("entry", args=[absentee]))
    second = played_round(stage)
    names = public_names(stage.event)
    told = f"Win by forfeit: {names[winner]} (against {names[absentee]}, absent)"
    assert told in plain_round(client, second)
    told_by_api = NOBODY.get(f"rounds/{second.pk}").json()
    assert told_by_api["forfeits"] == [
        {
            "winner": winner,
            "name": names[winner],
            "withdrawn": [],
            "absent": [{"entry": absentee, "name": names[absentee]}],
        }
    ]
    after, seeds = rows_of(stage), dict(Entry.objects.values_list("pk", "seed"))
    gained = {seed: points - before[seed][1] for seed, (_rank, points) in after.items()}
    assert gained[seeds[winner]] == 24
    assert sum(gained.values()) == 2 * 24
    played_round(stage)
    told_again = trf_event(stage)
    assert told_again.players[seeds[winner] - 1].rounds[1].letter == "+"
    assert {p.number: told_again.total_12(p) for p in told_again.players} == {
        seed: points for seed, (_rank, points) in rows_of(stage).items()
    }
    assert list(verified(event_archive(Event.objects.get())).faults) == []


def test_round_off_that_is_asked_for_is_an_absence() -> None:
    stage = robin(4)
    entry = Entry.objects.get(seed=2)
    wish = request_bye(entry, actor=SERVICE, round_number=3, kind=ByeRequest.Kind.ZERO)
    assert wish.kind == ByeRequest.Kind.ABSENT
    for number in (1, 2, 3):
        assert played_round(stage).number == number
    lost = published_cells(stage)[entry.pk][2]
    assert (lost.outcome, len(lost.opponents)) == (RoundOutcome.FORFEIT_LOSS, 1)


def test_round_in_which_nobody_plays_is_published_and_counts(
    client: Client, organiser: Any
) -> None:
    """Of three one has left: the last round has a forfeit, somebody free, and no table."""
    stage = robin(3, organiser=organiser)
    for _number in range(2):
        played_round(stage)
    leaver, winner = schedule_of(stage)[2][0]
    before = {row.entry: row.points_12 for row in published_rows(stage)}
    withdraw_entry(Entry.objects.get(pk=leaver), actor=SERVICE, is_confirmed=True)
    draft = drawn_round(stage)
    assert draft.matches.count() == 0
    assert "Win by forfeit" in plain_desk(client, stage)
    publish = reverse("round-publish", args=[stage.event_id, draft.pk])
    close = reverse("round-close", args=[stage.event_id, draft.pk])
    desk = reverse("desk", args=[stage.event_id])
    assert publish in client.get(desk).content.decode()
    client.post(publish, {"version": draft.version})
    draft.refresh_from_db()
    assert draft.status == Round.Status.PUBLISHED
    names = public_names(stage.event)
    told = f"Win by forfeit: {names[winner]} (against {names[leaver]}, withdrawn)"
    assert told in plain_round(client, draft)
    assert close in client.get(desk).content.decode()
    client.post(close, {"version": draft.version})
    draft.refresh_from_db()
    assert draft.status == Round.Status.CLOSED
    compute_standings(stage.pk)
    after = {row.entry: row.points_12 for row in published_rows(stage)}
    assert after == {**before, winner: before[winner] + 24}
    assert "Everybody has met everybody" in plain_desk(client, stage)


def test_game_of_two_who_left_is_won_by_nobody(client: Client) -> None:
    stage = robin(4)
    for _number in range(2):
        played_round(stage)
    one, two = schedule_of(stage)[2][0]
    for entry in (one, two):
        withdraw_entry(Entry.objects.get(pk=entry), actor=SERVICE, is_confirmed=True)
    third = published_round(stage)
    names = public_names(stage.event)
    assert f"nobody ({names[one]} and {names[two]} both withdrawn)" in plain_round(client, third)
    [told] = NOBODY.get(f"rounds/{third.pk}").json()["forfeits"]
    assert (told["winner"], {each["entry"] for each in told["withdrawn"]}) == (None, {one, two})


def plain_round(client: Client, round_: Round) -> str:
    return as_read(client, reverse("round", args=[round_.pk]))


def plain_desk(client: Client, stage: Stage) -> str:
    return as_read(client, reverse("desk", args=[stage.event_id]))


def as_read(client: Client, address: str) -> str:
    """Without the blanks that stand for tags."""
    return re.sub(r"\( ", "(", re.sub(r" ([,.)])", r"\1", text_of(client, address)))


def test_withdrawal_asks_nothing_where_everything_counts_on() -> None:
    stage = robin(4, kind="swiss")
    entry = Entry.objects.order_by("pk").first()
    assert entry is not None
    assert preview_withdrawal(entry) is None
    assert withdraw_entry(entry, actor=SERVICE).status == Entry.Status.WITHDRAWN
    assert stage.event.entries.count() == 4


def test_player_is_asked_before_leaving(client: Client) -> None:
    stage = robin(4)
    played_round(stage)
    user = make_user()
    entry = Entry.objects.get(seed=2)
    Player.objects.filter(pk=entry.player_id).update(user=user)
    client.force_login(user)
    page = client.post(
        reverse("event-mine", args=[stage.event_id]),
        {"do": "withdraw", "entry": entry.pk},
        follow=True,
    )
    assert "Games completed: 1 of 3, less than half." in plain(page.content.decode())
    page = client.post(reverse("entry-withdraw", args=[entry.pk]), follow=True)
    entry.refresh_from_db()
    assert entry.status == Entry.Status.WITHDRAWN

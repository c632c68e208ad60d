"""Who met in an earlier stage: it is shown before a stage begins, and avoided where that can be."""

from itertools import combinations

import pytest
from django.test import Client
from django.urls import reverse

from league.events.queries.stages import FieldProposed, field_proposed, pairs_met
from league.events.services import stages
from league.formats.contract import StageSettings
from league.formats.registry import FORMATS
from league.models import Official, Round, Stage
from league.pairing.queries import terms_of
from league.pairing.services import divide_stage
from league.permissions import SERVICE
from league.web.rules import rules_in_words
from tests.factories import make_user
from tests.factories.events import (
    drawn_round,
    entries_at,
    played_round,
    published_round,
    running_event,
)
from tests.league.api.asking import Program
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db

TABLES = {"kind": "tables", "rounds_planned": 1, "table_size": 4}
SWISS = {"kind": "swiss", "rounds_planned": 1, "chain": ["BH", "WON"]}
LOTS = {"kind": "knockout", "takes": "places", "takes_places": 2, "bracket_drawn": "lots"}


def second(first: Stage, **values: object) -> Stage:
    """The stage behind it, which has not begun."""
    added = stages.add_stage(first.event, actor=SERVICE, values={"takes": "all", **values})
    return Stage.objects.select_related("event").get(pk=added.pk)


def begun(stage: Stage) -> Stage:
    stages.begin_stage(stage, actor=SERVICE)
    return Stage.objects.select_related("event").get(pk=stage.pk)


def groups_played() -> Stage:
    groups = running_event(8, stage={"kind": "groups", "group_size": 4})
    divide_stage(groups)
    for _ in range(3):
        played_round(groups)
    return groups


def first_pairs(proposed: FieldProposed) -> set[frozenset[str]]:
    entries = [one.entry for one in proposed.field]
    return {frozenset(entries[number - 1] for number in table) for table in proposed.meetings}


def tables_in(round_: Round) -> set[frozenset[str]]:
    return {frozenset(entries_at(match)) for match in round_.matches.all()}


def repeats_in(round_: Round) -> set[frozenset[str]]:
    met = pairs_met(round_.stage.event_id)
    pairs = (combinations(table, 2) for table in tables_in(round_))
    return {frozenset(pair) for table in pairs for pair in table} & met


@pytest.mark.parametrize("drawn", ["lots", "standard", "order"])
@pytest.mark.parametrize("kind", ["knockout", "double_elimination"])
def test_bracket_is_drawn_as_it_was_shown(kind: str, drawn: str) -> None:
    final = second(groups_played(), **{**LOTS, "kind": kind, "bracket_drawn": drawn})
    proposed = field_proposed(final)
    assert len(proposed.meetings) == 2
    assert first_pairs(proposed) == tables_in(drawn_round(begun(final)))


def test_lots_tell_who_meets_again_and_do_not_avoid_it() -> None:
    """By other seeds other pairs: some of them meet again, and numbers have no part in it."""
    final = second(groups_played(), **LOTS)
    repeats = {}
    for seed in range(12):
        final.seed = seed
        proposed = field_proposed(final)
        by_hand = field_proposed(final, order=[one.entry for one in reversed(proposed.field)])
        assert first_pairs(by_hand) == first_pairs(proposed)
        assert proposed.field == proposed.by_settings
        repeats[seed] = len(proposed.repeats)
    assert set(repeats.values()) == {0, 2}


def test_meetings_of_an_earlier_stage_count_at_tables() -> None:
    first = running_event(16, stage=TABLES)
    played_round(first)
    tables = begun(second(first, **{**TABLES, "rounds_planned": 2}))
    published = published_round(tables)
    assert len(tables_in(published)) == 4
    assert repeats_in(published) == set()


def test_fixed_schedule_is_as_announced_whoever_met() -> None:
    known = {}
    for keeps in (False, True):
        first = running_event(16, stage=TABLES)
        played_round(first)
        tables = begun(second(first, **TABLES, keeps_schedule=keeps))
        draft = drawn_round(tables)
        known[keeps] = len(terms_of(draft).situation.past.meetings)
    assert known == {False: 4, True: 0}


def test_table_of_the_last_round_before_is_the_last_meeting_here() -> None:
    first = running_event(8, stage={**TABLES, "rounds_planned": 2})
    for _ in range(2):
        played_round(first)
    draft = drawn_round(begun(second(first, **TABLES)))
    situation = terms_of(draft).situation
    assert [meeting.round for meeting in situation.past.meetings] == [-1, -1, 0, 0]
    assert len(situation.met_last_round) == 12


def test_those_who_met_go_to_different_groups() -> None:
    """By the snake alone winners and losers of one table would be together."""
    first = running_event(16, stage=SWISS)
    played_round(first)
    groups = begun(second(first, kind="groups", group_size=4))
    together = [
        pair
        for pair in pairs_met(first.event_id)
        if len({groups.groups[entry] for entry in pair}) == 1
    ]
    assert together == []


def test_every_format_says_what_becomes_of_earlier_meetings() -> None:
    told = {each.key: each.on_earlier_stages(StageSettings()) for each in FORMATS}
    assert {key for key, text in told.items() if not text} == {"round_robin", "solo"}
    assert len({told[key] for key in ("tables", "swiss", "groups", "knockout")}) == 4
    assert told["open"] == told["swiss"]


def test_everybody_reads_it_in_the_rules() -> None:
    first = running_event(8, stage=SWISS)
    second(first, **LOTS)
    chapters = rules_in_words(first.event, list(first.event.stages.order_by("order")))
    text = str(chapters)
    assert "Lots do not look at who met in an earlier stage." in text


def test_page_and_api_tell_who_has_met(client: Client) -> None:
    first = running_event(6, stage=SWISS)
    played_round(first)
    final = second(first, **{**TABLES, "table_size": 3})
    organiser = make_user()
    Official.objects.create(event=first.event, user=organiser, role=Official.Role.ORGANISER)
    client.force_login(organiser)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = text_of(client, reverse("event-stage-field", args=[first.event_id, final.pk]))
    assert page.count("Met before: 1") == 6
    assert "Who met in an earlier stage has met: that counts as a meeting here." in page
    program = Program.of(organiser)
    address = f"events/{first.event_id}/stages/2/field"
    field = program.get(address).json()
    assert {frozenset(pair) for pair in field["met"]} == pairs_met(first.event_id)


def test_program_looks_at_a_field_by_hand() -> None:
    first = running_event(6, stage=SWISS)
    played_round(first)
    second(first, **TABLES)
    organiser = make_user()
    Official.objects.create(event=first.event, user=organiser, role=Official.Role.ORGANISER)
    program, address = Program.of(organiser), f"events/{first.event_id}/stages/2/field"
    one, two, *_others = (each["entry"] for each in program.get(address).json()["field"])
    looked = program.get(address, entries=f"{two},{one}").json()
    assert [each["entry"] for each in looked["field"]] == [two, one]
    assert len(looked["others"]) == 4
    unknown = "2" * 10
    for wrong in (f"{one},{one}", f"{one},{unknown}", "x"):
        refused = program.get(address, entries=wrong)
        assert (refused.status_code, list(refused.json()["errors"])) == (400, ["entries"])
    assert unknown in str(program.get(address, entries=f"{one},{unknown}").json()["errors"])
    begun = program.post(address, entries=[one, unknown])
    assert (begun.status_code, list(begun.json()["errors"])) == (400, ["entries"])
    assert first.event.stages.get(order=2).begun_at is None

"""Events from templates, what may change when, and another one like it."""

from datetime import UTC, datetime

import pytest

from league.errors import LeagueError, Stale
from league.events.services.game_fit import WrongSetting
from league.events.services.settings import (
    Recount,
    clone_event,
    create_event,
    edit_event,
)
from league.events.settings_rules import RULES_CHANGED, template_of, templates
from league.formats.contract import Template
from league.models import AuditEntry, Category, Event, Official, Prize, Round, Stage
from league.permissions import SERVICE, Actor
from tests.factories import make_club, make_user
from tests.league.events.rows import entered, make_round, organised_event, statuses

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 12, 1, 18, 0, tzinfo=UTC)


def created(key: str = "evening", **changes: object) -> Event:
    template = template_of(key)
    assert template
    return create_event(
        make_club(),
        actor=SERVICE,
        template=template,
        name="Úterý",
        starts_at=EVENING,
        changes=changes,
    )


def changed(event: Event, *, is_confirmed: bool = False, **changes: object) -> Event:
    return edit_event(
        event, actor=SERVICE, version=event.version, changes=changes, is_confirmed=is_confirmed
    )


def actions(event: Event) -> list[str]:
    return list(
        AuditEntry.objects.filter(event=event.pk).order_by("id").values_list("action", flat=True)
    )


@pytest.mark.parametrize("template", templates(), ids=lambda template: template.key)
def test_create_every_template_makes_a_draft_with_its_settings(template: Template) -> None:
    event = created(template.key)
    stage, *later = event.stages.order_by("order")
    stored = {
        **{name: getattr(event, name) for name in template.event},
        **{name: getattr(stage, name) for name in template.stage},
    }
    assert stored == {**template.event, **template.stage}
    for made, wanted in zip(later, template.later, strict=True):
        assert {name: getattr(made, name) for name in wanted} == wanted
        assert made.chain == list(made.format.usual_chain)
    assert (event.status, event.name, event.starts_at) == ("draft", "Úterý", EVENING)


def test_create_makes_its_author_an_organiser() -> None:
    user = make_user()
    template = template_of("evening")
    assert template
    event = create_event(
        make_club(), actor=Actor(user=user), template=template, name="Večer", starts_at=EVENING
    )
    assert list(event.official_set.values_list("user", "role")) == [
        (user.pk, Official.Role.ORGANISER)
    ]


def test_create_of_another_game_keeps_no_records_and_fits_its_tables() -> None:
    event = created(game="other", other_name="Dáma", other_least=2, other_most=2)
    assert (event.records, event.stages.get().table_size) == ("off", 2)


def test_create_takes_any_points_for_a_swiss() -> None:
    event = created(kind="swiss", win_12=27, draw_12=7, bye_12=5)
    assert event.stages.values_list("win_12", "draw_12", "bye_12").get() == (27, 7, 5)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"game": "other", "other_name": " "}, "other_name"),
        ({"game": "other", "other_name": "X", "other_least": 4, "other_most": 2}, "other_most"),
        ({"variant": "teams", "game": "triolet"}, "variant"),
        ({"edition": "third"}, "edition"),
        ({"game": "other", "other_name": "X", "other_least": 3, "kind": "swiss"}, "kind"),
        ({"win_12": 12, "draw_12": 24}, "draw_12"),
        ({"chain": ["GAME", "GAME"]}, "chain"),
        ({"chain": ["NOTHING"]}, "chain"),
        ({"scheme": "own", "own_points": {}}, "own_points"),
        ({"scheme": "own", "own_points": {"4": [3, 2, 1]}}, "own_points"),
        ({"scheme": "own", "own_points": {"3": [3, 2, 1]}}, "own_points"),
        ({"scheme": "own", "own_points": {"4": [1, 2, 3, 4]}}, "own_points"),
        (
            {"scheme": "own", "own_points": {"3": [3, 2, 1]}, "table_size": 3},
            "own_points",  # with four people it would still be a table of four
        ),
    ],
)
def test_create_refuses_what_does_not_go_together(changes: dict[str, object], field: str) -> None:
    with pytest.raises(WrongSetting) as refused:
        created(**changes)
    assert refused.value.field == field
    assert not Event.objects.exists()


def test_create_takes_own_numbers() -> None:
    event = created(scheme="own", own_points={"4": [6, 4, 2, 0], "3": [6, 3, 0]})
    assert event.stages.get().own_points == {"4": [6, 4, 2, 0], "3": [6, 3, 0]}


def test_edit_changes_event_and_stage_and_is_audited() -> None:
    event = changed(created(), name="Středa", rounds_planned=5, place="Klub")
    stage = event.stages.get()
    assert (event.name, event.place, event.version, stage.rounds_planned) == (
        "Středa",
        "Klub",
        2,
        5,
    )
    assert AuditEntry.objects.filter(event=event.pk).latest("id").details == {
        "fields": ["name", "place", "rounds_planned"],
        "version": 2,
    }


def test_edit_without_a_change_writes_nothing() -> None:
    event = created()
    assert changed(event, name=event.name).version == 1
    assert actions(event) == ["create event"]


def test_edit_of_a_stale_page_says_what_changed() -> None:
    event = created()
    changed(event, place="Klub", win_12=36)
    with pytest.raises(Stale, match="in the meantime: Place, Points for a win"):
        changed(event, name="Středa")
    event.refresh_from_db()
    assert event.name == "Úterý"


@pytest.mark.parametrize("change", [{"game": "triolet"}, {"kind": "swiss"}, {"games_per_match": 3}])
def test_edit_of_what_is_frozen_is_refused_after_the_start(change: dict[str, object]) -> None:
    before = created()
    assert changed(before, **change).version == 2  # the control: it may change before
    running = created()
    Event.objects.filter(pk=running.pk).update(status="running")
    with pytest.raises(LeagueError, match="as it was at the start"):
        changed(running, **change)


def test_edit_of_points_after_the_start_is_confirmed_audited_and_counted_anew() -> None:
    event = created()
    Event.objects.filter(pk=event.pk).update(status="running")
    with pytest.raises(Recount):
        changed(event, scheme="hig")
    assert event.stages.get().scheme == "equal"

    changed(event, scheme="hig", is_confirmed=True)

    stage = event.stages.get()
    assert (stage.scheme, stage.wanted_version) == ("hig", 1)
    assert actions(event) == ["create event", "edit event", RULES_CHANGED]


def test_edit_of_points_before_the_start_asks_nothing() -> None:
    event = changed(created(), scheme="hig")
    assert actions(event) == ["create event", "edit event"]


def test_edit_below_the_rounds_that_exist_is_refused() -> None:
    event = created()
    make_round(event, 1, Round.Status.CLOSED)
    make_round(event, 2, Round.Status.DRAFT)
    with pytest.raises(LeagueError, match="Round 2 already exists"):
        changed(event, rounds_planned=1)


def test_edit_of_an_archived_event_is_refused() -> None:
    event = created()
    Event.objects.filter(pk=event.pk).update(status="archived")
    with pytest.raises(LeagueError, match="archived"):
        changed(event, name="Středa")


def test_edit_raised_limit_lets_the_waiting_list_in() -> None:
    event = organised_event(entry_limit=2)
    entered(event, "Jana A", "Eva B", "Petr C", "Ivan D", "Olga E")
    changed(event, entry_limit=4)
    assert statuses(event) == {
        "Jana A": "registered",
        "Eva B": "registered",
        "Petr C": "registered",
        "Ivan D": "registered",
        "Olga E": "waitlisted",
    }


def test_clone_has_the_settings_and_officials_but_no_entries() -> None:
    event = organised_event(place="Klub", entry_limit=12, status="finished")
    category = Category.objects.create(event=event, name="Děti", is_shown=True)
    Prize.objects.create(event=event, category=category, place=1, what="Pohár")
    Event.objects.filter(pk=event.pk).update(accepts_after_min=20, confirms_at_table=False)
    sheets = {
        "sheet_help": "full",
        "confirms_entries": True,
        "shows_boards": False,
        "boards_delay_min": 10,
    }
    Event.objects.filter(pk=event.pk).update(**sheets)
    Stage.objects.filter(event=event).update(scheme="hig", rounds_planned=6)
    Event.objects.filter(pk=event.pk).update(status="open")
    entered(event, "Jana Nováková")
    event.refresh_from_db()

    copy = clone_event(event, actor=SERVICE, name="Další", starts_at=EVENING)

    copy.refresh_from_db()
    stage = copy.stages.get()
    assert (copy.place, copy.entry_limit) == ("Klub", 12)
    [group], [prize] = copy.categories.all(), copy.prizes.all()
    assert (group.name, group.is_shown, group.entries.count()) == ("Děti", True, 0)
    assert (prize.category, prize.place, prize.what) == (group, 1, "Pohár")
    assert (copy.accepts_after_min, copy.confirms_at_table) == (20, False)
    assert {name: getattr(copy, name) for name in sheets} == sheets
    assert (copy.name, copy.starts_at, copy.status) == ("Další", EVENING, "draft")
    assert (stage.scheme, stage.rounds_planned) == ("hig", 6)
    assert stage.seed != event.stages.get().seed
    assert copy.door_code != event.door_code
    assert copy.entries.count() == 0
    assert list(copy.officials.all()) == list(event.officials.all())

"""An event that another computer runs cannot be changed here, by whatever door.

Two walks: over every service that writes something down, in the source, and over every operation of
the API, with what is asked for left empty.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

import league
from league.models import Event
from tests.league.api.test_every_operation import (
    SCOPES,
    WRITING,
    Operation,
    Program,
    operations,
)
from tests.league.world import World

LEAGUE = Path(league.__file__).parent
# Clubs, seasons and series are no event; a division of a season is never taken along.
AREAS = ("events", "results", "sheets", "pairing", "exchange", "standings", "archive")
NOT_HELD = {
    # events
    "keep_box": "the box of a club; events that are away keep theirs",
    "forget_box": "the box of a club",
    "give_up_own_game": "dissolves a table or rules, which both hold the event",
    "fill_places": "part of services that hold the event",
    "restore_event": "makes an event again",
    "create_event_once": "makes an event",
    "clone_event": "makes an event",
    # results
    "ask_analysis": "of a record, whoever has the event",
    "keep_result": "part of services that hold the event",
    "_point": "part of services that hold the event",
    "renew_table_code": "cards of a club's tables",
    # sheets
    "give_up_sheet": "hands nothing in",
    "wipe_sheet": "takes names away; officials must always be able to",
    # archive
    "_write_and_log": "a file about a club",
    "import_club": "makes a club",
    "import_archive": "makes an event",
    "write": "part of importing a report, which makes an event",
    "take_lock_off": "takes the lock off",
    "play_on_here": "takes the lock off",
    "_written": "brings the event back",
}
OTHER_RIGHTS = {
    *("edit_club", "keep_members", "keep_club_admins", "keep_website", "import_event"),
    *("keep_player", "keep_note", "invite_player", "unlink_player", "restore_event"),
    *("edit_series", "archive_series", "keep_evenings", "mark_guest"),
    *("run_season", "discard_season", "set_season_dates", "move_season", "keep_season_players"),
    *("plan_next_season", "arrange_date"),
}
# What is about an event, and changes nothing of it; or is done though it is away.
GOES_ON = {
    "post api-events-people-read": "reads a list",
    "delete api-events-desk-tokens-revoke": "whoever found a token is shut out at once",
    "post api-events-practice-practice": "a rehearsal is an event of its own",
    "patch api-events-prizes-detail": "nothing is sent, so nothing is edited",
    "post api-matches-rulings-blank": "the ruling has no words",
}


def services() -> Iterator[tuple[str, dict[str, ast.FunctionDef]]]:
    for area in AREAS:
        for path in sorted((LEAGUE / area).rglob("*.py")):
            if "services" in str(path.relative_to(LEAGUE)):
                tree = ast.parse(path.read_text("utf-8"))
                functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
                yield str(path), {function.name: function for function in functions}


def calls(function: ast.FunctionDef) -> dict[str, set[str | None]]:
    """What it calls by name, and with which keywords."""
    return {
        node.func.id: {keyword.arg for keyword in node.keywords}
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def holds(name: str, functions: dict[str, ast.FunctionDef], seen: frozenset[str]) -> bool:
    """Itself, or all that call it in the same module."""
    named = calls(functions[name])
    if "check_here" in named or "even_away" not in named.get("changing_event", {"even_away"}):
        return True
    seen |= {name}
    callers = [each for each in functions if each not in seen and name in calls(functions[each])]
    return bool(callers) and all(holds(caller, functions, seen) for caller in callers)


def test_every_service_of_an_event_holds_it_where_it_is() -> None:
    found, held = set(), 0
    for _path, functions in services():
        for name, function in functions.items():
            if "log_action" in calls(function):
                is_held = holds(name, functions, frozenset())
                held += is_held
                found |= set() if is_held else {name}
    assert held > 90
    assert found == set(NOT_HELD)


def asked(world: World, program: Program, operation: Operation, *, away: bool) -> tuple[int, str]:
    address = operation.address(world)
    Event.objects.update(away_since=timezone.now() if away else None)
    told = program.send(operation, address, {})
    document = told.json() if told.content else {}
    return told.status_code, document.get("code", "")


@pytest.mark.django_db
def test_no_operation_changes_an_event_that_is_away(settings: Any) -> None:
    settings.RATES = dict.fromkeys(settings.RATES, (10**6, 60))
    world = World.make()
    program = Program.of(world, *SCOPES)
    here = {
        str(operation): asked(world, program, operation, away=False) for operation in of_events()
    }
    away = {
        str(operation): asked(world, program, operation, away=True) for operation in of_events()
    }
    refused = {name for name, answer in away.items() if answer == (409, "played-elsewhere")}
    done = {name for name, (status, _code) in away.items() if status < 400}

    assert len(refused) > 40
    assert "played-elsewhere" not in {code for _status, code in here.values()}
    # The others are refused in both cases for what was not sent.
    assert done <= GOES_ON.keys()
    assert {name for name in away if away[name] != here[name]} == refused


def of_events() -> Iterator[Operation]:
    for operation in operations(*WRITING):
        if operation.row.own is not None and operation.right not in OTHER_RIGHTS:
            yield operation

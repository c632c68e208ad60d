"""The table of rights, walked through every door: pages, API, undo, and questions in the code."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from league.events.services.undo import UNDOINGS
from league.models import AuditEntry
from league.permissions import RIGHTS, SERVICE, VISITOR, may
from league.web.access import permitted
from tests.factories import make_club, make_event
from tests.league.matrix import MATRIX

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = {
    *("Actor", "RIGHTS", "Right", "SERVICE", "VISITOR", "actor_of", "may", "rights_held"),
    *("CODES_KEY", "DEVICE_KEY", "DOORS_KEY", "ENTRIES_KEY"),
    *("entries_known_to", "seats_of", "seats_to_take", "signed_up_by"),
    *("device_with", "key_of"),
    *("visible_events", "visible_seasons"),
}

# What the row of one door is about is hidden for another reason than the right.
HIDDEN_OTHERWISE = {
    "visit",  # fragments of a draft do not exist
    "settle_overdue",  # to the API a draft season exists for those who run it alone
}


def views(resolver: URLResolver | None = None) -> Iterator[tuple[str, Any]]:
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLPattern):
            yield entry.name or str(entry.pattern), entry.callback
        else:
            yield from views(entry)


def rights_of_routes() -> Iterator[tuple[str, str, str, str]]:
    """Door, route, method, right."""
    for route, view in views():
        if right := getattr(view, "permission", None):
            yield "page", route, "", right
        cls: Any = getattr(view, "cls", None)
        named = getattr(cls, "permissions", {})
        actions = getattr(view, "actions", None) or {method: method for method in named}
        for method, action in actions.items():
            if action in named:
                yield "api", route, method, named[action]


def asked_in_code() -> Iterator[str]:
    for file in (ROOT / "league").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            is_question = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "may"
            if is_question and isinstance(node.args[1], ast.Constant):
                yield str(node.args[1].value)


def test_doors_name_rights_of_the_table() -> None:
    named = {right for *_, right in rights_of_routes()}
    undone = {undoing.right for undoing in UNDOINGS.values()}
    assert named | undone | set(asked_in_code()) == set(RIGHTS)


def test_withdrawing_a_round_is_one_right_at_every_door() -> None:
    found = {
        (door, route) for door, route, _, right in rights_of_routes() if right == "withdraw_round"
    }
    assert found == {("page", "round-withdraw"), ("api", "api-rounds-withdraw")}
    assert UNDOINGS["publish round"].right == "withdraw_round"


def test_right_lets_the_same_people_in_at_every_door() -> None:
    """Where the table says the same for both doors, so does the matrix."""
    let_in: dict[tuple[str, str], dict[frozenset[str], set[str]]] = {}
    for _, route, method, right in rights_of_routes():
        if route.startswith("league_"):
            continue  # of Django's admin, whose doors are walked by a test of their own
        row = MATRIX[route]
        is_asked = method in ("", row.method)
        if not is_asked or RIGHTS[right].over_api or right in HIDDEN_OTHERWISE:
            continue
        for whose, people in (("own", row.own), ("other", row.other)):
            if people is not None:
                found = let_in.setdefault((right, whose), {})
                found.setdefault(people, set()).add(route)
    differing = {key: found for key, found in let_in.items() if len(found) > 1}
    assert differing == {}


def test_unknown_right_is_noticed_when_the_page_is_made() -> None:
    with pytest.raises(AssertionError, match="fly"):
        permitted("fly")


def test_others_import_no_predicates() -> None:
    """Who may do what is asked by the name of a right."""
    wrong = []
    for file in (ROOT / "league").rglob("*.py"):
        if "permissions" in file.relative_to(ROOT / "league").parts[:1]:
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "") == "league.permissions":
                wrong += [(file.name, each.name) for each in node.names if each.name not in OUTSIDE]
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                "league.permissions."
            ):
                wrong.append((file.name, node.module or ""))
    assert wrong == []


@pytest.mark.django_db
def test_service_may_what_a_visitor_may_not() -> None:
    event = make_event()
    assert may(SERVICE, "withdraw_round", event)
    assert not may(VISITOR, "withdraw_round", event)


@pytest.mark.django_db
def test_service_is_not_an_unknown_visitor_in_the_audit() -> None:
    from league.audit import log_action

    club = make_club()
    log_action(SERVICE, "load demo", club)
    log_action(VISITOR, "check in", club)
    assert [(entry.actor, entry.is_by_service) for entry in AuditEntry.objects.order_by("pk")] == [
        ("service", True),
        ("", False),
    ]

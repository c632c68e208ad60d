"""Every service says who did what, through one function."""

import ast
from pathlib import Path

import pytest

LEAGUE = Path(__file__).parent.parent.parent / "league"
# An area of one module is all services.
FILES = sorted(
    [*LEAGUE.glob("*.py"), *LEAGUE.glob("*/services.py"), *LEAGUE.glob("*/services/*.py")]
)
IN_FILES = {
    file: [node for node in ast.parse(file.read_text()).body if isinstance(node, ast.FunctionDef)]
    for file in FILES
}
FUNCTIONS = [
    (file.relative_to(LEAGUE).with_suffix("").parts[0], node)
    for file in FILES
    for node in IN_FILES[file]
]
SERVICES = {each.name: each for _, each in FUNCTIONS if not each.name.startswith("_")}
# Public functions that act for somebody: whatever takes an actor. The rest is machinery.
DEEDS = [
    (area, function)
    for area, function in FUNCTIONS
    if not function.name.startswith("_")
    and "actor" in {argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)}
    and (area, function.name) != ("audit", "log_action")
]
# Runs the opposite of a step, which is an action of its own.
BY_TABLE = {"undo_step"}
# Write a row, or say whose voice it is, for a deed that says so in the same transaction.
PARTS = {"add_result", "add_ruling", "lend", "return_token", "submit_for_official", "voice_of"}
# Acts on a score sheet are a log themselves: append-only, numbered, by which phone.
LOGGED = {"write"}


def called(function: ast.FunctionDef) -> set[str]:
    """By name, or as a name of a module."""
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return {
        call.id if isinstance(call, ast.Name) else call.attr
        for call in calls
        if isinstance(call, ast.Name)
        or (isinstance(call, ast.Attribute) and isinstance(call.value, ast.Name))
    }


def reaches_log(function: ast.FunctionDef, *, seen: frozenset[str] = frozenset()) -> bool:
    """Directly, or through what it calls: in its own file, or a service of another one."""
    names = called(function)
    if "log_action" in names:
        return True
    near = next(
        {each.name: each for each in nodes} for nodes in IN_FILES.values() if function in nodes
    )
    further = (near.get(name) or SERVICES.get(name) for name in names - seen)
    return any(reaches_log(each, seen=seen | names) for each in further if each)


@pytest.mark.parametrize(
    ("area", "function"), DEEDS, ids=lambda value: getattr(value, "name", value)
)
def test_deed_writes_its_audit_entry(area: str, function: ast.FunctionDef) -> None:
    assert reaches_log(function) or function.name in BY_TABLE | PARTS | LOGGED


def test_deeds_are_found_and_machinery_reaches_no_entry() -> None:
    assert len(DEEDS) > 60
    (machinery,) = [each for area, each in FUNCTIONS if (area, each.name) == ("jobs", "claim")]
    assert not reaches_log(machinery)


def test_only_the_audit_area_creates_entries() -> None:
    writers = [
        file.relative_to(LEAGUE).as_posix()
        for file in LEAGUE.rglob("*.py")
        if "AuditEntry.objects.create" in file.read_text()
    ]
    assert writers == ["audit.py"]

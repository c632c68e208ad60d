"""Every service says who did what, through one function."""

import ast
from pathlib import Path

import pytest

LEAGUE = Path(__file__).parent.parent.parent / "league"
# Services that do nothing in a person's name: the machinery of jobs, messages and copies, and
# what only reads.
# Calls a service that does.
BY_ANOTHER = {"retry_parked_jobs"}
MACHINERY = {
    "jobs": {"enqueue", "hint", "claim", "finish", "fail", "requeue_overdue", "beat"},
    "notices": {"write_mail", "send_notice", "forget_old_notices"},
    "copies": {"keep_copy"},
    "accounts": {"token_digest", "token_with_secret", "note_use"},
    "audit": {"record"},
}


def services() -> list[tuple[str, ast.FunctionDef]]:
    return [
        (file.parent.name, node)
        for file in sorted(LEAGUE.glob("*/services.py"))
        for node in ast.parse(file.read_text()).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]


def calls_record(function: ast.FunctionDef) -> bool:
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "record"
        for node in ast.walk(function)
    )


@pytest.mark.parametrize(
    ("area", "function"), services(), ids=lambda value: getattr(value, "name", value)
)
def test_service_writes_its_audit_entry(area: str, function: ast.FunctionDef) -> None:
    assert calls_record(function) != (function.name in MACHINERY.get(area, set()) | BY_ANOTHER)


def test_only_the_audit_area_creates_entries() -> None:
    writers = [
        file.relative_to(LEAGUE).as_posix()
        for file in LEAGUE.rglob("*.py")
        if "AuditEntry.objects.create" in file.read_text()
    ]
    assert writers == ["audit/services.py"]

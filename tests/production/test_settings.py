"""Production settings: a mistake is named in one line, and without mistakes all checks pass."""

import secrets
import subprocess
from pathlib import Path

import pytest

from tests.processes import ROOT, clean_environment
from tests.production.stack import run

GOOD = {
    "ARBITR_MODE": "production",
    "SECRET_KEY": secrets.token_urlsafe(50),
    "ARBITR_URL": "https://arbitr.example",
    "ARBITR_HOSTS": "arbitr.example",
    "DATABASE_URL": "postgres://arbitr:secret@127.0.0.1:1/arbitr",
    "REDIS_URL": "redis://127.0.0.1:1/0",
}
PROGRAMS = {
    "manage.py": ["python", "manage.py", "check"],
    "worker": ["celery", "--app", "league", "worker"],
    "beat": ["celery", "--app", "league", "beat"],
}


def outcome(settings: dict[str, str], command: list[str]) -> subprocess.CompletedProcess[str]:
    return run(command, environment=clean_environment(**settings), folder=ROOT)


@pytest.mark.parametrize("value", [None, ""], ids=["missing", "empty"])
@pytest.mark.parametrize("name", ["SECRET_KEY", "ARBITR_HOSTS", "REDIS_URL", "DATABASE_URL"])
def test_missing_setting_is_named_in_one_line(name: str, value: str | None) -> None:
    settings = {key: text for key, text in GOOD.items() if key != name}
    if value is not None:
        settings[name] = value
    done = outcome(settings, PROGRAMS["manage.py"])
    assert (done.returncode, done.stdout.count("\n")) == (1, 1)
    assert name in done.stdout


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "sqlite:////tmp/arbitr.sqlite3"),
        ("DATABASE_URL", "127.0.0.1:5432"),
        ("ARBITR_URL", "arbitr.example"),
        ("ARBITR_MODE", "productoin"),
        ("ARBITR_SWEEP_S", "often"),
        ("ARBITR_LOG_JSON", "maybe"),
        ("ARBITR_PGBOUNCER", "1"),  # without PGBOUNCER_URL
        ("ARBITR_BACKUP_HOUR", "24"),
        ("ARBITR_BACKUPS_KEPT", "7,4"),
        ("ARBITR_BACKUPS_KEPT", "7,-4,12"),
        ("ARBITR_BACKUPS_KEPT", "0,4,12"),
    ],
)
def test_wrong_setting_is_named_in_one_line(name: str, value: str) -> None:
    done = outcome({**GOOD, name: value}, PROGRAMS["manage.py"])
    assert (done.returncode, done.stdout.count("\n")) == (1, 1)
    assert name in done.stdout


def test_unreadable_database_address_is_not_repeated() -> None:
    """It may hold the password."""
    done = outcome({**GOOD, "DATABASE_URL": "x://arbitr:swordfish@db"}, PROGRAMS["manage.py"])
    assert "DATABASE_URL" in done.stdout
    assert "swordfish" not in done.stdout


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_program_names_the_mistake(program: str) -> None:
    settings = {key: text for key, text in GOOD.items() if key != "SECRET_KEY"}
    done = outcome(settings, PROGRAMS[program])
    assert done.returncode == 1
    assert done.stdout.startswith("SECRET_KEY is not set.")
    assert "Traceback" not in done.stdout


def test_web_server_names_the_mistake(tmp_path: Path) -> None:
    settings = {key: text for key, text in GOOD.items() if key != "SECRET_KEY"}
    server = ["granian", "--interface", "wsgi", "--uds", str(tmp_path / "socket")]
    done = outcome(settings, [*server, "league.config.wsgi:application"])
    assert done.returncode == 1
    assert "\nSECRET_KEY is not set." in done.stdout
    assert "Traceback" not in done.stdout


def test_checks_for_deployment_find_nothing() -> None:
    """One is silenced on purpose: our template tags `i18n` stand for Django's."""
    deploy = ["python", "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = outcome(GOOD, deploy)
    assert (done.returncode, done.stdout) == (
        0,
        "System check identified no issues (1 silenced).\n",
    )


def test_checks_for_deployment_find_a_weak_key() -> None:
    """The control of the test above."""
    deploy = ["python", "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = outcome({**GOOD, "SECRET_KEY": "secret"}, deploy)
    assert done.returncode == 1
    assert "security.W009" in done.stdout

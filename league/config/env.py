"""Reading settings from the environment; the only place that does."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

MODES = ("embedded", "venue", "production")


class WrongEnvironment(ImproperlyConfigured):
    """The operator can fix it: the text names the variable."""


@contextmanager
def or_stop() -> Iterator[None]:
    """A wrong setting ends the process with one line instead of a traceback."""
    try:
        yield
    except WrongEnvironment as error:
        sys.exit(str(error))


def text(name: str, default: str = "") -> str:
    """The value; set to nothing is the same as not set, for docker-compose.yml sets every name."""
    return os.environ.get(name, "").strip() or default


def number(name: str, default: int) -> int:
    value = text(name)
    try:
        return int(value) if value else default
    except ValueError:
        raise WrongEnvironment(f"{name} must be a whole number, not {value!r}.") from None


def numbers(name: str, default: tuple[int, ...]) -> tuple[int, ...]:
    """As many as by default, none of them below 0."""
    given = words(name, ",".join(map(str, default)))
    if len(given) != len(default) or not all(map(str.isdecimal, given)):
        like = ",".join(map(str, default))
        raise WrongEnvironment(f"{name} must be {len(default)} whole numbers, such as {like}.")
    return tuple(map(int, given))


def flag(name: str, *, default: bool) -> bool:
    value = text(name).lower()
    if value in ("", "1", "0", "true", "false", "yes", "no"):
        return default if not value else value in ("1", "true", "yes")
    raise WrongEnvironment(f"{name} must be 1 or 0, not {value!r}.")


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def required(name: str, hint: str) -> str:
    value = text(name)
    if not value:
        raise WrongEnvironment(f"{name} is not set. {hint}")
    return value


def database(name: str, default: str, *, max_age_s: int) -> dict[str, Any]:
    """Django's settings of the database at an address."""
    try:
        options = dj_database_url.parse(
            text(name, default), conn_max_age=max_age_s, conn_health_checks=True
        )
    except ValueError:  # its own text may show the password
        raise WrongEnvironment(
            f"{name} cannot be read. It looks like postgres://user:password@host:5432/name"
        ) from None
    return dict(options)


def pooled_database(name: str, *, max_age_s: int) -> dict[str, Any]:
    """The same through PgBouncer, which lends a connection for one transaction at a time.

    A cursor of the server's would outlive its transaction. Nothing else of ours does: no prepared
    statements (Django's default), advisory locks, temporary tables or settings of a session.
    """
    required(name, "ARBITR_PGBOUNCER is 1, and connections go there.")
    return database(name, "", max_age_s=max_age_s) | {"DISABLE_SERVER_SIDE_CURSORS": True}


def mode() -> str:
    value = text("ARBITR_MODE", "embedded")
    if value not in MODES:
        raise WrongEnvironment(f"ARBITR_MODE must be one of {', '.join(MODES)}, not {value!r}.")
    return value


def cannot_write(folder: Path, error: OSError) -> str:
    return f"Cannot write to {folder} ({error.strerror}). Choose another folder: DATA=folder"


def stored_secret(folder: Path) -> str:
    """The secret key of an embedded service: made once, kept beside its database."""
    file = folder / "secret.key"
    try:
        if not file.exists():
            _store_secret(file)
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise WrongEnvironment(cannot_write(folder, error)) from None


def _store_secret(file: Path) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = file.with_name(f"secret.{os.getpid()}.tmp")
    draft.touch(mode=0o600)
    draft.write_text(get_random_secret_key(), encoding="utf-8")
    try:
        os.link(draft, file)  # of two first starts, one wins
    except FileExistsError:
        pass
    finally:
        draft.unlink()

"""Reading settings from the environment; the only place that does."""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

MODES = ("embedded", "venue", "production")


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def number(name: str, default: int) -> int:
    value = text(name)
    try:
        return int(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None


def flag(name: str, *, default: bool) -> bool:
    value = text(name).lower()
    if value in ("", "1", "0", "true", "false", "yes", "no"):
        return default if not value else value in ("1", "true", "yes")
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def required(name: str, hint: str) -> str:
    value = text(name)
    if not value:
        raise ImproperlyConfigured(f"{name} is not set. {hint}")
    return value


def mode() -> str:
    value = text("ARBITR_MODE", "embedded")
    if value not in MODES:
        raise ImproperlyConfigured(f"ARBITR_MODE must be one of {', '.join(MODES)}, not {value!r}.")
    return value


def stored_secret(folder: Path) -> str:
    """The secret key of an embedded service: made once, kept beside its database."""
    file = folder / "secret.key"
    try:
        return file.read_text()
    except FileNotFoundError:
        pass
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f"secret.{os.getpid()}.tmp"
    draft.touch(mode=0o600)
    draft.write_text(get_random_secret_key())
    try:
        os.link(draft, file)  # of two first starts, one wins
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return file.read_text()

"""Which service, and with which token: kept in a file that only its owner reads.

`ARBITR_SITE` and `ARBITR_TOKEN` come first, for programs that run by themselves.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DEFAULT_SITE = "http://127.0.0.1:8000"


@dataclass(frozen=True)
class Login:
    site: str
    token: str


def login_for(site: str = "") -> Login:
    """Of the site that is named, or of the one that was logged in to last."""
    kept = _kept()
    site = site or os.environ.get("ARBITR_SITE", "") or kept.get("last", "") or DEFAULT_SITE
    site = site.rstrip("/")
    token = os.environ.get("ARBITR_TOKEN", "") or kept.get("tokens", {}).get(site, "")
    return Login(site, token)


def keep(login: Login) -> None:
    kept = _kept()
    tokens = {**kept.get("tokens", {}), login.site: login.token}
    _write({"last": login.site, "tokens": tokens})


def forget(site: str) -> bool:
    """Whether there was anything to forget."""
    kept = _kept()
    tokens = dict(kept.get("tokens", {}))
    had = tokens.pop(site, None) is not None
    last = "" if kept.get("last") == site else kept.get("last", "")
    _write({"last": last, "tokens": tokens})
    return had


def path() -> Path:
    home = os.environ.get("XDG_CONFIG_HOME") or os.environ.get("APPDATA")
    return (Path(home) if home else Path.home() / ".config") / "arbitr" / "logins.json"


def _kept() -> dict[str, Any]:
    try:
        kept = json.loads(path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _write(kept: object) -> None:
    """Whole or not at all, and never readable for others."""
    path().parent.mkdir(parents=True, exist_ok=True)
    new = path().with_suffix(".new")
    new.touch(mode=0o600)
    new.write_text(json.dumps(kept, indent=2), encoding="utf-8")
    new.replace(path())

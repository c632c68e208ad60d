"""What the rules say about a record: a verdict, its findings at their lines, its sides with ranks.

These are the answers that callers of `games.verify` read, store and show. What a rule module itself
speaks is in `games.values`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from games.values import SideScore

Severity = Literal["error", "warning"]
Status = Literal["complete", "unfinished", "illegal", "unreadable"]
Claims = Literal["match", "mismatch", "none"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault at its line in the record."""

    line: int
    seat: str | None
    code: str
    severity: Severity
    rule: str
    text: str
    gaps: Mapping[str, object] = field(default_factory=dict)

    @property
    def message(self) -> str:
        return self.text.format(**self.gaps)

    def as_dict(self) -> dict[str, object]:
        return {
            "line": self.line,
            "seat": self.seat,
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "rule": self.rule,
        }


@dataclass(frozen=True, slots=True)
class RankedSide:
    """A side of a verdict, with its rank."""

    rank: int
    standing: SideScore

    def as_dict(self) -> dict[str, object]:
        standing = self.standing
        return {
            "side": standing.side,
            "seats": list(standing.seats),
            "rank": self.rank,
            "score": standing.score,
            "keys": list(standing.keys),
            **standing.more,
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say about a record."""

    status: Status
    game: str | None = None
    variant: str | None = None
    edition: str | None = None
    players: int | None = None
    rules_version: int | None = None
    termination: str | None = None
    claims: Claims = "none"
    turns: int = 0
    sides: tuple[RankedSide, ...] = ()
    findings: tuple[Finding, ...] = ()
    digest: str | None = None
    own: Mapping[str, str] = field(default_factory=dict)  # the game's own tags; for callers alone

    @property
    def error(self) -> Finding | None:
        return next((finding for finding in self.findings if finding.severity == "error"), None)

    def as_dict(self) -> dict[str, object]:
        return {
            "game": self.game,
            "variant": self.variant,
            "edition": self.edition,
            "players": self.players,
            "rules_version": self.rules_version,
            "status": self.status,
            "termination": self.termination,
            "claims": self.claims,
            "turns": self.turns,
            "sides": [side.as_dict() for side in self.sides],
            "findings": [finding.as_dict() for finding in self.findings],
            "digest": self.digest,
        }

"""What the rules have against a version, in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.results.queries import Version, sentence_of


def why_contradicted(reason: str, *, game: str, seated: int) -> str:
    """In one sentence, by the code of the reason; empty: nothing is wrong."""
    sentences = {
        "unreadable": _("The record cannot be read."),
        "illegal": _("The record breaks a rule of the game."),
        "unfinished": _("The record ends before the game is over."),
        "scores": _("The claimed scores are not what the record comes to."),
        "seating": _("By this seating, partners of a team would play against each other."),
        "other_game": _("This is a record of another game: %(game)s is played here."),
        "other_variant": _("This is a record of another variant or edition of %(game)s."),
        "other_players": _("This is a record for another number of players: %(seated)d sat here."),
    }
    return sentences.get(reason, "") % {"game": game, "seated": seated}


def objection(reason: str, findings: Sequence[Mapping[str, Any]], *, game: str, seated: int) -> str:
    """The same, with the first line that is wrong where there is one."""
    sentence = why_contradicted(reason, game=game, seated=seated)
    error = first_error(findings)
    if error is None or reason not in ("illegal", "unreadable"):
        return sentence
    at_line = _("Line %(line)d: %(what)s") % {"line": error["line"], "what": sentence_of(error)}
    return f"{sentence} {at_line}"


def objection_to(version: Version, *, game: str) -> str:
    """As stored with a version."""
    verification = version.verification
    if verification is None:
        return ""
    findings = verification.verdict["findings"]
    seated = len(version.submission.seating)
    return objection(verification.reason, findings, game=game, seated=seated)


def first_error(findings: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    return next((one for one in findings if one["severity"] == "error"), None)


def paragraph(rule: str, *, game: str) -> str:
    """Where a rule is written: in the game's own rules, or in those of records."""
    if rule.startswith("record "):
        return _("The form of records, paragraph %(number)s") % {
            "number": rule.removeprefix("record ")
        }
    return _("Rules of %(game)s, paragraph %(number)s") % {"game": game, "number": rule}

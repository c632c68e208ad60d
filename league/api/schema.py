"""The OpenAPI description: drf-spectacular's, where every operation may answer a problem.

A test asks the rules whether its examples are true.
"""

from collections.abc import Collection
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers

from league.api.access import right_of
from league.api.frame import CLIENT_KEY, MOST_CHARACTERS
from league.api.protocol import JSONParser, ProblemSerializer
from league.api.rows import ID_PATTERN
from league.api.summaries import SUMMARIES
from league.errors import PROBLEM_TYPE
from league.models.public_id import PublicIdField

NEEDS_KEY = "x-needs-client-key"  # taken away again from the description
KEY = {"type": "string", "minLength": 1, "maxLength": MOST_CHARACTERS}
KEY_SAYS = (
    "A key of the program's own. Sent again with the same body, the request is not "
    "done again and gets the first answer; with another body it is refused with 422."
)
# Rights for which nobody needs an account.
_PUBLIC = {
    *("visit", "verify_record", "practise", "see_club", "see_player", "see_series", "see_season"),
    *("see_event", "see_entry", "see_round", "see_match", "see_submission", "see_sheet"),
}
RECORD = """\
[Game "triolet"]
[Players "2"]
[Termination "time"]
A h8=11 i8=3 =25
B g9=8 h9=4 =27
A f8=4 f9=3 =36
"""

VERDICT = {
    "game": "triolet",
    "variant": "base",
    "edition": "standard",
    "players": 2,
    "rules_version": 2,
    "status": "complete",
    "termination": "time",
    "claims": "mismatch",
    "turns": 3,
    "sides": [
        {"side": "A", "seats": ["A"], "rank": 1, "score": 62, "keys": [62]},
        {"side": "B", "seats": ["B"], "rank": 2, "score": 27, "keys": [27]},
    ],
    "findings": [
        {
            "line": 6,
            "seat": "A",
            "code": "claim-differs",
            "severity": "warning",
            "message": "36 points were claimed; the placement gives 37.",
            "rule": "3.1",
        }
    ],
    "digest": "a48779615478ad35b2700de69c0d807527c6614e934d9bf7444713b327c6c2bc",
}

HAND_IN = {
    "client_key": "round-3-table-2",
    "game": 1,
    "seating": {"A": "pwgn3tpvcm", "B": "kh4792hpxd"},
    "record": RECORD,
}
HAND_IN_FIGURES = {
    "client_key": "round-3-table-2",
    "game": 1,
    "seating": {"A": "pwgn3tpvcm", "B": "kh4792hpxd"},
    "absent": ["mw7hn8xbz2"],
    "figures": {"pwgn3tpvcm": {"points": 358}, "kh4792hpxd": {"points": 326}},
    "termination": "time",
}
RULING = {
    "kind": "scores",
    "game": 1,
    "marks": {"pwgn3tpvcm": 18, "kh4792hpxd": "18+", "mw7hn8xbz2": "x"},
    "reason": "Both sides agreed on the scores at the desk.",
    "private": "The slip is in the box of round 3.",
    "version": 7,
}
RULING_BY_FIGURES = {
    "kind": "forfeit",
    "game": 1,
    "marks": {"mw7hn8xbz2": "x"},
    "figures": {"pwgn3tpvcm": {"points": 182}, "kh4792hpxd": {"points": 175}},
    "reason": "The third player went home after four turns.",
    "version": 7,
}
OPEN_SHEET = {"game": 1, "seating": {"A": "pwgn3tpvcm", "B": "kh4792hpxd"}, "way": "checked"}
NOTES = {
    "after": 4,
    "notes": [{"client_key": "turn-5", "kind": "action", "seat": "A", "text": "h8=5 i8=7 j8=3"}],
}


class Schema(AutoSchema):
    """An operation; what is true of all of them is added in `description`."""

    def get_summary(self) -> str | None:
        """The first sentence of what the view says about itself, unless it has another name."""
        return SUMMARIES.get(self.get_operation_id()) or _first_sentence(super().get_description())

    def get_description(self) -> str:  # type: ignore[override]
        """The rest of it."""
        said: str = super().get_description()
        if self.get_operation_id() in SUMMARIES:
            return said
        return said.strip().removeprefix(_first_sentence(said)).lstrip(".").strip()

    def get_extensions(self) -> dict[str, Any]:
        needed: Collection[str] = getattr(self.view, "needs_client_key", ())
        return {NEEDS_KEY: True} if getattr(self.view, "action", "") in needed else {}

    def _get_parameters(self) -> list[dict[str, Any]]:
        """A file has no field for the client key: there it stands in the address."""
        parameters: list[dict[str, Any]] = super()._get_parameters()
        if self.method != "POST" or set(self.view.parser_classes) <= {JSONParser}:
            return parameters
        key = {"name": CLIENT_KEY, "in": "query", "description": KEY_SAYS, "schema": KEY}
        return [*parameters, key]

    def get_auth(self) -> list[dict[str, Any]]:
        """What is public is asked without a token, too."""
        ways: list[dict[str, Any]] = super().get_auth()
        is_public = right_of(self.view, self.method) in _PUBLIC
        return [*ways, {}] if is_public else ways

    def _map_serializer_field(
        self,
        field: Any,
        direction: Any,
        bypass_extensions: bool = False,  # noqa: FBT001, FBT002  as the library has it
    ) -> dict[str, Any]:
        described: dict[str, Any] = super()._map_serializer_field(  # type: ignore[no-untyped-call]
            field, direction, bypass_extensions
        )
        is_plain = described.get("type") == "string" and "pattern" not in described
        return {**described, "pattern": ID_PATTERN} if is_plain and _is_id(field) else described

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        made = bodies.get("201") or bodies.get("202")
        if self.method == "POST" and made:
            repeated = {**made, "description": "The first answer to the same client key"}
            bodies.setdefault("200", repeated)
        bodies["default"] = self._get_response_for_code(  # type: ignore[no-untyped-call]
            ProblemSerializer, "default", media_types=[PROBLEM_TYPE], direction=direction
        )
        bodies["default"]["description"] = "A problem (RFC 9457)"
        return bodies


def _is_id(field: Any) -> bool:
    """Whether a field of a row's serializer tells a row by its public id."""
    if isinstance(field.parent, serializers.ManyRelatedField):
        field = field.parent
    model: Any = getattr(getattr(field.parent, "Meta", None), "model", None)
    column: Any = None
    for name in (field.source or "").split("."):
        try:
            column = model._meta.get_field(name if name != "pk" else model._meta.pk.name)
        except (AttributeError, FieldDoesNotExist):
            return False
        model = column.related_model
    return isinstance(model._meta.pk if model else column, PublicIdField)


def _first_sentence(text: str) -> str:
    """Without its full stop; a line that goes on is one line."""
    paragraph = " ".join(text.strip().partition("\n\n")[0].split())
    return paragraph.partition(". ")[0].removesuffix(".")

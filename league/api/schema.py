"""The OpenAPI description: drf-spectacular's, where every operation may answer a problem."""

from typing import Any

from drf_spectacular.openapi import AutoSchema

from league.api.permissions import predicate_of
from league.api.problems import ProblemSerializer
from league.errors import PROBLEM_TYPE
from league.permissions import (
    anyone,
    reads_entry,
    reads_match,
    reads_round,
    reads_submission,
    sees_event,
    sees_season,
    sees_sheet,
)

_PUBLIC = (
    *(anyone, sees_event, sees_season),
    *(reads_entry, reads_round, reads_match, reads_submission, sees_sheet),
)


class Schema(AutoSchema):
    def get_auth(self) -> list[dict[str, Any]]:
        """What is public is asked without a token, too."""
        ways: list[dict[str, Any]] = super().get_auth()
        is_public = predicate_of(self.view, self.method) in _PUBLIC
        return [*ways, {}] if is_public else ways

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        bodies["default"] = self._get_response_for_code(
            ProblemSerializer, "default", media_types=[PROBLEM_TYPE], direction=direction
        )
        bodies["default"]["description"] = "A problem (RFC 9457)"
        return bodies

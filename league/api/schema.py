"""The OpenAPI description: drf-spectacular's, where every operation may answer a problem."""

from typing import Any

from drf_spectacular.openapi import AutoSchema

from league.api.problems import ProblemSerializer
from league.errors import PROBLEM_TYPE


class Schema(AutoSchema):
    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        bodies["default"] = self._get_response_for_code(
            ProblemSerializer, "default", media_types=[PROBLEM_TYPE], direction=direction
        )
        bodies["default"]["description"] = "A problem (RFC 9457)"
        return bodies

"""The OpenAPI description: drf-spectacular's, where every operation may answer a problem."""

from typing import Any

from drf_spectacular.openapi import AutoSchema

from league.api.permissions import right_of
from league.api.protocol import ProblemSerializer
from league.errors import PROBLEM_TYPE

# Rights for which nobody needs an account.
_PUBLIC = {
    *("visit", "verify_record", "practise", "see_club", "see_player", "see_series", "see_season"),
    *("see_event", "see_entry", "see_round", "see_match", "see_submission", "see_sheet"),
}


class Schema(AutoSchema):
    def get_auth(self) -> list[dict[str, Any]]:
        """What is public is asked without a token, too."""
        ways: list[dict[str, Any]] = super().get_auth()
        is_public = right_of(self.view, self.method) in _PUBLIC
        return [*ways, {}] if is_public else ways

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        bodies["default"] = self._get_response_for_code(  # type: ignore[no-untyped-call]
            ProblemSerializer, "default", media_types=[PROBLEM_TYPE], direction=direction
        )
        bodies["default"]["description"] = "A problem (RFC 9457)"
        return bodies

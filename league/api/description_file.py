"""The description of the API as a file for programs."""

from typing import Any

from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.request import Request

from league.api.strict import refuse_questions


class DescriptionFile(SpectacularJSONAPIView):
    """The library would also take a language and a version: there is one of each."""

    permissions = {"get": "visit"}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        refuse_questions(request)

"""What programs ask every few seconds: whether anything of a public event has changed.

Answered before anybody asks who is there (`league.web.middleware.Impersonal`), as live pages are:
it is the same for everybody, and costs one look into the cache, and one to count it.
"""

from typing import Any

from django.conf import settings
from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.api.limits import count_live
from league.api.rows import ID
from league.api.strict import refuse_questions
from league.live import public_version

_EVENT = OpenApiParameter("id", str, OpenApiParameter.PATH, pattern=f"^{ID}$")


class LiveVersionSerializer(serializers.Serializer):
    live_version = serializers.IntegerField(help_text="Rises with whatever the public sees change")


class LiveVersion(APIView):
    authentication_classes = ()
    permissions = {"get": "visit"}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        count_live(request)
        super().initial(request, *args, **kwargs)

    @extend_schema(parameters=[_EVENT], responses=LiveVersionSerializer)
    def get(self, request: Request, pk: str) -> HttpResponseBase:
        """Read the version of a public event.

        304 while it is the one of `If-None-Match`. To be asked again and again: it is counted
        apart, twenty times as often as anything else, and by address alone.
        """
        refuse_questions(request)
        version = public_version(pk)
        if version is None:
            raise Http404
        tag = f'"{version}-{settings.VERSION}"'
        response = get_conditional_response(request._request, etag=tag) or Response(
            {"live_version": version}
        )
        response.headers["ETag"] = tag
        response.headers["Cache-Control"] = "public, max-age=1"
        return response

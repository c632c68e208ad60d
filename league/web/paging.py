"""Lists page. A page number that does not exist shows the nearest one that does."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

PER_PAGE = 50


def page_of(rows: QuerySet[Any] | Sequence[Any], request: HttpRequest) -> Page[Any]:
    return Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))

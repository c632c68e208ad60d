"""Everything that is kept about me, as one file."""

from allauth.account.decorators import reauthentication_required
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from league.exchange.queries.my_data import my_data_file
from league.web.access import PageRequest, permitted
from league.web.files import file_answer


@permitted("keep_account")
@reauthentication_required  # type: ignore[untyped-decorator]
def my_data(request: PageRequest) -> HttpResponseBase:
    """Sent by POST: a link that somebody else made must not start it."""
    user = request.actor.user
    assert user is not None  # keep_account let the request in
    if request.method == "POST":
        return file_answer(my_data_file(user))
    page: HttpResponse = render(request, "exchange/my_data.html")
    return page

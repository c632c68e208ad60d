"""The archive of an event to take home, and the public log of seals."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.text import slugify

from league.archive.canonical import canonical
from league.archive.queries.seal_log import entries_shown, log_size, root_at
from league.archive.services.seals import archive_given
from league.archive.zipped import zipped
from league.models import Event
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.frames import page_of
from league.web.names import wants_full_names


@permitted("take_archive", of=event_named, hidden=True)
def archive(request: PageRequest, event: Event) -> HttpResponse:
    """The file, or a zip with the records beside it; full names for officials who ask for them."""
    document = archive_given(
        event,
        in_full=wants_full_names(request, event),
        source=request.build_absolute_uri("/"),
    )
    is_zip = request.GET.get("form") == "zip"
    data = zipped(document) if is_zip else canonical(document).encode()
    name = f"{slugify(event.name) or event.pk}.arbitr.{'zip' if is_zip else 'json'}"
    disposition = content_disposition_header(as_attachment=True, filename=name)
    return HttpResponse(
        data,
        content_type="application/zip" if is_zip else "application/json",
        headers={"Content-Disposition": disposition or ""},
    )


@permitted("visit")
def seal_log(request: PageRequest) -> HttpResponse:
    """Every seal that was ever written, and the head to note."""
    size = log_size()
    context = {"size": size, "head": root_at(size), "page_obj": page_of(entries_shown(), request)}
    return render(request, "public/seals/log.html", context)

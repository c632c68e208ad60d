"""What a sheet leaves behind: its record as text, and played through move by move."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.events.queries.replays import drawings_tag, replay_shown
from league.models import Sheet
from league.models.columns import number_in
from league.sheets.checks import record_now
from league.sheets.queries import on_sheet
from league.web.access import PageRequest, permitted
from league.web.addresses import sheet_named
from league.web.games import drawing_file, packed, scores_chart
from league.web.sheet.sheet import seats_named


@permitted("see_sheet", of=sheet_named, hidden=True)
@require_safe
def sheet_record(request: PageRequest, sheet: Sheet) -> HttpResponse:
    """The record so far, to be kept or shared."""
    record = record_now(on_sheet(sheet))
    if record is None:
        messages.info(request, _("This game has no records: points are entered by hand."))
        return redirect("sheet", sheet.pk)
    response = HttpResponse(record, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{sheet.game}-{sheet.pk}.txt"'
    return response


@permitted("see_sheet", of=sheet_named, hidden=True)
@require_safe
def sheet_replay(request: PageRequest, sheet: Sheet) -> HttpResponse:
    """For those who are given the address: nothing can be written there."""
    record = _record_or_404(sheet)
    names = {seat: name for seat, name in seats_named(sheet) if name}
    shown = replay_shown(record, names=names, move=number_in(request.GET.get("move", "")))
    context = {
        "sheet": sheet,
        "replay": shown,
        "chart": scores_chart(shown),
        "address": reverse("sheet-replay", args=[sheet.pk]),
        "drawings": reverse("sheet-drawings", args=[sheet.pk, 0]),
        "drawings_tag": drawings_tag(record),
    }
    return render(request, "sheet/replay.html", context)


@permitted("see_sheet", of=sheet_named, hidden=True)
@require_safe
def sheet_drawings(request: PageRequest, sheet: Sheet, number: int) -> HttpResponse:
    return packed(request, _record_or_404(sheet), number=number)


@permitted("see_sheet", of=sheet_named, hidden=True)
@require_safe
def sheet_drawing(request: PageRequest, sheet: Sheet, move: int) -> HttpResponse:
    """One board as a file."""
    return drawing_file(_record_or_404(sheet), move=move, name=sheet.pk)


def _record_or_404(sheet: Sheet) -> str:
    record = record_now(on_sheet(sheet))
    if record is None:
        raise Http404
    return record

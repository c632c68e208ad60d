"""Paper: pages to print, and the whole event on one page for when the computer goes dark."""

import base64
import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _

from league.events.queries import public
from league.events.queries.brackets import bracket_of
from league.events.queries.events import is_played_out
from league.events.queries.prizes import categories_of
from league.events.queries.stages import (
    overall_shown,
    rounds_called,
    rounds_with_tables,
    stage_with_round,
    stages_begun,
    with_last_rounds,
)
from league.events.queries.standings import (
    StandingsTable,
    table_chosen,
    table_page,
    with_rounds,
)
from league.events.queries.tables import RoundShown
from league.exchange.queries.reports import report_text, rounds_to_report, stage_to_report
from league.models import Event, PaperCopy, Round
from league.models.columns import number_in
from league.permissions import may
from league.results.services.seats import table_codes
from league.web.access import PageRequest, permitted
from league.web.addresses import code_address, event_named, qr_svg, round_named
from league.web.bracket_layout import PAPER
from league.web.bracket_pages import PageSize, sheets_of
from league.web.brackets import part_name, picture_of, words_of
from league.web.frames import event_frame, sheet_page
from league.web.names import names_asked, wants_full_names

Contents = Callable[[], dict[str, Any]]
_MOST_CARDS = 100
_SLIPS_ON_PAGE = 8
_UPRIGHT_COLUMNS = 13
# Landscape, in pixels of 1/96 inch: what margins of 10 mm and a heading leave. Letters of 11 px
# are 2 mm high.
_BRACKET_SIZES = {"a4": PageSize(1040, 670), "a3": PageSize(1500, 1000)}


def paper_named(pk: str) -> PaperCopy:
    return get_object_or_404(PaperCopy.objects.select_related("event__club"), pk=pk)


@permitted("print_event", of=event_named)
def prints(request: PageRequest, event: Event) -> HttpResponse:
    """Everything that can be printed."""
    begun = stages_begun(event)
    kept = list(event.paper_copies.defer("html"))
    after = [copy.after_round for copy in kept]
    context = {
        **event_frame(request, event, tab="print"),
        "heading": _("Print"),
        "rounds": public.public_rounds(*begun),
        "stages": with_last_rounds(begun) if len(begun) > 1 else [],
        "kept": list(zip(kept, rounds_called(begun, after), strict=True)),
        "tables": _tables_at_hand(event),
        "most": _MOST_CARDS,
        "categories": categories_of(event, is_official=True),
        "reports": [
            (stage, rounds_called(begun, numbers))
            for stage in begun
            if (numbers := rounds_to_report(stage))
        ],
        "papers": _papers(),
        "brackets": [stage for stage in begun if stage.format.has_bracket],
    }
    return render(request, "setup/print/list.html", context)


@permitted("see_event", of=event_named, hidden=True)
def report(request: PageRequest, event: Event) -> HttpResponse:
    """A tournament report for other programs, after the last closed round or an earlier one."""
    after = number_in(request.GET.get("after", ""))
    in_full = wants_full_names(request, event)
    stage = stage_to_report(event, after_round=after)
    text = report_text(stage, after_round=after, in_full=in_full)
    name = f"{slugify(event.name) or event.pk}{f'-{after}' if after else ''}.trf"
    disposition = content_disposition_header(as_attachment=True, filename=name)
    return HttpResponse(
        text,
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": disposition or ""},
    )


@permitted("see_round", of=round_named, hidden=True)
def tables(request: PageRequest, round_: Round) -> HttpResponse:
    """Who sits where, by table: for the wall."""
    return _of_round(request, round_, "tables", lambda: {"shown": _public(request, round_)})


@permitted("see_round", of=round_named, hidden=True)
def names(request: PageRequest, round_: Round) -> HttpResponse:
    """Who sits where, by name: the quicker one at the door."""
    event = round_.stage.event

    def contents() -> dict[str, Any]:
        full = names_asked(request, event) if wants_full_names(request, event) else None
        return {"found": public.tables_by_name(event, [_public(request, round_)], names=full)}

    return _of_round(request, round_, "names", contents)


@permitted("see_round", of=round_named, hidden=True)
def slips(request: PageRequest, round_: Round) -> HttpResponse:
    """One for each table that still plays, to write its result on; the code is for officials."""
    is_official = may(request.actor, "see_as_official", round_.stage.event)

    def contents() -> dict[str, Any]:
        made = public.slips_of(_public(request, round_))
        if is_official:
            made = [replace(slip, qr=qr_svg(code_address(slip.code))) for slip in made]
        return {"slips": made, "has_codes": is_official}

    return _of_round(request, round_, "slips", contents)


@permitted("see_event", of=event_named, hidden=True)
def blank(request: PageRequest, event: Event) -> HttpResponse:
    return _of_event(request, event, "slips", lambda: {"slips": public.blank_slips(_SLIPS_ON_PAGE)})


@permitted("see_event", of=event_named, hidden=True)
def standings(request: PageRequest, event: Event) -> HttpResponse:
    """Those that were chosen on the page of the standings, all on one page."""
    begun = stages_begun(event)
    stage = stage_with_round(begun, number_in(request.GET.get("after", "")))
    choice = table_chosen(event, stage, rounds=rounds_with_tables(event), wanted=request.GET.dict())

    def contents() -> dict[str, Any]:
        table = table_page(stage, names=names_asked(request, event), choice=choice, per_page=None)
        shown = with_rounds(table, stage=stage)
        step = "print" if "step" in request.GET and may(request.actor, "wrap_up", event) else ""
        return {
            "table": shown,
            "stage": stage if len(begun) > 1 else None,
            "choice": choice,
            "is_wide": _is_wide(shown),
            "step_key": step,
            "is_played_out": partial(is_played_out, event),
        }

    return _of_event(request, event, "standings", contents)


@permitted("see_event", of=event_named, hidden=True)
def overall(request: PageRequest, event: Event) -> HttpResponse:
    """The order over all stages."""

    def contents() -> dict[str, Any]:
        return {"rows": overall_shown(event, names=names_asked(request, event))}

    return _of_event(request, event, "overall", contents)


@permitted("see_event", of=event_named, hidden=True)
def bracket(request: PageRequest, event: Event) -> HttpResponse:
    """On A4 or A3, on as few pages as can be read."""
    paper = request.GET.get("paper", "")
    paper = paper if paper in _BRACKET_SIZES else "a4"

    def contents() -> dict[str, Any]:
        order = number_in(request.GET.get("stage", ""))
        shown = bracket_of(event, names=names_asked(request, event), order=order)
        if shown is None:
            return {"sheets": []}
        words = words_of(shown)
        sheets = sheets_of(shown.boxes, size=_BRACKET_SIZES[paper], measures=PAPER)
        return {
            "sheets": [
                {
                    "name": part_name(sheet.part, has_losers=shown.has_losers),
                    "picture": picture_of(shown, words, sheet=sheet),
                }
                for sheet in sheets
            ],
            "stage": shown.stage,
            "paper": paper,
            "papers": _papers(),
        }

    return _of_event(request, event, "bracket", contents)


@permitted("print_event", of=event_named)
def cards(request: PageRequest, event: Event) -> HttpResponse:
    """Printed once, used for years: they name the club and the table, not the event."""
    number = number_in(request.GET.get("tables", ""))
    if number is None:
        number = _tables_at_hand(event)
    codes = table_codes(event.club, range(1, min(number, _MOST_CARDS) + 1))
    made = []
    for table, code in sorted(codes.items()):
        address = code_address(code)
        made.append({"table": table, "address": address, "qr": qr_svg(address)})
    return _of_event(request, event, "cards", lambda: {"cards": made})


@permitted("print_event", of=event_named)
def paper(request: PageRequest, event: Event) -> HttpResponse:
    """The event as it is now, in one file that needs nothing else."""
    return _download(public.paper_page(event), name=slugify(event.name))


@permitted("print_event", of=paper_named)
def kept_paper(request: PageRequest, copy: PaperCopy) -> HttpResponse:
    return _download(copy.html, name=f"{slugify(copy.event.name)}-{copy.after_round}")


def _of_event(request: PageRequest, event: Event, name: str, contents: Contents) -> HttpResponse:
    """In the event's language, whoever prints it."""
    return sheet_page(
        request,
        f"setup/print/{name}.html",
        language=event.language,
        contents=lambda: {"event": event, **contents()},
    )


def _of_round(request: PageRequest, round_: Round, name: str, contents: Contents) -> HttpResponse:
    event = round_.stage.event
    return _of_event(request, event, name, lambda: {"round": round_, **contents()})


def _papers() -> list[tuple[str, str]]:
    return [(key, key.upper()) for key in _BRACKET_SIZES]


def _public(request: PageRequest, round_: Round) -> RoundShown:
    if round_.status == Round.Status.DRAFT:
        raise Http404
    return public.round_shown(round_, names=names_asked(request, round_.stage.event))


def _is_wide(table: StandingsTable) -> bool:
    """More than fits on an upright sheet: a tiebreak takes the room of two rounds."""
    rounds = len(table.rows[0].cells) if table.rows else 0
    return rounds + 2 * len(table.telling) > _UPRIGHT_COLUMNS


def _tables_at_hand(event: Event) -> int:
    most = event.matches.order_by("-table").values_list("table", flat=True).first()
    return event.boards or most or 10


def _download(html: str, *, name: str) -> HttpResponse:
    """With a policy of its own: the style stands in the file, because it must work from a disk."""
    style = html.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return HttpResponse(
        html,
        headers={
            "Content-Disposition": content_disposition_header(
                as_attachment=True, filename=f"{name or 'event'}.html"
            ),
            "Content-Security-Policy": f"default-src 'none'; style-src 'sha256-{digest}'; sandbox",
        },
    )

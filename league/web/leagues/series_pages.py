"""Series as everybody sees them: the table, a row explained, on paper, as a file."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.utils.translation import gettext as _

from league.clubs.spreadsheets import write_csv
from league.models import Series
from league.permissions import may
from league.series.queries.series import counted_series, last_own_event, series_listed
from league.series.queries.shown import SeriesShown, explained_row, series_shown
from league.series.queries.spreadsheet import rows_of_text
from league.web.access import PageRequest, permitted
from league.web.paging import page_of


def series_named(pk: str) -> Series:
    return get_object_or_404(Series.objects.select_related("club"), pk=pk)


@permitted("visit")
def all_series(request: PageRequest) -> HttpResponse:
    """Of all clubs, or of one."""
    user, club = request.actor.user, request.GET.get("club", "")
    found = series_listed().filter(club=club) if club else series_listed()
    context = {
        "page_obj": page_of(found, request),
        "runs_club": user is not None and user.clubs_run.exists(),
    }
    return render(request, "series/list.html", context)


@permitted("see_series", of=series_named)
def series(request: PageRequest, series: Series) -> HttpResponse:
    shown = _shown(request, series)
    may_run = may(request.actor, "edit_series", series)
    context = {
        "series": series,
        "shown": shown,
        "page_obj": page_of(shown.rows, request),
        "may_run": may_run,
        "has_last": may_run and last_own_event(series) is not None,
    }
    return render(request, "series/detail.html", context)


@permitted("see_series", of=series_named)
def series_row(request: PageRequest, series: Series, player: str) -> HttpResponse:
    """Every evening of somebody: what counted, what was dropped, and who stands next."""
    shown = _shown(request, series)
    explained = explained_row(shown, player)
    if explained is None:
        raise Http404
    context = {
        "series": series,
        "shown": shown,
        "explained": explained,
        "may_run": may(request.actor, "edit_series", series),
    }
    return render(request, "series/row.html", context)


@permitted("see_series", of=series_named)
def series_print(request: PageRequest, series: Series) -> HttpResponse:
    return render(
        request, "series/print.html", {"series": series, "shown": _shown(request, series)}
    )


@permitted("see_series", of=series_named)
def series_download(request: PageRequest, series: Series) -> HttpResponse:
    shown = _shown(request, series)
    name = "-".join(filter(None, [slugify(series.name) or _("series"), shown.game]))
    return HttpResponse(
        write_csv(rows_of_text(shown)),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )


def _shown(request: PageRequest, series: Series) -> SeriesShown:
    game = request.GET.get("game", "")[:120]
    return series_shown(counted_series(series), game=game, actor=request.actor)

"""Series: the table, a row explained, on paper, as a file; and for those who run them,
setting up, evenings, guests, the archive.
"""

from collections.abc import Callable
from datetime import timedelta
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.events.queries.people import people_of
from league.models import Club, Event, Player, Series
from league.permissions import may
from league.series import services
from league.series.queries import series as queries
from league.series.queries.shown import SeriesShown, explained_row, series_shown
from league.web.access import PageRequest, permitted
from league.web.addresses import club_named
from league.web.errors import refusals_on, refusals_to
from league.web.forms import RepeatForm
from league.web.frames import form_page, page_of, sheet_page
from league.web.leagues.forms import AddEveningForm, SeriesChangeForm, SeriesForm


def series_named(pk: str) -> Series:
    return get_object_or_404(Series.objects.select_related("club"), pk=pk)


_UPRIGHT_EVENINGS = 8  # more do not fit on an upright sheet


@permitted("visit")
def all_series(request: PageRequest) -> HttpResponse:
    """Of all clubs, or of one."""
    user, club = request.actor.user, request.GET.get("club", "")
    listed = queries.series_listed().filter(club=club) if club else queries.series_listed()
    context = {
        "page_obj": page_of(listed, request),
        "runs_club": user is not None and user.clubs_run.exists(),
    }
    return render(request, "leagues/series/list.html", context)


@permitted("see_series", of=series_named)
def series(request: PageRequest, series: Series) -> HttpResponse:
    shown = _shown(request, series)
    may_run = may(request.actor, "edit_series", series)
    context = {
        "series": series,
        "shown": shown,
        "page_obj": page_of(shown.rows, request),
        "may_run": may_run,
        "has_last": may_run and queries.last_own_event(series) is not None,
    }
    return render(request, "leagues/series/detail.html", context)


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
    return render(request, "leagues/series/row.html", context)


@permitted("see_series", of=series_named)
def series_print(request: PageRequest, series: Series) -> HttpResponse:
    """In the club's language, whoever prints it."""

    def contents() -> dict[str, object]:
        shown = _shown(request, series)
        is_wide = len(shown.columns) > _UPRIGHT_EVENINGS
        return {"series": series, "shown": shown, "is_wide": is_wide}

    return sheet_page(
        request, "leagues/series/print.html", language=series.club.language, contents=contents
    )


def _shown(request: PageRequest, series: Series) -> SeriesShown:
    game = request.GET.get("game", "")[:120]
    return series_shown(queries.counted_series(series), game=game, actor=request.actor)


@permitted("open_series", of=club_named)
def series_new(request: PageRequest, club: Club) -> HttpResponse:
    form = SeriesForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, is_named=True):
            made = services.create_series(club, actor=request.actor, fields=form.cleaned_data)
            messages.success(request, _("Here it is. Now say which evenings belong to it."))
            return redirect("series-evenings", made.pk)
    context = {"club": club, "form": form}
    return form_page(request, "leagues/series/new.html", context)


@permitted("edit_series", of=series_named)
def series_edit(request: PageRequest, series: Series) -> HttpResponse:
    if series.is_archived:
        return _shut(request, series)
    form = SeriesChangeForm(
        request.POST or None, instance=series, initial={"version": series.version}
    )
    if request.method == "POST" and form.is_valid():
        with form.refusals(series):
            services.edit_series(
                series,
                actor=request.actor,
                version=form.cleaned_data["version"],
                changes=form.cleaned_data,
            )
            messages.success(request, _("Saved. The table is being recounted."))
            return redirect("series", series.pk)
    context = {"series": series_named(series.pk), "form": form}
    return form_page(request, "leagues/series/edit.html", context)


@permitted("keep_evenings", of=series_named)
def series_evenings(request: PageRequest, series: Series) -> HttpResponse:
    """Which events belong to it, in which order."""
    if series.is_archived:
        return _shut(request, series)
    form = AddEveningForm(request.POST or None, events=queries.events_to_add(series, request.actor))
    if request.method == "POST" and form.is_valid():
        event = form.cleaned_data["event"]
        with refusals_on(form, "event"):
            services.add_evening(series, actor=request.actor, event=event)
            messages.success(request, _("“%(name)s” is in the series.") % {"name": event.name})
            return redirect("series-evenings", series.pk)
    context = {
        "series": series,
        "shown": series_shown(queries.counted_series(series), actor=request.actor),
        "form": form,
        "has_last": queries.last_own_event(series) is not None,
    }
    return form_page(request, "leagues/series/evenings.html", context)


@permitted("keep_evenings", of=series_named)
def series_next(request: PageRequest, series: Series) -> HttpResponse:
    """The next evening, like the last one."""
    if series.is_archived:
        return _shut(request, series)
    last = queries.last_own_event(series)
    if last is None:
        messages.info(request, _("There is no evening to copy yet. Add one first."))
        return redirect("series-evenings", series.pk)
    people = people_of(last).count()
    form = RepeatForm(
        request.POST or None, initial=_following(series, last), has_people=bool(people)
    )
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            event = services.open_next_evening(
                series, actor=request.actor, **form.asked(zone=last.time_zone)
            )
            messages.success(request, _("Here it is, as a draft that only officials see."))
            has_people = event.entries.exists()
            return redirect("event-check-in" if has_people else "event-settings", event.pk)
    context = {"series": series, "last": last, "form": form, "people": people}
    return form_page(request, "leagues/series/next.html", context)


@permitted("keep_evenings", of=series_named)
@require_POST
def series_evening_move(request: PageRequest, series: Series) -> HttpResponse:
    event_id, by = request.POST.get("event", ""), 1 if "later" in request.POST else -1

    def move() -> None:
        services.move_evening(series, actor=request.actor, event_id=event_id, by=by)

    return _done(request, series, move, said=_("The order is changed."))


@permitted("keep_evenings", of=series_named)
@require_POST
def series_evening_remove(request: PageRequest, series: Series) -> HttpResponse:
    event_id = request.POST.get("event", "")

    def remove() -> None:
        services.remove_evening(series, actor=request.actor, event_id=event_id)

    said = _("Out of the series. The event itself is as it was; you can add it again.")
    return _done(request, series, remove, said=said)


@permitted("archive_series", of=series_named)
@require_POST
def series_archive(request: PageRequest, series: Series) -> HttpResponse:
    """Into the archive, or out of it."""
    if series.is_archived:
        step, said = services.reopen_series, _("Out of the archive. It can be changed again.")
    else:
        step, said = services.archive_series, _("Archived. You can take it out again at any time.")
    return _done(request, series, lambda: step(series, actor=request.actor), said=said, to="series")


@permitted("mark_guest", of=series_named)
@require_POST
def series_guest(request: PageRequest, series: Series, player: str) -> HttpResponse:
    """Who is a guest, by hand."""
    who = get_object_or_404(Player, pk=player)
    is_guest = "guest" in request.POST

    def say() -> None:
        services.say_guest(series, actor=request.actor, player=who, is_guest=is_guest)

    said = _("Counts as a guest now.") if is_guest else _("Counts as one of the club now.")
    return _done(request, series, say, said=said, to="series")


def _shut(request: PageRequest, series: Series) -> HttpResponse:
    messages.info(request, _("The series is archived. Take it out of the archive to change it."))
    return redirect("series", series.pk)


def _done(
    request: PageRequest,
    series: Series,
    step: Callable[[], None],
    *,
    said: str,
    to: str = "series-evenings",
) -> HttpResponse:
    with refusals_to(request):
        step()
        messages.success(request, said)
    return redirect(to, series.pk)


def _following(series: Series, last: Event) -> dict[str, object]:
    """As many days later as the evenings before, at the same time of day."""
    at = last.starts_at.astimezone(ZoneInfo(last.time_zone))
    return {
        "name": queries.counted_up(last.name),
        "date": at.date() + timedelta(days=queries.usual_gap(series)),
        "time": at.time(),
    }

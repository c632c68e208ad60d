"""Events: lists, opening a new one."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.clubs.queries import clubs_run_by
from league.errors import LeagueError
from league.events.services.settings import clone_event, create_event
from league.events.settings_rules import template_of, templates
from league.models import Club, Event
from league.web.access import PageRequest, permitted
from league.web.addresses import club_named, event_named
from league.web.forms import WhenForm
from league.web.frames import event_frame
from league.web.setup.event_forms import NewEventForm


@permitted("start_event")
def event_start(request: PageRequest) -> HttpResponse:
    """For which club? Who runs one alone is not asked."""
    assert request.actor.user is not None
    clubs = list(clubs_run_by(request.actor.user))
    if len(clubs) == 1:
        return redirect("event-new", clubs[0].pk)
    return render(request, "events/start.html", {"clubs": clubs})


@permitted("open_event", of=club_named)
def event_new(request: PageRequest, club: Club) -> HttpResponse:
    """A template first, then the few things that no template can know."""
    template = template_of(request.GET.get("template", ""))
    if template is None:
        return render(request, "events/templates.html", {"club": club, "templates": templates()})
    form = NewEventForm(request.POST or None, asks_game=not template.fixes_game)
    if request.method == "POST" and form.is_valid():
        try:
            event = create_event(
                club,
                actor=request.actor,
                template=template,
                name=form.cleaned_data["name"],
                starts_at=form.starts_at,
                changes=form.changes,
            )
        except LeagueError as error:
            field = getattr(error, "field", None)
            form.add_error(field if field in form.fields else None, str(error.message))
        else:
            messages.success(request, _("Here it is, as a draft that only officials see."))
            return redirect("event-settings", event.pk)
    context = {"club": club, "template": template, "form": form}
    return render(request, "events/new.html", context, status=422 if form.errors else 200)


@permitted("clone_event", of=event_named)
def event_clone(request: PageRequest, event: Event) -> HttpResponse:
    form = WhenForm(request.POST or None, initial={"name": event.name})
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        copy = clone_event(event, actor=request.actor, name=name, starts_at=form.starts_at)
        messages.success(request, _("Here is the copy, as a draft that only officials see."))
        return redirect("event-settings", copy.pk)
    context = {**event_frame(request, event, tab="settings"), "form": form}
    return render(request, "events/clone.html", context, status=422 if form.errors else 200)

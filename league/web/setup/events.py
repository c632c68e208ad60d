"""How an event is run: its settings, its life cycle, its officials, who is kept apart."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.errors import LeagueError
from league.events.queries.event_lists import first_stage, steps_of
from league.events.queries.events import entry_names, kept_apart_elsewhere
from league.events.services.drafts import allow_together, keep_apart
from league.events.services.lifecycle import add_official, move_event, remove_official
from league.events.services.settings import edit_event
from league.models import Event
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.frames import event_frame
from league.web.rules import rules_in_words
from league.web.setup.event_forms import KeepApartForm, OfficialForm
from league.web.setup.setting_sections import PAGE_OF_CHAPTER, SECTIONS
from league.web.setup.settings_form import SettingsForm


@permitted("change_settings", of=event_named)
def settings(request: PageRequest, event: Event) -> HttpResponse:
    """Everything that is set, in words, and the steps that the event may take."""
    context = {
        **event_frame(request, event, tab="settings"),
        "steps": steps_of(event),
        "officials": event.official_set.select_related("user"),
        "chapters": [
            (chapter, _address_of(event, chapter.key)) for chapter in rules_in_words(event)
        ],
    }
    return render(request, "events/settings.html", context)


def _address_of(event: Event, chapter: str) -> str:
    """Where a chapter of the rules is changed."""
    if route := PAGE_OF_CHAPTER.get(chapter):
        return reverse(route, args=[event.pk])
    return reverse("event-setting", args=[event.pk, chapter])


@permitted("change_settings", of=event_named)
def setting(request: PageRequest, event: Event, part: str) -> HttpResponse:
    section = SECTIONS.get(part)
    if section is None:
        raise Http404
    form = SettingsForm(
        request.POST or None, event=event, stage=first_stage(event), section=section
    )
    if request.method == "POST" and form.is_valid():
        try:
            edit_event(
                event,
                actor=request.actor,
                version=form.cleaned_data["version"],
                changes=form.changes,
                is_confirmed=form.cleaned_data.get("is_confirmed", False),
            )
        except LeagueError as error:
            form.refuse(error, version=Event.objects.get(pk=event.pk).version)
        else:
            messages.success(request, _("Saved."))
            return redirect("event-settings", event.pk)
    context = {**event_frame(request, event, tab="settings"), "form": form, "section": section}
    return render(request, "events/setting.html", context, status=422 if form.errors else 200)


@permitted("move_event", of=event_named)
@require_POST
def move(request: PageRequest, event: Event) -> HttpResponse:
    version = request.POST.get("version", "")
    try:
        moved = move_event(
            event,
            to=request.POST.get("to", ""),
            actor=request.actor,
            version=int(version) if version.isdecimal() else 0,
        )
    except LeagueError as error:
        messages.error(request, str(error.message))
    else:
        said = _("The event is now: %(status)s.") % {"status": moved.get_status_display()}
        messages.success(request, said)
    is_from_console = request.POST.get("back") == "console"
    return redirect("console" if is_from_console else "event-settings", event.pk)


@permitted("keep_officials", of=event_named)
def officials(request: PageRequest, event: Event) -> HttpResponse:
    form = OfficialForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            official = add_official(event, actor=request.actor, **form.cleaned_data)
        except LeagueError as error:
            form.add_error("login", str(error.message))
        else:
            messages.success(request, _("Added: %(name)s.") % {"name": official.user})
            return redirect("event-officials", event.pk)
    context = {
        **event_frame(request, event, tab="settings"),
        "form": form,
        "officials": event.official_set.select_related("user").order_by("role", "user__username"),
        "admins": event.club.admins.all(),
    }
    return render(request, "events/officials.html", context, status=422 if form.errors else 200)


@permitted("keep_officials", of=event_named)
@require_POST
def official_remove(request: PageRequest, event: Event) -> HttpResponse:
    official = event.official_set.filter(user=request.POST.get("user", "")).first()
    if official is not None:
        remove_official(official, actor=request.actor)
        messages.success(request, _("Removed."))
    if official is not None and official.user == request.actor.user:
        return redirect("event", event.pk)  # may be out of bounds now
    return redirect("event-officials", event.pk)


@permitted("keep_apart", of=event_named)
def apart(request: PageRequest, event: Event) -> HttpResponse:
    names = entry_names(event, in_full=True)
    form = KeepApartForm(request.POST or None, event=event, names=names)
    if request.method == "POST" and form.is_valid():
        try:
            keep_apart(event, actor=request.actor, **form.cleaned_data)
        except LeagueError as error:
            form.add_error(None, str(error.message))
        else:
            messages.success(request, _("They will not be paired with each other."))
            return redirect("event-apart", event.pk)
    context = {
        **event_frame(request, event, tab="check-in"),
        "form": form,
        "pairs": [
            (pair.pk, names[pair.first_id], names[pair.second_id])
            for pair in event.kept_apart.all()
        ],
        "elsewhere": [
            (first.pk, second.pk, names[first.pk], names[second.pk])
            for first, second in kept_apart_elsewhere(event)
        ],
    }
    return render(request, "events/apart.html", context, status=422 if form.errors else 200)


@permitted("keep_apart", of=event_named)
@require_POST
def apart_remove(request: PageRequest, event: Event) -> HttpResponse:
    pair = event.kept_apart.filter(pk=request.POST.get("pair", "")).first()
    if pair is not None:
        allow_together(pair, actor=request.actor)
        messages.success(request, _("They may meet again."))
    return redirect("event-apart", event.pk)

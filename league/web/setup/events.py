"""An event opened and copied, its settings and life cycle, its officials, who is kept apart."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from league.clubs.queries import clubs_run_by
from league.errors import Stale
from league.events.queries.entries import kept_apart_elsewhere
from league.events.queries.events import first_stage, steps_of
from league.events.queries.namesakes import official_names
from league.events.queries.people import people_of, removed_events
from league.events.queries.plans import caution_of
from league.events.queries.public import is_open_evening
from league.events.queries.stages import stages_of
from league.events.services.drafts import allow_together, keep_apart
from league.events.services.lifecycle import add_official, move_event, remove_official
from league.events.services.people import repeat_event
from league.events.services.removal import discard_event, restore_event, why_event_stays
from league.events.services.settings import change_format, create_event_once, edit_event
from league.events.settings_rules import template_of, templates
from league.models import Club, Entry, Event, Official
from league.models.columns import number_in
from league.models.game_played import OTHER, game_choices
from league.web.access import PageRequest, permitted
from league.web.addresses import club_named, event_named
from league.web.errors import refusals_on, refusals_to
from league.web.forms import KeyedForm, RepeatForm, WhenForm
from league.web.frames import event_frame, form_page, practice_offered
from league.web.rules import rules_in_words
from league.web.setup.proposals import again, usual
from league.web.setup.settings_form import SettingsForm
from league.web.setup.settings_sections import PAGE_OF_CHAPTER, SECTIONS


class NewEventForm(KeyedForm, WhenForm):
    """`asks_game`: the template leaves it open."""

    game = forms.ChoiceField(
        label=gettext_lazy("Game"), choices=game_choices, widget=forms.RadioSelect
    )
    other_name = forms.CharField(
        label=gettext_lazy("Name of the game"),
        max_length=100,
        required=False,
        help_text=gettext_lazy(
            "Any game for one to four players. Arbitr takes its scores, not its rules."
        ),
    )

    def __init__(self, *args: Any, asks_game: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks_game:
            del self.fields["game"], self.fields["other_name"]

    @property
    def changes(self) -> dict[str, Any]:
        chosen = {name: self.cleaned_data[name] for name in ("game",) if name in self.fields}
        if chosen.get("game") == OTHER:
            chosen["other_name"] = self.cleaned_data["other_name"]
        return chosen


class OfficialForm(forms.Form):
    login = forms.CharField(label=gettext_lazy("Login name or e-mail"), max_length=254)
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=Official.Role.choices,
        initial=Official.Role.ARBITER,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "An arbiter checks people in, pairs and rules on results. An organiser also changes "
            "settings and names officials."
        ),
    )


class KeepApartForm(forms.Form):
    first = forms.ChoiceField(label=gettext_lazy("One"))
    second = forms.ChoiceField(label=gettext_lazy("The other"))

    def __init__(self, *args: Any, event: Event, names: dict[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        playing = event.entries.exclude(status=Entry.Status.WITHDRAWN)
        self.entries = {entry.pk: entry for entry in playing.order_by(*Entry.BY_NAME)}
        choices = [("", gettext_lazy("choose")), *((pk, names[pk]) for pk in self.entries)]
        for field in self.fields.values():
            field.choices = choices  # type: ignore[attr-defined]

    def clean_first(self) -> Entry:
        return self.entries[self.cleaned_data["first"]]

    def clean_second(self) -> Entry:
        return self.entries[self.cleaned_data["second"]]


@permitted("change_settings", of=event_named)
def settings(request: PageRequest, event: Event) -> HttpResponse:
    """Everything that is set, in words, and the steps that the event may take."""
    stage = first_stage(event)
    expected = event.entries.filter(status__in=Entry.TAKING_A_PLACE)
    context = {
        **event_frame(request, event, tab="settings"),
        "steps": steps_of(event),
        "caution": caution_of(stage, players=expected.count()),
        "is_open_evening": is_open_evening(stage),
        "why_it_stays": why_event_stays(event),
        "entries": event.entries.count,
        **practice_offered(event),
        "officials": event.official_set.select_related("user"),
        "chapters": [
            (chapter, _address_of(event, chapter.key))
            for chapter in rules_in_words(event, stages_of(event))
        ],
    }
    return render(request, "setup/events/settings.html", context)


@permitted("change_settings", of=event_named)
@require_POST
def take_format(request: PageRequest, event: Event) -> HttpResponse:
    """The format that was offered, in one step."""
    with refusals_to(request):
        change_format(
            event,
            actor=request.actor,
            version=number_in(request.POST.get("version", "")) or 0,
            kind=request.POST.get("kind", ""),
        )
        messages.success(request, _("The format is changed."))
    return redirect("console", event.pk)


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
        with form.refusals(event):
            edit_event(
                event,
                actor=request.actor,
                version=form.cleaned_data["version"],
                changes=form.changes,
                is_confirmed=form.cleaned_data.get("is_confirmed", False),
            )
            messages.success(request, _("Saved."))
            return redirect("event-settings", event.pk)
    context = {**event_frame(request, event, tab="settings"), "form": form, "section": section}
    return form_page(request, "setup/events/setting.html", context)


@permitted("move_event", of=event_named)
@require_POST
def move(request: PageRequest, event: Event) -> HttpResponse:
    with refusals_to(request):
        moved = move_event(
            event,
            to=request.POST.get("to", ""),
            actor=request.actor,
            version=number_in(request.POST.get("version", "")) or 0,
        )
        said = _("The event is now: %(status)s.") % {"status": moved.get_status_display()}
        messages.success(request, said)
    event.refresh_from_db(fields=["status"])
    leads_on = request.POST.get("back") == "console" or event.status == Event.Status.FINISHED
    return redirect("console" if leads_on else "event-settings", event.pk)


@permitted("keep_officials", of=event_named)
def officials(request: PageRequest, event: Event) -> HttpResponse:
    form = OfficialForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, "login"):
            official = add_official(event, actor=request.actor, **form.cleaned_data)
            messages.success(request, _("Added: %(name)s.") % {"name": official.user})
            return redirect("event-officials", event.pk)
    context = {
        **event_frame(request, event, tab="settings"),
        "form": form,
        "officials": event.official_set.select_related("user").order_by("role", "user__username"),
        "admins": event.club.admins.all(),
    }
    return form_page(request, "setup/events/officials.html", context)


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
    names = official_names(event, reader=request.actor)
    form = KeepApartForm(request.POST or None, event=event, names=names)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            keep_apart(event, actor=request.actor, **form.cleaned_data)
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
    return form_page(request, "setup/events/apart.html", context)


@permitted("keep_apart", of=event_named)
@require_POST
def apart_remove(request: PageRequest, event: Event) -> HttpResponse:
    pair = event.kept_apart.filter(pk=request.POST.get("pair", "")).first()
    if pair is not None:
        allow_together(pair, actor=request.actor)
        messages.success(request, _("They may meet again."))
    return redirect("event-apart", event.pk)


@permitted("start_event")
def event_start(request: PageRequest) -> HttpResponse:
    """For which club? Who runs one alone is not asked."""
    assert request.actor.user is not None
    clubs = list(clubs_run_by(request.actor.user))
    if len(clubs) == 1:
        return redirect("event-new", clubs[0].pk)
    return render(request, "setup/events/start.html", {"clubs": clubs})


@permitted("open_event", of=club_named)
def event_new(request: PageRequest, club: Club) -> HttpResponse:
    """A template first, then the few things that no template can know."""
    template = template_of(request.GET.get("template", ""))
    if template is None:
        return render(
            request, "setup/events/templates.html", {"club": club, "templates": templates()}
        )
    form = NewEventForm(
        request.POST or None, asks_game=not template.fixes_game, initial=usual(club)
    )
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, is_named=True):
            event, _is_new = create_event_once(
                club,
                actor=request.actor,
                template=template,
                changes={
                    **form.changes,
                    "name": form.cleaned_data["name"],
                    "starts_at": form.moment_in(club.zone),
                },
                client_key=form.cleaned_data["client_key"],
            )
            messages.success(request, _("Here it is, as a draft that only officials see."))
            return redirect("event-people", event.pk)
    context = {"club": club, "template": template, "form": form}
    return form_page(request, "setup/events/new.html", context)


@permitted("clone_event", of=event_named)
def event_clone(request: PageRequest, event: Event) -> HttpResponse:
    """Another one like it; with the same people, "repeat this evening"."""
    initial = {**again(event), "with_people": "people" in request.GET}
    people = people_of(event).count()
    form = RepeatForm(request.POST or None, initial=initial, has_people=bool(people))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            copy, _is_new = repeat_event(
                event, actor=request.actor, **form.asked(zone=event.time_zone)
            )
            messages.success(request, _("Here is the copy, as a draft that only officials see."))
            return redirect("event-check-in" if copy.entries.exists() else "event-people", copy.pk)
    context = {**event_frame(request, event, tab="settings"), "form": form, "people": people}
    return form_page(request, "setup/events/clone.html", context)


@permitted("discard_event", of=event_named)
@require_POST
def event_discard(request: PageRequest, event: Event) -> HttpResponse:
    with refusals_to(request):
        removed = discard_event(event, actor=request.actor)
        said = _("“%(name)s” is thrown away. Admins of the club can put it back for a week.")
        messages.success(request, said % {"name": removed.name})
        return redirect("club", event.club_id)
    return redirect("event-settings", event.pk)


@permitted("restore_event", of=club_named)
@require_POST
def event_restore(request: PageRequest, club: Club) -> HttpResponse:
    removed = removed_events(club).filter(pk=request.POST.get("removed", "")).first()
    with refusals_to(request):
        if removed is None:
            raise Stale(_("It has already been put back."))
        event = restore_event(removed, actor=request.actor)
        messages.success(request, _("“%(name)s” is back.") % {"name": event.name})
        return redirect("event-settings", event.pk)
    return redirect("club", club.pk)

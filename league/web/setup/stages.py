"""The stages of an event: which there are, who goes on to the next, and in which order."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from league.errors import LeagueError
from league.events.queries.namesakes import official_names
from league.events.queries.stages import (
    FieldProposed,
    coming_stage,
    field_proposed,
    is_stage_over,
    stages_of,
)
from league.events.queries.tiebreak_texts import value_written
from league.events.services import stages as services
from league.events.settings_rules import FROZEN_AFTER_BEGINNING, GAME_SETTINGS
from league.models import Event, Round, Stage, StageEntry
from league.models.columns import number_in
from league.pairing.qualifying import Qualified
from league.results.queries import field_size
from league.standings.across import LOTS, AcrossRow
from league.standings.table import POINTS
from league.standings.tiebreaks import TIEBREAKS
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.errors import Refusals, refusals_to
from league.web.frames import event_frame, form_page
from league.web.setup.settings_form import (
    OWN_POINTS,
    confirmed_field,
    is_edition_left,
    own_points_at,
    own_points_in,
    refused_at_field,
    setting_field,
)
from league.web.setup.settings_sections import STAGE_SECTION, Group

Names = Mapping[str, str]


class StageForm(forms.Form):
    """A stage after the first: who comes, how they play, what, and for which points."""

    is_confirmed = confirmed_field()

    def __init__(self, data: Any = None, *, stage: Stage) -> None:
        super().__init__(data)
        for name in (name for group in STAGE_SECTION.groups for name in group.fields):
            self.fields[name] = setting_field(name, of=Stage)
            is_own = name in OWN_POINTS
            self.initial[name] = own_points_at(stage, name) if is_own else getattr(stage, name)
        for name in GAME_SETTINGS:
            self.fields[name].required = False
        self.fields["games_per_match"].widget.choices = [
            ("", gettext_lazy("as in the rest of the event")),
            *Event.Games.choices,
        ]
        if stage.begun_at is None:
            del self.fields["is_confirmed"]
        else:
            self._keep_what_stays(stage)

    def groups(self) -> Iterator[tuple[Group, list[forms.BoundField]]]:
        for group in STAGE_SECTION.groups:
            yield group, [self[name] for name in group.fields]
        if "is_confirmed" in self.fields:
            yield Group(("is_confirmed",)), [self["is_confirmed"]]

    @property
    def values(self) -> dict[str, Any]:
        """Without the game, where it is the event's."""
        own = self.cleaned_data["plays_own_game"]
        values = {
            name: value
            for name, value in self.cleaned_data.items()
            if name not in ("is_confirmed", *OWN_POINTS) and (own or name not in GAME_SETTINGS)
        }
        if is_edition_left(self):
            values.pop("edition", None)
        return {**values, "own_points": own_points_in(self.cleaned_data)}

    def _keep_what_stays(self, stage: Stage) -> None:
        """Of a stage that has begun."""
        stays = dict(FROZEN_AFTER_BEGINNING)
        if stage.format.length_follows_field:
            stays["rounds_planned"] = ""
        for name in stays.keys() & self.fields.keys():
            self.fields[name].disabled = True
            self.fields[name].help_text = gettext(stays[name]) if stays[name] else ""


@dataclass(frozen=True)
class StageShown:
    stage: Stage
    entries: int  # that start in it, or are expected to
    is_next: bool  # who goes on is decided now
    has_begun: bool
    is_over: bool
    is_taken_back: bool  # its beginning can be, as nothing of it is public

    @property
    def state(self) -> str:
        if self.is_next:
            return _("its turn has come")
        if self.is_over:
            return _("played")
        return _("being played") if self.has_begun else _("to come")


@dataclass(frozen=True)
class StarterShown:
    """An entry of a field that is proposed, with its starting number."""

    number: int
    qualified: Qualified
    name: str
    opponents: tuple[str, ...]  # whom it meets first, where that is known
    meets_again: bool
    met: tuple[str, ...]  # whom of the field in the stages before

    @property
    def origin(self) -> str:
        return str(StageEntry.Origin(self.qualified.origin).label)


@dataclass(frozen=True)
class ComparedShown:
    """An entry beside those of the same place in other groups."""

    name: str
    group: str
    values: tuple[str, ...]  # per match, where it is a sum
    goes_on: bool
    is_by_lots: bool  # equal to the one above


@dataclass(frozen=True)
class TierShown:
    """Those of one place in their groups, the better ones first."""

    place: int
    columns: tuple[str, ...]
    rows: tuple[ComparedShown, ...]
    decides: bool  # some of them go on, and others do not


@permitted("change_settings", of=event_named)
def stages(request: PageRequest, event: Event) -> HttpResponse:
    """The list, and the form for one more."""
    form = StageForm(request.POST or None, stage=Stage(event=event, order=2))
    if request.method == "POST" and form.is_valid():
        with _refusals_on(form):
            services.add_stage(event, actor=request.actor, values=form.values)
            messages.success(request, _("Added."))
            return redirect("event-stages", event.pk)
    coming = coming_stage(event) if event.status == Event.Status.RUNNING else None
    context = {
        **event_frame(request, event, tab="settings"),
        "form": form,
        "shown": [_shown(stage, is_next=coming == stage) for stage in stages_of(event)],
    }
    return form_page(request, "setup/stages/list.html", context)


def _refusals_on(form: StageForm) -> Refusals:
    def tell(error: LeagueError) -> None:
        if not refused_at_field(form, error):
            form.add_error(None, str(error.message))

    return Refusals(tell)


def _shown(stage: Stage, *, is_next: bool) -> StageShown:
    has_begun = stage.has_begun
    is_public = stage.rounds.exclude(status=Round.Status.DRAFT).exists()
    return StageShown(
        stage,
        field_size(stage),
        is_next=is_next,
        has_begun=has_begun,
        is_over=has_begun and is_stage_over(stage),
        is_taken_back=has_begun and not stage.is_first and not is_public,
    )


@permitted("change_settings", of=event_named)
def stage_change(request: PageRequest, event: Event, stage: str) -> HttpResponse:
    stored = _stage(event, stage)
    form = StageForm(request.POST or None, stage=stored)
    if request.method == "POST" and form.is_valid():
        with _refusals_on(form):
            services.change_stage(
                stored,
                actor=request.actor,
                values=form.values,
                is_confirmed=form.cleaned_data.get("is_confirmed", False),
            )
            messages.success(request, _("Saved."))
            return redirect("event-stages", event.pk)
    context = {**event_frame(request, event, tab="settings"), "form": form, "stage": stored}
    return form_page(request, "setup/stages/change.html", context)


@permitted("change_settings", of=event_named)
@require_POST
def stage_remove(request: PageRequest, event: Event, stage: str) -> HttpResponse:
    with refusals_to(request):
        services.remove_stage(_stage(event, stage), actor=request.actor)
        messages.success(request, _("Removed."))
    return redirect("event-stages", event.pk)


@permitted("begin_stage", of=event_named)
def stage_field(request: PageRequest, event: Event, stage: str) -> HttpResponse:
    """Who goes on, by their starting numbers, before anything is drawn."""
    stored = _stage(event, stage)
    chosen = _chosen(request.POST) if request.method == "POST" else None
    if chosen is not None and request.POST.get("do") == "begin":
        with refusals_to(request):
            services.begin_stage(stored, actor=request.actor, entries=chosen)
            messages.success(request, _("The stage has begun. Draw its first round."))
            return redirect("console", event.pk)
    proposed = field_proposed(stored, order=chosen)
    on_earlier = stored.format.on_earlier_stages(stored.settings)
    names = official_names(event, reader=request.actor)
    context = {
        **event_frame(request, event, tab="settings"),
        "stage": stored,
        "proposed": proposed,
        "places": _places(proposed, names),
        "tied": [names[entry] for entry in proposed.tied],
        "others": [(entry, names[entry]) for entry in proposed.others],
        "tiers": _tiers(proposed, names),
        "on_earlier_stages": on_earlier and _(on_earlier),
    }
    return render(request, "setup/stages/field.html", context)


@permitted("begin_stage", of=event_named)
@require_POST
def stage_take_back(request: PageRequest, event: Event, stage: str) -> HttpResponse:
    with refusals_to(request):
        services.take_back_stage(_stage(event, stage), actor=request.actor)
        messages.success(request, _("Taken back."))
    return redirect("event-stages", event.pk)


def _stage(event: Event, pk: str) -> Stage:
    """One after the first, whose settings are the event's."""
    stage = get_object_or_404(event.stages, pk=pk, order__gt=1)
    stage.event = event
    return stage


def _chosen(sent: Mapping[str, str]) -> list[str]:
    """Entries by the numbers that were typed beside them; without a number they are left out."""
    numbers = {
        name.removeprefix("number-"): number
        for name in sent
        if name.startswith("number-") and (number := number_in(sent[name].strip()))
    }
    return sorted(numbers, key=lambda entry: (numbers[entry], entry))


def _tiers(proposed: FieldProposed, names: Names) -> list[TierShown]:
    """What is compared between the groups, as far as somebody of the place goes on."""
    going_on = {one.entry for one in proposed.field}
    shown = [_tier(at, rows, names, going_on) for at, rows in enumerate(proposed.across, start=1)]
    return [tier for tier in shown if any(row.goes_on for row in tier.rows) and len(tier.rows) > 1]


def _tier(
    place: int, rows: Sequence[AcrossRow], names: Names, going_on: Collection[str]
) -> TierShown:
    keys = [value.key for value in rows[0].values if value.key != LOTS]
    labels = [_("Points") if key == POINTS else _(TIEBREAKS[key].label) for key in keys]
    told = tuple(
        ComparedShown(
            names[row.entry],
            row.group,
            tuple(value_written(value.value) for value in row.values if value.key != LOTS),
            row.entry in going_on,
            row.parted_by == LOTS,
        )
        for row in rows
    )
    goes_on = {row.goes_on for row in told}
    return TierShown(place, tuple(labels), told, decides=len(goes_on) > 1)


def _places(proposed: FieldProposed, names: Names) -> Sequence[StarterShown]:
    entries = [one.entry for one in proposed.field]
    again = {entry for pair in proposed.repeats for entry in pair}
    first: dict[int, tuple[int, ...]] = {
        number: table for table in proposed.meetings for number in table
    }
    met: dict[str, list[str]] = defaultdict(list)
    for one, other in map(sorted, proposed.met):
        met[one].append(names[other])
        met[other].append(names[one])
    return [
        StarterShown(
            number,
            one,
            names[one.entry],
            tuple(names[entries[other - 1]] for other in first.get(number, ()) if other != number),
            one.entry in again,
            tuple(sorted(met[one.entry])),
        )
        for number, one in enumerate(proposed.field, start=1)
    ]

"""The order of those with equal points: an editor, a preview, and a log that everybody reads."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from league.errors import LeagueError
from league.events.queries.events import first_stage
from league.events.queries.namesakes import official_names
from league.events.services.game_fit import WrongSetting
from league.events.services.previews import preview_chain
from league.events.services.settings import check_version, edit_event
from league.events.services.stages import change_stage
from league.models import Event, Stage
from league.standings.tiebreaks import TIEBREAKS
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.forms import Versioned
from league.web.frames import event_frame
from league.web.rules import chain_changes, chain_shown, labels_of

SETTINGS = ("tiebreak_edition", "spread_against", "spread_cap", "koya_draws")
_MOST_MOVED = 50  # shown one by one


class ChainForm(Versioned):
    """`keys`: the chain as it was sent, or as it is stored."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Everybody can read it beside the standings. Name no people."),
    )

    def __init__(self, data: Any, *, event: Event, stage: Stage) -> None:
        initial = {"version": event.version, **{name: getattr(stage, name) for name in SETTINGS}}
        super().__init__(data, initial=initial)
        for name in SETTINGS:
            column: Any = Stage._meta.get_field(name)
            self.fields[name] = column.formfield()
            self.fields[name].validators += column.validators
        sent = data.getlist("key") if data is not None else stage.chain
        self.keys = list(dict.fromkeys(key for key in sent if key in TIEBREAKS))

    def edit(self, step: str, *, presets: dict[str, tuple[str, ...]]) -> None:
        """One press of a button: “up:BH”, “down:BH”, “out:BH”, “preset:usual”, “add”."""
        action, _colon, subject = step.partition(":")
        if action == "preset" and subject in presets:
            self.keys = list(presets[subject])
        elif action == "add" and (added := self.data.get("added", "")) in TIEBREAKS:
            self.keys += [added] if added not in self.keys else []
        elif subject in self.keys:
            self._move(action, self.keys.index(subject))

    @property
    def changes(self) -> dict[str, Any]:
        return {"chain": self.keys, **{name: self.cleaned_data[name] for name in SETTINGS}}

    def typed(self) -> list[tuple[str, Any]]:
        """All but the chain, to be carried through the preview."""
        names = ("version", *SETTINGS)
        return [(name, "" if (value := self[name].value()) is None else value) for name in names]

    def settings(self) -> list[forms.BoundField]:
        return [self[name] for name in SETTINGS]

    def refuse(self, error: LeagueError, *, version: int) -> None:
        if isinstance(error, WrongSetting) and error.field in self.fields:
            self.add_error(error.field, str(error.message))
        else:
            super().refuse(error, version=version)

    def _move(self, action: str, at: int) -> None:
        if action == "out":
            del self.keys[at]
            return
        to = at + {"up": -1, "down": 1}.get(action, 0)
        if 0 <= to < len(self.keys):
            self.keys[at], self.keys[to] = self.keys[to], self.keys[at]


@permitted("set_chain", of=event_named)
def chain(request: PageRequest, event: Event, stage: str = "") -> HttpResponse:
    """Of the first stage, or of a later one."""
    chosen = get_object_or_404(event.stages, pk=stage, order__gt=1) if stage else first_stage(event)
    chosen.event = event
    return _chain(request, event, chosen)


def _chain(request: PageRequest, event: Event, stage: Stage) -> HttpResponse:
    """Edited by one button after the other; once it is played looked at, then applied."""
    form = ChainForm(request.POST if request.method == "POST" else None, event=event, stage=stage)
    step = request.POST.get("step", "")
    if request.method != "POST" or step == "change":
        return _editor(request, event, stage, form)
    if step not in ("save", "apply"):
        presets = {preset.key: preset.chain for preset in chain_shown(stage, ()).presets}
        form.edit(step, presets=presets)
        return _editor(request, event, stage, form)
    if not form.is_valid():
        return _editor(request, event, stage, form, status=422)
    if stage.has_begun and step == "save":
        return _preview(request, event, stage, form)
    return _save(request, event, stage, form)


def _save(request: PageRequest, event: Event, stage: Stage, form: ChainForm) -> HttpResponse:
    changes = form.changes
    with form.refusals(event) as refused:
        version, reason = form.cleaned_data["version"], form.cleaned_data["reason"]
        told: dict[str, Any] = {"is_confirmed": True, "reason": reason}
        if stage.is_first:
            edit_event(event, actor=request.actor, version=version, changes=changes, **told)
        else:
            check_version(event, version)
            change_stage(stage, actor=request.actor, values=changes, **told)
        messages.success(request, _("Saved."))
        return redirect("event-settings" if stage.is_first else "event-stages", event.pk)
    if stage.has_begun:
        return _preview(request, event, stage, form, changes=changes, status=refused.status)
    return _editor(request, event, stage, form, status=refused.status)


def _editor(
    request: PageRequest, event: Event, stage: Stage, form: ChainForm, *, status: int = 200
) -> HttpResponse:
    context = {
        **event_frame(request, event, tab="settings"),
        "heading": _("Order of those with equal points"),
        "form": form,
        "chain": chain_shown(stage, form.keys),
        "stage": stage,
        "changes": chain_changes(stage) if stage.has_begun else [],
    }
    return render(request, "setup/chain/edit.html", context, status=status)


def _preview(
    request: PageRequest,
    event: Event,
    stage: Stage,
    form: ChainForm,
    *,
    changes: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """What it would change; nothing is written."""
    moved = preview_chain(stage, changes or form.changes)
    form.fields["reason"].required = True  # before the start nobody is asked for one
    names = official_names(event, reader=request.actor)
    context = {
        **event_frame(request, event, tab="settings"),
        "heading": _("Change the tiebreaks"),
        "stage": stage,
        "form": form,
        "before": labels_of(stage.chain),
        "after": labels_of(form.keys),
        "moved": [(names[entry.entry], entry) for entry in moved[:_MOST_MOVED]],
        "left_off": max(len(moved) - _MOST_MOVED, 0),
        "misfits": chain_shown(stage, form.keys).misfits,
    }
    return render(request, "setup/chain/preview.html", context, status=status)

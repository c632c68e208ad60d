"""The score sheet: its page, and what phones write on it."""

import json
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.pads import InputForm, InputPart, composed
from games.registry import rules_of
from games.values import SEATS, Handicap
from league.events.queries.entries import entry_names
from league.models import Sheet
from league.models.public_id import new_public_id
from league.permissions import may, seats_of
from league.said import words
from league.sheets import ledger as kinds
from league.sheets.checks import OnSheet
from league.sheets.queries import on_sheet, remarks_on, version_of
from league.sheets.services.acts import Note, Written, write
from league.sheets.services.sheets import give_up_sheet, hand_in_sheet, take_up_sheet
from league.throttle import count
from league.web.access import PageRequest, known_phone, permitted
from league.web.addresses import code_address, qr_svg, sheet_named
from league.web.calls import call_shown
from league.web.errors import Refusals, refusals_to
from league.web.forms import WholeNumberField
from league.web.games import modules_of, styles_of
from league.web.handed_in import tell_handed_in
from league.web.live import live_part
from league.web.rules import time_rule
from league.web.sheet.hands import hands_of
from league.web.sheet.phones import LONGEST_VERSION, state_address
from league.web.sheet.states import news, state_now
from league.web.sheet.texts import texts_of


class NoteForm(forms.Form):
    """One act from the plain form: an action by its parts or its words, an undo, points, …"""

    after = WholeNumberField(min_value=0)
    kind = forms.ChoiceField(
        choices=[
            (kind, kind)
            for kind in (
                kinds.SET_UP,
                kinds.ACTION,
                kinds.SCORE,
                kinds.UNDO,
                kinds.EDIT,
                kinds.REMARK,
                kinds.LET_STAND,
                kinds.TIME,
                kinds.END,
            )
        ]
    )
    seat = forms.CharField(max_length=1, required=False)
    entry = forms.CharField(max_length=20, required=False)
    text = forms.CharField(max_length=500, required=False)
    target = WholeNumberField(required=False, min_value=1)

    def __init__(self, *args: Any, page: OnSheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.page = page

    def note(self) -> dict[str, Any]:
        typed = self.cleaned_data
        text = typed["text"].strip()
        if typed["kind"] == kinds.ACTION and typed["entry"]:
            text = self._composed(typed["entry"])
        if typed["kind"] == kinds.SCORE:
            text = text or self._figures()
        if typed["kind"] == kinds.SET_UP:
            text = "\n".join(
                f"{name.removeprefix('tag-')} {value.strip()}"
                for name, value in self.data.items()
                if name.startswith("tag-")
            )
        return {
            "kind": typed["kind"],
            "seat": typed["seat"],
            "text": text,
            "target": typed["target"],
        }

    def _figures(self) -> str:
        """What was typed for each figure; nothing: a turn without points."""
        typed = {
            name.removeprefix("figure-"): value.strip()
            for name, value in self.data.items()
            if name.startswith("figure-")
        }
        return " ".join(f"{name} {value}" for name, value in typed.items() if value) or "0"

    def _composed(self, kind: str) -> str:
        game = self.page.game
        entries = game.rules.looks.pad(game.position, last=None).entries if game else ()
        entry = next((form for form in entries if form.kind == kind), None)
        if entry is None:
            return ""
        return composed(entry, {part.name: self._value(entry, part) for part in entry.parts})

    def _value(self, entry: InputForm, part: InputPart) -> str:
        typed = str(self.data.get(f"part-{entry.kind}-{part.name}", ""))
        typed = typed.replace("\0", "").strip()
        if part.kind in ("fields", "options", "pairs"):
            return part.joiner.join(typed.replace(",", " ").split())
        return typed


@permitted("see_sheet", of=sheet_named, hidden=True)
@require_safe
def sheet(request: PageRequest, sheet: Sheet) -> HttpResponse:
    can_write = may(request.actor, "write_sheet", sheet)
    state = state_now(sheet).data
    hands = hands_of(sheet, known_phone(request)) if can_write else {}
    if can_write and sheet.closed_at:  # what the table alone may read is no state of all phones
        state |= {"remarks": remarks_on(sheet), "version": ""}
    seats = seats_named(sheet)
    join = code_address(sheet.code) if sheet.is_practice and can_write else ""
    context = {
        "sheet": sheet,
        "match": sheet.match,
        "event": sheet.match.event if sheet.match else None,
        "round": sheet.match.round if sheet.match else None,
        "clock": _clock(sheet),
        "call": call_shown(sheet.match, request.actor) if sheet.match else None,
        "state": state,
        "seats": seats,
        "can_write": can_write,
        "can_hand_in": can_write and sheet.match is not None,
        "join": join,
        "qr": qr_svg(join) if join else "",
        "handicap": (handicap := _handicap(sheet)),
        "styles": styles_of(sheet.game),
        "data": {
            "id": sheet.pk,
            "game": sheet.game,
            "match": sheet.match_id,
            "code": sheet.code if join else "",
            "state": _without_board(state),
            "names": dict(seats),
            "texts": texts_of(sheet.game),
            "canWrite": can_write,
            "confirms": sheet.confirms,
            "handicap": handicap and handicap._asdict(),
            **hands,
            "isPractice": sheet.is_practice,
            "timeRule": time_rule(sheet.match.event) if sheet.match else "",
            "urls": _addresses(sheet),
        },
    }
    return render(request, "sheet/sheet.html", context)


def _handicap(sheet: Sheet) -> Handicap | None:
    rules = rules_of(sheet.game)
    return rules.tags.handicap(sheet.players) if rules else None


def _without_board(state: dict[str, Any]) -> dict[str, Any]:
    """It stands in the page already, where it is the largest part."""
    return {**state, "pad": {**state["pad"], "board": ""}} if "pad" in state else state


def seats_named(sheet: Sheet) -> list[tuple[str, str]]:
    """Seat letter and name: of a match the public names, of practice those typed."""
    letters = SEATS[: sheet.players]
    if sheet.match is None:
        return [(seat, sheet.names.get(seat, "")) for seat in letters]
    names = entry_names(sheet.match.event)
    return [(seat, names.get(sheet.seating.get(seat, ""), "")) for seat in letters]


def _clock(sheet: Sheet) -> dict[str, str] | None:
    match = sheet.match
    if match is None or sheet.closed_at is not None:
        return None
    if match.round.length_s is None or not match.event.has_started:
        return None
    return live_part("live-clock", match.event, number=match.round.number)


def _addresses(sheet: Sheet) -> dict[str, str]:
    """What the page's modules fetch and send; of a game's own modules, those that there are."""
    return {
        "state": state_address(sheet),
        "worker": reverse("app-worker"),
        "code": reverse("again-code"),
        "replay": reverse("sheet-replay", args=[sheet.pk]),
        **modules_of(sheet.game),
        **{
            name: reverse(f"sheet-{name}", args=[sheet.pk])
            for name in ("write", "hints", "try", "shuffle")
        },
        "before": reverse("sheet-before", args=[sheet.pk, 0]).removesuffix("0/"),
    }


@permitted("write_sheet", of=sheet_named)
@require_POST
def sheet_write(request: PageRequest, sheet: Sheet) -> HttpResponse:
    """From a phone as JSON, all that it has kept; from the plain form, one act."""
    if request.content_type != "application/json":
        return _written_by_form(request, sheet)
    try:
        sent = json.loads(request.body)
        notes = [_note(note) for note in sent["notes"]]
        after, known = int(sent["after"]), str(sent.get("knows", ""))[:LONGEST_VERSION]
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        return JsonResponse({"error": _("This could not be read.")}, status=400)
    with Refusals() as refused:
        count("sheet", who=f"sheet:{sheet.pk}")
        done = write(sheet, notes, after=after, actor=known_phone(request))
    if refused:
        return JsonResponse({"error": str(refused)}, status=409)
    text = _answer(sheet, done, known=known)
    status = 409 if done.is_stale else 200
    return HttpResponse(text, content_type="application/json", status=status)


def _note(sent: dict[str, Any]) -> Note:
    target = sent.get("target")
    note = Note(
        key=str(sent["key"])[:32],
        kind=str(sent["kind"])[:9],
        seat=str(sent.get("seat", ""))[:1],
        text=str(sent.get("text", "")),
        target=int(target) if target is not None else None,
    )
    said = f"{note.key}{note.kind}{note.seat}{note.text}"
    if b"\0" in said.encode():  # which fails for half a sign: neither can be stored
        raise ValueError(said)
    return note


def _answer(sheet: Sheet, done: Written, *, known: str) -> str:
    """What came of it, with what is new on the sheet: kept for the other phones, too."""
    sheet.refresh_from_db(fields=["number", "closed_at", "wiped_at"])
    refused = done.refused
    answer = {
        "number": done.number,
        "taken": list(done.taken),
        "stale": done.is_stale,
        "refused": {
            "key": done.refused_key,
            "why": words(refused.why),
            "code": refused.code,
            "can_stand": refused.is_rule,
        }
        if refused
        else None,
    }
    state = news(sheet.pk, version_of(sheet), known=known, sheet=sheet)
    return f'{json.dumps(answer, ensure_ascii=False)[:-1]}, "state": {state}}}'


def _written_by_form(request: PageRequest, sheet: Sheet) -> HttpResponse:
    form = NoteForm(request.POST, page=on_sheet(sheet))
    if not form.is_valid():
        messages.error(request, _("This could not be read."))
        return redirect("sheet", sheet.pk)
    count("sheet", who=f"sheet:{sheet.pk}")
    note = Note(key=new_public_id(), **form.note())
    done = write(sheet, [note], after=form.cleaned_data["after"], actor=known_phone(request))
    if done.is_stale:
        messages.error(request, _("Somebody at the table wrote first. Look at the sheet again."))
    elif done.refused:
        messages.error(request, words(done.refused.why))
    return redirect("sheet", sheet.pk)


@permitted("hand_in_sheet", of=sheet_named)
@require_POST
def sheet_hand_in(request: PageRequest, sheet: Sheet) -> HttpResponse:
    if sheet.match is None:
        messages.error(request, _("A practice game is not handed in anywhere."))
        return redirect("sheet", sheet.pk)
    seat = seats_of(request.actor, sheet.match).first()
    with refusals_to(request):
        submission = hand_in_sheet(sheet, actor=request.actor, seat=seat)
        if seat:
            tell_handed_in(request, submission)
        else:
            messages.success(request, _("Handed in. It counts now."))
        return redirect("match", sheet.match.pk)
    return redirect("sheet", sheet.pk)


@permitted("write_sheet", of=sheet_named)
@require_POST
def sheet_give_up(request: PageRequest, sheet: Sheet) -> HttpResponse:
    """Put a sheet away, or take it out again."""
    with refusals_to(request):
        if request.POST.get("back"):
            take_up_sheet(sheet, actor=request.actor)
            messages.success(request, _("Here is the sheet again."))
        else:
            give_up_sheet(sheet, actor=request.actor)
            messages.success(request, _("The sheet is closed. You can open it again."))
    return redirect("sheet", sheet.pk)

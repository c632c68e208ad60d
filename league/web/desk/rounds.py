"""A draft edited by hand, and the sizes of tables that are chosen before there is one."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.errors import LeagueError, Stale
from league.events.queries.desk import plans_of, players_to_plan_for
from league.events.queries.event_lists import current_stage
from league.events.services.drafts import choose_plan, lock_table, swap_entries
from league.models import Event, Match
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.desk.desk import act, checked, round_in, show_piece
from league.web.desk.draft_cost import change_in_words, cost_of
from league.web.desk.forms import LockForm, PlanForm, SwapForm


@permitted("swap_entries", of=event_named)
@require_POST
def round_swap(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    """Two people change places; what that makes better or worse is said.

    Without JavaScript the first of them is sent alone, and the page then asks for the other.
    """
    if request.POST.get("first") and not request.POST.get("second"):
        query = urlencode({"first": request.POST["first"]})
        return redirect(f"{reverse('desk', args=[event.pk])}?{query}")

    def step() -> str:
        given = checked(SwapForm(request.POST))
        draft = round_in(event, round_id)
        before = cost_of(draft.remarks)
        swap_entries(draft, actor=request.actor, **given)
        draft.refresh_from_db()
        changes = change_in_words(before, cost_of(draft.remarks))
        return " ".join([_("Swapped."), *(changes or [_("Nothing got better or worse.")])])

    return act(request, event, step)


@permitted("lock_table", of=event_named)
@require_POST
def table_lock(request: PageRequest, event: Event, match_id: str) -> HttpResponse:
    def step() -> str:
        given = checked(LockForm(request.POST))
        lock_table(match_in(event, match_id), actor=request.actor, **given)
        if given["is_locked"]:
            return _("The table stays as it is when the round is drawn again.")
        return _("The table is free again.")

    return act(request, event, step)


@permitted("choose_plan", of=event_named)
def plan(request: PageRequest, event: Event) -> HttpResponse:
    """Sizes of tables side by side; choosing one sets it for the event."""
    stage = current_stage(event)
    stage.event = event
    form = PlanForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            choose_plan(stage, actor=request.actor, **form.cleaned_data)
        except LeagueError as error:
            messages.error(request, str(error.message))
        else:
            messages.success(request, _("Chosen. Every round is drawn that way."))
        return redirect("desk", event.pk)
    players = players_to_plan_for(stage)
    context = {
        "players": players,
        "stage": stage,
        "plans": plans_of(stage, players=players),
    }
    return show_piece(request, event, "desk/_plan.html", context, heading=_("Sizes of tables"))


def match_in(event: Event, match_id: str) -> Match:
    matches = Match.objects.select_related("round__stage__event", "event")
    found = matches.filter(pk=match_id, event=event).first()
    if found is None:
        raise Stale(_("This table is no longer there: the round was drawn again."))
    return found

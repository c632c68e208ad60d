"""The ceremony: places from the last to the first on a big screen, lots, and certificates."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import translation

from league.events.queries.event_lists import first_stage
from league.events.queries.events import entry_names
from league.events.queries.prizes import lots_of, prize_list
from league.models import Event, PrizeDecision
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.setup.ceremony import ceremony_of, certificates_of
from league.web.setup.prize_forms import CertificatesForm


@permitted("hold_ceremony", of=event_named)
def ceremony(request: PageRequest, event: Event) -> HttpResponse:
    """For the room: by the names that the public sees."""
    found = prize_list(event, names=entry_names(event))
    context = {
        "event": event,
        "found": found,
        "honours": ceremony_of(found, all_places=request.GET.get("places") == "all"),
    }
    with translation.override(event.language):
        return render(request, "prizes/ceremony.html", context)


@permitted("hold_ceremony", of=event_named)
def lots(request: PageRequest, event: Event, decision: str) -> HttpResponse:
    """The lots of one tie, turned over one by one."""
    drawn = event.prize_decisions.filter(how=PrizeDecision.How.LOTS).select_related("category")
    given = get_object_or_404(drawn, pk=decision)
    context = {
        "event": event,
        "decision": given,
        "seed": first_stage(event).seed,
        "lots": lots_of(given, names=entry_names(event)),
    }
    with translation.override(event.language):
        return render(request, "prizes/lots.html", context)


@permitted("hold_ceremony", of=event_named)
def certificates(request: PageRequest, event: Event) -> HttpResponse:
    """On paper, by full names: they are handed to the people themselves."""
    form = CertificatesForm(CertificatesForm.AT_FIRST | request.GET.dict())
    chosen = form.cleaned_data if form.is_valid() else CertificatesForm.AT_FIRST
    found = prize_list(event, names=entry_names(event, in_full=True))
    made = certificates_of(found, for_everybody=chosen["of"] == "everybody")
    context = {
        "event": event,
        "form": form,
        "certificates": made,
        "paper": chosen["paper"],
    }
    with translation.override(event.language):
        return render(request, "prizes/certificates.html", context)

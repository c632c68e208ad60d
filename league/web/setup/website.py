"""What of an event stands on the club's own website: one line to copy, and how it looks there."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.models import Event, Submission
from league.permissions import may
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.embeds import EventEmbedForm, embed_of_event, with_example
from league.web.frames import event_frame


@permitted("embed_event", of=event_named)
def event_website(request: PageRequest, event: Event) -> HttpResponse:
    form = EventEmbedForm(request.GET, event=event, has_replay=_has_replay(request, event))
    context = {
        **event_frame(request, event, tab="website"),
        "heading": _("On your website"),
        "form": form,
        "embed": embed_of_event(event, form),
        "origins": event.club.frame_origins,
        "may_set_origins": may(request.actor, "keep_website", event.club),
    }
    return with_example(render(request, "setup/website/show.html", context))


def _has_replay(request: PageRequest, event: Event) -> bool:
    """Whether the address names a record of this event."""
    handed_in = Submission.objects.filter(match__event=event).exclude(record="")
    return handed_in.filter(pk=request.GET.get("replay", "")).exists()

"""Jobs, messages and the audit trail in the admin."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _, ngettext

from league.admin.shown import Link, Operated, row, rows, site
from league.errors import LeagueError
from league.events.queries.events import jobs_of
from league.jobs import retry_job
from league.models import AuditEntry, Event, Job, Notice, User
from league.permissions import actor_of

_REASON_SHOWN = 120


class OfEvent(admin.SimpleListFilter):
    """What is done for one event; offered where a link has chosen it."""

    title = _("Event")
    parameter_name = "event"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        chosen = request.GET.get(self.parameter_name, "")
        events = Event.objects.filter(pk=chosen) if chosen else ()
        return [(event.pk, event.name) for event in events]

    def has_output(self) -> bool:
        return bool(self.lookup_choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        event = Event.objects.filter(pk=self.value() or "").first() if self.value() else None
        return queryset & jobs_of(event) if event else queryset


@admin.register(Job, site=site)
class OperatedJobs(Operated):
    list_display = ["kind", "object_id", "state", "attempts", "why", "due_at", "created_at"]
    list_filter = ["state", "kind", OfEvent]
    search_fields = ["=id", "=object_id", "reason"]
    fields = [
        *("links", "kind", "object_id", "state", "attempts", "reason", "due_at"),
        *("leased_until", "created_at", "finished_at"),
    ]
    actions = ["retry"]

    @admin.display(description=_("Reason"))
    def why(self, obj: Job) -> str:
        return Truncator(obj.reason).chars(_REASON_SHOWN)

    @admin.action(description=_("Try the chosen parked jobs again"))
    def retry(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        refused = list(self._refused(request, chosen))
        retried = chosen.count() - len(refused)
        for why in sorted(set(refused)):
            messages.warning(request, why)
        if retried:
            said = ngettext(
                "%(number)d job is tried again.", "%(number)d jobs are tried again.", retried
            )
            messages.success(request, said % {"number": retried})

    def _refused(self, request: HttpRequest, chosen: QuerySet[Any]) -> Iterator[str]:
        for job in chosen:
            try:
                retry_job(job, actor=actor_of(request))
            except LeagueError as error:
                yield str(error.message)

    def links_of(self, obj: Job) -> list[Link]:
        notice = Notice.objects.filter(job=obj).values_list("pk", flat=True).first()
        of_object: list[Link] = [(rows(AuditEntry, q=obj.object_id), _("What it is about"))]
        return [*([(row(Notice, notice), _("Message"))] if notice else []), *of_object]


@admin.register(Notice, site=site)
class OperatedNotices(Operated):
    """Without their text: it may hold a code that lets somebody in."""

    list_display = ["recipient", "subject", "state", "created_at", "sent_at"]
    list_filter = ["job__state"]
    list_select_related = ["job"]
    search_fields = ["recipient", "subject", "=id"]
    fields = ["links", "recipient", "user", "subject", "job", "created_at", "sent_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("body")

    @admin.display(description=_("State"), ordering="job__state")
    def state(self, obj: Notice) -> str:
        return obj.job.get_state_display()

    def links_of(self, obj: Notice) -> list[Link]:
        return [(row(Job, obj.job_id), _("Job"))]


@admin.register(AuditEntry, site=site)
class OperatedAudit(Operated):
    list_display = ["at", "actor", "action", "object_kind", "object_id", "event"]
    search_fields = [
        *("actor__exact", "object_id__exact", "event__exact", "request_id__exact", "=action")
    ]
    fields = [
        *("links", "at", "actor", "action", "object_kind", "object_id", "event", "details"),
        "request_id",
    ]

    def links_of(self, obj: AuditEntry) -> list[Link]:
        """To what is still there to be shown."""
        shown = {model._meta.model_name: model for model in site._registry}
        about = shown.get(obj.object_kind)
        return [
            *([(row(about, obj.object_id), obj.kind_label)] if about else []),
            *([(row(Event, obj.event), _("Event"))] if obj.event else []),
            *([(row(User, obj.actor), _("Account"))] if obj.actor.isdigit() else []),
            (rows(AuditEntry, q=obj.request_id), _("The same request")),
        ]

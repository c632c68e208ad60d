"""Operations: jobs, messages, audit, and whether the service is well."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.jobs import health as health_report, job_counts, retry_job, retry_parked_jobs
from league.models import AuditEntry, Job, Notice
from league.web.access import PageRequest, open_to_all, permitted
from league.web.frames import page_of


def job_named(pk: str) -> Job:
    return get_object_or_404(Job, pk=pk)


@permitted("operate")
def jobs(request: PageRequest) -> HttpResponse:
    state = _chosen_state(request)
    rows = Job.objects.filter(state=state) if state else Job.objects.all()
    context = {"page_obj": page_of(rows, request), "counts": job_counts(), "state": state}
    return render(request, "operations/jobs.html", {**context, "heading": _("Jobs"), "tab": "jobs"})


@permitted("operate", of=job_named)
@require_POST
def job_retry(request: PageRequest, job: Job) -> HttpResponse:
    retry_job(job, actor=request.actor)
    messages.success(request, _("The job is tried again."))
    return redirect("staff-jobs")


@permitted("operate")
@require_POST
def jobs_retry(request: PageRequest) -> HttpResponse:
    retried = retry_parked_jobs(actor=request.actor)
    messages.success(
        request,
        ngettext("%(number)d job is tried again.", "%(number)d jobs are tried again.", retried)
        % {"number": retried},
    )
    return redirect("staff-jobs")


@permitted("operate")
def mail(request: PageRequest) -> HttpResponse:
    """Messages without their text: it may hold a code that lets somebody in."""
    state = _chosen_state(request)
    notices = Notice.objects.select_related("job").defer("body")
    if state:
        notices = notices.filter(job__state=state)
    context = {"page_obj": page_of(notices, request), "state": state}
    return render(request, "operations/mail.html", {**context, "heading": _("Mail"), "tab": "mail"})


@permitted("operate")
def audit(request: PageRequest) -> HttpResponse:
    context = {"page_obj": page_of(AuditEntry.objects.all(), request)}
    heading = _("Who did what")
    return render(request, "operations/audit.html", {**context, "heading": heading, "tab": "audit"})


@permitted("visit")
@never_cache
def health(request: PageRequest) -> HttpResponse:
    report = health_report()
    return render(
        request, "operations/health.html", {"report": report}, status=200 if report.ok else 503
    )


@open_to_all
@never_cache
def live(request: HttpRequest) -> HttpResponse:
    """The web process answers: that is all."""
    return JsonResponse({"ok": True})


@open_to_all
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """Whether requests should be sent here."""
    report = health_report()
    body = {
        "ok": report.ok,
        "checks": {check.name: check.ok for check in report.checks},
        "oldest_job_age_s": report.oldest_job_age_s,
        "parked": report.parked,
        "backup": report.backup
        and {"last_at": report.backup.last_at, "is_late": report.backup.is_late},
    }
    return JsonResponse(body, status=200 if report.ok else 503)


def _chosen_state(request: PageRequest) -> str:
    state = request.GET.get("state", "")
    return state if state in Job.State.values else ""

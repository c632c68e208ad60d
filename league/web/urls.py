"""Addresses of the pages: each room has its own."""

from django.urls import include, path, register_converter

from league.web import operations, robots
from league.web.addresses import LanguageConverter, PublicIdConverter, SealedNumberConverter

register_converter(PublicIdConverter, "id")
register_converter(SealedNumberConverter, "sealed")
register_converter(LanguageConverter, "language")

urlpatterns = [
    path("", include("league.web.public.urls")),
    path("", include("league.web.table.urls")),
    path("", include("league.web.sheet.urls")),
    path("", include("league.web.desk.urls")),
    path("", include("league.web.setup.urls")),
    path("", include("league.web.clubs.urls")),
    path("", include("league.web.leagues.urls")),
    path("", include("league.web.account.urls")),
    path("", include("league.web.exchange.urls")),
    path("operations/jobs/", operations.jobs, name="staff-jobs"),
    path("operations/jobs/retry/", operations.jobs_retry, name="jobs-retry"),
    path("operations/jobs/<id:pk>/retry/", operations.job_retry, name="job-retry"),
    path("operations/mail/", operations.mail, name="staff-mail"),
    path("operations/audit/", operations.audit, name="staff-audit"),
    path("robots.txt", robots.robots, name="robots"),
    path("health/", operations.health, name="health"),
    path("health/live", operations.live, name="health-live"),
    path("health/ready", operations.ready, name="health-ready"),
]

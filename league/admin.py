"""Django's admin, for superusers: the same predicates as everywhere, and the same log-in."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.db.models import Model, QuerySet, URLField
from django.http import HttpRequest
from django.utils.translation import gettext_noop

from league import models
from league.accounts import delete_account
from league.audit import log_action
from league.permissions import actor_of, may


class Site(admin.AdminSite):
    """Ours alone: what libraries register with Django's own site is not shown."""

    site_header = site_title = "Arbitr"

    def has_permission(self, request: HttpRequest) -> bool:
        return may(actor_of(request), "operate")


site = Site(name="admin")
site.login = secure_admin_login(site.login)  # type: ignore[method-assign]


class Operated(admin.ModelAdmin):
    """Open to those who operate the service, not to those Django's own permissions name."""

    formfield_overrides = {URLField: {"assume_scheme": "https"}}
    view_on_site = False

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may(actor_of(request), "operate")

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return may(actor_of(request), "operate")

    has_add_permission = has_module_permission
    has_change_permission = has_view_permission
    has_delete_permission = has_view_permission

    # Our audit names ids. Django's own log would keep names after a person is forgotten.
    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> None:  # type: ignore[override]
        log_action(actor_of(request), gettext_noop("add in admin"), obj)

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> None:  # type: ignore[override]
        log_action(actor_of(request), gettext_noop("change in admin"), obj)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:  # type: ignore[override]
        for obj in queryset:
            log_action(actor_of(request), gettext_noop("delete in admin"), obj)


class ClubAdminsInline(admin.TabularInline):
    model = models.ClubAdmin
    extra = 1
    autocomplete_fields = ["user"]


@admin.register(models.User, site=site)
class OperatedUsers(Operated):
    list_display = ["username", "display_name", "email", "is_active", "is_superuser", "last_login"]
    search_fields = ["username", "display_name", "email"]
    fields = [
        "username",
        "display_name",
        "email",
        "language",
        "time_zone",
        "is_active",
        "is_staff",
        "is_superuser",
    ]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # people sign up; the first superuser is made by a command

    # The person is forgotten, as on their own page, which also writes the audit.
    def delete_model(self, request: HttpRequest, obj: models.User) -> None:
        delete_account(obj, actor=actor_of(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for user in queryset:
            self.delete_model(request, user)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:  # type: ignore[override]
        """It is logged with the rest."""


@admin.register(models.Club, site=site)
class OperatedClubs(Operated):
    list_display = ["name", "town", "country"]
    search_fields = ["name", "town"]
    inlines = [ClubAdminsInline]


@admin.register(models.Player, site=site)
class OperatedPlayers(Operated):
    list_display = ["full_name", "club", "privacy"]
    search_fields = ["full_name"]
    autocomplete_fields = ["club", "user"]


class SeriesEventsInline(admin.TabularInline):
    model = models.SeriesEvent
    extra = 0
    raw_id_fields = ["event"]


@admin.register(models.Series, site=site)
class OperatedSeries(Operated):
    list_display = ["name", "club", "status"]
    list_filter = ["status"]
    autocomplete_fields = ["club"]
    inlines = [SeriesEventsInline]


class OfficialsInline(admin.TabularInline):
    model = models.Official
    extra = 1
    autocomplete_fields = ["user"]


class CategoriesInline(admin.TabularInline):
    model = models.Category
    extra = 0


class PrizesInline(admin.TabularInline):
    model = models.Prize
    extra = 0
    fields = ["place", "what", "order"]


@admin.register(models.Event, site=site)
class OperatedEvents(Operated):
    list_display = ["name", "club", "status", "starts_at"]
    list_filter = ["status"]
    readonly_fields = ["is_rated"]  # by the event's settings, so that ratings follow
    autocomplete_fields = ["club"]
    inlines = [OfficialsInline, CategoriesInline, PrizesInline]


class DivisionsInline(admin.TabularInline):
    model = models.Division
    extra = 0
    can_delete = False
    fields = ["order", "name"]
    readonly_fields = ["order"]


@admin.register(models.Season, site=site)
class OperatedSeasons(Operated):
    list_display = ["name", "club", "status"]
    list_filter = ["status"]
    autocomplete_fields = ["club"]
    readonly_fields = ["previous"]
    inlines = [DivisionsInline]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # its divisions come with events, which pages make


class RemarksInline(admin.TabularInline):
    """Free words of a table, to be blanked where they should not stand."""

    model = models.SheetRemark
    extra = 0
    can_delete = False
    fields = ["number", "text"]
    readonly_fields = ["number"]

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(models.Sheet, site=site)
class OperatedSheets(Operated):
    """What was written on it stays; names typed for practice and remarks can be taken away."""

    list_display = ["id", "game", "match", "way", "help", "created_at", "closed_at"]
    list_filter = ["game", "way", "help"]
    list_select_related = ["match__event"]
    fields = ["id", "match", "game", "way", "help", "names", "created_at", "closed_at"]
    readonly_fields = ["id", "match", "game", "way", "help", "created_at", "closed_at"]
    inlines = [RemarksInline]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

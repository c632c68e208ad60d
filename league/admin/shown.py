"""What all pages of the admin have in common: who may enter, and that rows are read there.

Whatever a service guards is changed by that service alone: on the pages that the rows lead to, or
by an action here that calls it. So nothing can be added, changed or deleted unless a class says so.
"""

from typing import Any
from urllib.parse import urlencode

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _, gettext_noop

from league.audit import log_action
from league.models import AuditEntry
from league.permissions import actor_of, may

Link = tuple[str, object]


class Site(admin.AdminSite):
    """Ours alone: what libraries register with Django's own site is not shown."""

    site_header = site_title = "Arbitr"

    def has_permission(self, request: HttpRequest) -> bool:
        return may(actor_of(request), "operate")


site = Site(name="admin")
site.login = secure_admin_login(site.login)  # type: ignore[method-assign]


class Operated(admin.ModelAdmin):
    """Rows to be found and read by those who operate the service."""

    list_per_page = 50
    show_full_result_count = False  # a second count of everything, on every page of a list
    view_on_site = False
    readonly_fields = ["links"]
    looked_up: tuple[str, ...] = ()  # what links may filter a list by, beyond its own columns

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return lookup in self.looked_up or super().lookup_allowed(lookup, value, request)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may(actor_of(request), "operate")

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return may(actor_of(request), "operate")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    has_delete_permission = has_change_permission

    def links_of(self, obj: Any) -> list[Link]:
        """Where to go from a row; its history is added to them."""
        return []

    @admin.display(description=_("Go to"))
    def links(self, obj: Any) -> SafeString:
        history = (rows(AuditEntry, q=obj.pk), _("Who did what"))
        return joined([*self.links_of(obj), history])

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Ours. Django's own log is not kept: it would hold names after a person is forgotten."""
        return redirect(rows(AuditEntry, q=object_id))

    history_view.permission = "operate"  # type: ignore[attr-defined]

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> None:  # type: ignore[override]
        log_action(actor_of(request), gettext_noop("add in admin"), obj)

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> None:  # type: ignore[override]
        log_action(actor_of(request), gettext_noop("change in admin"), obj)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:  # type: ignore[override]
        """The services that delete write it down themselves."""


class OperatedPage(Operated):
    """Rows that have a page of their own, where they are changed."""

    def view_on_site(self, obj: Any) -> str:  # type: ignore[override]
        return str(obj.get_absolute_url())


def rows(model: type[Model], **wanted: object) -> str:
    """The address of a list of the admin."""
    address = reverse(f"admin:league_{model._meta.model_name}_changelist")
    return f"{address}?{urlencode(wanted)}"


def row(model: type[Model], pk: object) -> str:
    return reverse(f"admin:league_{model._meta.model_name}_change", args=[pk])


def joined(links: list[Link]) -> SafeString:
    return format_html_join(" · ", '<a href="{}">{}</a>', links)

"""Django's admin, for superusers: the same predicates as everywhere, and the same log-in."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from league.models import Club, ClubAdmin, Event, Official, Player, User
from league.permissions import actor_of, operates

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = admin.site.site_title = "Arbitr"


class Operated(admin.ModelAdmin):
    """Open to those who operate the service, whatever Django's own permissions say."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return operates(actor_of(request))

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return operates(actor_of(request))

    has_add_permission = has_module_permission
    has_change_permission = has_view_permission
    has_delete_permission = has_view_permission


class ClubAdmins(admin.TabularInline):
    model = ClubAdmin
    extra = 1
    autocomplete_fields = ["user"]


@admin.register(User)
class Users(Operated):
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


@admin.register(Club)
class Clubs(Operated):
    list_display = ["name", "town", "country"]
    search_fields = ["name", "town"]
    inlines = [ClubAdmins]


@admin.register(Player)
class Players(Operated):
    list_display = ["full_name", "club", "privacy"]
    search_fields = ["full_name"]
    autocomplete_fields = ["club", "user"]


class Officials(admin.TabularInline):
    model = Official
    extra = 1
    autocomplete_fields = ["user"]


@admin.register(Event)
class Events(Operated):
    list_display = ["name", "club", "status", "starts_at"]
    list_filter = ["status"]
    autocomplete_fields = ["club"]
    inlines = [Officials]

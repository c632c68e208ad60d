"""Accounts, clubs and players in the admin."""

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.accounts import delete_account
from league.admin.shown import Link, Operated, OperatedPage, row, rows, site
from league.models import AuditEntry, Club, ClubAdmin, Entry, Event, Player, Season, Series, User
from league.permissions import actor_of, may


@admin.register(User, site=site)
class OperatedUsers(Operated):
    """What no page offers is changed here: the login name, and what an account may do.

    Everything else of an account is its owner's. People sign up; the first superuser is made by a
    command.
    """

    list_display = ["username", "display_name", "email", "is_active", "is_superuser", "last_login"]
    list_filter = ["is_active", "is_superuser"]
    search_fields = ["username", "display_name", "email", "=id"]
    fields = [
        "links",
        "username",
        *("is_active", "is_staff", "is_superuser"),
        *("display_name", "email", "language", "time_zone", "date_joined", "last_login"),
    ]
    readonly_fields = [
        "links",
        *("display_name", "email", "language", "time_zone", "date_joined", "last_login"),
    ]

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return may(actor_of(request), "operate")

    has_delete_permission = has_change_permission

    def links_of(self, obj: User) -> list[Link]:
        player = Player.objects.filter(user=obj).first()
        return [
            *([(row(Player, player.pk), _("Player"))] if player else []),
            (rows(Club, clubadmin__user=obj.pk), _("Clubs")),
            (rows(Event, official_set__user=obj.pk), _("Events")),
            (rows(AuditEntry, actor=obj.pk), _("What the account did")),
        ]

    # The person is forgotten, as on their own page, which also writes the audit.
    def delete_model(self, request: HttpRequest, obj: User) -> None:
        delete_account(obj, actor=actor_of(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for user in queryset:
            self.delete_model(request, user)


class ClubAdminsInline(admin.TabularInline):
    """Who runs the club; they are added and removed on its page."""

    model = ClubAdmin
    fields = ["user"]
    extra = 0
    verbose_name_plural = _("Admins")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("user", "club")

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return may(actor_of(request), "operate")

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission


@admin.register(Club, site=site)
class OperatedClubs(OperatedPage):
    list_display = ["name", "town", "country", "created_at"]
    list_filter = ["country"]
    search_fields = ["name", "town", "=id"]
    looked_up = ("clubadmin__user",)
    fields = [
        *("links", "name", "town", "country", "time_zone", "about", "website", "frame_origins"),
        *("keeps_notes", "created_at"),
    ]
    inlines = [ClubAdminsInline]

    def links_of(self, obj: Club) -> list[Link]:
        return [
            (reverse("club-edit", args=[obj.pk]), _("Change the club")),
            (reverse("club-admins", args=[obj.pk]), _("Add or remove admins")),
            (rows(Player, club__id__exact=obj.pk), _("Players")),
            (rows(Event, club__id__exact=obj.pk), _("Events")),
            (rows(Season, club__id__exact=obj.pk), _("Seasons")),
            (rows(Series, club__id__exact=obj.pk), _("Series")),
        ]


@admin.register(Player, site=site)
class OperatedPlayers(OperatedPage):
    list_display = ["full_name", "club", "user", "privacy", "is_erased"]
    list_filter = ["privacy", ("user", admin.EmptyFieldListFilter)]
    list_select_related = ["club", "user"]
    # Also without accents, as people are found everywhere.
    search_fields = ["full_name", "match_key", "=id", "=user__username"]
    fields = [
        *("links", "full_name", "privacy", "club", "keeper", "user", "is_sample"),
        *("created_at", "erased_at"),
    ]

    @admin.display(description=_("forgotten"), boolean=True)
    def is_erased(self, obj: Player) -> bool:
        return obj.erased_at is not None

    def view_on_site(self, obj: Player) -> str | None:  # type: ignore[override]
        """Nobody has a page once they are forgotten, or if they were made up."""
        return None if obj.erased_at or obj.is_sample else obj.get_absolute_url()

    def links_of(self, obj: Player) -> list[Link]:
        entries: list[Link] = [
            (rows(Entry, player__id__exact=obj.pk), _("Entries")),
            (rows(Entry, partner__id__exact=obj.pk), _("Entries as a partner")),
        ]
        if self.view_on_site(obj) is None:
            return entries
        return [
            (reverse("player-edit", args=[obj.pk]), _("Change the player")),
            (reverse("player-merge", args=[obj.pk]), _("Merge with another")),
            (reverse("player-erase", args=[obj.pk]), _("Forget the person")),
            *entries,
        ]

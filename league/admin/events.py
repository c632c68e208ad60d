"""Events with what is in them, series, seasons and score sheets in the admin."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _, ngettext

from league.admin.shown import Link, Operated, OperatedPage, row, rows, site
from league.models import AuditEntry, Entry, Event, Job, Player, Round, Season, Series, Sheet
from league.permissions import actor_of
from league.sheets.services.sheets import wipe_sheet


@admin.register(Event, site=site)
class OperatedEvents(OperatedPage):
    list_display = ["name", "club", "status", "starts_at", "finished_at"]
    list_filter = ["status", "starts_at", "is_rated"]
    list_select_related = ["club"]
    search_fields = ["name", "club__name", "place", "=id"]
    looked_up = ("official_set__user", "series__id__exact", "division__season__id__exact")
    fields = [
        *("links", "name", "club", "status", "starts_at", "finished_at", "place", "about"),
        *("language", "time_zone", "sign_up", "entry_limit", "records", "confirmation"),
        *("is_rated", "created_at"),
    ]

    def links_of(self, obj: Event) -> list[Link]:
        return [
            (reverse("desk", args=[obj.pk]), _("Desk")),
            (reverse("event-settings", args=[obj.pk]), _("Settings")),
            (reverse("event-officials", args=[obj.pk]), _("Officials")),
            (rows(Entry, event__id__exact=obj.pk), _("Entries")),
            (rows(Round, stage__event__id__exact=obj.pk), _("Rounds")),
            (rows(Job, event=obj.pk), _("Jobs")),
            (rows(AuditEntry, event=obj.pk), _("Everything done in the event")),
        ]


@admin.register(Entry, site=site)
class OperatedEntries(Operated):
    list_display = ["player", "partner", "team_name", "event", "status", "seed", "created_at"]
    list_filter = ["status"]
    list_select_related = ["player", "partner", "event"]
    search_fields = [
        *("player__full_name", "player__match_key", "partner__full_name", "partner__match_key"),
        *("team_name", "event__name", "=event__id", "=id"),
    ]
    fields = [
        *("links", "event", "player", "partner", "team_name", "status", "seed", "rating"),
        *("first_round", "signed_up_by", "queued_at", "checked_in_at", "created_at"),
    ]

    def view_on_site(self, obj: Entry) -> str:  # type: ignore[override]
        return reverse("entry", args=[obj.pk])

    def links_of(self, obj: Entry) -> list[Link]:
        return [
            (row(Event, obj.event_id), _("Event")),
            (row(Player, obj.player_id), _("Player")),
            (reverse("entry-rounds", args=[obj.pk]), _("Rounds")),
        ]


@admin.register(Round, site=site)
class OperatedRounds(Operated):
    list_display = ["number", "event", "status", "draw", "published_at", "closed_at"]
    list_filter = ["status", "draw"]
    list_select_related = ["stage__event"]
    search_fields = ["stage__event__name", "=stage__event__id", "=id"]
    looked_up = ("stage__event__id__exact",)
    fields = [
        *("links", "number", "status", "draw", "is_edited", "seed"),
        *("created_at", "published_at", "withdrawn_at", "closed_at"),
    ]

    @admin.display(description=_("Event"), ordering="stage__event__name")
    def event(self, obj: Round) -> str:
        return obj.stage.event.name

    def view_on_site(self, obj: Round) -> str:  # type: ignore[override]
        return reverse("round", args=[obj.pk])

    def links_of(self, obj: Round) -> list[Link]:
        return [
            (row(Event, obj.stage.event_id), obj.stage.event.name),
            (rows(Job, q=obj.pk), _("Jobs")),
        ]


@admin.register(Series, site=site)
class OperatedSeries(OperatedPage):
    list_display = ["name", "club", "status", "created_at"]
    list_filter = ["status"]
    list_select_related = ["club"]
    search_fields = ["name", "club__name", "=id"]
    fields = [
        *("links", "name", "club", "status", "scheme", "best", "planned", "about", "created_at")
    ]

    def links_of(self, obj: Series) -> list[Link]:
        return [
            (reverse("series-edit", args=[obj.pk]), _("Change the series")),
            (rows(Event, series__id__exact=obj.pk), _("Events")),
        ]


@admin.register(Season, site=site)
class OperatedSeasons(OperatedPage):
    list_display = ["name", "club", "status", "created_at"]
    list_filter = ["status", "format"]
    list_select_related = ["club"]
    search_fields = ["name", "club__name", "=id"]
    fields = [
        *("links", "name", "club", "status", "previous", "format", "rounds_planned"),
        *("movers", "has_play_offs", "language", "time_zone", "created_at", "updated_at"),
    ]

    def links_of(self, obj: Season) -> list[Link]:
        return [
            (reverse("season-manage", args=[obj.pk]), _("Manage the season")),
            (rows(Event, division__season__id__exact=obj.pk), _("Events")),
        ]


@admin.register(Sheet, site=site)
class OperatedSheets(Operated):
    """What was written on it stays; names typed for practice and remarks can be wiped."""

    list_display = ["id", "game", "match", "way", "help", "created_at", "closed_at"]
    list_filter = ["game", "way", "help"]
    list_select_related = ["match__event"]
    search_fields = ["=id", "=match__id", "=match__event__id", "match__event__name"]
    fields = [
        *("links", "id", "match", "game", "way", "help", "names", "said"),
        *("created_at", "closed_at", "wiped_at"),
    ]
    readonly_fields = ["links", "said"]
    actions = ["wipe"]

    @admin.display(description=_("Remarks"))
    def said(self, obj: Sheet) -> str:
        return "\n".join(remark.text for remark in obj.remarks.exclude(text=""))

    @admin.action(description=_("Wipe the names and remarks, for good"))
    def wipe(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        sheets = list(chosen)
        for sheet in sheets:
            wipe_sheet(sheet, actor=actor_of(request))
        said = ngettext("%(number)d sheet is wiped.", "%(number)d sheets are wiped.", len(sheets))
        messages.success(request, said % {"number": len(sheets)})

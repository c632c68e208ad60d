"""Addresses of what goes out as a file, and of what comes in as one."""

from django.urls import path

from league.web.exchange import calendars, my_data, records, tables

urlpatterns = [
    path("events/<id:pk>/calendar.ics", calendars.event_calendar, name="event-calendar"),
    path("clubs/<id:pk>/calendar.ics", calendars.club_calendar, name="club-calendar"),
    path("seasons/<id:pk>/calendar.ics", calendars.season_calendar, name="season-calendar"),
    path("calendars/<slug:key>.ics", calendars.own_calendar, name="own-calendar"),
    path("me/calendar/", calendars.my_calendar, name="my-calendar"),
    path("me/data/", my_data.my_data, name="my-data"),
    path("events/<id:pk>/records.zip", records.event_records, name="event-records"),
    path(
        "events/<id:pk>/tables/<slug:table>.<slug:suffix>", tables.event_table, name="event-table"
    ),
    path("clubs/<id:pk>/members/members.<slug:suffix>", tables.members_table, name="members-table"),
    path(
        "clubs/<id:pk>/ratings/<slug:game>.<slug:suffix>",
        tables.club_ratings_table,
        name="club-ratings-table",
    ),
    path("ratings/<slug:game>.<slug:suffix>", tables.ratings_table, name="ratings-table"),
    path(
        "statistics/<slug:game>.<slug:suffix>",
        tables.game_statistics_table,
        name="statistics-table",
    ),
    path(
        "players/<id:pk>/statistics/statistics.<slug:suffix>",
        tables.player_statistics_table,
        name="player-statistics-table",
    ),
    path("series/<id:pk>/table.<slug:suffix>", tables.series_table, name="series-table"),
    path("seasons/<id:pk>/divisions.<slug:suffix>", tables.season_table, name="season-table"),
    path(
        "seasons/<id:pk>/schedule.<slug:suffix>",
        tables.schedule_table,
        name="season-schedule-table",
    ),
]

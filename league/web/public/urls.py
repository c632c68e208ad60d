"""Addresses of what everybody may see: the service, events, standings, replays."""

from django.urls import include, path

from league.web.public import (
    bracket,
    embeds,
    evening,
    event,
    feeds,
    home,
    live,
    mine,
    own_games,
    replays,
    seals,
    sign_up,
    standings,
    statistics,
)

# Under a version that was handed in.
the_replay = [
    path("", replays.submission_replay, name="submission-replay"),
    path("drawings/<int:number>/", replays.submission_drawings, name="submission-drawings"),
    path("<int:move>.svg", replays.submission_drawing, name="submission-drawing"),
    path("analysis/", replays.submission_analysis, name="submission-analysis"),
]

# Parts of pages, the same for every viewer; asked for by live.js.
live_parts = [
    path("", live.live_event, name="live-event"),
    path("rounds/<int:number>/", live.live_round, name="live-round"),
    path("rounds/<int:number>/clock/", live.live_clock, name="live-clock"),
    path("standings/", live.live_standings, name="live-standings"),
    path("bracket/", bracket.live_bracket, name="live-bracket"),
    path("rows/<id:entry>/<int:after>/", live.live_row, name="live-row"),
    path("projector/", live.live_projector, name="live-projector"),
    path("entries/", live.live_entries, name="live-entries"),
    path("embed/standings/", embeds.live_embed_standings, name="live-embed-standings"),
    path("embed/pairings/", embeds.live_embed_pairings, name="live-embed-pairings"),
]

# For the frames of other websites.
the_embeds = [
    path("events/<id:pk>/standings/", embeds.embed_standings, name="embed-standings"),
    path("events/<id:pk>/pairings/", embeds.embed_pairings, name="embed-pairings"),
    path("events/<id:pk>/bracket/", embeds.embed_bracket, name="embed-bracket"),
    path("clubs/<id:pk>/events/", embeds.embed_events, name="embed-events"),
    path("replays/<id:pk>/", embeds.embed_replay, name="embed-replay"),
    path("replays/<id:pk>/drawings/<int:number>/", embeds.embed_drawings, name="embed-drawings"),
]

urlpatterns = [
    path("entries/<id:pk>/ready/", evening.ready, name="entry-ready"),
    path("", home.home, name="home"),
    path("now/", home.home_now, name="home-now"),
    path("language/", home.set_language, name="set_language"),
    path("design/", home.design, name="design"),
    path("venue/", home.venue, name="venue"),
    path("app/<language:language>/manifest.webmanifest", home.manifest, name="app-manifest"),
    path("worker.js", home.worker, name="app-worker"),
    path("events/", event.events, name="events"),
    path("events/<id:pk>/", event.event, name="event"),
    path("events/<id:pk>/next/", event.event_next, name="event-next"),
    path("events/<id:pk>/find/", event.find, name="event-find"),
    path("rounds/<id:pk>/", event.one_round, name="round"),
    path("events/<id:pk>/sign-up/", sign_up.event_sign_up, name="event-sign-up"),
    path("entries/<id:pk>/own-game/", own_games.own_game, name="own-game"),
    path(
        "entries/<id:pk>/own-game/give-up/", own_games.own_game_given_up, name="own-game-given-up"
    ),
    path("events/<id:pk>/mine/", sign_up.event_mine, name="event-mine"),
    path("events/<id:pk>/mine/now/", sign_up.event_mine_now, name="event-mine-now"),
    path("events/<id:pk>/poster/", sign_up.poster, name="event-poster"),
    path("events/<id:pk>/door/", sign_up.event_door, name="event-door"),
    path("events/<id:pk>/door/poster/", sign_up.door_poster, name="event-door-poster"),
    path("door/<id:pk>/", sign_up.door, name="door"),
    path("me/matches/", mine.my_matches, name="my-matches"),
    path("events/<id:pk>/standings/", standings.standings, name="event-standings"),
    path("events/<id:pk>/standings/all/", standings.overall, name="event-overall"),
    path("events/<id:pk>/cross/", standings.cross, name="event-cross"),
    path("events/<id:pk>/bracket/", bracket.bracket, name="event-bracket"),
    path("entries/<id:pk>/rounds/", standings.entry, name="entry-rounds"),
    path("statistics/", statistics.games, name="statistics"),
    path("players/<id:pk>/statistics/", statistics.player, name="player-statistics"),
    path("events/<id:pk>/statistics/", statistics.event, name="event-statistics"),
    path("statistics/<slug:game>/", statistics.game, name="statistics-game"),
    path("events/<id:pk>/projector/", live.projector, name="event-projector"),
    path("events/<id:pk>/projector/room/", live.projector_room, name="event-projector-room"),
    path("events/<id:pk>/archive/", seals.archive, name="event-archive"),
    path("seals/", seals.seal_log, name="seal-log"),
    path("viewer/", replays.viewer, name="viewer"),
    path("viewer/drawings/<int:number>/", replays.viewer_drawings, name="viewer-drawings"),
    path("submissions/<id:pk>/replay/", include(the_replay)),
    path("live/<language:language>/events/<id:pk>/", include(live_parts)),
    path(
        "live/<language:language>/clubs/<id:pk>/events/",
        embeds.live_club_events,
        name="live-club-events",
    ),
    path("embed/<language:language>/", include(the_embeds)),
    path("feeds/<language:language>/clubs/<id:pk>/", feeds.club_feed, name="club-feed"),
]

"""Addresses of clubs and their players."""

from django.urls import path

from league.web.clubs import boxes, clubs, links, members, moving, players, website

urlpatterns = [
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/<id:pk>/", clubs.club, name="club"),
    path("clubs/new/", clubs.club_new, name="club-new"),
    path("clubs/new/file/", moving.club_from_file, name="club-from-file"),
    path("clubs/<id:pk>/edit/", clubs.club_edit, name="club-edit"),
    path("clubs/<id:pk>/admins/", clubs.club_admins, name="club-admins"),
    path("clubs/<id:pk>/admins/remove/", clubs.club_admin_remove, name="club-admin-remove"),
    path("clubs/<id:pk>/file/", moving.club_take, name="club-take"),
    path("clubs/<id:pk>/boxes/", boxes.club_boxes, name="club-boxes"),
    path("clubs/<id:pk>/boxes/<slug:game>/", boxes.club_box, name="club-box"),
    path("clubs/<id:pk>/members/", members.members, name="club-members"),
    path("clubs/<id:pk>/members/add/", members.member_add, name="club-member-add"),
    path("clubs/<id:pk>/members/alike/", members.alike, name="club-alike"),
    path("clubs/<id:pk>/members/import/", members.players_import, name="club-import"),
    path("clubs/<id:pk>/website/", website.club_website, name="club-website"),
    path("clubs/<id:pk>/webhooks/new/", website.webhook_new, name="webhook-new"),
    path("webhooks/<id:pk>/", website.webhook, name="webhook"),
    path("webhooks/<id:pk>/secret/", website.webhook_secret, name="webhook-secret"),
    path("webhooks/<id:pk>/ping/", website.webhook_ping, name="webhook-ping"),
    path("webhooks/<id:pk>/again/<id:delivery>/", website.webhook_again, name="webhook-again"),
    path("webhooks/<id:pk>/remove/", website.webhook_remove, name="webhook-remove"),
    path("players/<id:pk>/", players.player, name="player"),
    path("players/<id:pk>/edit/", players.player_edit, name="player-edit"),
    path("players/<id:pk>/note/", players.player_note, name="player-note"),
    path("players/<id:pk>/move/", players.player_move, name="player-move"),
    path("players/<id:pk>/leave/", players.player_leave, name="player-leave"),
    path("players/<id:pk>/return/", players.player_return, name="player-return"),
    path("players/<id:pk>/erase/", players.player_erase, name="player-erase"),
    path("players/<id:pk>/invite/", links.player_invite, name="player-invite"),
    path("players/<id:pk>/unlink/", links.player_unlink, name="player-unlink"),
    path("players/<id:pk>/merge/", links.player_merge, name="player-merge"),
    path("invitation/", links.claim, name="claim"),
    path("invitation/<slug:pk>/", links.invitation, name="invitation"),
]

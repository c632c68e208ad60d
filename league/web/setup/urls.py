"""Addresses of what an event is made of, and of its paper."""

from django.urls import include, path

from league.web.setup import (
    archives,
    categories,
    ceremony,
    chain,
    codes,
    desk_tokens,
    evening_games,
    events,
    practice,
    printing,
    prizes,
    reports,
    stages,
    website,
)

# Under an event: groups of entries, and what can be won.
the_categories = [
    path("", categories.categories, name="event-categories"),
    path("restore/", categories.category_restore, name="event-category-restore"),
    path("assign/", categories.categorise, name="event-categorise"),
    path("<id:category>/", categories.category, name="event-category"),
    path("<id:category>/print/", categories.category_print, name="print-category"),
    path("<id:category>/change/", categories.category_change, name="event-category-change"),
]

the_prizes = [
    path("", prizes.prizes, name="event-prizes"),
    path("add/", prizes.prize_add, name="event-prize-add"),
    path("restore/", prizes.prize_restore, name="event-prize-restore"),
    path("rule/", prizes.prize_rule, name="event-prize-rule"),
    path("decide/", prizes.tie_decide, name="event-tie-decide"),
    path("undo/", prizes.decision_undo, name="event-decision-undo"),
    path("ceremony/", ceremony.ceremony, name="event-ceremony"),
    path("certificates/", ceremony.certificates, name="event-certificates"),
    path("lots/<id:decision>/", ceremony.lots, name="event-lots"),
    path("<id:prize>/change/", prizes.prize_change, name="event-prize-change"),
]

the_stages = [
    path("", stages.stages, name="event-stages"),
    path("<id:stage>/", stages.stage_change, name="event-stage"),
    path("<id:stage>/remove/", stages.stage_remove, name="event-stage-remove"),
    path("<id:stage>/field/", stages.stage_field, name="event-stage-field"),
    path("<id:stage>/back/", stages.stage_take_back, name="event-stage-back"),
]

urlpatterns = [
    path("events/new/", events.event_start, name="event-start"),
    path("clubs/<id:pk>/events/new/", events.event_new, name="event-new"),
    path("clubs/<id:pk>/events/import/", reports.report_import, name="event-import"),
    path("clubs/<id:pk>/events/archive/", archives.archive_import, name="event-archive-import"),
    path("clubs/<id:pk>/events/restore/", events.event_restore, name="event-restore"),
    path("events/<id:pk>/clone/", events.event_clone, name="event-clone"),
    path("events/<id:pk>/discard/", events.event_discard, name="event-discard"),
    path("events/<id:pk>/practice/", practice.start, name="practice-start"),
    path("events/<id:pk>/practice/results/", practice.results, name="practice-results"),
    path("events/<id:pk>/practice/wipe/", practice.wipe, name="practice-wipe"),
    path("events/<id:pk>/settings/", events.settings, name="event-settings"),
    path("events/<id:pk>/settings/format/change/", events.take_format, name="event-format"),
    path("events/<id:pk>/settings/chain/", chain.chain, name="event-chain"),
    path("events/<id:pk>/settings/<slug:part>/", events.setting, name="event-setting"),
    path("events/<id:pk>/move/", events.move, name="event-move"),
    path("events/<id:pk>/officials/", events.officials, name="event-officials"),
    path("events/<id:pk>/officials/remove/", events.official_remove, name="event-official-remove"),
    path("events/<id:pk>/stages/", include(the_stages)),
    path("events/<id:pk>/games/", evening_games.games, name="event-games"),
    path("events/<id:pk>/games/remove/", evening_games.game_remove, name="event-game-remove"),
    path("events/<id:pk>/apart/", events.apart, name="event-apart"),
    path("events/<id:pk>/apart/remove/", events.apart_remove, name="event-apart-remove"),
    path("events/<id:pk>/categories/", include(the_categories)),
    path("events/<id:pk>/prizes/", include(the_prizes)),
    path("c/", codes.scanned, name="scanned"),
    path("c/<slug:code>/", codes.code, name="code"),
    path("matches/<id:pk>/code/", codes.match_code_renew, name="match-code-renew"),
    path("events/<id:pk>/codes/", codes.event_codes, name="event-codes"),
    path("events/<id:pk>/desk-tokens/", desk_tokens.tokens, name="event-desk-tokens"),
    path(
        "events/<id:pk>/desk-tokens/<id:token>/revoke/",
        desk_tokens.revoke,
        name="event-desk-token-revoke",
    ),
    path("events/<id:pk>/codes/renew/", codes.event_codes_renew, name="event-codes-renew"),
    path("events/<id:pk>/print/", printing.prints, name="event-print"),
    path("events/<id:pk>/website/", website.event_website, name="event-website"),
    path("events/<id:pk>/print/bracket/", printing.bracket, name="print-bracket"),
    path("events/<id:pk>/print/standings/", printing.standings, name="print-standings"),
    path("events/<id:pk>/print/overall/", printing.overall, name="print-overall"),
    path("events/<id:pk>/print/slips/", printing.blank, name="print-blank"),
    path("events/<id:pk>/print/cards/", printing.cards, name="print-cards"),
    path("events/<id:pk>/report/", printing.report, name="event-report"),
    path("events/<id:pk>/paper/", printing.paper, name="event-paper"),
    path("papers/<id:pk>/", printing.kept_paper, name="paper"),
    path("rounds/<id:pk>/print/tables/", printing.tables, name="print-tables"),
    path("rounds/<id:pk>/print/names/", printing.names, name="print-names"),
    path("rounds/<id:pk>/print/slips/", printing.slips, name="print-slips"),
]

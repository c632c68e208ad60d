"""How the API is served and described: the same in every mode, so nothing is read from outside."""

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "league.api.access.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["league.api.access.Permitted"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["league.api.protocol.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "league.api.protocol.Pages",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "league.api.schema.Schema",
    "EXCEPTION_HANDLER": "league.api.protocol.as_problem",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Arbitr API",
    "DESCRIPTION": "Clubs, players, events and results. Errors are RFC 9457 problem documents.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PUBLIC": True,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_SPLIT_PATCH": False,  # a change needs its version
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "ENUM_NAME_OVERRIDES": {
        "EventStatusEnum": "league.models.Event.Status",
        "SeasonStatusEnum": "league.models.Season.Status",
        "SeriesSchemeEnum": "league.models.Series.Scheme",
        "ScoringEnum": "league.models.game_played.Scoring",
        "MatchStateEnum": "league.models.Match.State",
        "VersionStateEnum": "league.api.submissions.STATES",
        "OutcomeEnum": "league.api.submissions.OUTCOMES",
        "PostponementKindEnum": "league.models.Postponement.Kind",
        "RulingKindEnum": "league.models.Ruling.Kind",
        "PrizeDecisionEnum": "league.models.PrizeDecision.How",
        "SheetHelpEnum": "league.models.Event.SheetHelp",
        "DecisionKindEnum": "league.api.rulings.KINDS",
    },
}

"""Settings, from environment variables alone; docs/operators.md lists them.

Three modes of one code: *embedded* (SQLite, jobs inside the web process, nothing to set up),
*venue* (the same on a club's laptop, for the room's network) and *production* (PostgreSQL, Redis,
workers of their own).
"""

from ipaddress import IPv4Network, IPv6Network
from pathlib import Path

from csp.constants import NONE, SELF

from league.backups.kept_nights import KeepRule
from league.config import env, logs

BASE_DIR = Path(__file__).resolve().parent.parent.parent
GAMES_DIR = BASE_DIR / "games"
MODE = env.mode()
PRODUCTION = MODE == "production"
VERSION = "0.1.0"
DATA_DIR = Path(env.text("ARBITR_DATA", "data")).resolve()
DEBUG = env.flag("ARBITR_DEBUG", default=False)

# --- Where it is reached -------------------------------------------------------------------
SECRET_KEY = (
    env.required("SECRET_KEY", "Set it to a long random text that stays the same.")
    if PRODUCTION
    else env.text("SECRET_KEY") or env.stored_secret(DATA_DIR)
)
SITE_URL = env.text("ARBITR_URL", "http://127.0.0.1:8000").rstrip("/")
HTTPS = SITE_URL.startswith("https://")
if not SITE_URL.startswith(("http://", "https://")):
    raise env.WrongEnvironment(f"ARBITR_URL must begin with https:// or http://, not {SITE_URL!r}.")
# Probes from inside ask by the container's address: they are answered before hosts are looked at.
ALLOWED_HOSTS = env.words("ARBITR_HOSTS") + (
    [] if PRODUCTION else ["127.0.0.1", "localhost", "[::1]"]
)
if PRODUCTION and not env.text("ARBITR_HOSTS"):
    raise env.WrongEnvironment("ARBITR_HOSTS is not set. Name the hosts, separated by commas.")
CSRF_TRUSTED_ORIGINS = [SITE_URL]
ROOT_URLCONF = "league.config.urls"
WSGI_APPLICATION = "league.config.wsgi.application"

INSTALLED_APPS = [
    "league",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
]
MIDDLEWARE = [
    "league.web.middleware.RequestId",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # not for static files: those are packed once
    "league.web.robots.Robots",
    "csp.middleware.CSPMiddleware",
    "league.api.cors.PublicReads",
    "league.api.limits.RateLimits",  # around whatever answers programs
    "league.api.cors.Preflights",
    "league.web.middleware.Impersonal",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "league.web.bodies.BodyLimits",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "league.web.middleware.Viewer",
    "league.web.middleware.NoStore",
    "league.web.middleware.KnownAgain",
    "league.web.middleware.DefaultDeny",
    "league.web.middleware.Errors",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.web.frames.service",
            ],
            "libraries": {
                "charts": "league.web.filters",
                "i18n": "league.web.translated",  # Django's, and prepositions before numbers
                "numbers": "league.web.filters",
                "pieces": "league.web.pieces",
                "rounds": "league.web.round_words",
            },
        },
    }
]
SILENCED_SYSTEM_CHECKS = ["templates.W003"]  # two libraries named i18n: ours stands for Django's
FORM_RENDERER = "django.forms.renderers.DjangoTemplates"

# --- Database and cache ---------------------------------------------------------------------
DATABASES = {
    "default": env.database(
        "DATABASE_URL",
        f"sqlite:///{DATA_DIR / 'arbitr.sqlite3'}",
        max_age_s=env.number("ARBITR_DB_MAX_AGE_S", 60),
    )
}
if env.flag("ARBITR_PGBOUNCER", default=False):
    DATABASES["default"] = env.pooled_database(
        "PGBOUNCER_URL", max_age_s=env.number("ARBITR_DB_MAX_AGE_S", 60)
    )
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    if PRODUCTION:
        raise env.WrongEnvironment("Production needs PostgreSQL: set DATABASE_URL.")
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
REDIS_URL = env.text("REDIS_URL")
if PRODUCTION and not REDIS_URL:
    raise env.WrongEnvironment("REDIS_URL is not set. Production keeps its queue and cache there.")
CACHES = {
    "default": (
        {
            "BACKEND": "league.config.backends.ForgivingRedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
        }
        if REDIS_URL
        else {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # A full room: what forty tables last looked like, and what their phones may see.
            "OPTIONS": {"MAX_ENTRIES": 3000},
        }
    )
}

# --- Jobs -----------------------------------------------------------------------------------
BROKER_URL = REDIS_URL or "memory://localhost/"
SWEEP_S = env.number("ARBITR_SWEEP_S", 15)
HEARTBEAT_S = env.number("ARBITR_HEARTBEAT_S", 10)
JOB_LIMIT_S = env.number("ARBITR_JOB_LIMIT_S", 60)
# A job still running so long after its limit has lost its worker, and is given to another.
JOB_MARGIN_S = env.number("ARBITR_JOB_MARGIN_S", 10)
# Jobs that people wait for: a dead worker's are taken over, with a sweep, within a minute.
JOB_SHORT_LIMIT_S = min(25, JOB_LIMIT_S)
JOB_TRIES = 3
# News for the programs of clubs. Private networks are never reached: there is no setting for it.
WEBHOOKS_OVER_HTTP = DEBUG or MODE == "venue"
WEBHOOK_NETWORKS: tuple[IPv4Network | IPv6Network, ...] = ()
WEBHOOK_LIMIT_S = 8
COPY_EVERY_S = env.number("ARBITR_COPY_EVERY_S", 3600 if MODE == "venue" else 0)
BACKUPS = Path(folder).resolve() if (folder := env.text("ARBITR_BACKUPS")) else None
BACKUP_HOUR = env.number("ARBITR_BACKUP_HOUR", 3)
if not 0 <= BACKUP_HOUR <= 23:
    raise env.WrongEnvironment(f"ARBITR_BACKUP_HOUR must be from 0 to 23, not {BACKUP_HOUR}.")
BACKUPS_KEPT = KeepRule(*env.numbers("ARBITR_BACKUPS_KEPT", (7, 4, 12)))
if BACKUPS_KEPT.days < 1:
    raise env.WrongEnvironment(
        "ARBITR_BACKUPS_KEPT must begin with 1 or more: days, weeks, months."
    )
BACKUP_LIMIT_S = 3600  # of a database that is large

# --- People ---------------------------------------------------------------------------------
AUTH_USER_MODEL = "league.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "league.web.account.login.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
# A venue has no mail: there, an address is welcome and not asked for.
ACCOUNT_SIGNUP_FIELDS = ["username*", "email" if MODE == "venue" else "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if PRODUCTION else "optional"
ACCOUNT_EMAIL_CONFIRMATION_HMAC = False  # its links would carry a sequence number
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # a phone left unlocked changes no address
ACCOUNT_REAUTHENTICATION_TIMEOUT = 600
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_FORMS = {
    "login": "league.web.account.login.LoginForm",
    "signup": "league.web.account.login.SignupForm",
}
# A whole club sits behind one address: what is counted by address is generous, by account strict.
ACCOUNT_RATE_LIMITS = {
    "login": "300/m/ip",
    "login_failed": "100/m/ip,5/300s/key",
    "signup": "100/m/ip",
    "request_login_code": "100/m/ip,3/m/key",
    "reset_password": "100/m/ip,5/m/key",
}
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("ARBITR_PROXIES", 1 if PRODUCTION else 0)
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Arbitr"
MFA_FORMS = {
    "add_webauthn": "league.web.account.login.AddPasskeyForm",
    "edit_webauthn": "league.web.account.login.RenamePasskeyForm",
}
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # browsers allow it on localhost alone
USERSESSIONS_TRACK_ACTIVITY = False

# --- Mail: every message is a row first (league/notices), sent from it by a job ---------------
EMAIL_BACKEND = "league.config.backends.Outbox"
EMAIL_HOST = env.text("EMAIL_HOST")
EMAIL_PORT = env.number("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.text("EMAIL_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_PASSWORD")
EMAIL_USE_TLS = env.flag("EMAIL_TLS", default=EMAIL_PORT == 587)
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_TIMEOUT = 20
MAIL_TRANSPORT = "django.core.mail.backends." + (
    "smtp.EmailBackend" if EMAIL_HOST else "console.EmailBackend"
)
DEFAULT_FROM_EMAIL = env.text("EMAIL_FROM", "Arbitr <arbitr@localhost>")

# --- Languages and time ----------------------------------------------------------------------
LANGUAGE_CODE = "cs"
LANGUAGES = [("cs", "Čeština"), ("sk", "Slovenčina"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale", *sorted(GAMES_DIR.glob("*/locale"))]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.text("ARBITR_TIME_ZONE", "Europe/Prague")
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600

# --- Static files ----------------------------------------------------------------------------
# Set by `serve` to what stands for the files' content, so that browsers may keep them for good.
STATIC_EDITION = env.text("ARBITR_STATIC_EDITION")
STATIC_URL = f"/static/{STATIC_EDITION}/" if STATIC_EDITION else "/static/"
# A game brings its picture, styles and ways of input in its own package, served as games/<game>/.
STATICFILES_DIRS = [
    BASE_DIR / "league" / "web" / "static",
    *((f"games/{folder.parent.name}", folder) for folder in sorted(GAMES_DIR.glob("*/static"))),
]
STATIC_ROOT = env.text("ARBITR_STATIC", str(BASE_DIR / "staticfiles") if PRODUCTION else "") or None
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if PRODUCTION
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
if STATIC_EDITION:
    WHITENOISE_IMMUTABLE_FILE_TEST = ""  # a pattern: all of them

# --- Safety ----------------------------------------------------------------------------------
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health/(live|ready)$"]  # asked from inside, without the proxy
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PRODUCTION else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
# Sent over plain http it would only be a warning in the browser's console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = 60 * 24 * 3600
SESSION_COOKIE_NAME = "arbitr_session"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "league.web.errors.csrf_failure"
REQUEST_ARRIVES_WITHIN_S = env.number("ARBITR_REQUEST_S", 30)
USUAL_BODY = 256 * 1024
# Where files are chosen (league/web/bodies.py): a photo taken for a record is refused on the form.
LARGEST_BODY = 12 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024  # without files
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
API_PER_MINUTE = env.number("ARBITR_API_PER_MINUTE", 300)
RATES = {  # how often, in how many seconds; counted in one step (league/throttle.py)
    "api": (API_PER_MINUTE, 60),
    "api-unchanged": (10 * API_PER_MINUTE, 60),  # answered with 304
    "api-live": (20 * API_PER_MINUTE, 60),  # every two seconds, by 200 programs of one hall
    "token": (10, 3600),
    "verify": (60, 60),
    "sign-up": (40, 600),
    "own-game": (30, 600),
    "announcement": (6, 3600),  # messages of one event to all who entered
    "code": (2000, 600),
    "seat-by-phone": (20, 600),
    "seat-at-table": (80, 600),
    "hand-in": (60, 600),  # of one table
    "call": (12, 600),  # for an official, of one table
    "sheet": (600, 600),  # requests that write on one sheet
    "sheet-help": (2400, 600),  # questions of one sheet while something is entered
    "practice": (60, 3600),  # sheets opened from one address
    "hand-in-check": (240, 60),
    "viewer": (240, 60),
    "analysis": (60, 600),
    "club-file": (6, 3600),  # of one club
    "webhook": (60, 3600),  # tests and redeliveries of one club
    "held": (60, 600),  # forms kept for people whose session is gone, from one address
}

# --- API: the same in every mode --------------------------------------------------------------
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
    "URL_FORMAT_OVERRIDE": None,  # there is one format
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Arbitr API",
    "DESCRIPTION": "Clubs, players, events and results. Errors are RFC 9457 problem documents.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "DEFAULT_GENERATOR_CLASS": "league.api.description.Description",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "league.api.description.complete",
    ],
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
        "StageKindEnum": "league.models.stage.format_choices",
        "StageSchemeEnum": "league.models.Stage.Scheme",
        "ScoringEnum": "league.models.game_played.Scoring",
        "MatchStateEnum": "league.models.Match.State",
        "VersionStateEnum": "league.api.submissions.STATES",
        "WrapUpStateEnum": "league.events.wrap_up_rules.STATES",
        "OutcomeEnum": "league.api.submissions.OUTCOMES",
        "PostponementKindEnum": "league.models.Postponement.Kind",
        "RulingKindEnum": "league.models.Ruling.Kind",
        "PrizeDecisionEnum": "league.models.PrizeDecision.How",
        "HowSaidEnum": "league.models.submission.How",
        "CallCauseEnum": "league.models.Call.Cause",
        "SheetHelpEnum": "league.models.Event.SheetHelp",
        "DecisionKindEnum": "league.api.rulings.KINDS",
        "MemberReadStateEnum": "league.clubs.import_rows.RowFate",
    },
}

LOGGING = logs.configuration(
    level=env.text("ARBITR_LOG_LEVEL", "INFO"),
    structured=env.flag("ARBITR_LOG_JSON", default=PRODUCTION),
)

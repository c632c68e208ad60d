"""All tables. A database that the seventeen migrations of before made counts as made by this one."""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import league.models.game_played
import league.models.names
import league.models.public_id
import league.models.stage
import league.models.time_zones
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("league", "0001_initial"),
        ("league", "0002_club_evening"),
        ("league", "0003_player_keeping"),
        ("league", "0004_paper_copy"),
        ("league", "0005_seeding"),
        ("league", "0006_results"),
        ("league", "0007_phones_that_spoke"),
        ("league", "0008_phones_known"),
        ("league", "0009_tiebreak_settings"),
        ("league", "0010_pages_of_standings"),
        ("league", "0011_categories_and_prizes"),
        ("league", "0012_ratings"),
        ("league", "0013_series"),
        ("league", "0014_seasons"),
        ("league", "0015_seals"),
        ("league", "0016_score_sheets"),
        ("league", "0017_analysis"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Analysis",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("record_digest", models.CharField(max_length=64)),
                ("rules_version", models.PositiveSmallIntegerField()),
                ("percent", models.PositiveSmallIntegerField(default=0)),
                ("turns", models.JSONField(blank=True, null=True)),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                ("computed_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "analysis",
                "verbose_name_plural": "analyses",
                "ordering": ["-asked_at", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("record_digest", "rules_version"), name="analysed_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("actor", models.CharField(blank=True, max_length=20)),
                ("action", models.CharField(max_length=60)),
                ("object_kind", models.CharField(max_length=40)),
                ("object_id", models.CharField(max_length=80)),
                ("event", models.CharField(blank=True, max_length=10)),
                ("details", models.JSONField(default=dict)),
                ("request_id", models.CharField(blank=True, max_length=40)),
            ],
            options={
                "verbose_name": "audit entry",
                "verbose_name_plural": "audit entries",
                "ordering": ["-id"],
                "indexes": [
                    models.Index(fields=["object_kind", "object_id"], name="audit_by_object"),
                    models.Index(fields=["event", "-id"], name="audit_by_event"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("send_notice", "send a message"),
                            ("keep_copy", "keep a copy of the database"),
                            ("pair_round", "pair a round"),
                            ("keep_paper", "keep an event on paper"),
                            ("verify_submission", "verify a record"),
                            ("compute_standings", "compute standings"),
                            ("compute_ratings", "compute ratings"),
                            ("analyse_record", "analyse a game"),
                        ],
                        max_length=40,
                    ),
                ),
                ("object_id", models.CharField(max_length=80)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("running", "running"),
                            ("done", "done"),
                            ("parked", "parked"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("reason", models.TextField(blank=True)),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("leased_until", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "job",
                "verbose_name_plural": "jobs",
                "ordering": ["-created_at", "id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("state__in", ["waiting", "running"])),
                        fields=["due_at"],
                        name="job_unfinished",
                    ),
                    models.Index(fields=["state", "-created_at"], name="job_by_state"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "waiting")),
                        fields=("kind", "object_id"),
                        name="job_waits_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Worker",
            fields=[
                ("name", models.CharField(max_length=200, primary_key=True, serialize=False)),
                ("started_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "worker",
                "verbose_name_plural": "workers",
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="RatedGame",
            fields=[
                ("game", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("wanted_version", models.PositiveIntegerField(default=0)),
                ("published_version", models.PositiveIntegerField(default=0)),
                ("redo_from", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "rated game",
                "verbose_name_plural": "rated games",
                "ordering": ["game"],
            },
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                (
                    "email",
                    models.EmailField(blank=True, max_length=254, verbose_name="email address"),
                ),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="date joined"
                    ),
                ),
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "display_name",
                    models.CharField(
                        blank=True,
                        help_text="How others see you. Leave it empty to be shown by your login name.",
                        max_length=200,
                        verbose_name="Display name",
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        blank=True,
                        choices=[("cs", "Čeština"), ("sk", "Slovenčina"), ("en", "English")],
                        max_length=8,
                        verbose_name="Language",
                    ),
                ),
                (
                    "time_zone",
                    models.CharField(
                        blank=True,
                        max_length=64,
                        validators=[league.models.time_zones.validate_time_zone],
                        verbose_name="Time zone",
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "account",
                "verbose_name_plural": "accounts",
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="Name")),
                ("town", models.CharField(blank=True, max_length=100, verbose_name="Town")),
                (
                    "country",
                    models.CharField(
                        blank=True,
                        choices=[("CZ", "Czechia"), ("SK", "Slovakia"), ("", "elsewhere")],
                        default="CZ",
                        max_length=2,
                        verbose_name="Country",
                    ),
                ),
                (
                    "about",
                    models.TextField(blank=True, max_length=2000, verbose_name="About the club"),
                ),
                ("website", models.URLField(blank=True, verbose_name="Website")),
                ("sort_key", league.models.names.SortKeyField(of="name", person=False)),
                ("version", models.PositiveIntegerField(default=1, editable=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "club",
                "verbose_name_plural": "clubs",
                "ordering": ["sort_key", "id"],
            },
        ),
        migrations.CreateModel(
            name="ClubAdmin",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, to="league.club"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "club admin",
                "verbose_name_plural": "club admins",
                "constraints": [
                    models.UniqueConstraint(fields=("club", "user"), name="club_admin_once")
                ],
            },
        ),
        migrations.AddField(
            model_name="club",
            name="admins",
            field=models.ManyToManyField(
                related_name="clubs_run", through="league.ClubAdmin", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("full_name", models.CharField(max_length=200, verbose_name="Full name")),
                (
                    "privacy",
                    models.CharField(
                        choices=[("initial", "First name and initial"), ("full", "Full name")],
                        default="initial",
                        max_length=8,
                        verbose_name="Shown to the public as",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="players",
                        to="league.club",
                    ),
                ),
                (
                    "keeper",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="players_kept",
                        to="league.club",
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="player",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("sort_key", league.models.names.SortKeyField(of="full_name", person=True)),
                ("match_key", league.models.names.MatchKeyField(of="full_name")),
                (
                    "invitation_digest",
                    models.CharField(blank=True, db_index=True, editable=False, max_length=64),
                ),
                ("invitation_until", models.DateTimeField(blank=True, editable=False, null=True)),
                ("version", models.PositiveIntegerField(default=1, editable=False)),
                ("erased_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "ordering": ["sort_key", "id"],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "game",
                    models.CharField(
                        choices=league.models.game_played.game_choices,
                        default="kaleidoskop",
                        max_length=40,
                        verbose_name="Game",
                    ),
                ),
                (
                    "variant",
                    models.CharField(
                        blank=True, default="base", max_length=20, verbose_name="Variant"
                    ),
                ),
                (
                    "edition",
                    models.CharField(
                        blank=True, default="standard", max_length=40, verbose_name="Edition"
                    ),
                ),
                (
                    "other_name",
                    models.CharField(blank=True, max_length=100, verbose_name="Name of the game"),
                ),
                (
                    "other_least",
                    models.PositiveSmallIntegerField(
                        default=2,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(4),
                        ],
                        verbose_name="Fewest players at a table",
                    ),
                ),
                (
                    "other_most",
                    models.PositiveSmallIntegerField(
                        default=4,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(4),
                        ],
                        verbose_name="Most players at a table",
                    ),
                ),
                (
                    "other_scoring",
                    models.CharField(
                        choices=[
                            ("higher", "the higher score wins"),
                            ("lower", "the lower score wins"),
                            ("places", "places only, no scores"),
                        ],
                        default="higher",
                        max_length=8,
                        verbose_name="What decides",
                    ),
                ),
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="league.club",
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="Name")),
                (
                    "about",
                    models.TextField(blank=True, max_length=4000, verbose_name="About the event"),
                ),
                ("place", models.CharField(blank=True, max_length=200, verbose_name="Place")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "draft"),
                            ("open", "open for entries"),
                            ("running", "running"),
                            ("finished", "finished"),
                            ("archived", "archived"),
                        ],
                        default="draft",
                        max_length=10,
                        verbose_name="Status",
                    ),
                ),
                ("starts_at", models.DateTimeField(verbose_name="Starts")),
                (
                    "time_zone",
                    models.CharField(
                        default="Europe/Prague", max_length=64, verbose_name="Time zone"
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        choices=[("cs", "Čeština"), ("sk", "Slovenčina"), ("en", "English")],
                        default="cs",
                        max_length=8,
                        verbose_name="Language",
                    ),
                ),
                (
                    "sign_up",
                    models.CharField(
                        choices=[
                            ("guests", "everybody; guests wait for approval"),
                            ("accounts", "people with an account"),
                            ("desk", "nobody by themselves; the desk enters people"),
                        ],
                        default="guests",
                        max_length=10,
                        verbose_name="Who may sign up",
                    ),
                ),
                (
                    "entry_limit",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[django.core.validators.MinValueValidator(2)],
                        verbose_name="Most entries",
                    ),
                ),
                (
                    "has_waiting_list",
                    models.BooleanField(default=True, verbose_name="Waiting list when full"),
                ),
                (
                    "check_in_opens_min",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        default=60,
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(1440)],
                        verbose_name="Players check in from (minutes before the start)",
                    ),
                ),
                (
                    "door_code",
                    models.CharField(
                        default=league.models.public_id.new_public_id, editable=False, max_length=10
                    ),
                ),
                (
                    "late_entry",
                    models.CharField(
                        choices=[("zero", "no points"), ("half", "half-point byes")],
                        default="zero",
                        max_length=4,
                        verbose_name="Rounds missed by a late entry bring",
                    ),
                ),
                (
                    "requested_byes",
                    models.PositiveSmallIntegerField(
                        default=1, verbose_name="Byes that one may ask for"
                    ),
                ),
                (
                    "bye_in_last_round",
                    models.BooleanField(default=False, verbose_name="Also in the last round"),
                ),
                (
                    "boards",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="Boards at hand",
                    ),
                ),
                (
                    "games_per_match",
                    models.PositiveSmallIntegerField(
                        choices=[
                            (1, "one game"),
                            (2, "two games, the start exchanged"),
                            (3, "best of three"),
                            (5, "best of five"),
                        ],
                        default=1,
                        verbose_name="A match is",
                    ),
                ),
                (
                    "round_minutes",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        default=45,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1440),
                        ],
                        verbose_name="Length of a round in minutes",
                    ),
                ),
                (
                    "time_rule",
                    models.CharField(
                        choices=[
                            ("turn", "finish the turn"),
                            ("round", "finish the round of turns"),
                            ("stop", "stop at once"),
                        ],
                        default="round",
                        max_length=5,
                        verbose_name="When time is called",
                    ),
                ),
                (
                    "records",
                    models.CharField(
                        choices=[
                            ("required", "required"),
                            ("encouraged", "encouraged"),
                            ("off", "not kept"),
                        ],
                        default="encouraged",
                        max_length=10,
                        verbose_name="Records of games",
                    ),
                ),
                (
                    "confirmation",
                    models.CharField(
                        choices=[
                            ("any", "any one opponent confirms"),
                            ("all", "all opponents confirm"),
                            ("officials", "only officials confirm"),
                        ],
                        default="any",
                        max_length=10,
                        verbose_name="A result counts when",
                    ),
                ),
                (
                    "confirms_at_table",
                    models.BooleanField(
                        default=True, verbose_name="Opponents may confirm on a phone passed round"
                    ),
                ),
                (
                    "sheet_help",
                    models.CharField(
                        choices=[
                            ("check", "it checks what was laid"),
                            ("full", "it shows what is allowed and what it would score"),
                        ],
                        default="check",
                        max_length=5,
                        verbose_name="Help of the score sheet",
                    ),
                ),
                (
                    "shows_boards",
                    models.BooleanField(
                        default=True, verbose_name="Spectators may follow the boards"
                    ),
                ),
                (
                    "boards_delay_min",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(120)],
                        verbose_name="Spectators see them later by (minutes)",
                    ),
                ),
                (
                    "is_rated",
                    models.BooleanField(default=True, verbose_name="Games count for ratings"),
                ),
                (
                    "accepts_after_min",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(20160),
                        ],
                        verbose_name="Accept what nobody contests after (minutes)",
                    ),
                ),
                (
                    "prize_rule",
                    models.CharField(
                        choices=[
                            ("one", "one prize per person"),
                            ("all", "every prize that was won"),
                        ],
                        default="one",
                        max_length=3,
                        verbose_name="Somebody may take home",
                    ),
                ),
                (
                    "room_code",
                    models.CharField(
                        db_index=True,
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                    ),
                ),
                ("sort_key", league.models.names.SortKeyField(of="name", person=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("finished_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("version", models.PositiveIntegerField(default=1, editable=False)),
                ("live_version", models.PositiveIntegerField(default=1, editable=False)),
            ],
            options={
                "verbose_name": "event",
                "verbose_name_plural": "events",
                "ordering": ["starts_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="Official",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="official_set",
                        to="league.event",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("organiser", "organiser"), ("arbiter", "arbiter")],
                        max_length=10,
                        verbose_name="Role",
                    ),
                ),
            ],
            options={
                "verbose_name": "official",
                "verbose_name_plural": "officials",
                "constraints": [
                    models.UniqueConstraint(fields=("event", "user"), name="official_once")
                ],
            },
        ),
        migrations.AddField(
            model_name="event",
            name="officials",
            field=models.ManyToManyField(
                related_name="events_run", through="league.Official", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.CreateModel(
            name="Category",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="categories",
                        to="league.event",
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="Name")),
                ("order", models.PositiveSmallIntegerField(default=1)),
                ("is_shown", models.BooleanField(default=False, verbose_name="Everybody sees it")),
            ],
            options={
                "verbose_name": "category",
                "verbose_name_plural": "categories",
                "ordering": ["event_id", "order", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "name"), name="category_name_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stages",
                        to="league.event",
                    ),
                ),
                ("order", models.PositiveSmallIntegerField(default=1)),
                (
                    "kind",
                    models.CharField(
                        choices=league.models.stage.format_choices,
                        default="tables",
                        max_length=12,
                        verbose_name="Format",
                    ),
                ),
                (
                    "rounds_planned",
                    models.PositiveSmallIntegerField(
                        default=4,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(60),
                        ],
                        verbose_name="Rounds",
                    ),
                ),
                (
                    "seeding",
                    models.CharField(
                        choices=[
                            ("rating", "by rating, the rest by lots"),
                            ("entered", "in the order of entry"),
                            ("lots", "by lots"),
                        ],
                        default="rating",
                        max_length=7,
                        verbose_name="Starting numbers",
                    ),
                ),
                (
                    "table_size",
                    models.PositiveSmallIntegerField(
                        choices=[(4, "four players"), (3, "three players"), (2, "two players")],
                        default=4,
                        verbose_name="Preferred table",
                    ),
                ),
                (
                    "keeps_schedule",
                    models.BooleanField(
                        default=False,
                        verbose_name="Use a fixed schedule without repeats where one exists",
                    ),
                ),
                (
                    "early_rounds",
                    models.PositiveSmallIntegerField(
                        default=2,
                        verbose_name="Rounds in which club mates are kept apart if possible",
                    ),
                ),
                (
                    "scheme",
                    models.CharField(
                        choices=[
                            ("equal", "equal: 11–7–4–2, 10–6–2, 9–3"),
                            ("hig", "5–3–2–1, 5–3–1"),
                            ("wins", "only the win counts: 1–0–0–0"),
                            ("own", "own numbers"),
                        ],
                        default="equal",
                        max_length=5,
                        verbose_name="Points by place",
                    ),
                ),
                (
                    "own_points",
                    models.JSONField(blank=True, default=dict, verbose_name="Own numbers"),
                ),
                (
                    "is_double",
                    models.BooleanField(default=False, verbose_name="Everybody meets twice"),
                ),
                ("win_12", models.PositiveSmallIntegerField(default=24)),
                ("draw_12", models.PositiveSmallIntegerField(default=12)),
                ("loss_12", models.PositiveSmallIntegerField(default=0)),
                ("bye_12", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("chain", models.JSONField(default=list, verbose_name="Tiebreaks in order")),
                (
                    "tiebreak_edition",
                    models.CharField(
                        choices=[
                            ("2026", "as FIDE rules since March 2026: a dummy opponent"),
                            ("pre-2023", "as before 2023: a virtual opponent"),
                            ("none", "not at all"),
                        ],
                        default="2026",
                        max_length=8,
                        verbose_name="Rounds without a game, in tiebreaks over opponents, count",
                    ),
                ),
                (
                    "spread_against",
                    models.CharField(
                        choices=[
                            ("best", "the best of the others"),
                            ("mean", "the mean of the others"),
                        ],
                        default="best",
                        max_length=4,
                        verbose_name="The tiebreak Spread compares with",
                    ),
                ),
                (
                    "spread_cap",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="Most that one game adds to Spread"
                    ),
                ),
                (
                    "seed",
                    models.PositiveIntegerField(
                        default=league.models.stage.new_seed, editable=False
                    ),
                ),
                ("wanted_version", models.PositiveIntegerField(default=0, editable=False)),
                ("published_version", models.PositiveIntegerField(default=0, editable=False)),
            ],
            options={
                "verbose_name": "stage",
                "verbose_name_plural": "stages",
                "ordering": ["event_id", "order"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "order"), name="stage_order_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="ChainChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chain_changes",
                        to="league.stage",
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("by", models.CharField(blank=True, max_length=20)),
                ("after_round", models.PositiveSmallIntegerField()),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
                ("reason", models.CharField(max_length=300)),
            ],
            options={
                "verbose_name": "change of tiebreaks",
                "verbose_name_plural": "changes of tiebreaks",
                "ordering": ["stage_id", "id"],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="league.event",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="league.player",
                    ),
                ),
                (
                    "partner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries_as_partner",
                        to="league.player",
                    ),
                ),
                (
                    "team_name",
                    models.CharField(blank=True, max_length=60, verbose_name="Name of the team"),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("applied", "waits for approval"),
                            ("registered", "registered"),
                            ("waitlisted", "on the waiting list"),
                            ("checked_in", "here"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="registered",
                        max_length=10,
                        verbose_name="Status",
                    ),
                ),
                (
                    "rating",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="Rating"),
                ),
                (
                    "seed",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="Starting number"
                    ),
                ),
                ("first_round", models.PositiveSmallIntegerField(default=1)),
                ("queued_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("checked_in_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "categories",
                    models.ManyToManyField(
                        blank=True,
                        related_name="entries",
                        to="league.category",
                        verbose_name="Categories",
                    ),
                ),
            ],
            options={
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
                "ordering": ["event_id", "id"],
                "indexes": [models.Index(fields=["event", "status"], name="entry_by_status")],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "player"), name="entry_player_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("seed__isnull", False)),
                        fields=("event", "seed"),
                        name="entry_seed_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ByeRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bye_requests",
                        to="league.entry",
                    ),
                ),
                ("round_number", models.PositiveSmallIntegerField(verbose_name="Round")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("half", "half-point bye"),
                            ("zero", "bye without points"),
                            ("absent", "absent"),
                        ],
                        default="half",
                        max_length=6,
                    ),
                ),
            ],
            options={
                "verbose_name": "requested bye",
                "verbose_name_plural": "requested byes",
                "ordering": ["entry_id", "round_number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("entry", "round_number"), name="bye_request_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="KeepApart",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_apart",
                        to="league.event",
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.entry",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.entry",
                    ),
                ),
            ],
            options={
                "verbose_name": "pair kept apart",
                "verbose_name_plural": "pairs kept apart",
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("first", "second"), name="kept_apart_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("recipient", models.EmailField(max_length=254)),
                ("subject", models.CharField(max_length=200)),
                ("body", models.TextField(blank=True)),
                (
                    "job",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="notice",
                        to="league.job",
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "ordering": ["-created_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="PaperCopy",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="paper_copies",
                        to="league.event",
                    ),
                ),
                ("after_round", models.PositiveSmallIntegerField(verbose_name="After round")),
                ("html", models.TextField()),
                ("made_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "verbose_name": "copy on paper",
                "verbose_name_plural": "copies on paper",
                "ordering": ["event_id", "-after_round"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "after_round"), name="paper_copy_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Prize",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="league.event",
                    ),
                ),
                (
                    "category",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="league.category",
                        verbose_name="Category",
                    ),
                ),
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(200),
                        ],
                        verbose_name="Place",
                    ),
                ),
                ("what", models.CharField(max_length=120, verbose_name="Prize")),
                ("order", models.PositiveSmallIntegerField(default=1)),
            ],
            options={
                "verbose_name": "prize",
                "verbose_name_plural": "prizes",
                "ordering": ["event_id", "order", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("category__isnull", True)),
                        fields=("event", "place"),
                        name="prize_once",
                    ),
                    models.UniqueConstraint(
                        fields=("category", "place"), name="prize_in_category_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PrizeDecision",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prize_decisions",
                        to="league.event",
                    ),
                ),
                (
                    "category",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decisions",
                        to="league.category",
                    ),
                ),
                (
                    "how",
                    models.CharField(
                        choices=[
                            ("share", "they share"),
                            ("game", "a deciding game"),
                            ("lots", "lots"),
                        ],
                        max_length=5,
                    ),
                ),
                ("entries", models.JSONField()),
                ("decided_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "decision about a prize",
                "verbose_name_plural": "decisions about prizes",
                "ordering": ["event_id", "decided_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "game",
                    models.CharField(
                        choices=league.models.game_played.game_choices,
                        default="kaleidoskop",
                        max_length=40,
                        verbose_name="Game",
                    ),
                ),
                (
                    "variant",
                    models.CharField(
                        blank=True, default="base", max_length=20, verbose_name="Variant"
                    ),
                ),
                (
                    "edition",
                    models.CharField(
                        blank=True, default="standard", max_length=40, verbose_name="Edition"
                    ),
                ),
                (
                    "other_name",
                    models.CharField(blank=True, max_length=100, verbose_name="Name of the game"),
                ),
                (
                    "other_least",
                    models.PositiveSmallIntegerField(
                        default=2,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(4),
                        ],
                        verbose_name="Fewest players at a table",
                    ),
                ),
                (
                    "other_most",
                    models.PositiveSmallIntegerField(
                        default=4,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(4),
                        ],
                        verbose_name="Most players at a table",
                    ),
                ),
                (
                    "other_scoring",
                    models.CharField(
                        choices=[
                            ("higher", "the higher score wins"),
                            ("lower", "the lower score wins"),
                            ("places", "places only, no scores"),
                        ],
                        default="higher",
                        max_length=8,
                        verbose_name="What decides",
                    ),
                ),
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="league.stage",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "draft"),
                            ("published", "being played"),
                            ("closed", "closed"),
                        ],
                        default="draft",
                        max_length=10,
                    ),
                ),
                (
                    "draw",
                    models.CharField(
                        choices=[
                            ("wanted", "being drawn"),
                            ("drawn", "drawn"),
                            ("refused", "cannot be drawn"),
                        ],
                        default="wanted",
                        max_length=7,
                    ),
                ),
                ("draw_progress", models.PositiveSmallIntegerField(default=0)),
                (
                    "seed",
                    models.PositiveIntegerField(
                        default=league.models.stage.new_seed, editable=False
                    ),
                ),
                ("is_edited", models.BooleanField(default=False)),
                ("remarks", models.JSONField(default=list)),
                ("refusal", models.JSONField(default=dict)),
                ("allowances", models.JSONField(default=list)),
                ("plays_own_game", models.BooleanField(default=False)),
                ("length_s", models.PositiveIntegerField(blank=True, null=True)),
                ("clock_started_at", models.DateTimeField(blank=True, null=True)),
                ("clock_paused_at", models.DateTimeField(blank=True, null=True)),
                ("clock_added_s", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("version", models.PositiveIntegerField(default=1)),
            ],
            options={
                "verbose_name": "round",
                "verbose_name_plural": "rounds",
                "ordering": ["stage_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("stage", "number"), name="round_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "draft")),
                        fields=("stage",),
                        name="round_one_draft",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Bye",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="byes",
                        to="league.round",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="byes",
                        to="league.entry",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("pairing", "bye"),
                            ("half", "half-point bye"),
                            ("zero", "bye without points"),
                            ("absent", "absent"),
                        ],
                        max_length=7,
                    ),
                ),
            ],
            options={
                "verbose_name": "bye",
                "verbose_name_plural": "byes",
                "ordering": ["round_id", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("round", "entry"), name="bye_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="league.event",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="league.round",
                    ),
                ),
                ("table", models.PositiveSmallIntegerField(verbose_name="Table")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("playing", "playing"),
                            ("handed_in", "handed in"),
                            ("contradicted", "contradicted"),
                            ("disputed", "disputed"),
                            ("accepted", "accepted"),
                        ],
                        default="waiting",
                        max_length=12,
                    ),
                ),
                ("is_open", models.BooleanField(default=False)),
                ("is_locked", models.BooleanField(default=False)),
                ("remarks", models.JSONField(default=list)),
                ("added_s", models.PositiveIntegerField(default=0)),
                ("grade", models.CharField(blank=True, max_length=9)),
                (
                    "code",
                    models.CharField(
                        db_index=True,
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                    ),
                ),
                ("reminded_at", models.DateTimeField(blank=True, null=True)),
                ("version", models.PositiveIntegerField(default=1)),
            ],
            options={
                "verbose_name": "match",
                "verbose_name_plural": "matches",
                "ordering": ["round_id", "table"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_open", True)),
                        fields=("event", "table"),
                        name="match_table_once_open",
                    ),
                    models.UniqueConstraint(fields=("round", "table"), name="match_table_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="league.round",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="league.match",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="league.entry",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="league.player",
                    ),
                ),
                ("letter", models.CharField(max_length=1)),
            ],
            options={
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
                "ordering": ["match_id", "letter"],
                "constraints": [
                    models.UniqueConstraint(fields=("round", "player"), name="seat_player_once"),
                    models.UniqueConstraint(fields=("match", "letter"), name="seat_letter_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Submission",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="submissions",
                        to="league.match",
                    ),
                ),
                ("game", models.PositiveSmallIntegerField(default=1)),
                ("number", models.PositiveIntegerField(default=0)),
                (
                    "by",
                    models.CharField(
                        choices=[("seat", "a player at the table"), ("official", "an official")],
                        max_length=8,
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="submissions",
                        to="league.seat",
                    ),
                ),
                ("author", models.CharField(blank=True, max_length=20)),
                ("phone", models.CharField(blank=True, max_length=16)),
                (
                    "how",
                    models.CharField(
                        choices=[("phone", "from another phone"), ("table", "at the table")],
                        default="phone",
                        max_length=5,
                    ),
                ),
                (
                    "basis",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="corrections",
                        to="league.submission",
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("client_key", models.CharField(max_length=40)),
                ("seating", models.JSONField()),
                ("claims", models.JSONField()),
                (
                    "termination",
                    models.CharField(
                        choices=[("normal", "played to the end"), ("time", "time was called")],
                        default="normal",
                        max_length=6,
                    ),
                ),
                ("record", models.TextField(blank=True)),
                ("record_digest", models.CharField(blank=True, db_index=True, max_length=64)),
                ("digest", models.CharField(max_length=64)),
            ],
            options={
                "verbose_name": "submission",
                "verbose_name_plural": "submissions",
                "ordering": ["match_id", "number", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match", "client_key"), name="submission_key_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Verification",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="verifications",
                        to="league.submission",
                    ),
                ),
                ("rules_version", models.PositiveSmallIntegerField()),
                (
                    "outcome",
                    models.CharField(
                        choices=[("verified", "verified"), ("contradicted", "contradicted")],
                        max_length=12,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=20)),
                ("verdict", models.JSONField()),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "verification",
                "verbose_name_plural": "verifications",
                "ordering": ["submission_id", "rules_version"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("submission", "rules_version"), name="verified_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Confirmation",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="confirmations",
                        to="league.submission",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="confirmations",
                        to="league.seat",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64)),
                (
                    "how",
                    models.CharField(
                        choices=[("phone", "from another phone"), ("table", "at the table")],
                        max_length=5,
                    ),
                ),
                ("phone", models.CharField(blank=True, max_length=16)),
                ("author", models.CharField(blank=True, max_length=20)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "confirmation",
                "verbose_name_plural": "confirmations",
                "ordering": ["submission_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("seat", "digest"), name="confirmation_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Flag",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="flags",
                        to="league.match",
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="flags",
                        to="league.submission",
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        choices=[
                            ("copy", "the same record stands for another match"),
                            ("near_copy", "almost the same record stands for another match"),
                            ("other_game", "a record of another game"),
                            ("other_variant", "a record of another variant"),
                            ("other_players", "a record of another number of players"),
                            ("too_fast", "handed in faster than it can be played"),
                        ],
                        max_length=14,
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="league.match",
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "flag",
                "verbose_name_plural": "flags",
                "ordering": ["-at", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("submission", "code"), name="flag_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Remark",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="remarks_written",
                        to="league.match",
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=500, verbose_name="Reason")),
                (
                    "private",
                    models.CharField(
                        blank=True, max_length=500, verbose_name="Remark for officials only"
                    ),
                ),
            ],
            options={
                "verbose_name": "remark",
                "verbose_name_plural": "remarks",
                "ordering": ["match_id", "id"],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="league.match",
                    ),
                ),
                ("game", models.PositiveSmallIntegerField(default=1)),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("accept", "a version is accepted"),
                            ("edit", "the record is corrected"),
                            ("scores", "scores are set"),
                            ("forfeit", "forfeit"),
                            ("replay", "the game is played again"),
                            ("time", "time was called"),
                            ("closing", "accepted when the round was closed"),
                            ("deadline", "accepted at the deadline"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="league.submission",
                    ),
                ),
                (
                    "remark",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="league.remark",
                    ),
                ),
                ("author", models.CharField(blank=True, max_length=20)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "ruling",
                "verbose_name_plural": "rulings",
                "ordering": ["match_id", "number"],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="league.match",
                    ),
                ),
                ("game", models.PositiveSmallIntegerField(default=1)),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "submission",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="league.submission",
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="league.ruling",
                    ),
                ),
                (
                    "ground",
                    models.CharField(
                        choices=[
                            ("confirmed", "confirmed by opponents"),
                            ("solo", "a verified record needs nobody else"),
                            ("ruled", "by a ruling"),
                            ("entered", "entered by an official"),
                            ("forfeit", "forfeit"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "grade",
                    models.CharField(
                        choices=[
                            ("verified", "verified"),
                            ("confirmed", "confirmed"),
                            ("at_table", "confirmed at the table"),
                            ("ruled", "ruled"),
                        ],
                        default="ruled",
                        max_length=9,
                    ),
                ),
                ("author", models.CharField(blank=True, max_length=20)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("sides", models.JSONField()),
                ("rules_version", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "result",
                "verbose_name_plural": "results",
                "ordering": ["match_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number"), name="result_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="Seal",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seals",
                        to="league.event",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("digest", models.CharField(max_length=64)),
                (
                    "ruling",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seals",
                        to="league.ruling",
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "seal",
                "verbose_name_plural": "seals",
                "ordering": ["event_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="seal_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="league.match",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(default=1)),
                (
                    "result",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="league.result",
                    ),
                ),
                ("acts_void_to", models.PositiveIntegerField(default=0)),
            ],
            options={
                "verbose_name": "game of a match",
                "verbose_name_plural": "games of matches",
                "ordering": ["match_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number"), name="match_game_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to="league.player",
                    ),
                ),
                ("game", models.CharField(max_length=40)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("games", models.PositiveIntegerField()),
                ("shown", models.IntegerField()),
            ],
            options={
                "verbose_name": "rating",
                "verbose_name_plural": "ratings",
                "ordering": ["game", "-shown", "player_id"],
                "indexes": [models.Index(fields=["game", "-shown"], name="rating_by_number")],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "game"), name="rating_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_changes",
                        to="league.player",
                    ),
                ),
                ("game", models.CharField(max_length=40)),
                ("order", models.PositiveIntegerField()),
                ("played_at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_changes",
                        to="league.match",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "result",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.result",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.entry",
                    ),
                ),
                ("rank", models.PositiveSmallIntegerField()),
                ("sides", models.PositiveSmallIntegerField()),
                ("games", models.PositiveIntegerField()),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("mu_after", models.FloatField()),
                ("sigma_after", models.FloatField()),
            ],
            options={
                "verbose_name": "change of a rating",
                "verbose_name_plural": "changes of ratings",
                "ordering": ["game", "order", "id"],
                "indexes": [
                    models.Index(fields=["game", "order"], name="rating_change_by_order"),
                    models.Index(fields=["game", "played_at"], name="rating_change_by_time"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match", "number", "player"), name="rated_once"
                    ),
                    models.UniqueConstraint(
                        fields=("player", "game", "order"), name="rating_change_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "game",
                    models.CharField(
                        choices=league.models.game_played.game_choices,
                        default="kaleidoskop",
                        max_length=40,
                        verbose_name="Game",
                    ),
                ),
                (
                    "variant",
                    models.CharField(
                        blank=True, default="base", max_length=20, verbose_name="Variant"
                    ),
                ),
                (
                    "edition",
                    models.CharField(
                        blank=True, default="standard", max_length=40, verbose_name="Edition"
                    ),
                ),
                (
                    "other_name",
                    models.CharField(blank=True, max_length=100, verbose_name="Name of the game"),
                ),
                (
                    "other_least",
                    models.PositiveSmallIntegerField(
                        default=2,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(4),
                        ],
                        verbose_name="Fewest players at a table",
                    ),
                ),
                (
                    "other_most",
                    models.PositiveSmallIntegerField(
                        default=4,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(4),
                        ],
                        verbose_name="Most players at a table",
                    ),
                ),
                (
                    "other_scoring",
                    models.CharField(
                        choices=[
                            ("higher", "the higher score wins"),
                            ("lower", "the lower score wins"),
                            ("places", "places only, no scores"),
                        ],
                        default="higher",
                        max_length=8,
                        verbose_name="What decides",
                    ),
                ),
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seasons",
                        to="league.club",
                    ),
                ),
                (
                    "previous",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="next",
                        to="league.season",
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="Name of the season")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "draft"),
                            ("open", "announced"),
                            ("running", "running"),
                            ("finished", "finished"),
                            ("archived", "archived"),
                        ],
                        default="draft",
                        max_length=10,
                        verbose_name="Status",
                    ),
                ),
                (
                    "format",
                    models.CharField(
                        choices=[
                            ("single", "everybody meets everybody once"),
                            ("double", "everybody meets everybody twice"),
                            ("fours", "tables of four on a fixed schedule"),
                            ("threes", "tables of three on a fixed schedule"),
                        ],
                        default="single",
                        max_length=6,
                        verbose_name="Format",
                    ),
                ),
                (
                    "rounds_planned",
                    models.PositiveSmallIntegerField(
                        default=4,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(30),
                        ],
                        verbose_name="Rounds at tables of three or four",
                    ),
                ),
                (
                    "time_zone",
                    models.CharField(
                        default="Europe/Prague", max_length=64, verbose_name="Time zone"
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        choices=[("cs", "Čeština"), ("sk", "Slovenčina"), ("en", "English")],
                        default="cs",
                        max_length=8,
                        verbose_name="Language",
                    ),
                ),
                (
                    "movers",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(20)],
                        verbose_name="How many go up and down",
                    ),
                ),
                (
                    "has_play_offs",
                    models.BooleanField(
                        default=False, verbose_name="Play-offs between the places around the line"
                    ),
                ),
                (
                    "reminder_days",
                    models.PositiveSmallIntegerField(
                        default=3,
                        validators=[django.core.validators.MaxValueValidator(14)],
                        verbose_name="Remind players so many days before the deadline",
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1, editable=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "verbose_name": "season",
                "verbose_name_plural": "seasons",
                "ordering": ["-created_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="Division",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="divisions",
                        to="league.season",
                    ),
                ),
                ("order", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=60, verbose_name="Name")),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="division",
                        to="league.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "division",
                "verbose_name_plural": "divisions",
                "ordering": ["season_id", "order"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "order"), name="division_order_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="RoundDate",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="round_dates",
                        to="league.season",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("starts_on", models.DateField()),
                ("due_on", models.DateField()),
            ],
            options={
                "verbose_name": "dates of a round",
                "verbose_name_plural": "dates of rounds",
                "ordering": ["season_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "number"), name="round_date_once"),
                    models.CheckConstraint(
                        condition=models.Q(("due_on__gte", models.F("starts_on"))),
                        name="round_date_in_order",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Postponement",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="postponements",
                        to="league.match",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("asked", "proposed"),
                            ("agreed", "agreed"),
                            ("declined", "declined"),
                            ("set", "set by an official"),
                        ],
                        max_length=8,
                    ),
                ),
                ("play_on", models.DateField()),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="league.entry",
                    ),
                ),
                ("author", models.CharField(blank=True, max_length=20)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "postponement",
                "verbose_name_plural": "postponements",
                "ordering": ["match_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number"), name="postponement_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchReminder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reminders",
                        to="league.match",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("coming", "before the deadline"),
                            ("overdue", "after the deadline"),
                        ],
                        max_length=7,
                    ),
                ),
                ("due_on", models.DateField()),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "reminder",
                "verbose_name_plural": "reminders",
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match", "kind", "due_on"), name="match_reminder_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayOff",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "division",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="play_off",
                        to="league.division",
                    ),
                ),
                (
                    "holder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.entry",
                    ),
                ),
                (
                    "challenger",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.entry",
                    ),
                ),
                (
                    "winner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.entry",
                    ),
                ),
                (
                    "event",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="play_off",
                        to="league.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "play-off",
                "verbose_name_plural": "play-offs",
                "ordering": ["division_id"],
            },
        ),
        migrations.CreateModel(
            name="SeasonLeave",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="leaves",
                        to="league.season",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.entry",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("left", "leaves"), ("paused", "pauses")], max_length=6
                    ),
                ),
                ("order", models.PositiveSmallIntegerField()),
            ],
            options={
                "verbose_name": "leave",
                "verbose_name_plural": "leaves",
                "ordering": ["season_id", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "entry"), name="leave_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="TableCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_codes",
                        to="league.club",
                    ),
                ),
                ("table", models.PositiveSmallIntegerField()),
                (
                    "code",
                    models.CharField(
                        default=league.models.public_id.new_public_id, max_length=10, unique=True
                    ),
                ),
            ],
            options={
                "verbose_name": "code of a table",
                "verbose_name_plural": "codes of tables",
                "ordering": ["club_id", "table"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "table"), name="table_code_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="SeatHold",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hold",
                        to="league.seat",
                    ),
                ),
                ("device", models.CharField(max_length=20)),
                ("since", models.DateTimeField(auto_now_add=True)),
                ("carries_over", models.BooleanField(default=True)),
                ("asked_by", models.CharField(blank=True, max_length=20)),
                ("asked_at", models.DateTimeField(blank=True, null=True)),
                ("refused", models.JSONField(blank=True, default=list)),
            ],
            options={
                "verbose_name": "held seat",
                "verbose_name_plural": "held seats",
                "ordering": ["seat_id"],
            },
        ),
        migrations.CreateModel(
            name="Series",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="series",
                        to="league.club",
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="Name")),
                (
                    "about",
                    models.TextField(blank=True, max_length=2000, verbose_name="About the series"),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("running", "running"), ("archived", "archived")],
                        default="running",
                        max_length=10,
                    ),
                ),
                (
                    "scheme",
                    models.CharField(
                        choices=[
                            ("classic", "25–18–15–12–10–8–6–4–2–1 by place"),
                            ("own", "own numbers by place"),
                            ("scaled", "the evening’s own points, 100 for the winner"),
                        ],
                        default="classic",
                        max_length=7,
                        verbose_name="Points for an evening",
                    ),
                ),
                (
                    "own_points",
                    models.JSONField(blank=True, default=list, verbose_name="Own numbers"),
                ),
                (
                    "best",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(200),
                        ],
                        verbose_name="How many evenings count",
                    ),
                ),
                (
                    "planned",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(200),
                        ],
                        verbose_name="How many evenings are planned",
                    ),
                ),
                (
                    "bonus",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(1000)],
                        verbose_name="Points for coming",
                    ),
                ),
                (
                    "guests",
                    models.CharField(
                        choices=[
                            ("count", "are in the table like everybody else"),
                            ("apart", "stand below the table; the places they took stay taken"),
                            ("move_up", "are left out; the others move up in each evening"),
                        ],
                        default="count",
                        max_length=7,
                        verbose_name="Guests of the club",
                    ),
                ),
                (
                    "counts_running",
                    models.BooleanField(
                        default=False, verbose_name="Count an evening while it is being played"
                    ),
                ),
                ("sort_key", league.models.names.SortKeyField(of="name", person=False)),
                ("version", models.PositiveIntegerField(default=1, editable=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "series",
                "verbose_name_plural": "series",
                "ordering": ["-created_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="SeriesEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evenings",
                        to="league.series",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="series_evenings",
                        to="league.event",
                    ),
                ),
                ("order", models.PositiveSmallIntegerField()),
            ],
            options={
                "verbose_name": "evening of a series",
                "verbose_name_plural": "evenings of series",
                "ordering": ["series_id", "order", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("series", "event"), name="series_event_once")
                ],
            },
        ),
        migrations.AddField(
            model_name="series",
            name="events",
            field=models.ManyToManyField(
                related_name="series", through="league.SeriesEvent", to="league.event"
            ),
        ),
        migrations.CreateModel(
            name="SeriesGuest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="said_guests",
                        to="league.series",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.player",
                    ),
                ),
                ("is_guest", models.BooleanField()),
            ],
            options={
                "verbose_name": "guest of a series",
                "verbose_name_plural": "guests of series",
                "ordering": ["series_id", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("series", "player"), name="series_guest_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Sheet",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sheets",
                        to="league.match",
                    ),
                ),
                ("game_number", models.PositiveSmallIntegerField(default=1)),
                ("seating", models.JSONField(blank=True, default=dict)),
                ("names", models.JSONField(blank=True, default=dict)),
                (
                    "game",
                    models.CharField(
                        choices=league.models.game_played.game_choices,
                        max_length=40,
                        verbose_name="Game",
                    ),
                ),
                (
                    "variant",
                    models.CharField(
                        blank=True, default="base", max_length=20, verbose_name="Variant"
                    ),
                ),
                (
                    "edition",
                    models.CharField(
                        blank=True, default="standard", max_length=40, verbose_name="Edition"
                    ),
                ),
                (
                    "other_name",
                    models.CharField(blank=True, max_length=100, verbose_name="Name of the game"),
                ),
                ("players", models.PositiveSmallIntegerField(verbose_name="Players")),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("checked", "with the referee looking on"),
                            ("plain", "scores only"),
                        ],
                        default="checked",
                        max_length=7,
                    ),
                ),
                (
                    "help",
                    models.CharField(
                        choices=[
                            ("check", "it checks what was laid"),
                            ("full", "it shows what is allowed and what it would score"),
                        ],
                        default="check",
                        max_length=5,
                        verbose_name="Help",
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        unique=True,
                    ),
                ),
                ("number", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "submission",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sheet",
                        to="league.submission",
                    ),
                ),
            ],
            options={
                "verbose_name": "score sheet",
                "verbose_name_plural": "score sheets",
                "ordering": ["-created_at", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("closed_at__isnull", True)),
                        fields=("match", "game_number"),
                        name="sheet_open_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SheetAct",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="acts",
                        to="league.sheet",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=40)),
                ("phone", models.CharField(blank=True, max_length=16)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("set_up", "set-up"),
                            ("action", "action"),
                            ("refused", "refused"),
                            ("score", "points"),
                            ("undo", "undone"),
                            ("edit", "changed"),
                            ("remark", "remark"),
                            ("let_stand", "let stand"),
                            ("time", "time was called"),
                            ("end", "the end"),
                        ],
                        max_length=9,
                    ),
                ),
                ("seat", models.CharField(blank=True, max_length=1)),
                ("text", models.TextField(blank=True)),
                ("target", models.PositiveIntegerField(blank=True, null=True)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "act on a sheet",
                "verbose_name_plural": "acts on sheets",
                "ordering": ["sheet_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("sheet", "number"), name="sheet_act_number"),
                    models.UniqueConstraint(fields=("sheet", "key"), name="sheet_act_key"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SheetRemark",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="remarks",
                        to="league.sheet",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("text", models.CharField(blank=True, max_length=300)),
            ],
            options={
                "verbose_name": "remark on a sheet",
                "verbose_name_plural": "remarks on sheets",
                "ordering": ["sheet_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("sheet", "number"), name="sheet_remark_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to="league.stage",
                    ),
                ),
                ("after_round", models.PositiveSmallIntegerField()),
                ("version", models.PositiveIntegerField()),
                ("size", models.PositiveIntegerField(default=0)),
                ("has_results", models.BooleanField(default=False)),
                ("is_complete", models.BooleanField(default=True)),
                ("computed_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "verbose_name": "standings",
                "verbose_name_plural": "standings",
                "ordering": ["stage_id", "after_round"],
                "constraints": [
                    models.UniqueConstraint(fields=("stage", "after_round"), name="standing_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="StandingPage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standing_pages",
                        to="league.stage",
                    ),
                ),
                ("after_round", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("text", models.TextField()),
                ("digest", models.CharField(max_length=16)),
            ],
            options={
                "verbose_name": "page of standings",
                "verbose_name_plural": "pages of standings",
                "ordering": ["stage_id", "after_round", "number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("stage", "after_round", "number"), name="standing_page_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="EntryRounds",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entry_rounds",
                        to="league.stage",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds_played",
                        to="league.entry",
                    ),
                ),
                ("text", models.TextField()),
                ("digest", models.CharField(max_length=16)),
            ],
            options={
                "verbose_name": "rounds of an entry",
                "verbose_name_plural": "rounds of entries",
                "ordering": ["stage_id", "entry_id"],
                "constraints": [
                    models.UniqueConstraint(fields=("stage", "entry"), name="entry_rounds_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                (
                    "id",
                    league.models.public_id.PublicIdField(
                        default=league.models.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("name", models.CharField(max_length=100, verbose_name="Name")),
                ("digest", models.CharField(editable=False, max_length=64, unique=True)),
                ("scopes", models.JSONField(default=list, verbose_name="May do")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField(verbose_name="Valid until")),
                ("last_used_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "API token",
                "verbose_name_plural": "API tokens",
                "ordering": ["-created_at", "id"],
            },
        ),
    ]

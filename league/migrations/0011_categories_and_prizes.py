"""Categories become rows: what was a list of names in an event and in its entries is kept."""

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

import league.models.public_id


def names_to_rows(apps, schema_editor):
    """They were public before, so they stay shown."""
    Event, Entry = apps.get_model("league", "Event"), apps.get_model("league", "Entry")
    Category = apps.get_model("league", "Category")
    for event in Event.objects.exclude(category_names=[]):
        rows = {
            name: Category.objects.create(event=event, name=name[:60], order=order, is_shown=True)
            for order, name in enumerate(dict.fromkeys(event.category_names), start=1)
        }
        for entry in Entry.objects.filter(event=event).exclude(category_names=[]):
            entry.categories.set([rows[name] for name in entry.category_names if name in rows])
    # PostgreSQL alters no table with rows whose foreign keys are still to be checked.
    schema_editor.connection.check_constraints()


def rows_to_names(apps, schema_editor):
    Event, Entry = apps.get_model("league", "Event"), apps.get_model("league", "Entry")
    for event in Event.objects.filter(categories__isnull=False).distinct():
        event.category_names = list(
            event.categories.order_by("order").values_list("name", flat=True)
        )
        event.save(update_fields=["category_names"])
    for entry in Entry.objects.filter(categories__isnull=False).distinct():
        entry.category_names = list(
            entry.categories.order_by("order").values_list("name", flat=True)
        )
        entry.save(update_fields=["category_names"])
    schema_editor.connection.check_constraints()


class Migration(migrations.Migration):
    dependencies = [("league", "0010_pages_of_standings")]

    operations = [
        migrations.RenameField("event", "categories", "category_names"),
        migrations.RenameField("entry", "categories", "category_names"),
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
                ("name", models.CharField(max_length=60, verbose_name="Name")),
                ("order", models.PositiveSmallIntegerField(default=1)),
                ("is_shown", models.BooleanField(default=False, verbose_name="Everybody sees it")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="categories",
                        to="league.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "category",
                "verbose_name_plural": "categories",
                "ordering": ["event", "order", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "name"), name="category_name_once")
                ],
            },
        ),
        migrations.AddField(
            model_name="entry",
            name="categories",
            field=models.ManyToManyField(
                blank=True, related_name="entries", to="league.category", verbose_name="Categories"
            ),
        ),
        migrations.RunPython(names_to_rows, rows_to_names),
        migrations.RemoveField(model_name="event", name="category_names"),
        migrations.RemoveField(model_name="entry", name="category_names"),
        migrations.AddField(
            model_name="event",
            name="prize_rule",
            field=models.CharField(
                choices=[("one", "one prize per person"), ("all", "every prize that was won")],
                default="one",
                max_length=3,
                verbose_name="Somebody may take home",
            ),
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
                ("at", models.DateTimeField(auto_now_add=True)),
                ("by", models.CharField(blank=True, max_length=20)),
                ("after_round", models.PositiveSmallIntegerField()),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
                ("reason", models.CharField(max_length=300)),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chain_changes",
                        to="league.stage",
                    ),
                ),
            ],
            options={
                "verbose_name": "change of tiebreaks",
                "verbose_name_plural": "changes of tiebreaks",
                "ordering": ["stage", "id"],
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
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="league.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "prize",
                "verbose_name_plural": "prizes",
                "ordering": ["event", "order", "id"],
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
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prize_decisions",
                        to="league.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "decision about a prize",
                "verbose_name_plural": "decisions about prizes",
                "ordering": ["event", "decided_at", "id"],
            },
        ),
    ]

"""What an official typed is called so, and no longer ruled: in old rows, too.

Results may only grow, so their triggers are lifted for this one change. It renames how sure a
result is; what it says, and every digest over results, stays as it was.
"""

from django.db import migrations, models

from league.models.append_only import install_triggers, lift_triggers


def name_entered(apps, schema_editor):
    results = apps.get_model("league", "Result").objects
    matches = apps.get_model("league", "Match").objects
    alias = schema_editor.connection.alias
    typed = results.using(alias).filter(grade="ruled", ruling=None)
    lift_triggers(typed.model._meta.db_table, using=alias)
    typed.update(grade="entered")
    install_triggers(using=alias)
    still_ruled = matches.using(alias).filter(games__result__grade="ruled")
    typed_alone = matches.using(alias).filter(grade="ruled")
    typed_alone.exclude(pk__in=still_ruled.values("pk")).update(grade="entered")


class Migration(migrations.Migration):
    dependencies = [("league", "0004_short_lived_rows")]

    operations = [
        migrations.AlterField(
            model_name="result",
            name="grade",
            field=models.CharField(
                choices=[
                    ("verified", "verified"),
                    ("confirmed", "confirmed"),
                    ("at_table", "confirmed at the table"),
                    ("entered", "entered by an official"),
                    ("ruled", "ruled"),
                ],
                default="ruled",
                max_length=9,
            ),
        ),
        migrations.AlterField(
            model_name="ruling",
            name="kind",
            field=models.CharField(
                choices=[
                    ("accept", "a version is accepted"),
                    ("edit", "the record is corrected"),
                    ("scores", "scores are set"),
                    ("correct", "the result is corrected"),
                    ("forfeit", "forfeit"),
                    ("replay", "the game is played again"),
                    ("time", "time was called"),
                    ("closing", "accepted when the round was closed"),
                    ("deadline", "accepted at the deadline"),
                ],
                max_length=8,
            ),
        ),
        migrations.RunPython(name_entered, migrations.RunPython.noop, elidable=True),
    ]

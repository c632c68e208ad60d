from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0034_findable"),
    ]

    operations = [
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[
                    ("send_notice", "send a message"),
                    ("keep_copy", "keep a copy of the database"),
                    ("pair_round", "pair a round"),
                    ("keep_paper", "keep a paper copy of an event"),
                    ("verify_submission", "verify a record"),
                    ("compute_standings", "compute standings"),
                    ("compute_ratings", "compute ratings"),
                    ("analyse_record", "analyse a game"),
                    ("deliver_news", "tell a website of news"),
                    ("seal_event", "write the seal of an event into the log"),
                    ("back_up", "make the nightly backup"),
                ],
                max_length=40,
            ),
        ),
    ]

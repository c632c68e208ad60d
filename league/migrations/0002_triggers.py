"""The triggers of tables that may only grow.

They are installed anew after every migrate as well, since a table that SQLite rebuilds loses them.
Going back needs nothing: a table that is dropped takes its triggers with it.
"""

from django.db import migrations

from league.models.append_only import install_triggers


def install(apps, schema_editor):
    install_triggers(using=schema_editor.connection.alias)


class Migration(migrations.Migration):
    dependencies = [("league", "0001_tables")]

    operations = [migrations.RunPython(install, migrations.RunPython.noop, elidable=False)]

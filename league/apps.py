"""The app's start: nothing but installing database triggers and checking files of editions."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class LeagueConfig(AppConfig):
    name = "league"
    verbose_name = "Arbitr"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from league import edition_check  # noqa: F401 - registers itself
        from league.models.append_only import install_triggers

        post_migrate.connect(
            lambda using, **_: install_triggers(using=using), sender=self, weak=False
        )

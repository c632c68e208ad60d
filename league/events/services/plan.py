"""The sizes of tables for a whole event: chosen before its first round."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.errors import LeagueError
from league.events.services.game_fit import check_settings
from league.live.services import changing_event
from league.models import Event, Stage
from league.permissions import Actor


def choose_plan(stage: Stage, *, actor: Actor, table_size: int, keeps_schedule: bool) -> None:
    """Seat people at tables of this size from the first round on."""
    with changing_event(stage.event_id) as event:
        stored = Stage.objects.get(pk=stage.pk)
        stored.event = event
        if event.status not in (Event.Status.OPEN, Event.Status.RUNNING) or stored.rounds.exists():
            raise LeagueError(
                _("The sizes of tables are chosen before the first round. Change the settings.")
            )
        if "table_size" not in stored.format.settings:
            raise LeagueError(_(stored.format.seats_in_words))
        stored.table_size = table_size
        stored.keeps_schedule = keeps_schedule
        check_settings(event, stored)
        stored.save(update_fields=["table_size", "keeps_schedule"])
        log_action(
            actor,
            gettext_noop("choose sizes of tables"),
            event,
            table_size=table_size,
            keeps_schedule=keeps_schedule,
        )

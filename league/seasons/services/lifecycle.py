"""A season from draft to archive and back. Its divisions take every step with it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from league.audit.services import log_action
from league.errors import LeagueError
from league.events.queries.events import first_stage
from league.events.services.check_in import check_in_all
from league.events.services.lifecycle import move_event
from league.models import Division, Entry, Season, Stage
from league.permissions import Actor
from league.seasons.divisions import rounds_of
from league.seasons.queries.seasons import hindrances_to
from league.seasons.services.changing import changing_season

Status = Season.Status


@dataclass(frozen=True)
class SeasonStep:
    """A way from one status to another, in words for those who run the season."""

    to: str
    label: str | Promise
    effect: str | Promise


STEPS: Mapping[str, tuple[SeasonStep, ...]] = {
    Status.DRAFT: (
        SeasonStep(
            Status.OPEN,
            gettext_lazy("Announce the season"),
            gettext_lazy("Everybody sees the divisions, their players and the dates."),
        ),
    ),
    Status.OPEN: (
        SeasonStep(
            Status.RUNNING,
            gettext_lazy("Start the season"),
            gettext_lazy(
                "The schedule becomes public. Each round opens by itself on its first day."
            ),
        ),
    ),
    Status.RUNNING: (
        SeasonStep(
            Status.FINISHED,
            gettext_lazy("Finish the season"),
            gettext_lazy("The tables become final, and decide who goes up and down."),
        ),
    ),
    Status.FINISHED: (
        SeasonStep(
            Status.ARCHIVED,
            gettext_lazy("Archive the season"),
            gettext_lazy("Nothing can be changed any more. Everybody can still read it."),
        ),
        SeasonStep(
            Status.RUNNING,
            gettext_lazy("Reopen the season"),
            gettext_lazy("Results can be corrected; the tables are open again."),
        ),
    ),
    Status.ARCHIVED: (
        SeasonStep(
            Status.FINISHED,
            gettext_lazy("Take out of the archive"),
            gettext_lazy("The season is finished, and can be reopened from there."),
        ),
    ),
}


def move_season(season: Season, *, to: str, actor: Actor, version: int) -> Season:
    """Take one step, if the season still stands as it did when `version` was read."""
    with changing_season(season.pk, version=version) as stored:
        origin = stored.status
        if to not in [step.to for step in STEPS[origin]]:
            raise LeagueError(_("There is no such step from where the season stands now."))
        if hindrances := hindrances_to(stored, to=to):
            raise LeagueError(" ".join(hindrances))
        for division in stored.divisions.select_related("event").order_by("order"):
            _BEFORE.get((origin, to), _nothing)(division, actor)
            division.event.refresh_from_db()
            if division.event.status != to:
                move_event(division.event, to=to, actor=actor, version=division.event.version)
        stored.status = to
        log_action(actor, gettext_noop("move season"), stored, origin=origin, to=to)
    return stored


def _nothing(division: Division, actor: Actor) -> None:
    pass


def _gather(division: Division, actor: Actor) -> None:
    """In a season nobody comes to a desk: whoever is in a division plays."""
    check_in_all(division.event, actor=actor)
    stage = first_stage(division.event)
    here = division.event.entries.filter(status=Entry.Status.CHECKED_IN)
    rounds = rounds_of(
        division.season.format,
        players=here.count(),
        rounds=division.season.rounds_planned,
    )
    Stage.objects.filter(pk=stage.pk).update(rounds_planned=rounds)


_BEFORE: Mapping[tuple[str, str], Callable[[Division, Actor], None]] = {
    (Status.OPEN, Status.RUNNING): _gather,
}

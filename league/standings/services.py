"""Standings: read with the version, computed outside, published if nothing newer is there.

A job may come late or twice: an older version never replaces a newer one.
"""

from django.conf import settings

from league.jobs.outside import compute
from league.live.services import changing_event
from league.models import Stage, Standing
from league.standings.history import all_tables
from league.standings.queries import inputs_of, scheme_of


def compute_standings(stage_id: str) -> None:
    """Bring a stage's standings up to the version that is wanted."""
    stage = Stage.objects.select_related("event").get(pk=stage_id)
    if stage.published_version >= stage.wanted_version:
        return
    tables = compute(
        all_tables,
        inputs_of(stage),
        chain=stage.chain,
        scheme=scheme_of(stage),
        limit_s=settings.JOB_SHORT_LIMIT_S,
    )
    _publish(stage, tables, version=stage.wanted_version)


def _publish(given: Stage, tables: dict[int, list[dict[str, object]]], *, version: int) -> None:
    with changing_event(given.event_id):
        stage = Stage.objects.get(pk=given.pk)
        if stage.published_version >= version:
            return
        Standing.objects.filter(stage=stage).exclude(after_round__in=tables).delete()
        for after_round, rows in tables.items():
            Standing.objects.update_or_create(
                stage=stage, after_round=after_round, defaults={"version": version, "rows": rows}
            )
        Stage.objects.filter(pk=stage.pk).update(published_version=version)

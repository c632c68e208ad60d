"""Everything stored that could have been computed, computed again: nothing may differ.

For `manage.py audit`: after faults, restores and upgrades, and by tests after every race.
"""

import json
from collections.abc import Iterator

from league.events.queries.audit_results import differences_of_match
from league.models import Event, Job, Match, RatedGame, Stage
from league.models.append_only import missing_triggers
from league.ratings.queries.auditing import rating_differences
from league.results.auditing import Difference
from league.standings.history import all_tables
from league.standings.queries import inputs_of, scheme_of


def differences(event: Event | None = None) -> Iterator[Difference]:
    """Of one event, or of all of them, of ratings and of the database itself."""
    if event is None:
        for table in missing_triggers():
            yield Difference("", f"table {table}", "triggers", "rows could be changed or deleted")
    stages = Stage.objects.select_related("event").order_by("event", "order")
    matches = Match.objects.select_related("event", "round__stage__event").order_by("event", "pk")
    if event is not None:
        stages, matches = stages.filter(event=event), matches.filter(event=event)
    for match in matches.prefetch_related("seats").iterator(chunk_size=200):
        yield from differences_of_match(match)
    for stage in stages:
        yield from differences_of_stage(stage)
    if event is None:
        for game in RatedGame.objects.all():
            for code, text in rating_differences(game):
                yield Difference("", f"ratings {game.pk}", code, text)


def differences_of_stage(stage: Stage) -> Iterator[Difference]:
    """Published standings against a fresh recomputation."""
    if stage.published_version != stage.wanted_version:
        wanted = f"published {stage.published_version}, wanted {stage.wanted_version}"
        jobs = Job.objects.filter(kind=Job.Kind.COMPUTE_STANDINGS, object_id=stage.pk)
        is_due = jobs.exclude(state=Job.State.DONE).exists()
        yield _about(stage, "behind", wanted if is_due else f"{wanted}, and no job will do it")
        return
    if not stage.wanted_version:
        return  # nothing was ever played
    try:
        tables = all_tables(inputs_of(stage), chain=stage.chain, scheme=scheme_of(stage))
    except LookupError as error:  # rows that do not fit together; the audit goes on
        yield _about(stage, "standings", f"cannot be computed: {type(error).__name__} {error}")
        return
    fresh = json.loads(json.dumps({str(number): rows for number, rows in tables.items()}))
    kept = {str(one.after_round): one for one in stage.standings.all()}
    for number in sorted(fresh.keys() | kept.keys(), key=int):
        stored = kept.get(number)
        if stored is None or number not in fresh:
            yield _about(stage, "standings", f"after round {number}: stored or given, not both")
        elif stored.rows != fresh[number]:
            yield _about(stage, "standings", f"after round {number} are not what results give")
        elif stored.version != stage.published_version:
            yield _about(stage, "standings", f"after round {number} are of another version")


def _about(stage: Stage, code: str, text: str) -> Difference:
    return Difference(stage.event_id, f"stage {stage.pk}", code, text)

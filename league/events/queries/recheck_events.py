"""Everything stored that could have been computed, computed again: nothing may differ.

For `manage.py audit`: after faults, restores and upgrades, and by tests after every race.
"""

from collections import defaultdict
from collections.abc import Iterator

from league.events.queries.recheck import differences_of_match
from league.models import Event, Job, Match, RatedGame, Stage
from league.models.append_only import missing_triggers
from league.ratings.queries.rated_games import rating_differences
from league.results.queries import digest_of_event
from league.results.recheck import Difference
from league.standings.queries import inputs_of, terms_of
from league.standings.stored import Stored, stored_tables


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
        yield from _differences_of_seal(stage.event)
    if event is None:
        for game in RatedGame.objects.all():
            for code, text in rating_differences(game):
                yield Difference("", f"ratings {game.pk}", code, text)


def _differences_of_seal(event: Event) -> Iterator[Difference]:
    """A finished event is as it was last sealed."""
    last = event.seals.order_by("number").last()
    is_over = event.status in (Event.Status.FINISHED, Event.Status.ARCHIVED)
    if is_over and last and last.digest != digest_of_event(event):
        yield Difference(event.pk, "event", "seal", "results are not those that were sealed")


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
        fresh = stored_tables(inputs_of(stage), **terms_of(stage))
    except LookupError as error:  # rows that do not fit together; the audit goes on
        yield _about(stage, "standings", f"cannot be computed: {type(error).__name__} {error}")
        return
    yield from _differences_of_tables(stage, fresh)
    rounds = {entry: piece.text for entry, piece in fresh.rounds.items()}
    if dict(stage.entry_rounds.values_list("entry", "text")) != rounds:
        yield _about(stage, "standings", "what rounds gave is not what results give")


def _differences_of_tables(stage: Stage, fresh: Stored) -> Iterator[Difference]:
    kept = {one.after_round: one for one in stage.standings.all()}
    pages: dict[int, dict[int, str]] = defaultdict(dict)
    for after_round, number, text in stage.standing_pages.values_list(
        "after_round", "number", "text"
    ):
        pages[after_round][number] = text
    for number in sorted(fresh.tables.keys() | kept.keys() | pages.keys()):
        standing, table = kept.get(number), fresh.tables.get(number)
        if standing is None or table is None:
            yield _about(stage, "standings", f"after round {number}: stored or given, not both")
        elif pages[number] != {each: piece.text for each, piece in table.pieces.items()} or (
            standing.size,
            standing.has_results,
            standing.is_complete,
        ) != (table.size, table.has_results, table.is_complete):
            yield _about(stage, "standings", f"after round {number} are not what results give")
        elif standing.version != stage.published_version:
            yield _about(stage, "standings", f"after round {number} are of another version")


def _about(stage: Stage, code: str, text: str) -> Difference:
    return Difference(stage.event_id, f"stage {stage.pk}", code, text)

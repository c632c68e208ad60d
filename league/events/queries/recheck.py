"""Everything stored that could have been computed, computed again: nothing may differ."""

from collections import defaultdict
from collections.abc import Iterator
from operator import itemgetter

from games.record import Record, digest, read
from games.registry import rules_of
from league.models import (
    Confirmation,
    Dissent,
    Event,
    Job,
    Match,
    MatchGame,
    RatedGame,
    Result,
    Round,
    Seat,
    Stage,
    Submission,
    Verification,
)
from league.models.append_only import missing_triggers
from league.ratings.queries.rated_games import rating_differences
from league.results.queries import (
    Version,
    digest_of_event,
    entries_at,
    game_agreement,
    versions_of,
    without_words,
)
from league.results.recheck import Backing, Difference, lack_of
from league.results.services.acceptance import sides_of
from league.results.services.counted_results import shown
from league.results.services.verification import judged, verdict_stored
from league.results.sides import Content, digest_of
from league.standings.queries import inputs_of, terms_of
from league.standings.stored import Stored, stored_tables


def differences_of_match(match: Match) -> Iterator[Difference]:
    """Everything about one match that does not follow from its rows."""
    versions = versions_of(match)
    yield from _state(match)
    for game in match.games.select_related("result"):
        yield from _pointer(match, game)
    for version in versions:
        yield from _version(match, version)
    by_submission = {version.submission.pk: version for version in versions}
    for result in match.results.select_related("ruling", "submission"):
        yield from _result(match, result, by_submission)


def _state(match: Match) -> Iterator[Difference]:
    stored = (match.state, match.grade, match.is_open, match.is_contested)
    is_draft = match.round.status == Round.Status.DRAFT
    now = shown(match)
    computed = (
        (Match.State.WAITING, "", False, False)
        if is_draft
        else (now.state, now.grade, now.is_open, now.is_contested)
    )
    if stored != computed:
        yield _about_match(match, "state", f"stored {stored}, rows give {computed}")
    for game in range(1, match.round.stage.games_here + 1):
        is_empty = not match.games.filter(number=game, result__isnull=False).exists()
        if is_empty and game_agreement(match, game=game).accepted:
            yield _about_match(match, "agreed", f"game {game} is agreed on, and no result counts")


def _pointer(match: Match, game: MatchGame) -> Iterator[Difference]:
    result = game.result
    if result is not None and (result.match_id, result.game) != (match.pk, game.number):
        yield _about_match(
            match, "pointer", f"game {game.number} points at {result.pk} of another game"
        )
    if not 1 <= game.number <= match.round.stage.games_here:
        yield _about_match(match, "pointer", f"there is no game {game.number} in this event")


def _version(match: Match, version: Version) -> Iterator[Difference]:
    submission = version.submission
    yield from _digests(match, submission)
    if submission.seat is not None and submission.seat.match_id != match.pk:
        yield _about_match(match, "seat", f"version {submission.pk} is by a seat of another match")
    answers: list[Confirmation | Dissent] = [*version.confirmations, *version.dissents]
    for answer in answers:
        if answer.seat.match_id != match.pk or answer.digest != submission.digest:
            yield _about_match(
                match,
                answer._meta.model_name or "",
                f"{answer.pk} is not of version {submission.pk}",
            )
    for stored in submission.verifications.all():
        yield from _verdict(match, submission, stored)
    if submission.record and version.verification is None and not _is_wanted(submission):
        yield _about_match(match, "unverified", f"nothing will verify version {submission.pk}")


def _digests(match: Match, submission: Submission) -> Iterator[Difference]:
    record = read(submission.record.encode()) if submission.record else None
    of_record = digest(record) if isinstance(record, Record) else ""
    content = Content(
        seating=submission.seating,
        claims=submission.claims,
        termination=submission.termination,
        record=submission.record,
        record_digest=of_record,
    )
    whole = digest_of(content, game=submission.game)
    if (submission.record_digest, submission.digest) != (of_record, whole):
        yield _about_match(match, "digest", f"version {submission.pk} is not what its digests say")


def _verdict(match: Match, submission: Submission, stored: Verification) -> Iterator[Difference]:
    """Only where the rules are still those that judged it: `reverify` is for the others."""
    rules = rules_of(stored.verdict["game"] or "")
    if stored.rules_version != (rules.rules_version if rules else 0):
        return
    verdict, judgement = judged(submission)
    outcomes = Verification.Outcome
    outcome = outcomes.VERIFIED if judgement.is_verified else outcomes.CONTRADICTED
    said = (stored.outcome, stored.reason, without_words(stored.verdict))
    if said != (outcome, judgement.reason, without_words(verdict_stored(verdict))):
        yield _about_match(
            match, "verdict", f"the rules say something else of version {submission.pk}"
        )


def _is_wanted(submission: Submission) -> bool:
    """By a job that waits, runs, or is parked where an official sees it."""
    jobs = Job.objects.filter(kind=Job.Kind.VERIFY_SUBMISSION, object_id=submission.pk)
    return jobs.exclude(state=Job.State.DONE).exists()


def _result(match: Match, result: Result, versions: dict[str, Version]) -> Iterator[Difference]:
    version = versions.get(result.submission_id or "")
    if version is None:
        yield _about_match(match, "ground", f"result {result.number} has no version of this match")
        return
    if lack := lack_of(_backing(result, version, versions)):
        yield _about_match(match, "ground", f"result {result.number}: {lack}")
    sides = sides_of(match, _as_judged(result, version))
    by_entry = itemgetter("entry")
    if sorted(result.sides, key=by_entry) != sorted(sides, key=by_entry):  # PostgreSQL sorts keys
        yield _about_match(match, "sides", f"result {result.number} is not what its version gives")
    if {side["entry"] for side in result.sides} != _entries_then(match, result):
        yield _about_match(match, "sides", f"result {result.number} is not of those at the table")


def _entries_then(match: Match, result: Result) -> set[str]:
    """At the table when it was made: others may have had to leave it since."""
    here = set(entries_at(match))
    if match.games.filter(result=result).exists():
        return here
    left = Seat.ever.filter(match=match, has_left=True).values_list("entry", flat=True)
    return {side["entry"] for side in result.sides} & {*here, *left} if left else here


def _backing(result: Result, version: Version, versions: dict[str, Version]) -> Backing:
    submission = version.submission
    alike = [
        version
        for version in versions.values()
        if (version.submission.digest, version.submission.game) == (submission.digest, result.game)
    ]
    sides = {version.submission.seat.entry_id for version in alike if version.submission.seat}
    sides |= {act.seat.entry_id for version in alike for act in version.confirmations}
    verdict = _verdict_of(result, version)
    ruling = result.ruling
    return Backing(
        ground=result.ground,
        grade=result.grade,
        handed_in_by=submission.by,
        sides=sides,
        is_verified=verdict is not None and verdict.outcome == Verification.Outcome.VERIFIED,
        is_kept=any(hasattr(version.submission, "sheet") for version in alike),
        players=len(submission.seating),
        has_ruling=ruling is not None,
        is_ruling_about_it=ruling is not None
        and (ruling.match_id, ruling.game, ruling.submission_id)
        == (result.match_id, result.game, submission.pk),
    )


def _verdict_of(result: Result, version: Version) -> Verification | None:
    """By the rules that the result was made by; later ones change nothing."""
    verdicts = version.submission.verifications.all()
    return next((v for v in verdicts if v.rules_version == result.rules_version), None)


def _as_judged(result: Result, version: Version) -> Version:
    return Version(
        version.submission,
        _verdict_of(result, version),
        version.confirmations,
        is_history=version.is_history,
    )


def _about_match(match: Match, code: str, text: str) -> Difference:
    return Difference(match.event_id, f"match {match.pk}", code, text)


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
    except LookupError as error:  # rows that do not fit together; the recheck goes on
        yield _about(stage, "standings", f"cannot be computed: {type(error).__name__} {error}")
        return
    yield from _differences_of_tables(stage, fresh)
    rounds = {entry: piece.text for entry, piece in fresh.rounds.items()}
    if dict(stage.entry_rounds.values_list("entry", "text")) != rounds:
        yield _about(stage, "standings", "what rounds gave is not what results give")


def _differences_of_tables(stage: Stage, fresh: Stored) -> Iterator[Difference]:
    kept = {standing.after_round: standing for standing in stage.standings.all()}
    pages: dict[int, dict[int, str]] = defaultdict(dict)
    for after_round, number, text in stage.standing_pages.values_list(
        "after_round", "number", "text"
    ):
        pages[after_round][number] = text
    for number in sorted(fresh.tables.keys() | kept.keys() | pages.keys()):
        standing, table = kept.get(number), fresh.tables.get(number)
        if standing is None or table is None:
            yield _about(stage, "standings", f"after round {number}: stored or given, not both")
        elif pages[number] != {at: piece.text for at, piece in table.pieces.items()} or (
            standing.size,
            standing.has_results,
            standing.is_complete,
        ) != (table.size, table.has_results, table.is_complete):
            yield _about(stage, "standings", f"after round {number} are not what results give")
        elif standing.version != stage.published_version:
            yield _about(stage, "standings", f"after round {number} are of another version")


def _about(stage: Stage, code: str, text: str) -> Difference:
    return Difference(stage.event_id, f"stage {stage.pk}", code, text)

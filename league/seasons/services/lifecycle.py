"""A season from draft to archive and back; the days of its rounds, and their opening and closing.

Its divisions take every step with it. Days may change while it runs: a round can be given more
time. Rounds open on their first day and close with their last result: the sweep's work.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop

from league.audit import log_action
from league.errors import LeagueError
from league.events.queries.events import first_stage
from league.events.services.check_in import check_in_all
from league.events.services.lifecycle import move_event
from league.events.services.rounds import close_round, draft_round, publish_round
from league.models import Division, Entry, Event, Match, Round, RoundDate, Season, Stage
from league.permissions import SERVICE, Actor
from league.seasons.days import Window, in_order, windows
from league.seasons.divisions import rounds_of
from league.seasons.queries.seasons import hindrances_to, rounds_needed, stage_of, today_in
from league.seasons.services.setup import changing_season

Status = Season.Status
_EVENING = time(18)
_YEARS = range(2000, 2101)
logger = logging.getLogger(__name__)


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
                "The schedule becomes public. Each round opens automatically on its first day."
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
    """In a season nobody comes to a desk: anyone who is in a division plays."""
    check_in_all(division.event, actor=actor)
    stage = first_stage(division.event)
    here = division.event.entries.filter(status=Entry.Status.CHECKED_IN)
    rounds = rounds_of(
        division.season.format, players=here.count(), rounds=division.season.rounds_planned
    )
    Stage.objects.filter(pk=stage.pk).update(rounds_planned=rounds)


_BEFORE: Mapping[tuple[str, str], Callable[[Division, Actor], None]] = {
    (Status.OPEN, Status.RUNNING): _gather
}


def generate_dates(
    season: Season,
    *,
    actor: Actor,
    first: date,
    every: str,
    without: Collection[date] = (),
    version: int | None = None,
) -> None:
    """Days for all rounds at once, from a rule."""
    _check_century([first])
    rounds = max(rounds_needed(season), 1)
    dated = windows(first, rounds=rounds, every=every, without=without)
    set_dates(season, actor=actor, windows=dated, version=version)


def set_dates(
    season: Season, *, actor: Actor, windows: Sequence[Window], version: int | None = None
) -> None:
    """One window for each round, the first round's first."""
    with changing_season(season.pk, version=version) as stored:
        _check_changeable(stored)
        _check_century(day for window in windows for day in (window.starts_on, window.due_on))
        if not windows or not in_order(windows):
            raise LeagueError(
                _("Each round must end after it starts, and start after the one before it.")
            )
        if stored.has_started and len(windows) < rounds_needed(stored):
            raise LeagueError(
                _("The season has %(rounds)d rounds. Each of them needs its days.")
                % {"rounds": rounds_needed(stored)}
            )
        stored.round_dates.all().delete()
        RoundDate.objects.bulk_create(
            RoundDate(season=stored, number=at, starts_on=window.starts_on, due_on=window.due_on)
            for at, window in enumerate(windows, start=1)
        )
        if not stored.has_started:
            starts_at = datetime.combine(
                windows[0].starts_on, _EVENING, tzinfo=ZoneInfo(stored.time_zone)
            )
            Event.objects.filter(division__season=stored).update(starts_at=starts_at)
        log_action(actor, gettext_noop("set dates of rounds"), stored, rounds=len(windows))


def extend_round(season: Season, *, actor: Actor, number: int, due_on: date) -> None:
    """Give everybody more time for a round."""
    with changing_season(season.pk) as stored:
        _check_changeable(stored)
        _check_century([due_on])
        dated = stored.round_dates.filter(number=number).first()
        if dated is None or due_on <= dated.due_on:
            raise LeagueError(_("Choose a day after the current deadline."))
        before, dated.due_on = dated.due_on, due_on
        dated.save(update_fields=["due_on"])
        log_action(
            actor,
            gettext_noop("extend round"),
            stored,
            number=number,
            before=before.isoformat(),
            to=due_on.isoformat(),
        )


def _check_changeable(season: Season) -> None:
    if season.status in (Season.Status.FINISHED, Season.Status.ARCHIVED):
        raise LeagueError(_("The season is finished. Reopen it to change its dates."))


def _check_century(days: Iterable[date]) -> None:
    """A slip of the keyboard: calendars end, and reckoning with their last days fails."""
    if any(day.year not in _YEARS for day in days):
        raise LeagueError(_("Choose a day of this century."))


def start_due_rounds(*, now: datetime | None = None) -> int:
    """Draft or publish the next round of every division that is behind its dates."""
    moment = now or timezone.now()
    return sum(_advance(stage) for stage in _behind(moment))


def close_played_rounds() -> int:
    """Rounds of running seasons in which every result counts."""
    missing = Match.objects.filter(round=OuterRef("pk")).exclude(state=Match.State.ACCEPTED)
    played = Round.objects.filter(
        Exists(Match.objects.filter(round=OuterRef("pk"))),
        ~Exists(missing),
        status=Round.Status.PUBLISHED,
        stage__event__division__season__status=Season.Status.RUNNING,
    )
    closed = 0
    for round_ in played.select_related("stage").order_by("number", "pk"):
        try:
            close_round(round_, actor=SERVICE, version=round_.version)
        except LeagueError as error:  # a result was taken back just now
            logger.info("round %s stays open: %s", round_.pk, error.message)
        else:
            closed += 1
    return closed


def _behind(moment: datetime) -> list[Stage]:
    """Stages of divisions with fewer rounds public than have begun by their dates."""
    published = Count("event__stages__rounds", filter=~Q(event__stages__rounds__status="draft"))
    divisions = list(
        Division.objects.filter(
            season__status=Season.Status.RUNNING, event__status=Event.Status.RUNNING
        )
        .select_related("season")
        .prefetch_related("event__stages")
        .annotate(published=published)
        .order_by("pk")
    )
    if not divisions:
        return []
    seasons = {division.season_id: division.season for division in divisions}
    begun = dict.fromkeys(seasons, 0)
    for dated in RoundDate.objects.filter(season__in=seasons):
        begun[dated.season_id] += dated.starts_on <= today_in(seasons[dated.season_id], at=moment)
    behind = []
    for division in divisions:
        stage = stage_of(division)
        if division.published < min(begun[division.season_id], stage.rounds_planned):
            behind.append(stage)
    return behind


def _advance(stage: Stage) -> int:
    draft = stage.rounds.filter(status=Round.Status.DRAFT).first()
    try:
        if draft is None:
            draft_round(stage, actor=SERVICE, may_overlap=True)
        elif draft.withdrawn_at is None and draft.draw == Round.Draw.DRAWN:
            publish_round(draft, actor=SERVICE, version=draft.version)
        else:
            return 0
    except LeagueError as error:  # another pass did it, or the desk has to
        logger.info("stage %s does not advance: %s", stage.pk, error.message)
        return 0
    return 1

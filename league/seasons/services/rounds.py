"""Rounds of a season open on their first day and close with their last result: the sweep's work.

A round is drafted on one pass, drawn by the job that draws every round, and published on a later
pass. Each step looks at what is stored, so that a pass that comes late, twice or beside another
one does no harm. What an official withdrew stays withdrawn.
"""

import logging
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone

from league.errors import LeagueError
from league.events.services.rounds import close_round, draft_round, publish_round
from league.models import Division, Event, Match, Round, RoundDate, Season, Stage
from league.permissions import SERVICE
from league.seasons.queries.days import today_in
from league.seasons.queries.seasons import stage_of

logger = logging.getLogger(__name__)


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
    for each in played.select_related("stage").order_by("number", "pk"):
        try:
            close_round(each, actor=SERVICE, version=each.version)
        except LeagueError as error:  # a result was taken back just now
            logger.info("round %s stays open: %s", each.pk, error.message)
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
    found = []
    for division in divisions:
        stage = stage_of(division)
        if division.published < min(begun[division.season_id], stage.rounds_planned):
            found.append(stage)
    return found


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

"""Plans of sizes: what can be chosen before the first round, and what it leads to."""

from dataclasses import dataclass, replace

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _

from league.child_process import compute
from league.formats.registry import format_of
from league.models import Entry, Stage
from league.pairing.cost import Weights
from league.pairing.plan import SizePlan, plans
from league.pairing.sizes import SizeRules, table_sizes

_KEPT_S = 3600
_LONGEST_S = 20
_MOST_ENTRIES = 200  # beyond, no mix repeats within a usual number of rounds


@dataclass(frozen=True)
class PlanOffered:
    plan: SizePlan
    table_size: int  # which setting leads to it
    is_chosen: bool
    is_recommended: bool
    minutes: int | None  # of the whole event, without breaks; about

    @property
    def tables(self) -> list[tuple[int, int]]:
        """How many tables of how many players, the largest first."""
        sizes = self.plan.mix.sizes
        return [(sizes.count(size), size) for size in sorted(set(sizes), reverse=True)]

    @property
    def hours(self) -> int:
        return (self.minutes or 0) // 60

    @property
    def minutes_over(self) -> int:
        return (self.minutes or 0) % 60


@dataclass(frozen=True)
class CautionShown:
    """What organisers should know before the start, with another format for it."""

    text: str
    offer: str  # the format's key
    label: str  # its name
    effect: str


def caution_of(stage: Stage, *, players: int) -> CautionShown | None:
    """Only before the start, while the format can still be changed."""
    if stage.event.has_started:
        return None
    found = stage.format.caution(players, settings=stage.settings)
    if found is None or not format_of(found.offer).can_seat(stage.event.game_played):
        return None
    return CautionShown(
        text=_(found.why.text) % found.why.gaps,
        offer=found.offer,
        label=_(format_of(found.offer).label),
        effect=_(found.effect.text) % found.effect.gaps,
    )


def players_to_plan_for(stage: Stage) -> int:
    """Who is here; before anybody is, those who are registered."""
    statuses = list(stage.event.entries.values_list("status", flat=True))
    here = statuses.count(Entry.Status.CHECKED_IN)
    return here or statuses.count(Entry.Status.REGISTERED)


def plans_of(stage: Stage, *, players: int) -> list[PlanOffered]:
    """What can be chosen, the recommended first; nothing where there is no choice to make."""
    rules = _rules(stage)
    has_choice = "table_size" in stage.format.settings and rules.most > 1
    if not has_choice or not 2 <= players <= _MOST_ENTRIES:
        return []
    ways = {table_sizes(players, rules=replace(rules, prefer=s)): s for s in _sizes(rules)}
    offered = [plan for plan in _all_plans(stage, players, rules) if plan.mix in ways]
    longest = max((plan.mix.full for plan in offered), default=0)
    return [
        PlanOffered(
            plan=plan,
            table_size=ways[plan.mix],
            is_chosen=(ways[plan.mix], plan.is_fixed) == (rules.prefer, stage.keeps_schedule),
            is_recommended=not place,
            minutes=_minutes(stage, plan, longest),
        )
        for place, plan in enumerate(offered)
    ]


def _rules(stage: Stage) -> SizeRules:
    event = stage.event
    return stage.format.sizes(stage.settings, game=event.game_played, boards=event.boards)


def _sizes(rules: SizeRules) -> list[int]:
    """Twos only where they are wished for; the wish of now last, so that it names its own mix."""
    least = min(3, rules.prefer, rules.most)
    others = [s for s in range(max(rules.least, least), rules.most + 1) if s != rules.prefer]
    return [*others, rules.prefer]


def _all_plans(stage: Stage, players: int, rules: SizeRules) -> tuple[SizePlan, ...]:
    """Searched once for the same question, outside this process."""
    weights = Weights(stage.repeat_weight, stage.short_weight, stage.two_weight)
    asked = (players, stage.rounds_planned, rules, weights, stage.seed)
    key = f"plans:{asked}".replace(" ", "")
    searched: tuple[SizePlan, ...] | None = cache.get(key)
    if searched is None:
        searched = compute(
            plans,
            players,
            rounds=stage.rounds_planned,
            rules=rules,
            seed=stage.seed,
            weights=weights,
            limit_s=min(_LONGEST_S, settings.JOB_LIMIT_S),
        )
        cache.set(key, searched, _KEPT_S)
    return searched


def _minutes(stage: Stage, plan: SizePlan, longest: int) -> int | None:
    """A round's length is set for the largest tables; smaller ones are done sooner."""
    length = stage.event.round_minutes
    if length is None or not longest:
        return None
    return stage.rounds_planned * length * plan.mix.full // longest

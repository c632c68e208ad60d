"""What officials ask of an event besides its rounds: plans of sizes, and the last steps."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.conf import settings
from django.core.cache import cache

from league.child_process import compute
from league.events.services.undo import rights_to_undo, why_not_undone
from league.models import AuditEntry, Entry, Event, Match, Stage, User
from league.pairing.plan import SizePlan, plans
from league.pairing.sizes import SizeRules, table_sizes
from league.permissions import Actor, rights_held

_KEPT_S = 3600
_LONGEST_S = 20
_MOST_ENTRIES = 200  # beyond, no mix repeats within a usual number of rounds
SHOWN = 10
# What people at the tables do is not the desk's to take back, and there is much of it.
OF_PLAYERS = ("take seat", "leave seat", "hand over seat", "hand in", "confirm", "see flag")


Game = tuple[str, int]  # a match, and which of its games


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
    key = f"plans:{players}:{stage.rounds_planned}:{rules}:{stage.seed}".replace(" ", "")
    searched: tuple[SizePlan, ...] | None = cache.get(key)
    if searched is None:
        searched = compute(
            plans,
            players,
            rounds=stage.rounds_planned,
            rules=rules,
            seed=stage.seed,
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


OF_RESULTS = ("enter result", "take back result", "rule", "rule: play again")


def undoable_results(matches: Collection[Match], *, event: Event, actor: Actor) -> dict[Game, int]:
    """By match and game: the last step, where its undoing brings an earlier result back."""
    steps = AuditEntry.objects.filter(
        object_kind="match", object_id__in=[match.pk for match in matches], action__in=OF_RESULTS
    )
    last: dict[Game, AuditEntry] = {}
    for step in steps.order_by("pk"):
        last[step.object_id, step.details["game"]] = step
    wanted = [step for step in last.values() if step.details["before"] is not None]
    hindrances = why_not_undone(wanted, held=rights_held(actor, rights_to_undo(wanted), event))
    return {
        (step.object_id, step.details["game"]): step.pk
        for step, hindrance in zip(wanted, hindrances, strict=True)
        if hindrance is None
    }


@dataclass(frozen=True)
class DeskStep:
    entry: AuditEntry
    by: str  # how the account is shown; empty: the service, or a visitor
    table: int | None  # which table it was about
    round: int | None
    status: str  # to which an event was moved; empty: another step
    hindrance: str | None  # why it cannot be undone; None: it can


def last_steps(event: Event, *, actor: Actor) -> list[DeskStep]:
    """`actor`: who asks, and may undo some of them."""
    steps = AuditEntry.objects.filter(event=event.pk).exclude(action__in=OF_PLAYERS)
    entries = list(steps[:SHOWN])
    hindrances = why_not_undone(entries, held=rights_held(actor, rights_to_undo(entries), event))
    people = User.objects.in_bulk({entry.actor for entry in entries if entry.actor})
    matches = Match.objects.select_related("round").in_bulk(
        {entry.object_id for entry in entries if entry.object_kind == "match"}
    )
    return [
        DeskStep(
            entry=entry,
            by=str(people.get(entry.actor, "")),
            table=matches[entry.object_id].table if entry.object_id in matches else None,
            round=_round(entry, matches),
            status=str(Event.Status(to).label) if (to := entry.details.get("to")) else "",
            hindrance=hindrance,
        )
        for entry, hindrance in zip(entries, hindrances, strict=True)
    ]


def _round(entry: AuditEntry, matches: dict[str, Match]) -> int | None:
    if entry.object_id in matches:
        return matches[entry.object_id].round.number
    number: int | None = entry.details.get("number")
    return number

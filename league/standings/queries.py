"""What standings are computed from; standings as published: by the page, whole, explained."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypedDict

from django.conf import settings
from django.core.cache import cache
from django.db.models import F, OuterRef, QuerySet, Subquery, TextField
from django.db.models.functions import Cast

from league.models import (
    Bye,
    Entry,
    EntryRounds,
    Match,
    MatchGame,
    Round,
    Seat,
    Stage,
    Standing,
    StandingPage,
)
from league.models.game_played import Scoring
from league.results.queries import planned_rounds
from league.standings import inputs, source, stored
from league.standings.bracket import Seeded, Stood, playing_on
from league.standings.chances.possible import RestOfStage
from league.standings.field import Cell, field_of
from league.standings.inputs import RoundOutcome
from league.standings.keys.bracket_places import states_in
from league.standings.leavers import Leaver, Tables
from league.standings.parts import Explanation
from league.standings.points import Scheme
from league.standings.source import Instead
from league.standings.table import Row, explain, without_gc
from league.standings.tiebreak import Seats, Traits

OUTCOMES_OF_BYES = {
    Bye.Kind.PAIRING: RoundOutcome.PAIRING_BYE,
    Bye.Kind.HALF: RoundOutcome.HALF_BYE,
    Bye.Kind.ZERO: RoundOutcome.ZERO_BYE,
    Bye.Kind.ABSENT: RoundOutcome.ABSENT,
}


class Numbered(TypedDict):
    number: int  # the starting number in a stage


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    RankedEntry = WithAnnotations[Entry, Numbered]

_EXPLAINED_FOR_S = 3600


def inputs_of(
    stage: Stage,
    *,
    after_round: int | None = None,
    instead: Instead = source.NOTHING_INSTEAD,
    leaving: str = "",
) -> inputs.Inputs:
    """What counts of everything published so far, or up to and including a round.

    `instead`: as if these games had other results than those that count. `leaving`: as if this
    entry had withdrawn.
    """
    played = stage_rows(stage, after_round=after_round, leaving=leaving)
    is_cut = after_round is not None and played.gone
    whole = stage_rows(stage, leaving=leaving) if is_cut else played
    with without_gc():
        return source.inputs_counted(played, whole=whole, instead=instead)


def leavers_of(stage: Stage, *, leaving: str = "") -> list[Leaver]:
    """Who left, with how much they completed; nobody where the format does not ask about it."""
    if not _gone(stage, leaving):
        return []
    return source.leavers_among(stage_rows(stage, leaving=leaving))


def _gone(stage: Stage, leaving: str) -> list[str]:
    if not stage.format.strikes_leavers:
        return []
    left = ranked_entries(stage).filter(status=Entry.Status.WITHDRAWN)
    return list(dict.fromkeys((*left.values_list("pk", flat=True), *filter(None, [leaving]))))


def schedule_of(stage: Stage) -> list[Tables]:
    """The tables of all rounds by their numbers in the event, where they are known at the start."""
    at_start = entries_at_start(stage).values_list("pk", flat=True)
    rounds = stage.format.schedule_after(
        0, entries=list(at_start), left=frozenset(), settings=stage.settings
    )
    return [*[()] * stage.rounds_before, *(round_.tables for round_ in rounds or ())]


def inputs_as_played(stage: Stage, *, after_round: int | None = None) -> inputs.Inputs:
    """The same, whoever was away or has left: for pairing and reports, in which all games stand."""
    with without_gc():
        return source.inputs_as_played(stage_rows(stage, after_round=after_round))


def stage_rows(
    stage: Stage, *, after_round: int | None = None, leaving: str = ""
) -> source.StageSource:
    """All that standings are computed from, read as plain values."""
    rounds = stage.rounds.exclude(status=Round.Status.DRAFT).order_by("number")
    if after_round is not None:
        rounds = rounds.filter(number__lte=after_round)
    ranked = ranked_entries(stage).values_list("pk", "number", "rating")
    entries = [(*row, stage.groups.get(row[0], "")) for row in ranked]
    rules, gone, played = _rules_of(stage, rounds), _gone(stage, leaving), _rounds(list(rounds))
    asks_who_came = stage.format.strikes_leavers and (
        gone or source.was_somebody_away(played, entries=len(entries))
    )
    return source.StageSource(
        entries=entries,
        rounds=played,
        games_planned=stage.games_here,
        game=_game_mark(stage, rules),
        rules=rules,
        lots_seed=stage.seed,
        settings=settings_of(stage, entries=len(entries)),
        scheme=scheme_of(stage),
        gone=gone,
        schedule=schedule_of(stage) if asks_who_came else (),
        bracket=seeded_of(stage),
    )


def seeded_of(stage: Stage) -> Seeded | None:
    """The bracket of a stage with those who started in it; None: it is played without one."""
    if not stage.format.has_bracket:
        return None
    field = list(entries_at_start(stage).values_list("pk", "status"))
    drawn = stage.format.bracket([pk for pk, _status in field], settings=stage.settings)
    gone = frozenset(pk for pk, status in field if status == Entry.Status.WITHDRAWN)
    before = stage.rounds_before
    return drawn and replace(drawn, gone=gone, rounds_before=before, stood=_stood_in(stage))


def _stood_in(stage: Stage) -> dict[str, Stood]:
    """By match of the bracket: who went on although its result names others."""
    return {
        slot: Stood(tuple(stood["order"]), tuple(stood["passed"]))
        for slot, stood in stage.stood.items()
    }


def still_in(stage: Stage) -> set[str]:
    """Who may still have a match in it: everybody of its field, but for who is out of a bracket."""
    if stage.format.has_bracket and stage.event.has_started:
        return playing_on(states_in(field_of(inputs_as_played(stage), scheme=scheme_of(stage))))
    return set(ranked_entries(stage).values_list("pk", flat=True))


def rounds_to_play(stage: Stage) -> int:
    """As many as are planned; one less where a bracket was decided before its last round."""
    planned = planned_rounds(stage)
    if not stage.format.has_bracket or not stage.event.has_started:
        return planned
    drawn = stage.rounds.exclude(status=Round.Status.DRAFT).count()
    if drawn != planned - 1:
        return planned
    field = field_of(inputs_as_played(stage), scheme=scheme_of(stage))
    return planned - any(state.is_needless for state in states_in(field))


def last_round(stage: Stage) -> int:
    """The number of its last round; rounds of an event are numbered through."""
    return stage.rounds_before + rounds_to_play(stage)


def settings_of(stage: Stage, *, entries: int) -> inputs.Settings:
    """What the stage says about its tiebreaks."""
    return inputs.Settings(
        edition=inputs.UnplayedEdition(stage.tiebreak_edition),
        spread_against=inputs.Against(stage.spread_against),
        spread_cap=stage.spread_cap,
        forfeits_are_games=stage.format.forfeits_are_games,
        rounds_planned=stage.format.rounds_for(entries, settings=stage.settings),
        koya_draws=stage.koya_draws,
        has_rounds=stage.format.has_rounds,
        least_games=stage.least_games,
        best_games=stage.best_games,
    )


def traits_of(stage: Stage) -> Traits:
    """What decides which tiebreaks mean something in a stage."""
    game = stage.game_here
    ratings = stage.event.entries.exclude(status=Entry.Status.WITHDRAWN)
    return Traits(
        seats=Seats.SOLO if game.most_entries == 1 else stage.format.seats,
        all_meet=stage.format.all_meet,
        has_ratings=not ratings.filter(rating__isnull=True).exists(),
        has_scores=game.scoring != Scoring.PLACES,
        has_bracket=stage.format.has_bracket,
        has_rounds=stage.format.has_rounds,
        plays_one_game=not any(round_.plays_own_game for round_ in stage.rounds.all()),
    )


def ranked_entries(stage: Stage) -> "QuerySet[RankedEntry]":
    """Anyone who was given a starting number has a row in the table, also after withdrawing.

    Each with `number`, the starting number in this stage.
    """
    if stage.is_first:
        entries = Entry.objects.filter(event=stage.event_id, seed__isnull=False)
        return entries.annotate(number=F("seed")).order_by("seed")
    entries = Entry.objects.filter(stage_places__stage=stage)
    return entries.annotate(number=F("stage_places__seed")).order_by("number")


def outside_field(stage: Stage, entries: Collection[str]) -> set[str]:
    """Those of them who did not go on to it; of the first stage nobody is, however late."""
    if stage.is_first:
        return set()
    inside = ranked_entries(stage).filter(pk__in=entries).values_list("pk", flat=True)
    return set(entries) - set(inside)


def entries_at_start(stage: Stage) -> "QuerySet[RankedEntry]":
    """Without those who came late; to a later stage nobody does."""
    ranked = ranked_entries(stage)
    return ranked.filter(first_round=1) if stage.is_first else ranked


def scheme_of(stage: Stage) -> Scheme:
    """The stage's settings as a scheme of points."""
    return stage.format.scheme(stage.settings, game=stage.game_here)


class StageTerms(TypedDict):
    """What a stage's tables depend on besides its inputs."""

    chain: list[str]
    scheme: Scheme
    rest: RestOfStage


def terms_of(stage: Stage) -> StageTerms:
    gone = frozenset(
        ranked_entries(stage).filter(status=Entry.Status.WITHDRAWN).values_list("pk", flat=True)
    )
    published = stage.rounds.exclude(status=Round.Status.DRAFT).count()
    at_start = list(entries_at_start(stage).values_list("pk", flat=True))
    return StageTerms(
        chain=stage.chain,
        scheme=scheme_of(stage),
        rest=RestOfStage(
            rounds_planned=rounds_to_play(stage)
            if stage.format.has_bracket
            else stage.format.rounds_for(len(at_start), settings=stage.settings),
            gone=gone,
            ahead=stage.format.schedule_after(
                published,
                entries=at_start,
                left=_not_met(stage, gone),
                settings=stage.settings,
            ),
            games=stage.games_here,
            forfeits=stage.event.counts_forfeits,
            has_rounds=stage.format.has_rounds,
        ),
    )


def _not_met(stage: Stage, gone: frozenset[str]) -> frozenset[str]:
    """Of those who left, the ones with whom no round to come has a match, not even a forfeit."""
    if not gone or not stage.format.strikes_leavers:
        return gone
    return frozenset(leaver.entry for leaver in leavers_of(stage) if leaver.is_struck)


def _rules_of(stage: Stage, rounds: Iterable[Round]) -> inputs.GameRules:
    """GAME compares games of one kind only: an evening of several games has none."""
    if any(round_.plays_own_game for round_ in rounds):
        return inputs.SeveralGames()
    played = stage.game_here
    return played.rules or inputs.OtherGame(higher_score_wins=played.scoring == Scoring.HIGHER)


def _game_mark(stage: Stage, rules: inputs.GameRules) -> str:
    game = stage.game_here
    version = game.rules.rules_version if game.rules else 0
    return f"{type(rules).__name__} {game.key} {version} {rules.higher_score_wins}"


def _rounds(rounds: Sequence[Round]) -> list[source.RoundSource]:
    """By one query for each table: of 10,000 players, rows as objects take four times as long."""
    tables = Match.objects.filter(round__in=rounds).order_by("round_id", "table")
    seats = Seat.objects.filter(round__in=rounds).order_by("match_id", "letter")
    games = MatchGame.objects.filter(match__round__in=rounds, result__isnull=False)
    sides = Cast("result__sides", TextField())  # taken apart where they are needed
    byes = Bye.objects.filter(round__in=rounds).order_by("pk")
    matches = _by_round(tables.values_list("round_id", "pk", "slot"))
    seated = _by_round(seats.values_list("round_id", "match_id", "entry_id", "letter"))
    results = _by_round(
        games.order_by("match_id", "number").values_list(
            "match__round_id", "match_id", "number", sides
        )
    )
    free = _by_round(byes.values_list("round_id", "entry_id", "kind"))
    return [
        source.RoundSource(
            number=round_.number,
            higher_score_wins=round_.game_here.scoring != Scoring.LOWER,
            matches=matches[round_.pk],
            seats=seated[round_.pk],
            results=results[round_.pk],
            byes=[(entry, OUTCOMES_OF_BYES[Bye.Kind(kind)]) for entry, kind in free[round_.pk]],
        )
        for round_ in rounds
    ]


def _by_round(read: Iterable[tuple[Any, ...]]) -> Mapping[str, list[Any]]:
    """The rest of each row, by its first value."""
    by_round: dict[str, list[Any]] = defaultdict(list)
    for row in read:
        by_round[row[0]].append(row[1:])
    return by_round


def published_standing(stage: Stage, *, after_round: int | None = None) -> Standing | None:
    """The standings as last published, after the latest round or an earlier one; not their rows."""
    kept = Standing.objects.filter(stage=stage).order_by("after_round")
    return (kept.filter(after_round=after_round) if after_round is not None else kept).last()


def published_rows(stage: Stage, *, after_round: int | None = None) -> tuple[Row, ...]:
    """A whole table with what each round gave: for audits, exports and small events."""
    standing = published_standing(stage, after_round=after_round)
    if standing is None:
        return ()
    cells = published_cells(stage, up_to=standing.after_round)
    return tuple(row.with_rounds(cells[row.entry]) for row in lean_rows(standing))


def latest_rows(stages: Iterable[str]) -> dict[str, tuple[Row, ...]]:
    """The latest tables of several stages with what each round gave, by two queries."""
    wanted = list(stages)
    latest = Standing.objects.filter(stage=OuterRef("stage")).order_by("-after_round")
    pages = StandingPage.objects.filter(
        stage__in=wanted,
        after_round=Subquery(latest.values("after_round")[:1]),
        number__gt=stored.ORDER,
    ).order_by("number")
    kept = EntryRounds.objects.filter(stage__in=wanted).values_list("entry", "text")
    cells = {entry: stored.read_rounds(text) for entry, text in kept}
    by_stage: dict[str, tuple[Row, ...]] = dict.fromkeys(wanted, ())
    for stage, text in pages.values_list("stage", "text"):
        by_stage[stage] += tuple(
            row.with_rounds(cells[row.entry]) for row in stored.read_page(text)
        )
    return by_stage


def lean_rows(
    standing: Standing, *, positions: Sequence[int] | range | None = None
) -> list[stored.LeanRow]:
    """Rows by their places in the table, from 0, in the order given; all where none are named.

    Reads the pages in which they stand, by one query.
    """
    pages = _pieces(standing)
    if positions is None:
        pages = pages.exclude(number=stored.ORDER)
    else:
        pages = pages.filter(number__in=stored.pages_with(positions))
    rows = {
        (number - 1) * stored.PAGE_ROWS + at: row
        for number, text in pages.values_list("number", "text")
        for at, row in enumerate(stored.read_page(text))
    }
    if positions is None:
        return [rows[at] for at in sorted(rows)]
    return [rows[at] for at in positions if at in rows]


def order_of(standing: Standing) -> stored.Order:
    """Who stands where: a short text, however long the table."""
    return stored.read_order(
        _pieces(standing).values_list("text", flat=True).get(number=stored.ORDER)
    )


def published_cells(
    stage: Stage,
    *,
    entries: Iterable[str] | None = None,
    since: int = 0,
    up_to: int | None = None,
) -> dict[str, tuple[Cell, ...]]:
    """What the rounds gave, from one to another, by entry; of all entries or of these."""
    kept = EntryRounds.objects.filter(stage=stage)
    if entries is not None:
        kept = kept.filter(entry__in=list(entries))
    return {
        entry: stored.read_rounds(text, since=since, up_to=up_to)
        for entry, text in kept.values_list("entry", "text")
    }


def rounds_by_stage(*, entries: Iterable[str]) -> dict[str, dict[str, tuple[Cell, ...]]]:
    """What all rounds gave these entries, in any event, by stage and entry."""
    rounds: dict[str, dict[str, tuple[Cell, ...]]] = defaultdict(dict)
    kept = EntryRounds.objects.filter(entry__in=list(entries))
    for stage, entry, text in kept.values_list("stage", "entry", "text"):
        rounds[stage][entry] = stored.read_rounds(text)
    return rounds


def points_after(stage: Stage, *, rounds: Iterable[int]) -> dict[int, dict[str, int]]:
    """Points in twelfths after each of these rounds, by entry, by one query."""
    points: dict[int, dict[str, int]] = defaultdict(dict)
    pages = StandingPage.objects.filter(
        stage=stage, after_round__in=list(rounds), number__gt=stored.ORDER
    )
    for after_round, text in pages.values_list("after_round", "text"):
        points[after_round] |= {row.entry: row.points_12 for row in stored.read_page(text)}
    return dict(points)


def _pieces(standing: Standing) -> QuerySet[StandingPage]:
    return StandingPage.objects.filter(
        stage=standing.stage_id, after_round=standing.after_round
    ).order_by("number")


def explanations(
    stage: Stage, *, entry: str, after_round: int, keys: Sequence[str]
) -> tuple[Explanation, ...]:
    """What an entry's values are made of, from all results. Kept as long as nothing changes."""
    kept_as = f"why:{settings.VERSION}:{stage.pk}:{stage.published_version}:{after_round}:{entry}"
    kept: dict[str, Explanation] = cache.get(kept_as) or {}
    if not all(key in kept for key in keys):
        whole = field_of(inputs_of(stage), scheme=scheme_of(stage))
        field = whole.after(sum(number <= after_round for number in whole.numbers))
        fresh = {
            key: explain(field, entry=entry, key=key, chain=stage.chain)
            for key in dict.fromkeys((*stage.chain, *keys))
        }
        kept = {**kept, **fresh}
        if _is_still_published(stage):
            cache.set(kept_as, kept, _EXPLAINED_FOR_S)
    return tuple(kept[key] for key in keys)


def _is_still_published(stage: Stage) -> bool:
    """No result has come since the stage was read that its published table does not have."""
    versions = Stage.objects.values_list("wanted_version", "published_version").get(pk=stage.pk)
    return versions == (stage.published_version, stage.published_version)


def rounds_with_standings(stage: Stage) -> list[int]:
    return list(
        stage.standings.filter(after_round__gt=0)
        .order_by("after_round")
        .values_list("after_round", flat=True)
    )

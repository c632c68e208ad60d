"""What standings are computed from; standings as published: by the page, whole, explained."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypedDict

from django.conf import settings
from django.core.cache import cache
from django.db.models import OuterRef, QuerySet, Subquery

from league.models import (
    Bye,
    Entry,
    EntryRounds,
    Event,
    Match,
    MatchGame,
    Round,
    Seat,
    Stage,
    Standing,
    StandingPage,
)
from league.models.game_played import Scoring
from league.standings import inputs, stored
from league.standings.chains import Seats, Traits
from league.standings.field import Cell, field_of
from league.standings.inputs import RoundOutcome
from league.standings.parts import Explanation
from league.standings.points import Scheme
from league.standings.possible import RoundAhead
from league.standings.table import Row, explain, without_gc

_BYES = {
    Bye.Kind.PAIRING: RoundOutcome.PAIRING_BYE,
    Bye.Kind.HALF: RoundOutcome.HALF_BYE,
    Bye.Kind.ZERO: RoundOutcome.ZERO_BYE,
    Bye.Kind.ABSENT: RoundOutcome.ABSENT,
}


Sides = Sequence[Mapping[str, Any]]
Instead = Mapping[tuple[str, int], Sides | None]  # by match and game; None: no result
_EXPLAINED_FOR_S = 3600


def inputs_of(
    stage: Stage, *, after_round: int | None = None, instead: Instead = MappingProxyType({})
) -> inputs.Inputs:
    """Everything published so far, or up to and including a round.

    `instead`: as if these games had other results than those that count.
    """
    rounds = stage.rounds.exclude(status=Round.Status.DRAFT).order_by("number")
    if after_round is not None:
        rounds = rounds.filter(number__lte=after_round)
    return inputs.Inputs(
        entries=tuple(
            inputs.EntryInput(entry, seed or 0, rating)
            for entry, seed, rating in ranked_entries(stage.event).values_list(
                "pk", "seed", "rating"
            )
        ),
        rounds=_rounds(list(rounds), planned=stage.event.games_per_match, instead=instead),
        rules=_rules_of(stage.event, rounds),
        lots_seed=stage.seed,
        settings=settings_of(stage),
    )


def settings_of(stage: Stage) -> inputs.Settings:
    """What the stage says about its tiebreaks."""
    return inputs.Settings(
        edition=inputs.UnplayedEdition(stage.tiebreak_edition),
        spread_against=inputs.Against(stage.spread_against),
        spread_cap=stage.spread_cap,
        forfeits_are_games=stage.format.forfeits_are_games,
    )


def traits_of(stage: Stage) -> Traits:
    """What decides which tiebreaks mean something in a stage."""
    game = stage.event.game_played
    ratings = stage.event.entries.exclude(status=Entry.Status.WITHDRAWN)
    return Traits(
        seats=Seats.SOLO if game.most_entries == 1 else stage.format.seats,
        all_meet=stage.format.all_meet,
        has_ratings=not ratings.filter(rating__isnull=True).exists(),
        has_scores=game.scoring != Scoring.PLACES,
        plays_one_game=not any(round_.plays_own_game for round_ in stage.rounds.all()),
    )


def ranked_entries(event: Event) -> QuerySet[Entry]:
    """Anyone who was given a starting number has a row in the table, also after withdrawing."""
    return event.entries.filter(seed__isnull=False).order_by("seed")


def scheme_of(stage: Stage) -> Scheme:
    """The stage's settings as a scheme of points."""
    return stage.format.scheme(stage.settings, game=stage.event.game_played)


class StageTerms(TypedDict):
    """What a stage's tables depend on besides its inputs."""

    chain: list[str]
    scheme: Scheme
    rounds_planned: int
    gone: frozenset[str]  # entries that play no more rounds
    ahead: tuple[RoundAhead, ...] | None  # the rounds to come, where they are known


def terms_of(stage: Stage) -> StageTerms:
    field = list(ranked_entries(stage.event).values_list("pk", "status", "first_round"))
    gone = frozenset(pk for pk, status, _first in field if status == Entry.Status.WITHDRAWN)
    published = stage.rounds.exclude(status=Round.Status.DRAFT).count()
    at_start = [pk for pk, _status, first_round in field if first_round == 1]
    return StageTerms(
        chain=stage.chain,
        scheme=scheme_of(stage),
        rounds_planned=stage.format.rounds_for(len(at_start), settings=stage.settings),
        gone=gone,
        ahead=stage.format.schedule_after(
            published, entries=at_start, left=gone, settings=stage.settings
        ),
    )


def planned_rounds(stage: Stage) -> int:
    """Some formats are as long as their field makes them; before the start, as those expected."""
    if not stage.format.length_follows_field:
        return stage.rounds_planned
    entries = stage.event.entries
    field = (
        entries.filter(seed__isnull=False, first_round=1)
        if stage.event.has_started
        else entries.filter(status__in=Entry.TAKING_A_PLACE)
    )
    return stage.format.rounds_for(field.count(), settings=stage.settings)


def _rules_of(event: Event, rounds: Iterable[Round]) -> inputs.GameRules:
    """GAME compares games of one kind only: an evening of several games has none."""
    if any(round_.plays_own_game for round_ in rounds):
        return inputs.SeveralGames()
    played = event.game_played
    return played.rules or inputs.OtherGame(higher_score_wins=played.scoring == Scoring.HIGHER)


def _rounds(
    rounds: Sequence[Round], *, planned: int, instead: Instead
) -> tuple[inputs.RoundInput, ...]:
    with without_gc():
        matches = _matches(rounds, planned=planned, instead=instead)
    byes: dict[str, dict[str, RoundOutcome]] = defaultdict(dict)
    for bye in Bye.objects.filter(round__in=rounds):
        byes[bye.round_id][bye.entry_id] = _BYES[Bye.Kind(bye.kind)]
    return tuple(
        inputs.RoundInput(
            round_.number,
            tuple(matches[round_.pk]),
            byes[round_.pk],
            round_.game_here.scoring != Scoring.LOWER,
        )
        for round_ in rounds
    )


def _matches(
    rounds: Sequence[Round], *, planned: int, instead: Instead
) -> Mapping[str, list[inputs.MatchInput]]:
    """By round. Read as plain values: of 10,000 players, rows take four times as long."""
    letters, results = _letters(rounds), _results(rounds, instead)
    by_round: dict[str, list[inputs.MatchInput]] = defaultdict(list)
    tables = Match.objects.filter(round__in=rounds).order_by("table")
    for pk, round_id in tables.values_list("pk", "round_id"):
        by_game = sorted(results[pk].items())
        games = [sides for _number, sides in by_game if sides is not None]
        by_round[round_id].append(_match(pk, letters[pk], games, planned=planned))
    return by_round


def _letters(rounds: Sequence[Round]) -> Mapping[str, Mapping[str, str]]:
    """By match: the first seat of every entry."""
    by_match: dict[str, dict[str, str]] = defaultdict(dict)
    seats = Seat.objects.filter(round__in=rounds).order_by("letter")
    for match, entry, letter in seats.values_list("match_id", "entry_id", "letter"):
        by_match[match].setdefault(entry, letter)
    return by_match


def _results(rounds: Sequence[Round], instead: Instead) -> Mapping[str, Mapping[int, Sides | None]]:
    """By match and game: what counts, or what is assumed."""
    by_match: dict[str, dict[int, Sides | None]] = defaultdict(dict)
    games = MatchGame.objects.filter(match__round__in=rounds, result__isnull=False)
    for match, number, sides in games.values_list("match_id", "number", "result__sides"):
        by_match[match][number] = sides
    for (match, number), sides in instead.items():
        by_match[match][number] = sides
    return by_match


def _match(
    pk: str, letters: Mapping[str, str], results: Sequence[Sides], *, planned: int
) -> inputs.MatchInput:
    return inputs.MatchInput(
        id=pk,
        entries=_as_seated(letters, results),
        games=tuple(_game(sides) for sides in results),
        planned=planned,
        forfeited=frozenset(
            side["entry"] for sides in results for side in sides if side["forfeited"]
        ),
    )


def _as_seated(letters: Mapping[str, str], results: Sequence[Sides]) -> tuple[str, ...]:
    """In the order of the seats: as they sat in the first game, where the table said so."""
    sat = dict(letters)
    for side in results[0] if results else ():
        if held := side.get("seats"):
            sat[side["entry"]] = held[0]
    return tuple(sorted(sat, key=sat.__getitem__))


def _game(sides: Sides) -> inputs.GameInput:
    came = [side for side in sides if not side["forfeited"]]
    return inputs.GameInput(
        sides=tuple(
            inputs.GameSide(
                entry=side["entry"],
                rank=side["rank"],
                score=side["score"] or 0,
                keys=tuple(side["keys"]),
                more=side.get("more", {}),
            )
            for side in came
        ),
        was_played=len(came) > 1 or len(came) == len(sides),
    )


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

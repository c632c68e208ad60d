"""What standings are computed from, and the standings as published."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.db.models import Prefetch, QuerySet

from league.models import Bye, Entry, Event, Match, MatchGame, Round, Seat, Stage, Standing
from league.models.game_played import Scoring
from league.standings import inputs, points
from league.standings.chains import Format, Seats
from league.standings.inputs import RoundOutcome
from league.standings.points import Scheme
from league.standings.table import Row

_BYES = {
    Bye.Kind.PAIRING: RoundOutcome.PAIRING_BYE,
    Bye.Kind.HALF: RoundOutcome.HALF_BYE,
    Bye.Kind.ZERO: RoundOutcome.ZERO_BYE,
    Bye.Kind.ABSENT: RoundOutcome.ABSENT,
}


Sides = Sequence[Mapping[str, Any]]
Instead = Mapping[tuple[str, int], Sides | None]  # by match and game; None: no result


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
            inputs.Entry(entry, seed or 0, rating)
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
        edition=inputs.Edition(stage.tiebreak_edition),
        spread_against=inputs.Against(stage.spread_against),
        spread_cap=stage.spread_cap,
        forfeits_are_games=stage.kind == Stage.Kind.ROUND_ROBIN,
    )


def format_of(stage: Stage) -> Format:
    """What decides which tiebreaks mean something in a stage."""
    game = stage.event.game_played
    seats = Seats.TWO if stage.is_for_two else Seats.TABLES
    ratings = stage.event.entries.exclude(status=Entry.Status.WITHDRAWN)
    return Format(
        seats=Seats.SOLO if game.most_entries == 1 else seats,
        is_round_robin=stage.kind == Stage.Kind.ROUND_ROBIN,
        has_ratings=not ratings.filter(rating__isnull=True).exists(),
        has_scores=game.scoring != Scoring.PLACES,
        plays_one_game=not any(each.plays_own_game for each in stage.rounds.all()),
    )


def ranked_entries(event: Event) -> QuerySet[Entry]:
    """Whoever was given a starting number has a row in the table, also after withdrawing."""
    return event.entries.filter(seed__isnull=False).order_by("seed")


def scheme_of(stage: Stage) -> Scheme:
    """The stage's settings as a scheme of points."""
    if stage.is_for_two:
        return points.duel(
            win_12=stage.win_12, draw_12=stage.draw_12, loss_12=stage.loss_12, bye_12=stage.bye_12
        )
    if stage.event.game_played.most_entries == 1:
        return points.SOLO
    if stage.scheme == Stage.Scheme.OWN:
        rows = [[points.WHOLE * each for each in row] for row in stage.own_points.values()]
        return points.own(rows, seats=stage.table_size, bye_12=stage.bye_12)
    return points.by_place(stage.scheme, seats=stage.table_size, bye_12=stage.bye_12)


def published_rows(stage: Stage, *, after_round: int | None = None) -> tuple[Row, ...]:
    """The standings as last published, after the latest round or an earlier one."""
    kept = Standing.objects.filter(stage=stage).order_by("after_round")
    found = kept.filter(after_round=after_round) if after_round is not None else kept
    stored = found.last()
    return tuple(Row.from_dict(row) for row in stored.rows) if stored else ()


def rounds_with_standings(stage: Stage) -> list[int]:
    return list(
        stage.standings.filter(after_round__gt=0)
        .order_by("after_round")
        .values_list("after_round", flat=True)
    )


def _rules_of(event: Event, rounds: Iterable[Round]) -> inputs.GameRules:
    """GAME compares games of one kind only: an evening of several games has none."""
    if any(each.plays_own_game for each in rounds):
        return inputs.SeveralGames()
    played = event.game_played
    return played.rules or inputs.OtherGame(higher_score_wins=played.scoring == Scoring.HIGHER)


def _rounds(rounds: Sequence[Round], *, planned: int, instead: Instead) -> tuple[inputs.Round, ...]:
    matches: dict[str, list[inputs.Match]] = defaultdict(list)
    for match in _matches(rounds):
        matches[match.round_id].append(_match(match, planned=planned, instead=instead))
    byes: dict[str, dict[str, RoundOutcome]] = defaultdict(dict)
    for bye in Bye.objects.filter(round__in=rounds):
        byes[bye.round_id][bye.entry_id] = _BYES[Bye.Kind(bye.kind)]
    return tuple(
        inputs.Round(
            each.number,
            tuple(matches[each.pk]),
            byes[each.pk],
            each.game_here.scoring != Scoring.LOWER,
        )
        for each in rounds
    )


def _matches(rounds: Sequence[Round]) -> QuerySet[Match]:
    games = MatchGame.objects.filter(result__isnull=False).select_related("result")
    return Match.objects.filter(round__in=rounds).prefetch_related(
        Prefetch("seats", Seat.objects.order_by("letter")),
        Prefetch("games", games.order_by("number")),
    )


def _match(match: Match, *, planned: int, instead: Instead) -> inputs.Match:
    by_game = {game.number: game.result.sides for game in match.games.all() if game.result}
    by_game |= {game: sides for (of, game), sides in instead.items() if of == match.pk}
    results = [sides for _game_number, sides in sorted(by_game.items()) if sides is not None]
    return inputs.Match(
        id=match.pk,
        entries=_as_seated(match, results),
        games=tuple(_game(sides) for sides in results),
        planned=planned,
        forfeited=frozenset(
            side["entry"] for sides in results for side in sides if side["forfeited"]
        ),
    )


def _as_seated(match: Match, results: Sequence[Sides]) -> tuple[str, ...]:
    """In the order of the seats: as they sat in the first game, where the table said so."""
    letters: dict[str, str] = {}
    for seat in match.seats.all():
        letters.setdefault(seat.entry_id, seat.letter)
    for side in results[0] if results else ():
        if held := side.get("seats"):
            letters[side["entry"]] = held[0]
    return tuple(sorted(letters, key=letters.__getitem__))


def _game(sides: Sides) -> inputs.Game:
    came = [side for side in sides if not side["forfeited"]]
    return inputs.Game(
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

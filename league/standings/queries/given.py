"""What standings are computed from."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypedDict

from django.db.models import QuerySet

from league.models import Bye, Entry, Event, Match, MatchGame, Round, Seat, Stage
from league.models.game_played import Scoring
from league.standings import inputs
from league.standings.chains import Seats, Traits
from league.standings.inputs import RoundOutcome
from league.standings.points import Scheme
from league.standings.uncollected import without_gc

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
        plays_one_game=not any(each.plays_own_game for each in stage.rounds.all()),
    )


def ranked_entries(event: Event) -> QuerySet[Entry]:
    """Whoever was given a starting number has a row in the table, also after withdrawing."""
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


def terms_of(stage: Stage) -> StageTerms:
    withdrawn = ranked_entries(stage.event).filter(status=Entry.Status.WITHDRAWN)
    return StageTerms(
        chain=stage.chain,
        scheme=scheme_of(stage),
        rounds_planned=stage.rounds_planned,
        gone=frozenset(withdrawn.values_list("pk", flat=True)),
    )


def _rules_of(event: Event, rounds: Iterable[Round]) -> inputs.GameRules:
    """GAME compares games of one kind only: an evening of several games has none."""
    if any(each.plays_own_game for each in rounds):
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
            each.number,
            tuple(matches[each.pk]),
            byes[each.pk],
            each.game_here.scoring != Scoring.LOWER,
        )
        for each in rounds
    )


def _matches(
    rounds: Sequence[Round], *, planned: int, instead: Instead
) -> Mapping[str, list[inputs.MatchInput]]:
    """By round. Read as plain values: of 10,000 players, rows take four times as long."""
    letters, results = _letters(rounds), _results(rounds, instead)
    found: dict[str, list[inputs.MatchInput]] = defaultdict(list)
    tables = Match.objects.filter(round__in=rounds).order_by("table")
    for pk, round_id in tables.values_list("pk", "round_id"):
        by_game = sorted(results[pk].items())
        games = [sides for _number, sides in by_game if sides is not None]
        found[round_id].append(_match(pk, letters[pk], games, planned=planned))
    return found


def _letters(rounds: Sequence[Round]) -> Mapping[str, Mapping[str, str]]:
    """By match: the first seat of every entry."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    seats = Seat.objects.filter(round__in=rounds).order_by("letter")
    for match, entry, letter in seats.values_list("match_id", "entry_id", "letter"):
        found[match].setdefault(entry, letter)
    return found


def _results(rounds: Sequence[Round], instead: Instead) -> Mapping[str, Mapping[int, Sides | None]]:
    """By match and game: what counts, or what is assumed."""
    found: dict[str, dict[int, Sides | None]] = defaultdict(dict)
    games = MatchGame.objects.filter(match__round__in=rounds, result__isnull=False)
    for match, number, sides in games.values_list("match_id", "number", "result__sides"):
        found[match][number] = sides
    for (match, number), sides in instead.items():
        found[match][number] = sides
    return found


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

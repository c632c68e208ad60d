"""What decided between entries, with the game's own pictures: at a table, and over all games.

Pictures come from the figures that were written down, or from the record: of six colours, only the
game itself knows which was the lowest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.values import Setup, gettext_noop
from league.events.queries.replays import told_of
from league.events.queries.tiebreak_texts import value_written
from league.models import Match, MatchGame, Result, Stage, Submission
from league.results.deciding import KeySaid, key_signs
from league.results.queries import keys_of, setup_of
from league.results.sides import claims_of
from league.standings.parts import Exact

Keys = Mapping[str, tuple[KeySaid, ...]]  # by entry
Sides = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class KeysBeside:
    """Two entries side by side, in a game in which they met, or over all their games."""

    theirs: tuple[KeySaid, ...]
    own: tuple[KeySaid, ...]
    match: str = ""
    table: int = 0
    round: int = 0


def deciding_keys(match: Match, sides: Sides, *, submission: Submission | None) -> Keys:
    """Of what somebody handed in, or of what counts."""
    claims = claims_of(submission.claims) if submission else {}
    has_figures = bool(claims) and all(claim.figures for claim in claims.values())
    drawn = {} if has_figures or not submission else _drawn(match, submission)
    return keys_of(match, sides, claims=claims, drawn=drawn)


def _drawn(match: Match, submission: Submission) -> dict[str, Sequence[str]]:
    """The pictures of the keys, where they depend on what was played."""
    rules, setup = match.round.game_here.rules, setup_of(match)
    if rules is None or setup is None or not submission.record or all(key_signs(rules, setup)):
        return {}
    told = told_of(submission.record)
    signed = zip(told.verdict.sides, told.key_signs, strict=False)
    seating = submission.seating
    return {
        seating[side.standing.seats[0]]: signs
        for side, signs in signed
        if signs and side.standing.seats[0] in seating
    }


def met_compared(matches: Sequence[str], *, own: str, other: str) -> tuple[KeysBeside, ...]:
    """The games in which two met, by the tables in question."""
    games = MatchGame.objects.filter(match__in=matches, result__isnull=False)
    games = games.select_related("match__round__stage__event", "match__event", "result__submission")
    games = games.prefetch_related("match__seats").order_by("match__round__number", "number")
    compared = (_in_game(game.match, game.result, own, other) for game in games if game.result)
    return tuple(each for each in compared if each)


def _in_game(match: Match, result: Result, own: str, other: str) -> KeysBeside | None:
    sides = [side for side in result.sides if side["entry"] in (own, other)]
    if len(sides) < 2 or any(side["forfeited"] for side in sides):
        return None
    keys = deciding_keys(match, sides, submission=result.submission)
    if not all(keys.get(entry) for entry in (own, other)):
        keys = _scores(match, sides)
    where = (match.pk, match.table, match.round.number)
    return KeysBeside(keys[other], keys[own], *where)


def _scores(match: Match, sides: Sides) -> dict[str, tuple[KeySaid, ...]]:
    """Where the score says all."""
    rules, setup = match.round.game_here.rules, setup_of(match)
    field = rules.figures.score(setup) if rules and setup else None
    name, sign = (field.label, field.symbol) if field else (gettext_noop("Score"), "")
    differs = len({side["score"] for side in sides}) > 1
    game = rules.key if rules else ""
    return {
        side["entry"]: (KeySaid(name, side["score"], sign, game, decides=differs),)
        for side in sides
    }


def totals_compared(
    stage: Stage, theirs: Sequence[Exact], own: Sequence[Exact]
) -> tuple[KeysBeside, ...]:
    """The game's own keys over all games; as far as the first that differs, which decides."""
    rules = stage.game_here.rules
    if rules is None:
        return ()
    named = stage if stage.plays_own_game else stage.event
    setup = Setup(rules.variants[named.variant][0], variant=named.variant, edition=named.edition)
    names = rules.league_key_names(setup)
    if not len(theirs) == len(own) == len(names):
        return ()  # known by scores alone, or somebody has played no game
    pairs = enumerate(zip(theirs, own, strict=True))
    last = next((at for at, (one, two) in pairs if one != two), len(names) - 1)
    told = names[: last + 1]

    def said(values: Sequence[Exact]) -> tuple[KeySaid, ...]:
        return tuple(
            KeySaid(key.name, _plain(value), key.sign, rules.key, decides=at == last)
            for at, (key, value) in enumerate(zip(told, values, strict=False))
        )

    return (KeysBeside(said(theirs), said(own)),)


def _plain(value: Exact) -> str:
    """What is better the lower it is, is kept as a negative number."""
    return value_written([value]).lstrip("−")

"""From a record to its verdict: read, replay, compare claims, rank. Never raises on bad input."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from games.ranking import shared_ranks
from games.record import Record, Unread, digest, read
from games.registry import rules_of
from games.replay import Replay, finding, replay as replay_of, wrong_setup
from games.values import Fault, Position, SideScore
from games.verdict import Finding, RankedSide, Status, Verdict


def verify(data: bytes) -> Verdict:
    """What the rules say about a record."""
    record = read(data)
    if isinstance(record, Unread):
        return _unreadable(record)
    if wrong := wrong_setup(record):
        return _not_allowed(record, wrong)
    return _replayed(record)


def verify_and_replay(data: bytes) -> tuple[Verdict, Replay | None]:
    """The same, with every step of a record that can be played: read once, played once."""
    record = read(data)
    if isinstance(record, Unread):
        return _unreadable(record), None
    game = replay_of(record)
    if isinstance(game, Finding):
        return _not_allowed(record, game), None
    findings = [
        finding(step.line, step.seat, "warning", step.claim_fault)
        for step in game.steps
        if step.claim_fault
    ]
    if game.attempt:
        findings.append(game.attempt.finding)
    claimed = sum(step.action.claim is not None for step in game.steps)
    verdict = _verdict(record, game.position, findings, turns=game.turns, claimed=claimed)
    return verdict, game


def _unreadable(unread: Unread) -> Verdict:
    values = {name: tag.value for name, tag in unread.tags.items()}
    players = values.get("Players", "")
    rules = rules_of(values.get("Game", ""))
    return Verdict(
        status="unreadable",
        game=values.get("Game"),
        variant=values.get("Variant"),
        edition=values.get("Edition"),
        players=int(players) if len(players) == 1 and players in "0123456789" else None,
        rules_version=rules.rules_version if rules else None,
        findings=(unread.finding,),
    )


def _not_allowed(record: Record, wrong: Finding) -> Verdict:
    return Verdict(
        status="illegal",
        **_played(record),
        termination=record.value("Termination"),
        findings=(wrong,),
    )


def _replayed(record: Record) -> Verdict:
    """The loop of games/replay.py without the positions: sharing it as a generator of steps made
    the replay of a game of Twisty or Kaleidoskop slower by 6 to 17 %.
    """
    step, uncounted = record.rules.play.step, record.rules.play.uncounted
    position = record.rules.play.start(record.setup)
    findings: list[Finding] = []
    turns = claimed = 0
    for action, line in zip(record.actions, record.lines, strict=True):
        outcome = step(position, action)
        if isinstance(outcome, Fault):
            findings.append(finding(line, action.seat, "error", outcome))
            break
        position, claim_fault = outcome
        seat, kind, _what, claim = action
        turns += kind not in uncounted
        claimed += claim is not None
        if claim_fault:
            findings.append(finding(line, seat, "warning", claim_fault))
    return _verdict(record, position, findings, turns=turns, claimed=claimed)


def _verdict(
    record: Record, position: Position, findings: Sequence[Finding], *, turns: int, claimed: int
) -> Verdict:
    """From where a replay came to, what it found on the way, and how many claims it met."""
    is_illegal = bool(findings) and findings[-1].severity == "error"  # it ends the replay
    termination = "normal" if position.is_over else record.value("Termination")
    status = "illegal" if is_illegal else _status(position, termination)
    play = record.rules.play
    return Verdict(
        status=status,
        **_played(record),
        termination=termination,
        claims="mismatch" if len(findings) > is_illegal else "match" if claimed else "none",
        turns=turns,
        sides=_ranked(play.standings(position)) if status == "complete" else (),
        findings=tuple(findings),
        digest=digest(record),
    )


def _status(position: Position, termination: str) -> Status:
    """By time, a game is scored as it stands; one that is over needs what its end needs."""
    by_time = termination == "time" and not position.is_over
    return "complete" if position.is_complete or by_time else "unfinished"


def _ranked(standings: Sequence[SideScore]) -> tuple[RankedSide, ...]:
    ranks = shared_ranks([side.keys for side in standings])
    sides = [RankedSide(rank, side) for rank, side in zip(ranks, standings, strict=True)]
    return tuple(sorted(sides, key=lambda side: side.rank))


class _Played(TypedDict):
    game: str
    variant: str
    edition: str
    players: int
    rules_version: int
    own: Mapping[str, str]


def _played(record: Record) -> _Played:
    """What was played, by the tags."""
    setup, rules = record.setup, record.rules
    return {
        "game": rules.key,
        "variant": setup.variant,
        "edition": setup.edition,
        "players": setup.players,
        "rules_version": rules.rules_version,
        "own": setup.own,
    }

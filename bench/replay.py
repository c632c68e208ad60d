"""Whole records verified, in actions per second, against python-chess replaying games in SAN.

Both do the same kind of work in the same run: read the text of a game and check that every action
is lawful. python-chess is a peer for measuring only; it is never shipped (`pip install chess`).
"""

import random
import statistics
import sys
import time
from collections.abc import Callable

from games.registry import GAMES, rules_of
from games.verify import verify

RECORDS = 40
ROUNDS = 5
SLICE_S = 1.0


def actions_per_s(replay: Callable[[], int]) -> float:
    """How many actions a second, replaying over and over for a slice of time."""
    done, started = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - started) < SLICE_S:
        done += replay()
    return done / elapsed


def records_of(game: str) -> Callable[[], int]:
    rules = rules_of(game)
    assert rules is not None
    texts = [
        rules.random_play.game(seed, players=None, variant=None).encode() for seed in range(RECORDS)
    ]

    lines = b"\n".join(texts).splitlines()
    actions = sum(not line.startswith(b"[") for line in lines)  # draws are lines to replay, too

    def replay() -> int:
        if any(verify(text).status != "complete" for text in texts):
            raise SystemExit(f"A random game of {game} is not complete.")
        return actions

    return replay


def games_of_chess() -> Callable[[], int]:
    try:
        import chess
    except ImportError:
        raise SystemExit("The peer is missing: .venv/bin/pip install chess") from None
    lots = random.Random(1)
    games: list[list[str]] = []
    for _ in range(RECORDS):
        board, moves = chess.Board(), []
        while not board.is_game_over() and len(moves) < 120:
            move = lots.choice(list(board.legal_moves))
            moves.append(board.san(move))
            board.push(move)
        games.append(moves)

    def replay() -> int:
        for moves in games:
            board = chess.Board()
            for san in moves:
                board.push_san(san)
        return sum(map(len, games))

    return replay


def main() -> None:
    replays = {"python-chess": games_of_chess(), **{game: records_of(game) for game in GAMES}}
    times: dict[str, list[float]] = {name: [] for name in replays}
    for _ in range(ROUNDS):
        for name, replay in replays.items():
            times[name].append(actions_per_s(replay))
    peer = statistics.median(times["python-chess"])
    print(f"replay: median of {ROUNDS} rounds, one core, Python {sys.version.split()[0]}")
    for name, figures in times.items():
        median = statistics.median(figures)
        print(f"  {name:<14} {median:9.0f} actions/s   {median / peer:5.2f} of python-chess")

"""A second referee for Twisty, slow and literal, that shares no code with games/twisty.

It judges records that can be read, with a lawful set-up. Every broken rule of an action is noted;
the first in the order of the spec is the answer.
"""

import re
from typing import Any

ORDER = ("after-end", "wrong-seat", "step", "pawn", "capture", "corner", "can-move")
CORNERS = {"a1", "g1", "g7", "a7"}
ALL = {column + row for column in "abcdefg" for row in "1234567"}


def offset(one: str, other: str) -> tuple[int, int]:
    low, high = sorted((abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1]))))
    return low, high


class Game:
    def __init__(self, tags: dict[str, str]) -> None:
        self.seats = "ABCD"[: int(tags["Players"])]
        rows = tags["Board"].split("/")
        self.token = {
            "abcdefg"[x] + str(7 - y): rows[y][x]
            for y in range(7)
            for x in range(7)
            if rows[y][x] != "."
        }
        self.pawn = {seat: tags[f"Corner{seat}"] for seat in self.seats}
        self.cards = {seat: list(tags[f"Series{seat}"]) for seat in self.seats}
        self.cubes: dict[str, set[str]] = {seat: set() for seat in self.seats}
        self.safe: dict[str, set[str]] = {seat: set() for seat in self.seats}
        self.turn = "A"
        self.winner = ""

    def next_colour(self, seat: str) -> str | None:
        return next((card for card in self.cards[seat] if card not in self.cubes[seat]), None)

    def standing(self, square: str) -> str | None:
        """Another player's pawn."""
        found = [s for s in self.seats if s != self.turn and self.pawn[s] == square]
        return found[0] if found else None

    def may_rob(self, victim: str) -> bool:
        return self.next_colour(self.turn) in self.cubes[victim] - self.safe[victim]

    def is_stuck(self) -> bool:
        """No knight's move of the one who is to move is lawful."""
        jumps = [s for s in ALL if offset(self.pawn[self.turn], s) == (1, 2)]
        return all(
            (other := self.standing(square)) is not None and not self.may_rob(other)
            for square in jumps
        )

    def broken(self, seat: str, word: str) -> set[str]:
        if self.winner:
            return {"after-end"}
        if seat != self.turn:
            return {"wrong-seat"}
        if word == "pass":
            return set() if self.is_stuck() else {"can-move"}
        path, _, blow = word.partition("x")
        way = path.split("-")
        codes = set()
        for number, square in enumerate(way):
            before = way[number - 1] if number else self.pawn[seat]
            by = self.token.get(before, "") if number else "3"
            is_last = number == len(way) - 1
            if number and self.standing(before):
                by = ""
            if not self.leads(by, before, square):
                codes.add("step")
            other = self.standing(square)
            if other and (by == "4" or not self.may_rob(other) or not (is_last and blow)):
                codes.add("pawn")
        if blow:
            victim, corner = blow.split(">")
            if self.standing(way[-1]) != victim:
                codes.add("capture")
            busy = {self.pawn[s] for s in self.seats if s not in (seat, victim)} | {way[-1]}
            if corner not in CORNERS - busy:
                codes.add("corner")
        return codes

    def leads(self, by: str, here: str, there: str) -> bool:
        if by == "4":
            return here != there and self.token.get(there) == "4"
        return offset(here, there) == {"1": (0, 1), "2": (1, 1), "3": (1, 2)}.get(by)

    def play(self, seat: str, word: str) -> None:
        if word != "pass":
            self.land(seat, word)
        self.turn = self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def land(self, seat: str, word: str) -> None:
        path, _, blow = word.partition("x")
        square = path.split("-")[-1]
        colour = self.next_colour(seat)
        if blow:
            victim, corner = blow.split(">")
            assert colour is not None
            self.cubes[victim].remove(colour)
            self.cubes[seat].add(colour)
            self.cards[victim].remove(colour)
            self.cards[victim].append(colour)
            self.pawn[victim] = corner
        elif colour is not None and self.token.get(square) == colour:
            del self.token[square]
            self.cubes[seat].add(colour)
        elif self.token.get(square) == "P":
            self.safe[seat] = set(self.cubes[seat])
        self.pawn[seat] = square
        if square == "d4" and len(self.cubes[seat]) == 7:
            self.winner = seat


def judge(text: str) -> dict[str, Any]:
    """Status, line and code of the fault, turns, keys by seat."""
    lines = [line.partition(";")[0].split() for line in text.splitlines()]
    game = Game(dict(re.findall(r'^\[(\w+) "([^"]*)"\]', text, re.MULTILINE)))
    turns = 0
    fault: tuple[int, str] | None = None
    for number, words in enumerate(lines, start=1):
        if not words or words[0].startswith("["):
            continue
        if codes := game.broken(*words):
            fault = (number, min(codes, key=ORDER.index))
            break
        game.play(*words)
        turns += 1
    return {
        "status": "illegal" if fault else "complete" if game.winner else "unfinished",
        "fault": fault,
        "turns": turns,
        "keys": {seat: (int(seat == game.winner), len(game.cubes[seat])) for seat in game.seats},
    }

"""What a game need not say for itself: final figures, looks and random games that work.

They are made from how the game is played, and are as plain as can be: a game that wants more gives
parts of its own.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from random import Random
from typing import Generic

from games import marks
from games.contract import Draw, DrawPad, FinalFigures, Looks, Play, RandomPlay, RuleModule, Tags
from games.pads import InputForm, InputPart, Option, Pad, Said, Told
from games.scene import drawing, shape
from games.tallies import side_name
from games.values import (
    STANDARD,
    Action,
    Fault,
    FiguresBySide,
    LeagueKey,
    P,
    Scored,
    Setup,
    SideFigures,
    SideScore,
    TallyField,
    gettext_noop as _,
)

BASE_GAME: Mapping[str, str] = {"base": _("base game")}
MOST_POINTS = 99_999
EXAMPLE = (40, 35, 20, 18)
MOST_CHOICES = 300  # of a form that lists actions: more would help nobody
LINE = 26  # height of a line of words in a drawing
WIDTH = 400
LETTERS_IN_A_LINE = 42


def rule_module(  # noqa: PLR0913 - the fields of a value, most of them with a default
    *,
    key: str,
    name: str,
    variants: Mapping[str, Sequence[int]],
    play: Play[P],
    variant_names: Mapping[str, str] = BASE_GAME,
    editions: Sequence[str] = ("standard",),
    rules_version: int = 1,
    higher_score_wins: bool = True,
    league_keys: Callable[[Scored], tuple[int, ...]] = lambda game: game.keys,
    best_keys: frozenset[int] = frozenset(),
    league_key_names: Callable[[Setup], Sequence[LeagueKey]] | None = None,
    tags: Tags | None = None,
    figures: FinalFigures[P] | None = None,
    looks: Looks[P] | None = None,
    random_play: RandomPlay | None = None,
) -> RuleModule[P]:
    """A game's rules from what it says of itself, the rest filled in."""
    return RuleModule(
        key=key,
        name=name,
        variants=variants,
        variant_names=variant_names,
        editions=editions,
        rules_version=rules_version,
        higher_score_wins=higher_score_wins,
        league_keys=league_keys,
        best_keys=best_keys,
        league_key_names=league_key_names or named_as_in_one_game(play),
        play=play,
        tags=tags or Tags(),
        figures=figures or points_alone(play, higher_score_wins=higher_score_wins),
        looks=looks or plain_looks(name, play),
        random_play=random_play or random_choices(key, play, variants),
    )


def named_as_in_one_game(play: Play[P]) -> Callable[[Setup], Sequence[LeagueKey]]:
    return lambda setup: tuple(map(LeagueKey, play.key_names(setup)))


def points_alone(play: Play[P], *, higher_score_wins: bool = True) -> FinalFigures[P]:
    """The points of each side: for a game whose ranking compares nothing else."""
    field = TallyField(
        "points", _("Points"), -MOST_POINTS, MOST_POINTS, "number", True, "record 4.2"
    )

    def of(position: P) -> FiguresBySide:
        return {side.side: {field.name: side.score} for side in play.standings(position)}

    def tally(
        setup: Setup, by_side: Sequence[SideFigures], *, termination: str
    ) -> Sequence[SideScore] | Fault:
        sign = 1 if higher_score_wins else -1
        return [
            SideScore(side_name(seats), tuple(seats), own["points"], (sign * own["points"],))
            for seats, own in zip(play.sides(setup), by_side, strict=True)
        ]

    return FinalFigures(
        fields=lambda setup: (field,),
        of=of,
        tally=tally,
        score=lambda setup: field,
        example=lambda setup: sorted(EXAMPLE[: len(play.sides(setup))], reverse=higher_score_wins),
    )


def plain_looks(
    name: str,
    play: Play[P],
    *,
    describe: Callable[[P], Sequence[Said]] | None = None,
    draw: Draw[P] | None = None,
    pad: DrawPad[P] | None = None,
) -> Looks[P]:
    """Words in place of what the game does not draw."""
    plain = _Plain(name, play, describe)
    return Looks(
        describe=plain.describe,
        draw=draw or plain.draw,
        tell=plain.tell,
        pad=pad or plain.pad_with(draw),
    )


@dataclass(frozen=True)
class _Plain(Generic[P]):
    """A game in words: a drawing is its description, a form the list of what can be done."""

    name: str
    play: Play[P]
    own_words: Callable[[P], Sequence[Said]] | None

    def describe(self, position: P) -> Sequence[Said]:
        if self.own_words:
            return self.own_words(position)
        scores = ", ".join(f"{side.side} {side.score}" for side in self.play.standings(position))
        points = Said(_("Points: {points}."), {"points": scores})
        if not position.turn:
            return [Said(_("The game is over.")), points]
        return [Said(_("{seat} is to play."), {"seat": position.turn}), points]

    def draw(
        self,
        position: P,
        *,
        last: Action | None,
        coordinates: bool,
        attempted: Action | None = None,
    ) -> str:
        words = self.describe(position)
        lines = [
            *_lines(" ".join(map(str, words))),
            *self._said(last, "Last"),
            *self._said(attempted, "Not allowed"),
        ]
        shapes = [
            shape("text", line, x=10, y=LINE * number, font_size=18, fill="currentColor")
            for number, line in enumerate(lines, start=1)
        ]
        if attempted:
            shapes.append(marks.seat(WIDTH - LINE, LINE, radius=LINE / 2))
        return drawing(
            shapes,
            width=WIDTH,
            height=LINE * len(lines) + 10,
            title=self.name,
            description=[*words, *marks.in_words(attempted)],
        )

    def tell(self, action: Action) -> Told:
        words = self.play.write(action._replace(claim=None)) or action.kind
        return Told(Said("{words}", {"words": words}))

    def pad_with(self, draw: Draw[P] | None) -> DrawPad[P]:
        def pad(position: P, *, last: Action | None) -> Pad:
            seats, turn = position.setup.seats, position.turn or position.setup.seats[0]
            first = seats.index(turn)
            return Pad(
                board=(draw or self.draw)(position, last=last, coordinates=False),
                panels={},
                spots={},
                order=seats[first:] + seats[:first],
                entries=tuple(self._forms(position)),
                size=LINE,
            )

        return pad

    def _forms(self, position: P) -> Iterator[InputForm]:
        """Of each kind of action, those that are lawful, to be chosen from."""
        actions = [] if position.is_complete else islice(self.play.lawful(position), MOST_CHOICES)
        by_kind = sorted(actions, key=_kind)
        for (seat, kind), alike in groupby(by_kind, key=_kind):
            words = (self.play.write(action) or kind for action in alike)
            options = tuple(Option(text, Said("{words}", {"words": text})) for text in words)
            part = InputPart("words", Said(_("Move")), "option", options)
            yield InputForm(kind, Said("{kind}", {"kind": kind}), seat, (part,), "{words}")

    def _said(self, action: Action | None, what: str) -> Iterator[str]:
        if action:
            words = self.play.write(action._replace(claim=None)) or action.kind
            yield from _lines(f"{what}: {action.seat} {words}")


def _kind(action: Action) -> tuple[str, str]:
    return action.seat, action.kind


def _lines(words: str) -> Iterator[str]:
    """Words in lines that are not too long."""
    line = ""
    for word in words.split():
        if line and len(line) + len(word) >= LETTERS_IN_A_LINE:
            yield line
            line = ""
        line = f"{line} {word}".strip()
    yield line


def random_choices(key: str, play: Play[P], variants: Mapping[str, Sequence[int]]) -> RandomPlay:
    """Games of whatever is lawful, without own tags."""

    def game(
        seed: int, *, players: int | None, variant: str | None, edition: str = STANDARD
    ) -> str:
        random = Random(seed)  # noqa: S311 - a game, not a secret
        chosen = variant or random.choice(_fitting(variants, players))
        setup = Setup(players or random.choice(variants[chosen]), chosen, edition)
        position = play.start(setup)
        tags = {"Game": key, "Variant": chosen, "Edition": edition, "Players": setup.players}
        lines = [f'[{tag} "{value}"]' for tag, value in tags.items()]
        while not position.is_complete:
            action = random.choice(list(islice(play.lawful(position), MOST_CHOICES)))
            after = play.after(position, action)
            claim = play.right_claim(position, action, after=after)
            words = play.write(action) or action.kind
            lines.append(f"{action.seat} {words}" + ("" if claim is None else f" ={claim}"))
            position = after
        return "\n".join(lines) + "\n"

    return RandomPlay(game=game)


def _fitting(variants: Mapping[str, Sequence[int]], players: int | None) -> list[str]:
    """The variants for so many players."""
    return [name for name, numbers in variants.items() if players in (None, *numbers)]

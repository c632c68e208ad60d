"""Tables of a made-up event: phones that hand in, confirm, err and disagree; score sheets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import count, cycle

from django.utils import timezone

from games.anonymous import with_tag
from games.contract import Rules
from games.pads import PointPad
from games.points import turn_written
from games.record import Record, read
from games.registry import rules_of
from games.replay import ReplayStep, words_of
from games.values import FiguresBySide, PointTurn
from league.demo.chance import Luck
from league.models import Match, Round, Seat, Sheet, Submission
from league.models.public_id import new_public_id
from league.permissions import SERVICE
from league.results.queries import expected_of, seating_of, seats_at
from league.results.services.claims import HandIn
from league.results.services.confirmations import confirm_submission
from league.results.services.objections import contest_result
from league.results.services.submissions import submit
from league.results.services.verification import verify_submission
from league.sheets import ledger as kinds
from league.sheets.queries import on_sheet
from league.sheets.replay import SheetGame, attempt, game_of
from league.sheets.services.acts import Note, Written, write
from league.sheets.services.sheets import hand_in_sheet, open_sheet

_PLAYED_FOR = timedelta(minutes=40)
_PIECES = 10_000  # seeds of games to choose from
# seeds of games to choose from
_REMARK = "Rozehráno, jdeme si pro čaj."
_MOST_POINTS = 5  # of one entry in plain scorekeeping

Line = tuple[str, str]  # seat, words


class Phones:
    """At tables of one event. The same luck plays the same games."""

    def __init__(self, luck: Luck) -> None:
        self.luck = luck

    def agree(self, match: Match) -> None:
        """A record is handed in, verified, and confirmed from another phone."""
        first, second = speakers(match)
        handed_in = self._hand_in(match, first, self._record(match))
        self._confirm(handed_in, second)

    def play_alone(self, match: Match) -> None:
        """A record is handed in and verified, which is enough."""
        [seat] = seats_at(match)
        self._hand_in(match, seat, self._record(match))

    def wait(self, match: Match, *, for_seat: Seat | None = None) -> None:
        """A record is handed in and verified; an opponent is asked."""
        first, _second = speakers(match, asked=for_seat)
        self._hand_in(match, first, self._record(match))

    def err(self, match: Match) -> None:
        """A record with an action too many: written down twice."""
        first, _second = speakers(match)
        lines = self._record(match).splitlines()
        middle = len(lines) * 2 // 3
        self._hand_in(
            match, first, "\n".join([*lines[:middle], lines[middle - 1], *lines[middle:]])
        )

    def disagree(self, match: Match) -> None:
        """One says that it was played to its end, the other that time was called before."""
        first, second = speakers(match)
        record = self._record(match)
        lines = record.splitlines()
        shorter = "\n".join(lines[: len(lines) * 3 // 4])
        self._hand_in(match, first, record)
        self._hand_in(match, second, with_tag(shorter, "Termination", "time"))

    def contest(self, match: Match) -> None:
        """A result counts, and the one in the last seat says that it is wrong."""
        _first, last = speakers(match)
        contest_result(match.results.latest("number"), actor=SERVICE, seat=last)

    def scenes(self, matches: Sequence[Match]) -> None:
        """One thing after another, so that a demo shows them all."""
        scenes = cycle((self.err, self.disagree, self.agree, self.wait))
        for match, scene in zip(matches, scenes, strict=False):
            scene(match)

    def play(self, matches: Iterator[Match] | Sequence[Match]) -> None:
        for match in matches:
            self.agree(match)

    def _record(self, match: Match) -> str:
        expected = expected_of(match)
        rules = rules_of(expected.game)
        assert rules is not None
        return rules.random_play.game(
            self.luck.randrange(_PIECES), players=len(seats_at(match)), variant=expected.variant
        )

    def _hand_in(self, match: Match, seat: Seat, record: str) -> Submission:
        played_a_while(match)
        hand_in = HandIn(seating=seating_of(match), record=record)
        submission = submit(match, hand_in, actor=SERVICE, seat=seat, client_key=new_public_id())
        verify_submission(submission.pk)
        return submission

    def _confirm(self, submission: Submission, seat: Seat) -> None:
        confirm_submission(submission, actor=SERVICE, seat=seat, digest=submission.digest)


def played_a_while(match: Match) -> None:
    """As if after a real game: nobody hands in as fast as a simulation plays."""
    began = timezone.now() - _PLAYED_FOR
    Round.objects.filter(pk=match.round_id, published_at__gt=began).update(published_at=began)


def speakers(match: Match, *, asked: Seat | None = None) -> tuple[Seat, Seat]:
    """Who hands in and who is asked: of different entries."""
    seats = seats_at(match)
    second = asked or seats[-1]
    first = next(seat for seat in seats if seat.entry_id != second.entry_id)
    return first, second


@dataclass(frozen=True)
class _Game:
    """A random game as a sheet keeps it: with closed hands."""

    rules: Rules
    record: Record

    @property
    def set_up(self) -> str:
        return "\n".join(f"{tag} {value}" for tag, value in self.record.setup.own.items())

    @property
    def lines(self) -> list[Line]:
        return [
            (action.seat, words_of(self.rules, action._replace(claim=None)))
            for action in self.record.actions
            if not self.rules.play.tells_hand(action)
        ]

    @property
    def is_fit(self) -> bool:
        """Whether it is whole without what says who held what; and no handicap."""
        played = self._at(len(self.lines))
        required = self.rules.tags.required(played.setup.players)
        return (
            played.broken is None
            and played.position.is_complete
            and set(self.record.setup.own) <= set(required)
        )

    def figures(self, *, after: int) -> FiguresBySide:
        """What the sides have after so many lines."""
        return self.rules.figures.of(self._at(after).position)

    @property
    def last_turns(self) -> list[PointTurn]:
        """What the last line brought: a turn of its own, or one of each whose hand is counted."""
        at, setup = len(self.lines), self.record.setup
        before, after = self.figures(after=at - 1), self.figures(after=at)
        ticks = {field.name for field in self.rules.figures.fields(setup) if field.kind == "tick"}
        changes = {
            side: {
                name: change
                for name, value in own.items()
                if (change := value - before[side][name]) and (change > 0 or name not in ticks)
            }
            for side, own in after.items()
        }
        brought = {side: own for side, own in changes.items() if own}
        if self.record.actions[-1].kind == "left":
            return [PointTurn(side[0], {side: own}) for side, own in brought.items()]
        return [PointTurn(self.lines[-1][0], brought)]

    def unlawful(self, *, after: int) -> Line:
        """Anyone who is due repeats something of the game's that cannot be repeated."""
        game, seat = self._at(after), self.lines[after][0]
        words = next(
            words
            for _seat, words in self.lines
            if not isinstance(attempt(game, kinds.SheetLine(0, seat, words)), ReplayStep)
        )
        return seat, words

    def _at(self, number: int) -> SheetGame:
        lines = [kinds.SheetLine(at, *line) for at, line in enumerate(self.lines[:number])]
        return game_of(self.rules, self.record.setup, lines)


class SheetTables:
    """At tables of one event. The same luck plays the same games."""

    def __init__(self, luck: Luck) -> None:
        self.luck = luck
        self.keys = (f"demo-{number}" for number in count(1))

    def play(self, matches: Sequence[Match]) -> None:
        """Whole games, handed in from the sheet and confirmed by an opponent."""
        ends = cycle((self._finish, self._finish_by_time, self._finish_let_stand))
        for match, end in zip(matches, ends, strict=False):
            game = self._game(match)
            sheet = self._opened(match, game)
            end(sheet, game)
            self._hand_in(match, sheet)

    def scenes(self, matches: Sequence[Match]) -> None:
        """Games under way, so that a demo shows every kind of sheet."""
        scenes = cycle((self.checked, self.let_stand, self.plain))
        for match, scene in zip(matches, scenes, strict=False):
            scene(match)

    def checked(self, match: Match) -> None:
        """In the middle, with an entry that was refused and one that was undone."""
        game = self._game(match)
        sheet = self._opened(match, game)
        lines = _half(game.lines)
        self._play(sheet, lines)
        self._write(sheet, Note(next(self.keys), kinds.UNDO, target=sheet.number))
        seat, words = game.unlawful(after=len(lines) - 1)
        self._write(sheet, Note(next(self.keys), kinds.ACTION, seat, words))
        self._play(sheet, lines[-1:])
        self._write(sheet, Note(next(self.keys), kinds.REMARK, text=_REMARK))

    def let_stand(self, match: Match) -> None:
        """A broken rule was found too late: from there on the table counts by itself."""
        game = self._game(match)
        sheet = self._opened(match, game)
        lines = _half(game.lines)
        self._play(sheet, lines)
        self._let_stand(sheet, game, after=len(lines))
        self._count(sheet, rounds=1)

    def plain(self, match: Match) -> None:
        """Nobody looks on: names, points, running totals."""
        sheet = self._opened(match, way=Sheet.Way.PLAIN)
        self._count(sheet, rounds=2)

    def _finish(self, sheet: Sheet, game: _Game) -> None:
        self._play(sheet, game.lines)

    def _finish_by_time(self, sheet: Sheet, game: _Game) -> None:
        lines = game.lines
        self._play(sheet, lines[: len(lines) * 3 // 4])
        self._write(sheet, Note(next(self.keys), kinds.TIME))

    def _finish_let_stand(self, sheet: Sheet, game: _Game) -> None:
        """The last turn is written down by hand: the figures are those of the whole game."""
        lines = game.lines
        self._play(sheet, lines[:-1])
        self._let_stand(sheet, game, after=len(lines) - 1)
        for turn in game.last_turns:
            self._write(sheet, self._points(turn.seat, turn_written(turn)))
        self._write(sheet, Note(next(self.keys), kinds.END))

    def _let_stand(self, sheet: Sheet, game: _Game, *, after: int) -> None:
        seat, words = game.unlawful(after=after)
        self._write(sheet, Note(next(self.keys), kinds.LET_STAND, seat, words))

    def _count(self, sheet: Sheet, *, rounds: int) -> None:
        for _ in range(rounds * sheet.players):
            page = on_sheet(sheet)
            seat = page.kept.turn
            words = self._brought(page.turns.pad(page.kept, seat))
            self._write(sheet, self._points(seat, words))

    def _brought(self, pad: PointPad) -> str:
        """What a turn often brings."""
        if pad.keys:
            return self.luck.choice(pad.keys).words
        figures = [row.name for row in pad.rows] or [pad.digits]
        return f"{self.luck.choice(figures)} {self.luck.randint(1, _MOST_POINTS)}"

    def _points(self, seat: str, words: str) -> Note:
        return Note(next(self.keys), kinds.SCORE, seat=seat, text=words)

    def _game(self, match: Match) -> _Game:
        expected = expected_of(match)
        rules = rules_of(expected.game)
        assert rules is not None
        players = len(seats_at(match))
        while True:
            seed = self.luck.randrange(_PIECES)
            text = rules.random_play.game(seed, players=players, variant=expected.variant)
            record = read(text.encode())
            assert isinstance(record, Record)
            if (game := _Game(rules, record)).is_fit:
                return game

    def _opened(
        self, match: Match, game: _Game | None = None, *, way: str = Sheet.Way.CHECKED
    ) -> Sheet:
        played_a_while(match)
        sheet = open_sheet(match, actor=SERVICE, game=1, seating=seating_of(match), way=way)
        if game and game.set_up:
            self._write(sheet, Note(next(self.keys), kinds.SET_UP, text=game.set_up))
        return sheet

    def _play(self, sheet: Sheet, lines: Sequence[Line]) -> None:
        notes = [Note(next(self.keys), kinds.ACTION, seat, words) for seat, words in lines]
        done = self._write(sheet, *notes)
        assert done.refused is None, done.refused

    def _write(self, sheet: Sheet, *notes: Note) -> Written:
        done = write(sheet, notes, after=sheet.number, actor=SERVICE)
        sheet.number = done.number
        return done

    def _hand_in(self, match: Match, sheet: Sheet) -> None:
        first, second = speakers(match)
        submission = hand_in_sheet(sheet, actor=SERVICE, seat=first)
        if submission.record:
            verify_submission(submission.pk)
        confirm_submission(submission, actor=SERVICE, seat=second, digest=submission.digest)


def _half(lines: Sequence[Line]) -> Sequence[Line]:
    return lines[: len(lines) // 2]

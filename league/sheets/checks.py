"""Whether something may be written on a sheet as it stands: the one place that decides it.

Also what it has come to: its record, whether or not the game is over; and where points are kept by
hand, which figures a table writes down, with their sums from where the rules left off.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from games.contract import Rules
from games.pads import Said
from games.points import added, turn_read, turn_written, turns_of
from games.replay import ReplayStep, written
from games.tallies import tallied
from games.values import Fault, PointsKept, PointTurn, Setup, TallyField, Turns, gettext_noop as _
from league.sheets import ledger as kinds, replay
from league.sheets.ledger import Act, Ledger, SheetLine, edited, ledger

MOST = 99_999

_POINTS = TallyField(
    name="points",
    label=_("points"),
    least=-MOST,
    most=MOST,
    kind="number",
    is_required=True,
    rule="",
)
LONGEST = 500  # signs of an act
LONGEST_REMARK = 300
MOST_ACTS = 2_000
MOST_EDITS = 10  # at once: each replays the whole game
_ENDS = (kinds.TIME, kinds.END)
_REWRITES = frozenset((kinds.SET_UP, kinds.UNDO, kinds.EDIT))


def fields_of(rules: Rules | None, setup: Setup) -> Sequence[TallyField]:
    """Those of the game; of any other game, points."""
    return rules.figures.fields(setup) if rules else [_POINTS]


def sides_of(rules: Rules | None, setup: Setup) -> Sequence[tuple[str, ...]]:
    return rules.play.sides(setup) if rules else [(seat,) for seat in setup.seats]


@dataclass(frozen=True)
class Frame:
    """What does not change while a sheet is written."""

    rules: Rules | None
    setup: Setup  # of the game's own tags those that say what the box looks like
    is_plain: bool = False  # from the start
    is_discreet: bool = True  # the table wants to be checked, not helped
    is_closed: bool = False
    higher_wins: bool = True  # of two scores


@dataclass(frozen=True)
class Refused:
    """Why an act may not be written."""

    code: str
    why: Said
    is_rule: bool = False  # a rule of the game forbids it: the table may let it stand


@dataclass(frozen=True)
class OnSheet:
    """A sheet with all that was written on it."""

    frame: Frame
    acts: tuple[Act, ...] = ()

    @cached_property
    def ledger(self) -> Ledger:
        return ledger(self.acts)

    @cached_property
    def setup(self) -> Setup:
        frame, text = self.frame, self.ledger.set_up
        if frame.rules is None or not text:
            return frame.setup
        own = replay.tags_read(frame.rules, text, players=frame.setup.players)
        assert not isinstance(own, replay.Refusal), "only what can be read was stored"
        return replace(frame.setup, own={**frame.setup.own, **own})

    @property
    def needs_set_up(self) -> bool:
        """Whether the game cannot begin before something is laid out."""
        rules = self.frame.rules
        return (
            rules is not None
            and not self.frame.is_plain
            and self.ledger.set_up is None
            and bool(rules.tags.required(self.frame.setup.players))
        )

    @cached_property
    def game(self) -> replay.SheetGame | None:
        """None where nothing is replayed: plain from the start, or not laid out yet."""
        if self.frame.rules is None or self.frame.is_plain or self.needs_set_up:
            return None
        return replay.game_of(self.frame.rules, self.setup, self.ledger.lines)

    @cached_property
    def kept(self) -> PointsKept:
        """What the points come to that were written by hand."""
        kept, sides = self.first, sides_of(self.frame.rules, self.setup)
        for line in self.ledger.scores:
            turn = turn_read(line.seat, line.words, sides=sides)
            if turn is not None:
                kept = _one_further(kept, turn, turns=self.turns)
        return kept

    @cached_property
    def turns(self) -> Turns:
        rules, setup = self.frame.rules, self.setup
        return turns_of(rules, fields_of(rules, setup), sides=sides_of(rules, setup))

    @property
    def first(self) -> PointsKept:
        """Before the first points by hand: where the rules left off, or nothing."""
        if self.game is None:
            return self.turns.start(self.setup)
        rules, position = self.game.rules, self.game.position
        return PointsKept(
            self.setup, rules.figures.of(position), position.turn or self.setup.seats[0]
        )

    @property
    def is_plain(self) -> bool:
        """Whether points are written down by hand now."""
        return self.frame.is_plain or self.ledger.let_stand is not None

    @property
    def is_over(self) -> bool:
        """Ready to be handed in."""
        if self.ledger.ended is not None:
            return True
        return self.game is not None and not self.is_plain and self.game.position.is_complete

    def with_act(self, act: Act) -> "OnSheet":
        """One act further; the game so far is replayed again only if the act changes it."""
        sheet = OnSheet(self.frame, (*self.acts, act))
        game = self.game
        if act.kind in _REWRITES or game is None or game.broken is not None:
            return sheet
        if act.kind == kinds.ACTION:
            line = SheetLine(act.number, act.seat, act.text)
            step = replay.attempt(game, line)
            if not isinstance(step, ReplayStep):
                return sheet
            game = game.with_step(line, step)
        sheet.__dict__["game"] = game
        return sheet


def _one_further(kept: PointsKept, turn: PointTurn, *, turns: Turns) -> PointsKept:
    """What was written while less was checked still counts."""
    step = turns.step(kept, turn)
    return replace(kept, figures=added(kept, turn)) if isinstance(step, Fault) else step


def judge(sheet: OnSheet, act: Act) -> Act | Refused:
    """The act as it is to be written, in canonical words; or why it may not be."""
    if sheet.frame.is_closed:
        return Refused("closed", Said(_("This sheet is closed.")))
    if len(act.text) > LONGEST or len(sheet.acts) >= MOST_ACTS:
        return Refused("too-large", _TOO_MUCH)
    check = _CHECKS.get(act.kind)
    if check is None:
        return Refused("kind", Said(_("This cannot be written on a sheet.")))
    return check(sheet, act)


def _set_up(sheet: OnSheet, act: Act) -> Act | Refused:
    rules, setup = sheet.frame.rules, sheet.frame.setup
    if rules is None or (sheet.frame.is_plain and not rules.tags.handicap(setup.players)):
        return Refused("kind", Said(_("This game needs no set-up.")))
    if sheet.ledger.lines or sheet.ledger.scores:
        return Refused("stage", Said(_("The game has begun: undo its actions first.")))
    own = replay.tags_read(rules, act.text, players=setup.players)
    if isinstance(own, replay.Refusal):
        return replace(_refused(sheet, own), is_rule=False)
    if wrong := rules.tags.wrong(replace(setup, own=own)):
        return replace(_refused(sheet, wrong[0].fault), is_rule=False)
    return replace(act, text="\n".join(f"{tag} {value}" for tag, value in own.items()))


def _action(sheet: OnSheet, act: Act) -> Act | Refused:
    if sheet.game is None or sheet.is_plain:
        return Refused("stage", _STAGES["set_up" if sheet.needs_set_up else "plain"])
    if sheet.ledger.ended is not None:
        return Refused("stage", _STAGES["ended"])
    step = replay.attempt(sheet.game, SheetLine(act.number, act.seat, act.text))
    if not isinstance(step, ReplayStep):
        return _refused(sheet, step)
    return replace(act, text=step.words)


def _score(sheet: OnSheet, act: Act) -> Act | Refused:
    if not sheet.is_plain:
        return Refused("stage", Said(_("Here the rules count the points.")))
    if sheet.ledger.ended is not None:
        return Refused("stage", _STAGES["ended"])
    turn = _turn(sheet, act)
    if turn is None:
        return Refused("figure", Said(_("Give a whole number of points.")))
    step = sheet.turns.step(sheet.kept, turn)
    return _wrong(step) if isinstance(step, Fault) else replace(act, text=turn_written(turn))


def _turn(sheet: OnSheet, act: Act) -> PointTurn | None:
    """None: it cannot be read, or speaks of a figure that this game has not."""
    rules, setup = sheet.frame.rules, sheet.setup
    turn = turn_read(act.seat, act.text, sides=sides_of(rules, setup))
    names = {field.name for field in fields_of(rules, setup)}
    is_known = turn and all(names.issuperset(figures) for figures in turn.changes.values())
    return turn if is_known else None


def _wrong(fault: Fault) -> Refused:
    """Nobody looks on, so that there is nothing to let stand."""
    return Refused(fault.code, Said(fault.text, fault.gaps))


def _undo(sheet: OnSheet, act: Act) -> Act | Refused:
    last = sheet.ledger.last
    if last is None:
        return Refused("nothing", Said(_("There is nothing to undo.")))
    if act.target != last.number:
        return Refused("stale", Said(_("Something was written after it. Look at the sheet again.")))
    return replace(act, text="")


def _edit(sheet: OnSheet, act: Act) -> Act | Refused:
    if act.target in [line.number for line in sheet.ledger.scores]:
        return _edit_score(sheet, act)
    if sheet.game is None or act.target not in [line.number for line in sheet.ledger.lines]:
        return Refused("nothing", Said(_("This line is no longer on the sheet.")))
    game = replay.game_of(sheet.game.rules, sheet.setup, edited(sheet.ledger.lines, act))
    if game.broken is None:
        return replace(act, text=replay.words_read(game.rules, seat=act.seat, words=act.text))
    line, why = game.broken
    reason = replay.sentence(why, is_discreet=sheet.frame.is_discreet)
    told = replay.told_of(game.rules, seat=line.seat, words=line.words)
    return _edit_refused(act, line, Refused(why.code, reason), said=told.said if told else None)


def _edit_score(sheet: OnSheet, act: Act) -> Act | Refused:
    """Points of an earlier turn, with all that followed."""
    earlier = OnSheet(sheet.frame, _without_scores(sheet))
    for line in edited(sheet.ledger.scores, act):
        written = Act(line.number, kinds.SCORE, line.seat, line.words)
        checked = _score(earlier, written)
        if isinstance(checked, Refused):
            return _edit_refused(act, line, checked)
        if line.number == act.target:
            act = replace(act, text=checked.text)
        earlier = earlier.with_act(checked)
    return act


def _without_scores(sheet: OnSheet) -> tuple[Act, ...]:
    """What stands before points are written by hand."""
    return tuple(act for act in sheet.ledger.standing if act.kind not in (kinds.SCORE, *_ENDS))


def _edit_refused(act: Act, line: SheetLine, why: Refused, *, said: Said | None = None) -> Refused:
    """`said`: the line that would not do any more, as people say it."""
    if line.number == act.target:
        return why
    text = _("Then “{words}” of {seat}, further down, would not be allowed: {reason}")
    gaps = {"words": said or line.words, "seat": line.seat, "reason": why.why}
    return Refused(why.code, Said(text, gaps))


def _remark(sheet: OnSheet, act: Act) -> Act | Refused:
    if not act.text.strip() or len(act.text) > LONGEST_REMARK:
        return Refused(
            "remark", Said(_("A remark has at most {most} characters."), {"most": LONGEST_REMARK})
        )
    return act


def _let_stand(sheet: OnSheet, act: Act) -> Act | Refused:
    """With the words that the rules forbid, if it is about an action.

    Only words of the game are kept: what is written here stays for good.
    """
    if sheet.game is None or sheet.is_plain:
        return Refused("stage", Said(_("The rules are not watched here.")))
    return replace(act, text=replay.words_read(sheet.game.rules, seat=act.seat, words=act.text))


def _time(sheet: OnSheet, act: Act) -> Act | Refused:
    if sheet.is_over or sheet.needs_set_up:
        return Refused("stage", _STAGES["ended" if sheet.is_over else "set_up"])
    return replace(act, text="")


def _end(sheet: OnSheet, act: Act) -> Act | Refused:
    """Only with figures that a game played to its end can come to."""
    if not sheet.is_plain:
        return Refused("stage", Said(_("The game ends when the rules say so.")))
    rules = sheet.frame.rules
    found = tallied(rules, sheet.setup, sheet.kept.figures) if rules else None
    if isinstance(found, Fault) and not sheet.is_over:
        return _wrong(found)
    return _time(sheet, act)


def _refused(sheet: OnSheet, why: replay.Refusal) -> Refused:
    """What cannot be read breaks no rule: it may hold any words, so it is not listed either."""
    said = replay.sentence(why, is_discreet=sheet.frame.is_discreet)
    return Refused(why.code, said, is_rule=isinstance(why, Fault))


_TOO_MUCH = Said(_("This is more than a sheet can hold."))
_STAGES = {
    "set_up": Said(_("Lay out the board first.")),
    "plain": Said(_("Points are written down by hand here.")),
    "ended": Said(_("The game is over. Undo the end to go on.")),
}
_CHECKS: dict[str, Callable[[OnSheet, Act], Act | Refused]] = {
    kinds.SET_UP: _set_up,
    kinds.ACTION: _action,
    kinds.SCORE: _score,
    kinds.UNDO: _undo,
    kinds.EDIT: _edit,
    kinds.REMARK: _remark,
    kinds.LET_STAND: _let_stand,
    kinds.TIME: _time,
    kinds.END: _end,
}


def lawful_prefix(sheet: OnSheet, acts: Sequence[Act]) -> tuple[list[Act], Refused | None]:
    """How many of these can follow each other on the sheet, and what stops the next one."""
    taken: list[Act] = []
    edits = 0
    for act in acts:
        edits += act.kind == kinds.EDIT
        if edits > MOST_EDITS:
            return taken, Refused("too-large", _TOO_MUCH)
        numbered = replace(act, number=len(sheet.acts) + 1)
        checked = judge(sheet, numbered)
        if isinstance(checked, Refused):
            return taken, checked
        taken.append(checked)
        sheet = sheet.with_act(checked)
    return taken, None


def record_now(page: OnSheet) -> str | None:
    """None: points are written by hand from the start, or nothing is laid out yet."""
    if page.game is None:
        return None
    if page.ledger.is_by_time:
        return written(page.game.replay, termination="time")
    is_done = page.game.position.is_complete
    return written(page.game.replay, termination="normal" if is_done else "abandoned")

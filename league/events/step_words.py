"""The steps at the desk in words: what was done to whom.

The texts are English and marked for translation; their gaps are filled from what a step was about.
A step without words of its own is told by its name alone.
"""

from games.values import gettext_noop

# What people at the tables do is not the desk's to take back, and there is much of it. The rest is
# of no use to anybody who looks back on an evening.
SILENT = (
    *("take seat", "leave seat", "hand over seat", "hand in", "confirm", "see flag"),
    *("call official", "cancel call", "come to table", "settle call"),
    *("open score sheet", "give up score sheet", "take up score sheet", "analyse game"),
    *("order prizes", "order categories", "mark a last step", "void in the bracket"),
    *("say ready", "say not now"),
)
CONFIRMED = "confirmed"  # a result that the table agreed on, whoever wrote it down

# %(round)s is said as the round is called: round 3, game 3, or by the name that a bracket gives it.
SENTENCES = {
    CONFIRMED: gettext_noop("Table %(table)s, %(round)s: confirmed by the players, %(marks)s"),
    "enter result": gettext_noop("Table %(table)s, %(round)s: result entered, %(marks)s"),
    "take back result": gettext_noop("Table %(table)s, %(round)s: result taken back"),
    "rule": gettext_noop("Table %(table)s, %(round)s: settled by a ruling, %(marks)s"),
    "rule: play again": gettext_noop(
        "Table %(table)s, %(round)s: to be played again after a ruling"
    ),
    "disagree": gettext_noop("Table %(table)s, %(round)s: somebody disagrees"),
    "contest result": gettext_noop("Table %(table)s, %(round)s: result contested"),
    "let result stand": gettext_noop("Table %(table)s, %(round)s: contested result stands"),
    "reopen contest": gettext_noop("Table %(table)s, %(round)s: objection open again"),
    "seat by the bracket": gettext_noop(
        "Table %(table)s, %(round)s: %(first)s takes the seat of %(second)s, by the bracket"
    ),
    "play again in the bracket": gettext_noop(
        "Table %(table)s, %(round)s: played again by those who belong there"
    ),
    "take back playing again": gettext_noop(
        "Table %(table)s, %(round)s: not played again after all"
    ),
    "let bracket stand": gettext_noop(
        "Table %(table)s, %(round)s: stands, although another should have played"
    ),
    "take back standing": gettext_noop("Table %(table)s, %(round)s: to be decided again who plays"),
    "lock table": gettext_noop("Table %(table)s, %(round)s: locked"),
    "unlock table": gettext_noop("Table %(table)s, %(round)s: unlocked"),
    "renew match code": gettext_noop("Table %(table)s, %(round)s: new code"),
    "blank remark": gettext_noop("Table %(table)s, %(round)s: a remark blanked"),
    "draft round": gettext_noop("%(round)s: drafted"),
    "redraw round": gettext_noop("%(round)s: drawn again"),
    "discard draft": gettext_noop("%(round)s: draft thrown away"),
    "publish round": gettext_noop("%(round)s: published"),
    "withdraw round": gettext_noop("%(round)s: unpublished"),
    "close round": gettext_noop("%(round)s: closed"),
    "reopen round": gettext_noop("%(round)s: reopened"),
    "unlock all tables": gettext_noop("%(round)s: all tables unlocked"),
    "swap in draft": gettext_noop("%(round)s: %(first)s and %(second)s changed places"),
    "let sit out": gettext_noop("%(round)s: %(name)s sits out"),
    "start clock": gettext_noop("%(round)s: clock started"),
    "pause clock": gettext_noop("%(round)s: clock paused"),
    "resume clock": gettext_noop("%(round)s: clock resumed"),
    "reset clock": gettext_noop("%(round)s: clock reset to the full time"),
    "set length of round": gettext_noop("%(round)s: %(minutes)s minutes"),
    "add time": gettext_noop("%(round)s: %(minutes)s more minutes for everybody"),
    "add time to a table": gettext_noop("Table %(table)s, %(round)s: %(minutes)s more minutes"),
    "seat table": gettext_noop("Table %(table)s, %(round)s: seated"),
    "dissolve table": gettext_noop("Table %(table)s, %(round)s: dissolved"),
    "say ready for everybody": gettext_noop("Everybody who is free is ready"),
    "add game": gettext_noop("A game of the evening added"),
    "remove game": gettext_noop("A game of the evening removed"),
    "check in": gettext_noop("%(name)s checked in"),
    "check in everyone": gettext_noop("Everyone checked in: %(number)s"),
    "undo check-in": gettext_noop("%(name)s: check-in undone"),
    "enter player": gettext_noop("%(name)s entered"),
    "sign up": gettext_noop("%(name)s: new entry"),
    "approve entry": gettext_noop("%(name)s approved"),
    "edit entry": gettext_noop("%(name)s: entry changed"),
    "withdraw entry": gettext_noop("%(name)s left the event"),
    "return entry": gettext_noop("%(name)s is back in the event"),
    "request bye": gettext_noop("%(round)s: no game for %(name)s"),
    "cancel bye": gettext_noop("%(round)s: %(name)s plays after all"),
    "move up from the waiting list": gettext_noop("%(name)s moved up from the waiting list"),
    "keep apart": gettext_noop("%(first)s and %(second)s are kept apart"),
    "allow together": gettext_noop("%(first)s and %(second)s may meet again"),
    "add stage": gettext_noop("A stage added"),
    "change stage": gettext_noop("A stage changed"),
    "remove stage": gettext_noop("A stage removed"),
    "close stage": gettext_noop("A stage closed"),
    "reopen stage": gettext_noop("A stage opened again"),
    "begin stage": gettext_noop("The next stage begun, entries: %(number)d"),
    "put right who goes on": gettext_noop("Others go on to a stage, by the corrected results"),
    "let stand who goes on": gettext_noop(
        "Who plays in a stage stands, although corrected results name others"
    ),
    "take back who goes on": gettext_noop("Who goes on to a stage is as it was before"),
    "take back standing of a field": gettext_noop("To be decided again who goes on to a stage"),
    "take back stage": gettext_noop("The start of a stage taken back"),
    "move event": gettext_noop("The event: %(origin)s → %(to)s"),
}

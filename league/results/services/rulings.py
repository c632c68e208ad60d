"""An official settles a game, with a reason that everybody may read.

What a decision would make count is one answer, shown as a preview and applied by the ruling.
Decisions that cannot hold are refused with a sentence: an incomplete table, a version of another
game, seats that nobody was paired to. A ruling never edits anything: it adds a version where one is
missing, a ruling and a result, and moves the pointer. Later corrections are the same again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils import translation
from django.utils.translation import gettext as _, gettext_noop

from games.anonymous import as_typed
from games.values import SEATS
from games.verdict import Verdict
from league.audit import log_action
from league.errors import LeagueError, NeedsRuling, Stale
from league.live import changing_event
from league.models import (
    Call,
    Flag,
    Match,
    Remark,
    Result,
    Round,
    Ruling,
    Sheet,
    Submission,
    Verification,
)
from league.models.game_played import Scoring
from league.models.public_id import new_public_id
from league.permissions import Actor
from league.results import queries, states
from league.results.seating import moved_up
from league.results.services import acceptance, counted_results, entered_scores, submissions
from league.results.services.calls import add_call
from league.results.services.claims import Figures, HandIn, claims_said
from league.results.services.verification import verdict_on, verdict_stored
from league.results.sides import Claim, Mark, places_fit, sides_claimed
from league.results.verdicts import Judgement, judge


@dataclass(frozen=True)
class Decision:
    """What an official decides about one game."""

    kind: Ruling.Kind
    game: int = 1
    submission: Submission | None = None  # the version accepted, or that a record corrects
    record: str = ""  # of an edited one
    marks: Mapping[str, Mark] = field(default_factory=dict)  # scores set; forfeits are none
    figures: Figures = field(default_factory=dict)  # of those who have no mark
    seating: Mapping[str, str] = field(default_factory=dict)  # as corrected; empty: as before
    sheet: Sheet | None = None  # that the official kept


@dataclass(frozen=True)
class RulingOutlook:
    """What a decision would make count. `sides` None: nothing, the game is played again."""

    sides: Sequence[Mapping[str, object]] | None
    grade: states.Grade = states.Grade.RULED
    verdict: Verdict | None = None
    judgement: Judgement | None = None
    record: str = ""
    typed: str = ""  # the same without the tag that says that time was called
    seating: Mapping[str, str] = field(default_factory=dict)
    claims: Mapping[str, Claim] = field(default_factory=dict)
    version: queries.Version | None = None

    @property
    def verdict_as_typed(self) -> Verdict | None:
        """With the lines as the person who typed the record sees them."""
        if self.verdict is None:
            return None
        return as_typed(self.verdict, typed=self.typed, kept=self.record)


def outlook_of(match: Match, decision: Decision) -> RulingOutlook:
    """What a decision would give; nothing is written. Computed before any lock is taken."""
    kinds = Ruling.Kind
    counted_results.check_open_for_results(match, game=decision.game)
    if decision.kind == kinds.REPLAY:
        check_not_closed(match)
        return RulingOutlook(None)
    if decision.kind == kinds.KEEP:
        return _kept(match, decision)
    if decision.kind == kinds.ACCEPT:
        return _accepted(match, decision)
    _check_seating(match, decision.seating)
    if decision.kind == kinds.EDIT or (
        decision.kind == kinds.TIME and (decision.record or decision.submission)
    ):
        return _edited(match, decision)
    return _set_scores(match, decision)


def check_not_closed(match: Match) -> None:
    if match.round.status == Round.Status.CLOSED:
        raise LeagueError(_("The round is closed. Reopen it to have a game played again."))


def _check_seating(match: Match, seating: Mapping[str, str]) -> None:
    """Each seat from A on is somebody's of this table, and nobody has more seats than paired."""
    paired = [seat.entry_id for seat in queries.seats_at(match)]
    said = list(seating.values())
    letters = "".join(sorted(seating))
    if letters != SEATS[: len(letters)] or any(
        said.count(entry) > paired.count(entry) for entry in said
    ):
        raise LeagueError(_("Each seat from A on is for one person of this table."))


def _kept(match: Match, decision: Decision) -> RulingOutlook:
    """What counts goes on counting, although somebody contests it."""
    slot = match.games.filter(number=decision.game).select_related("result").first()
    result = slot.result if slot else None
    contested = queries.open_contests([match]).filter(result=result)
    if result is None or not contested.exists():
        raise LeagueError(_("Nobody contests a result of this game."))
    versions = queries.versions_of(match, game=decision.game)
    version = next(own for own in versions if own.submission.pk == result.submission_id)
    return RulingOutlook(result.sides, states.Grade(result.grade), version=version)


def _accepted(match: Match, decision: Decision) -> RulingOutlook:
    chosen = decision.submission
    if chosen is None or not _is_about(chosen, match, decision):
        raise LeagueError(_("Choose the version to accept."))
    versions = queries.versions_of(match, game=decision.game)
    version = next(handed_in for handed_in in versions if handed_in.submission.pk == chosen.pk)
    if version.outcome is states.Outcome.PENDING:
        raise LeagueError(_("This record is still being checked. Try again in a moment."))
    sides = acceptance.sides_of(match, version)
    if not sides or {side["entry"] for side in sides} != set(queries.entries_at(match)):
        raise LeagueError(
            _("This version gives no result for everybody. Correct it, or set scores.")
        )
    return RulingOutlook(sides, version.outcome.evidence or states.Grade.RULED, version=version)


def _is_about(submission: Submission, match: Match, decision: Decision) -> bool:
    return (submission.match_id, submission.game) == (match.pk, decision.game)


def _edited(match: Match, decision: Decision) -> RulingOutlook:
    """A corrected record, or one to be scored as it stands because time was called.

    Anyone who has no seat in it did not come.
    """
    basis = decision.submission
    if basis is not None and not _is_about(basis, match, decision):
        raise LeagueError(_("Choose the version to correct."))
    if not match.round.game_here.has_records:
        raise LeagueError(_("There are no records of this game: set the scores."))
    typed = submissions.kept_record(
        decision.record or (basis.record if basis else ""), tags=queries.box_tags_of(match)
    ).text
    if not typed.strip():
        raise LeagueError(_("Write the record as it should be, or set the scores."))
    text = submissions.ended_by_time(typed) if decision.kind == Ruling.Kind.TIME else typed
    seating = decision.seating or (
        basis.seating if basis else queries.seating_of(match, game=decision.game)
    )
    came = set(seating.values())
    claims = {entry: Claim(Mark()) for entry in queries.entries_at(match) if entry not in came}
    verdict = verdict_on(text)
    judgement = judge(verdict, claims, seating=seating, expected=queries.expected_of(match))
    return RulingOutlook(
        judgement.sides if judgement.is_verified else (),
        states.Grade.VERIFIED,
        verdict=verdict,
        judgement=judgement,
        record=text,
        typed=typed,
        seating=seating,
        claims=claims,
    )


def _set_scores(match: Match, decision: Decision) -> RulingOutlook:
    """As possible in the game as what a phone hands in; a forfeit may leave any scores behind."""
    seating = decision.seating or queries.seating_of(match, game=decision.game)
    _check_marks(match, decision, seating=seating)
    claims = {entry: Claim(mark) for entry, mark in decision.marks.items()}
    if decision.figures or decision.kind != Ruling.Kind.FORFEIT:
        gone = frozenset(entry for entry, mark in decision.marks.items() if mark.is_forfeit)
        seating = moved_up(seating, absent=gone)
        is_time = decision.kind == Ruling.Kind.TIME
        said = HandIn(
            seating=seating,
            absent=gone,
            figures=decision.figures,
            marks={entry: mark for entry, mark in decision.marks.items() if entry not in gone},
            termination=Submission.Termination.TIME if is_time else Submission.Termination.NORMAL,
        )
        claims = claims_said(match, said)
    scoring = match.round.game_here.scoring
    return RulingOutlook(
        sides_claimed(claims, scoring=scoring, seating=seating),
        states.Grade.KEPT if decision.sheet else states.Grade.RULED,
        seating=seating,
        claims=claims,
    )


def _check_marks(match: Match, decision: Decision, *, seating: Mapping[str, str]) -> None:
    """Everybody has a mark; by figures of the game, only those who did not come have one."""
    marks, figures = decision.marks, decision.figures
    if sorted([*marks, *figures]) != sorted(queries.entries_at(match)):
        raise LeagueError(_("Give a score for everybody at the table, and nobody else."))
    if match.round.game_here.scoring == Scoring.PLACES and not places_fit(list(marks.values())):
        raise LeagueError(_("These places do not fit together: 1, 2, 2, 4 would."))
    gone = {entry for entry, mark in marks.items() if mark.is_forfeit}
    if decision.kind == Ruling.Kind.FORFEIT and not gone:
        raise LeagueError(_("Say who did not come or gave up."))
    if figures and marks.keys() - gone:
        raise LeagueError(_("Give the figures of everybody who played, or only scores."))
    if {*marks, *figures} - gone - set(seating.values()):
        raise LeagueError(_("Say where everybody who played sat."))


def rule(
    match: Match,
    decision: Decision,
    *,
    actor: Actor,
    reason: str,
    private: str = "",
    version: int | None = None,
) -> Ruling:
    """Settle a game. The reason is public, the private remark for officials."""
    if not reason.strip():
        raise LeagueError(_("Say why: everybody at the table can read it."))
    outlook = outlook_of(match, decision)
    with changing_event(match.event_id):
        stored = counted_results.stored_match(match, version=version)
        counted_results.check_open_for_results(stored, game=decision.game)
        if decision.kind == Ruling.Kind.REPLAY:
            check_not_closed(stored)
        submission = _version_ruled(stored, decision, outlook, actor=actor)
        made = counted_results.add_ruling(
            stored,
            actor=actor,
            reason=reason,
            private=private,
            game=decision.game,
            kind=decision.kind,
            submission=submission,
        )
        _count(stored, decision, outlook, made, actor=actor)
        Flag.objects.filter(match=stored, seen_at=None).update(seen_at=made.at)
    return made


def accept_handed_in(match: Match, *, submission_id: str, actor: Actor, version: int) -> Ruling:
    """One tap of an official: what was handed in counts as it is."""
    submission = Submission.objects.filter(match=match, pk=submission_id).first()
    if submission is None:
        raise Stale
    counts = counted_results.counting(match, game=submission.game)
    if why := counted_results.why_guarded(match, counts):
        text = _("%(why)s To replace it, settle the table by a ruling, with a reason.")
        raise NeedsRuling(text % {"why": why})
    with translation.override(match.event.language):  # kept, and read by everybody
        reason = _("Accepted by an official as it was handed in.")
    decision = Decision(Ruling.Kind.ACCEPT, game=submission.game, submission=submission)
    return rule(match, decision, actor=actor, reason=reason, version=version)


def reopen_contests(match: Match, *, actor: Actor, game: int, kept_to: int) -> None:
    """Contests after this act wait for a decision again: the undoing of one."""
    with changing_event(match.event_id):
        stored = counted_results.stored_match(match)
        counted_results.check_not_archived(stored)
        action = gettext_noop("reopen contest")
        counted_results.keep_result(stored, actor=actor, game=game, to=kept_to, action=action)
        if stored.is_contested:
            add_call(stored, cause=Call.Cause.DISSENT)


def blank_remark(remark: Remark, *, actor: Actor) -> None:
    """Take the free words of a ruling away; that there was one stays."""
    with changing_event(remark.match.event_id):
        Remark.objects.filter(pk=remark.pk).update(reason="", private="")
        log_action(actor, gettext_noop("blank remark"), remark.match, remark=remark.pk)


def _version_ruled(
    match: Match, decision: Decision, outlook: RulingOutlook, *, actor: Actor
) -> Submission | None:
    """The version that the ruling is about; a new one where the official wrote it."""
    if outlook.version is not None:
        return outlook.version.submission
    if outlook.sides is None:
        return None
    if outlook.verdict is not None and not outlook.sides:
        raise LeagueError(_("The rules do not allow this record. Correct it, or set scores."))
    is_time = decision.kind == Ruling.Kind.TIME
    content = entered_scores.content_of(
        outlook.claims,
        seating=outlook.seating,
        termination=Submission.Termination.TIME if is_time else Submission.Termination.NORMAL,
        record=outlook.record,
        record_digest=(outlook.verdict.digest if outlook.verdict else None) or "",
    )
    submission = entered_scores.submit_for_official(
        match,
        content,
        actor=actor,
        game=decision.game,
        client_key=new_public_id(),
        basis=decision.submission,
    )
    submissions.link_sheet(decision.sheet, submission)
    if outlook.verdict is not None:
        Verification.objects.create(
            submission=submission,
            rules_version=outlook.verdict.rules_version or 0,
            outcome=Verification.Outcome.VERIFIED,
            verdict=verdict_stored(outlook.verdict),
        )
    return submission


def _count(
    match: Match, decision: Decision, outlook: RulingOutlook, made: Ruling, *, actor: Actor
) -> None:
    if decision.kind == Ruling.Kind.KEEP:
        counted_results.keep_result(match, actor=actor, game=decision.game, to=made.number)
        return
    if outlook.sides is None:
        counted_results.count_nothing(
            match,
            actor=actor,
            game=decision.game,
            voids_acts=True,
            action=gettext_noop("rule: play again"),
        )
        return
    is_forfeit = decision.kind == Ruling.Kind.FORFEIT
    result = counted_results.add_result(
        match,
        actor=actor,
        game=decision.game,
        submission=made.submission,
        ruling=made,
        ground=Result.Ground.FORFEIT if is_forfeit else Result.Ground.RULED,
        grade=outlook.grade,
        sides=list(outlook.sides),
        rules_version=_rules_version(outlook),
    )
    counted_results.count_result(match, result, actor=actor, action=gettext_noop("rule"))


def _rules_version(outlook: RulingOutlook) -> int | None:
    if outlook.verdict is not None:
        return outlook.verdict.rules_version
    verification = outlook.version.verification if outlook.version else None
    return verification.rules_version if verification else None

"""An official settles a game, with a reason that everybody may read.

A ruling never edits anything: it adds a version where one is missing, a ruling and a result, and
moves the pointer. Later corrections are the same again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.contract import Verdict
from games.record import Record, digest, read
from league.audit.services import record
from league.errors import LeagueError
from league.live.services import changing_event
from league.models import Flag, Match, Remark, Result, Round, Ruling, Submission, Verification
from league.models.public_id import new_public_id
from league.permissions import Actor
from league.results.judging import Judgement, judge
from league.results.marks import Mark
from league.results.queries import Version, entries_at, expected_of, seating_of, versions_of
from league.results.reading import keep, with_tag
from league.results.services.accepting import sides_of
from league.results.services.counting import (
    add_result,
    check_open_for_results,
    count_nothing,
    count_result,
    next_act,
    stored_match,
)
from league.results.services.entering import content_of, submit_for_official
from league.results.services.verifying import verdict_on, verdict_stored
from league.results.sides import Claim, claims_of, sides_claimed
from league.results.states import Grade, Outcome


@dataclass(frozen=True)
class Decision:
    """What an official decides about one game."""

    kind: Ruling.Kind
    game: int = 1
    submission: Submission | None = None  # the version accepted, or that a record corrects
    record: str = ""  # of an edited one
    marks: Mapping[str, Mark] = field(default_factory=dict)  # scores set; forfeits are none
    seating: Mapping[str, str] = field(default_factory=dict)  # as corrected; empty: as before


@dataclass(frozen=True)
class Outlook:
    """What a decision would make count. `sides` None: nothing, the game is played again."""

    sides: Sequence[Mapping[str, object]] | None
    grade: Grade = Grade.RULED
    verdict: Verdict | None = None
    judgement: Judgement | None = None
    record: str = ""
    seating: Mapping[str, str] = field(default_factory=dict)
    claims: Mapping[str, Claim] = field(default_factory=dict)
    version: Version | None = None


def outlook_of(match: Match, decision: Decision) -> Outlook:
    """What a decision would give; nothing is written. Computed before any lock is taken."""
    kinds = Ruling.Kind
    check_open_for_results(match, game=decision.game)
    if decision.kind == kinds.REPLAY:
        return Outlook(None)
    if decision.kind == kinds.ACCEPT:
        return _accepted(match, decision)
    if decision.kind in (kinds.EDIT, kinds.TIME) and (decision.record or decision.submission):
        return _edited(match, decision)
    return _set_scores(match, decision)


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
        stored = stored_match(match, version=version)
        if decision.kind == Ruling.Kind.REPLAY and stored.round.status == Round.Status.CLOSED:
            raise LeagueError(_("The round is closed. Reopen it to have a game played again."))
        submission = _version_ruled(stored, decision, outlook, actor=actor)
        remark = Remark.objects.create(match=stored, reason=reason.strip(), private=private.strip())
        made = Ruling.objects.create(
            match=stored,
            game=decision.game,
            number=next_act(stored),
            kind=decision.kind,
            submission=submission,
            remark=remark,
            author=actor.user.pk if actor.user else "",
        )
        _count(stored, decision, outlook, made, actor=actor)
        Flag.objects.filter(match=stored, seen_at=None).update(seen_at=made.at)
    return made


def blank_remark(remark: Remark, *, actor: Actor) -> None:
    """Take the free words of a ruling away; that there was one stays."""
    with changing_event(remark.match.event_id):
        Remark.objects.filter(pk=remark.pk).update(reason="", private="")
        record(actor, gettext_noop("blank remark"), remark.match, remark=remark.pk)


def _accepted(match: Match, decision: Decision) -> Outlook:
    chosen = decision.submission
    if chosen is None or chosen.match_id != match.pk or chosen.game != decision.game:
        raise LeagueError(_("Choose the version to accept."))
    versions = versions_of(match, game=decision.game)
    version = next(each for each in versions if each.submission.pk == chosen.pk)
    if version.outcome is Outcome.PENDING:
        raise LeagueError(_("The rules are still looking at this record. Try in a moment."))
    sides = sides_of(match, version)
    if not sides or {side["entry"] for side in sides} != set(entries_at(match)):
        raise LeagueError(
            _("This version gives no result for everybody. Correct it, or set scores.")
        )
    is_verified = version.outcome is Outcome.VERIFIED
    return Outlook(sides, Grade.VERIFIED if is_verified else Grade.RULED, version=version)


def _edited(match: Match, decision: Decision) -> Outlook:
    """A corrected record, or one to be scored as it stands because time was called."""
    basis = decision.submission
    text = keep(decision.record or (basis.record if basis else "")).text
    if decision.kind == Ruling.Kind.TIME:
        text = with_tag(text, "Termination", "time")
    seating = decision.seating or (
        basis.seating if basis else seating_of(match, game=decision.game)
    )
    claims = {
        entry: claim
        for entry, claim in claims_of(basis.claims if basis else {}).items()
        if claim.mark.is_forfeit
    }
    verdict = verdict_on(text)
    judgement = judge(verdict, claims, seating=seating, expected=expected_of(match))
    return Outlook(
        judgement.sides if judgement.is_verified else (),
        Grade.VERIFIED,
        verdict=verdict,
        judgement=judgement,
        record=text,
        seating=seating,
        claims=claims,
    )


def _set_scores(match: Match, decision: Decision) -> Outlook:
    if set(decision.marks) != set(entries_at(match)):
        raise LeagueError(_("Say a score for everybody at the table, and for nobody else."))
    seating = decision.seating or seating_of(match, game=decision.game)
    claims = {entry: Claim(mark) for entry, mark in decision.marks.items()}
    scoring = match.round.game_here.scoring
    return Outlook(
        sides_claimed(claims, scoring=scoring, seating=seating), seating=seating, claims=claims
    )


def _version_ruled(
    match: Match, decision: Decision, outlook: Outlook, *, actor: Actor
) -> Submission | None:
    """The version that the ruling is about; a new one where the official wrote it."""
    if outlook.version is not None:
        return outlook.version.submission
    if outlook.sides is None:
        return None
    if outlook.verdict is not None and not outlook.sides:
        raise LeagueError(_("The rules do not allow this record. Correct it, or set scores."))
    found = read(outlook.record.encode()) if outlook.record else None
    is_time = decision.kind == Ruling.Kind.TIME
    content = content_of(
        outlook.claims,
        seating=outlook.seating,
        termination=Submission.Termination.TIME if is_time else Submission.Termination.NORMAL,
        record=outlook.record,
        record_digest=digest(found) if isinstance(found, Record) else "",
    )
    submission = submit_for_official(
        match,
        content,
        actor=actor,
        game=decision.game,
        client_key=new_public_id(),
        basis=decision.submission,
    )
    if outlook.verdict is not None:
        Verification.objects.create(
            submission=submission,
            rules_version=outlook.verdict.rules_version or 0,
            outcome=Verification.Outcome.VERIFIED,
            verdict=verdict_stored(outlook.verdict),
        )
    return submission


def _count(
    match: Match, decision: Decision, outlook: Outlook, made: Ruling, *, actor: Actor
) -> None:
    if outlook.sides is None:
        count_nothing(
            match,
            actor=actor,
            game=decision.game,
            voids_acts=True,
            action=gettext_noop("rule: play again"),
        )
        return
    is_forfeit = decision.kind == Ruling.Kind.FORFEIT
    result = add_result(
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
    count_result(match, result, actor=actor, action=gettext_noop("rule"))


def _rules_version(outlook: Outlook) -> int | None:
    if outlook.verdict is not None:
        return outlook.verdict.rules_version
    verification = outlook.version.verification if outlook.version else None
    return verification.rules_version if verification else None

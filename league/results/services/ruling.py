"""An official settles a game, with a reason that everybody may read.

A ruling never edits anything: it adds a version where one is missing, a ruling and a result, and
moves the pointer. Later corrections are the same again.
"""

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.errors import LeagueError, Stale
from league.live.services import changing_event
from league.models import Flag, Match, Remark, Result, Ruling, Submission, Verification
from league.models.public_id import new_public_id
from league.permissions import Actor
from league.results.services.counted_results import (
    add_result,
    check_open_for_results,
    count_nothing,
    count_result,
    next_act,
    stored_match,
)
from league.results.services.entered_scores import content_of, submit_for_official
from league.results.services.rulings import Decision, RulingOutlook, check_not_closed, outlook_of
from league.results.services.verification import verdict_stored


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
        check_open_for_results(stored, game=decision.game)
        if decision.kind == Ruling.Kind.REPLAY:
            check_not_closed(stored)
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


def accept_handed_in(
    match: Match, *, submission_id: str, actor: Actor, version: int | None = None
) -> Ruling:
    """One tap of an official: what was handed in counts as it is."""
    submission = Submission.objects.filter(match=match, pk=submission_id).first()
    if submission is None:
        raise Stale
    with translation.override(match.event.language):  # kept, and read by everybody
        reason = _("Accepted by an official as it was handed in.")
    decision = Decision(Ruling.Kind.ACCEPT, game=submission.game, submission=submission)
    return rule(match, decision, actor=actor, reason=reason, version=version)


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
    content = content_of(
        outlook.claims,
        seating=outlook.seating,
        termination=Submission.Termination.TIME if is_time else Submission.Termination.NORMAL,
        record=outlook.record,
        record_digest=(outlook.verdict.digest if outlook.verdict else None) or "",
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
    match: Match, decision: Decision, outlook: RulingOutlook, made: Ruling, *, actor: Actor
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


def _rules_version(outlook: RulingOutlook) -> int | None:
    if outlook.verdict is not None:
        return outlook.verdict.rules_version
    verification = outlook.version.verification if outlook.version else None
    return verification.rules_version if verification else None

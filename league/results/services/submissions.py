"""A player at the table hands in a version: a record, the final figures of the game, or both.

It is checked for what is impossible, stored without names and comments, and queued for the rules if
it has a record. What final figures and scores can be is in `claims`, the same for a player and for
an official. Nothing counts by it before another side agrees (`acceptance`).
"""

from collections import Counter
from collections.abc import Mapping

from django.utils.translation import gettext as _, gettext_noop

from games.anonymous import Kept, keep, with_tag
from games.record import MAX_BYTES
from games.values import SEATS
from league.audit import log_action
from league.errors import LeagueError, NoRecord
from league.jobs import enqueue
from league.live import changing_event
from league.models import Event, Job, Match, Seat, Sheet, Submission
from league.permissions import Actor
from league.results import queries, record_text
from league.results.services import acceptance, confirmations, counted_results
from league.results.services.claims import HandIn, claims_said
from league.results.services.voices import voice_of
from league.results.sides import Content, digest_of


def kept_record(
    text: str, *, is_by_time: bool = False, tags: Mapping[str, str] | None = None
) -> Kept:
    """What is to be stored, with these tags where it lacks them. Refused is what no record can be.

    So a record of a club's own board can be verified alone.
    """
    if not record_text.is_text(text):
        raise LeagueError(_("This is not the text of a record."))
    if len(text.encode()) > MAX_BYTES:
        limit = {"limit": MAX_BYTES // 1024}
        raise LeagueError(_("The record is larger than %(limit)d KiB.") % limit)
    return keep(text, is_by_time=is_by_time, tags=tags or {})


def ended_by_time(kept: str) -> str:
    """The record, with the tag that says that time was called."""
    return with_tag(kept, "Termination", "time")


def submit(
    match: Match, hand_in: HandIn, *, actor: Actor, seat: Seat, client_key: str
) -> Submission:
    """Hand in a version for one game. A phone may retry: the same key gives the stored one."""
    return submit_once(match, hand_in, actor=actor, seat=seat, client_key=client_key)[0]


def submit_once(
    match: Match, hand_in: HandIn, *, actor: Actor, seat: Seat, client_key: str
) -> tuple[Submission, bool]:
    """As `submit`, and whether it is new."""
    if seat.match_id != match.pk:
        raise LeagueError(_("This seat is at another table."))
    prepared = prepare(match, hand_in)
    with changing_event(match.event_id):
        stored = counted_results.stored_match(match)
        if earlier := counted_results.handed_in_before(
            stored,
            client_key=client_key,
            is_same=lambda row: (row.seat_id, row.digest) == (seat.pk, prepared["digest"]),
        ):
            return earlier, False
        counted_results.check_open_for_results(stored, game=hand_in.game)
        check_wanted(stored, game=hand_in.game, side=seat.entry_id)
        versions = queries.versions_of(stored, game=hand_in.game)
        submission = Submission.objects.create(
            match=stored,
            game=hand_in.game,
            number=counted_results.next_act(stored),
            by=Submission.By.SEAT,
            seat=seat,
            basis=hand_in.basis,
            client_key=client_key,
            **prepared,
            **voice_of(stored, versions, actor=actor, seat=seat, digest=str(prepared["digest"])),
        )
        link_sheet(hand_in.sheet, submission)
        log_action(
            actor,
            gettext_noop("hand in"),
            stored,
            game=hand_in.game,
            submission=submission.pk,
            seat=seat.pk,
        )
        if submission.record:  # the others are asked once the rules do not contradict it
            enqueue(Job.Kind.VERIFY_SUBMISSION, object_id=submission.pk)
        else:
            confirmations.ask_opponents(submission)
        acceptance.after_act(stored, game=hand_in.game)
    return submission, True


def link_sheet(sheet: Sheet | None, submission: Submission) -> None:
    """Before it is accepted: what a sheet was kept for is surer than what was typed."""
    if sheet is not None:
        Sheet.objects.filter(pk=sheet.pk).update(submission=submission)


def check_wanted(match: Match, *, game: int, side: str) -> None:
    """After a result counts, only a side that contests it says what would be right."""
    counts = match.games.filter(number=game, result__isnull=False).select_related("result").first()
    if counts is None:
        counted_results.check_open_for_players(match)
    elif not queries.open_contests([match]).filter(result=counts.result, seat__entry=side).exists():
        raise LeagueError(
            _("This result already counts. If it is wrong, say so on the page of the table.")
        )


def take_what_the_rules_give(
    submission: Submission, *, actor: Actor, seat: Seat, client_key: str
) -> Submission:
    """The same record without the claims that it contradicts: its own scores count."""
    hand_in = as_the_rules_give(submission, seat=seat)
    return submit(submission.match, hand_in, actor=actor, seat=seat, client_key=client_key)


def as_the_rules_give(submission: Submission, *, seat: Seat) -> HandIn:
    """A version's record, with nobody's claims but who did not come.

    For the side that handed it in: others who took it would only dispute with it.
    """
    if submission.seat is None or submission.seat.entry_id != seat.entry_id:
        raise LeagueError(
            _("Only the person who handed in the record can accept what the rules give.")
        )
    if not submission.record:
        raise LeagueError(_("This version has no record."))
    gone = {entry for entry, claim in submission.claims.items() if claim["score"] is None}
    return HandIn(
        seating=submission.seating,
        absent=frozenset(gone),
        record=submission.record,
        termination=submission.termination,
        game=submission.game,
        basis=submission,
    )


def prepare(match: Match, hand_in: HandIn) -> dict[str, object]:
    """What is stored of it: checked, without names, with its digests. Computed before locking."""
    content = content_said(match, hand_in)
    return {**content, "digest": digest_of(content, game=hand_in.game)}


def content_said(match: Match, hand_in: HandIn) -> Content:
    """What a version says, if it can be: of a phone and of an official alike."""
    _check_people(match, hand_in)
    kept, record_digest = _record(match, hand_in) if hand_in.record else ("", "")
    claims = {entry: claim.as_dict() for entry, claim in claims_said(match, hand_in).items()}
    if not kept and not claims:
        raise LeagueError(_("Give a record, or the scores of everybody at the table."))
    return Content(
        seating=dict(sorted(hand_in.seating.items())),
        claims=claims,
        termination=hand_in.termination,
        record=kept,
        record_digest=record_digest,
    )


def _record(match: Match, hand_in: HandIn) -> tuple[str, str]:
    if not match.round.game_here.has_records:
        raise LeagueError(_("There are no records of this game: hand in the scores."))
    if match.event.records == Event.Records.OFF:
        raise LeagueError(_("This event keeps no records: hand in the scores."))
    is_by_time = hand_in.termination == Submission.Termination.TIME
    kept = kept_record(hand_in.record, is_by_time=is_by_time, tags=queries.box_tags_of(match))
    if not record_text.has_tags(hand_in.record):
        raise NoRecord
    return kept.text, kept.digest


def _check_people(match: Match, hand_in: HandIn) -> None:
    seats = Counter(seat.entry_id for seat in queries.seats_at(match))
    came = Counter({entry: seats[entry] for entry in seats if entry not in hand_in.absent})
    if Counter(hand_in.seating.values()) != came or not hand_in.absent <= seats.keys():
        raise LeagueError(_("Say where everybody at the table sat, or that they did not come."))
    if sorted(hand_in.seating) != list(SEATS[: len(hand_in.seating)]):
        raise LeagueError(_("Each seat from A on is for one person."))

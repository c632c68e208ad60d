"""An official types a table's scores; they count at once. And the ways back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _, gettext_noop

from league.errors import LeagueError, NeedsReason, NeedsRuling
from league.live import changing_event
from league.models import Match, Result, Round, Ruling, Submission
from league.permissions import Actor
from league.results.queries import entries_at, game_agreement, seating_of
from league.results.seating import moved_up
from league.results.services import counted_results
from league.results.services.claims import Figures, HandIn
from league.results.services.submissions import content_said
from league.results.sides import Claim, Content, Mark, claims_of, digest_of, sides_claimed

Sides = Sequence[Mapping[str, object]]


@dataclass(frozen=True)
class TypedSlip:
    """What an official types of one game: marks, and the figures of the game where they are known.

    With figures, only those who did not come need a mark.
    """

    marks: Mapping[str, Mark]  # by entry
    figures: Figures = field(default_factory=dict)  # by entry
    termination: str = Submission.Termination.NORMAL
    game: int = 1  # within the match

    @property
    def absent(self) -> frozenset[str]:
        return frozenset(entry for entry, mark in self.marks.items() if mark.is_forfeit)

    def as_handed_in(self, match: Match) -> HandIn:
        """As a phone at the table would say it, of people who sat as they were paired."""
        if {*self.marks, *self.figures} != set(entries_at(match)):
            raise LeagueError(_("Give a score for everybody at the table, and nobody else."))
        return HandIn(
            seating=moved_up(seating_of(match, game=self.game), absent=self.absent),
            absent=self.absent,
            figures=self.figures,
            marks={entry: mark for entry, mark in self.marks.items() if not mark.is_forfeit},
            termination=self.termination,
            game=self.game,
        )


def enter_scores(
    match: Match,
    slip: TypedSlip,
    *,
    actor: Actor,
    client_key: str,
    version: int | None = None,
    reason: str = "",
) -> Result:
    """An official types what every entry at the table got; it counts at once.

    What is settled, or stands in a closed round, is replaced by a ruling: with a reason, by
    somebody who has seen what that changes. The same client key again gives the stored answer, for
    a phone or a browser may retry. What counts already, typed again, changes nothing.
    """
    content = content_said(match, slip.as_handed_in(match))
    sides = _sides(match, content)
    with changing_event(match.event_id):
        stored = counted_results.stored_match(match)
        if earlier := _result_of_key(stored, client_key, content):
            return earlier
        stored = counted_results.stored_match(match, version=version)
        counted_results.check_open_for_results(stored, game=slip.game)
        before = counted_results.counting(stored, game=slip.game)
        if before is not None and _says_the_same(before, sides):
            return before
        guard = counted_results.why_guarded(stored, before)
        if guard and not (reason.strip() and version is not None):
            raise NeedsReason(guard)
        submission = submit_for_official(
            stored, content, actor=actor, game=slip.game, client_key=client_key
        )
        return _count(stored, submission, sides, actor=actor, reason=reason if guard else "")


def _count(
    match: Match, submission: Submission, sides: Sides, *, actor: Actor, reason: str
) -> Result:
    """Let what an official typed count; with a reason, as a ruling."""
    game = submission.game
    ruling = None
    if reason:
        kind = Ruling.Kind.CORRECT
        ruling = counted_results.add_ruling(
            match, actor=actor, reason=reason, game=game, kind=kind, submission=submission
        )
    result = counted_results.add_result(
        match,
        actor=actor,
        game=game,
        submission=submission,
        ruling=ruling,
        ground=Result.Ground.RULED if ruling else Result.Ground.ENTERED,
        grade=Result.Grade.RULED if ruling else Result.Grade.ENTERED,
        sides=list(sides),
    )
    action = gettext_noop("rule") if ruling else ""
    counted_results.count_result(match, result, actor=actor, action=action)
    return result


def _sides(match: Match, content: Content) -> list[dict[str, object]]:
    return sides_claimed(
        claims_of(content["claims"]),
        scoring=match.round.game_here.scoring,
        seating=content["seating"],
    )


def _says_the_same(result: Result, sides: Sides) -> bool:
    def said(sides: Sides) -> dict[object, tuple[object, ...]]:
        compared = ("rank", "score", "forfeited")
        return {side["entry"]: tuple(side[name] for name in compared) for side in sides}

    return said(result.sides) == said(sides)


def clear_result(match: Match, *, actor: Actor, game: int = 1, version: int | None = None) -> None:
    """Take a result back: the table is open again, and what was handed in is history."""
    with changing_event(match.event_id):
        stored = counted_results.stored_match(match, version=version)
        counted_results.check_not_archived(stored)
        if not stored.games.filter(number=game, result__isnull=False).exists():
            raise LeagueError(_("This table has no result to take back."))
        if stored.round.status == Round.Status.CLOSED:
            raise LeagueError(_("The round is closed. Correct the result, or reopen the round."))
        if why := counted_results.why_guarded(stored, counted_results.counting(stored, game=game)):
            text = _("%(why)s To have the game played again, settle it by a ruling, with a reason.")
            raise NeedsRuling(text % {"why": why})
        counted_results.count_nothing(stored, actor=actor, game=game, voids_acts=True)


def restore_result(
    match: Match, *, actor: Actor, result: Result | None, game: int = 1, void_to: int | None = None
) -> None:
    """Let an earlier result count again, or none: the undoing of an entry.

    `void_to`: acts after this number, which were history meanwhile, say again where it stands.
    """
    with changing_event(match.event_id):
        stored = counted_results.stored_match(match)
        counted_results.check_not_archived(stored)
        if void_to is not None:
            counted_results.void_acts(stored, game=game, to=void_to)
        if result is None:
            # What all agreed on would count again at the next act, and nobody could change it.
            is_agreed = game_agreement(stored, game=game).accepted
            counted_results.count_nothing(stored, actor=actor, game=game, voids_acts=is_agreed)
        elif result.match_id != stored.pk:
            raise LeagueError(_("This result belongs to another table."))
        else:
            counted_results.count_result(stored, result, actor=actor)


def content_of(
    claims: Mapping[str, Claim],
    *,
    seating: Mapping[str, str],
    termination: str = Submission.Termination.NORMAL,
    record: str = "",
    record_digest: str = "",
) -> Content:
    return Content(
        seating=dict(seating),
        claims={entry: claim.as_dict() for entry, claim in claims.items()},
        termination=termination,
        record=record,
        record_digest=record_digest,
    )


def submit_for_official(
    match: Match, content: Content, *, actor: Actor, game: int, **fields: object
) -> Submission:
    """What an official says, as a version of its own; part of the caller's transaction."""
    return Submission.objects.create(
        match=match,
        game=game,
        number=counted_results.next_act(match),
        by=Submission.By.OFFICIAL,
        author=actor.account,
        digest=digest_of(content, game=game),
        **content,
        **fields,
    )


def _result_of_key(match: Match, client_key: str, content: Content) -> Result | None:
    said = content["claims"]
    earlier = counted_results.handed_in_before(
        match,
        client_key=client_key,
        is_same=lambda row: (
            row.by == Submission.By.OFFICIAL and row.claims == said and row.results.exists()
        ),
    )
    return None if earlier is None else earlier.results.order_by("number").first()

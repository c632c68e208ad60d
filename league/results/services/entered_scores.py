"""An official types a table's scores; they count at once. And the ways back."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from league.errors import LeagueError
from league.live import changing_event
from league.models import Match, Result, Round, Submission
from league.models.game_played import Scoring
from league.permissions import Actor
from league.results.queries import entries_at, game_agreement, seating_of
from league.results.services import counted_results
from league.results.sides import Claim, Content, Mark, digest_of, places_fit, sides_claimed


def enter_scores(
    match: Match,
    *,
    actor: Actor,
    marks: Mapping[str, Mark],
    client_key: str,
    game: int = 1,
    version: int | None = None,
) -> Result:
    """An official types what every entry at the table got; it counts at once.

    The same client key again gives the stored answer: a phone or a browser may retry.
    """
    claims = {entry: Claim(mark) for entry, mark in marks.items()}
    with changing_event(match.event_id):
        stored = counted_results.stored_match(match)
        if earlier := _result_of_key(stored, client_key, claims):
            return earlier
        stored = counted_results.stored_match(match, version=version)
        counted_results.check_open_for_results(stored, game=game)
        _check(stored, marks)
        content = content_of(claims, seating=seating_of(stored, game=game))
        submission = submit_for_official(
            stored, content, actor=actor, game=game, client_key=client_key
        )
        all_forfeit = all(mark.is_forfeit for mark in marks.values())
        result = counted_results.add_result(
            stored,
            actor=actor,
            game=game,
            submission=submission,
            ground=Result.Ground.FORFEIT if all_forfeit else Result.Ground.ENTERED,
            grade=Result.Grade.RULED,
            sides=sides_claimed(
                claims, scoring=stored.round.game_here.scoring, seating=submission.seating
            ),
        )
        counted_results.count_result(stored, result, actor=actor)
    return result


def clear_result(match: Match, *, actor: Actor, game: int = 1, version: int | None = None) -> None:
    """Take a result back: the table is open again, and what was handed in is history."""
    with changing_event(match.event_id):
        stored = counted_results.stored_match(match, version=version)
        counted_results.check_not_archived(stored)
        if not stored.games.filter(number=game, result__isnull=False).exists():
            raise LeagueError(_("This table has no result to take back."))
        if stored.round.status == Round.Status.CLOSED:
            raise LeagueError(_("The round is closed. Correct the result, or reopen the round."))
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
        author=actor.user.pk if actor.user else "",
        digest=digest_of(content, game=game),
        **content,
        **fields,
    )


def _check(match: Match, marks: Mapping[str, Mark]) -> None:
    if set(marks) != set(entries_at(match)):
        raise LeagueError(_("Say a score for everybody at the table, and for nobody else."))
    is_by_places = match.round.game_here.scoring == Scoring.PLACES
    if is_by_places and not places_fit(list(marks.values())):
        raise LeagueError(_("These places do not fit together: 1, 2, 2, 4 would."))


def _result_of_key(match: Match, client_key: str, claims: Mapping[str, Claim]) -> Result | None:
    said = {entry: claim.as_dict() for entry, claim in claims.items()}
    earlier = counted_results.handed_in_before(
        match,
        client_key=client_key,
        is_same=lambda row: (
            row.by == Submission.By.OFFICIAL and row.claims == said and row.results.exists()
        ),
    )
    return None if earlier is None else earlier.results.order_by("number").first()

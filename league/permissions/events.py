"""Events with their entries, rounds, matches and papers: who sees them, and who runs them."""

from django.db.models import Q, QuerySet

from league.models import Entry, Event, Match, Official, PaperCopy, Round, Scope, Submission
from league.permissions.actors import Actor, is_superuser, signed_in
from league.permissions.clubs import heads_club, is_player


def sees_event(actor: Actor, event: Event) -> bool:
    """As `visible_events` says; most events need no question to the database."""
    is_public = event.status != Event.Status.DRAFT
    return is_public or visible_events(actor).filter(pk=event.pk).exists()


def sees_round(actor: Actor, given: Round) -> bool:
    """A draft only if its tables were public before: to be told that they are not any more."""
    is_public = given.status != Round.Status.DRAFT or given.withdrawn_at is not None
    return is_public and sees_event(actor, given.stage.event)


def sees_match(actor: Actor, match: Match) -> bool:
    return match.round.status != Round.Status.DRAFT and sees_event(actor, match.event)


def sees_submission(actor: Actor, submission: Submission) -> bool:
    """Whoever sees the match sees every version of its result."""
    return sees_match(actor, submission.match)


def sees_entry(actor: Actor, entry: Entry) -> bool:
    """Whoever waits for approval is nobody's business yet."""
    return entry.status != Entry.Status.APPLIED and sees_event(actor, entry.event)


def visible_events(actor: Actor) -> QuerySet[Event]:
    """Drafts are for those who run them; everything else is public."""
    public = ~Q(status=Event.Status.DRAFT)
    if actor.user is None:
        return Event.objects.filter(public)
    if is_superuser(actor):
        return Event.objects.all()
    own = Q(pk__in=Official.objects.filter(user=actor.user).values("event"))
    own_club = Q(club__in=actor.user.clubs_run.values("pk"))
    return Event.objects.filter(public | own | own_club)


def runs_event(actor: Actor, event: Event) -> bool:
    """Organisers, and the admins of the club."""
    return _holds(actor, event, Official.Role.ORGANISER)


def referees_event(actor: Actor, event: Event) -> bool:
    """Whoever may rule on results: arbiters, and all who run the event."""
    return _holds(actor, event, Official.Role.ORGANISER, Official.Role.ARBITER)


def referees_round(actor: Actor, given: Round) -> bool:
    return referees_event(actor, given.stage.event)


def referees_match(actor: Actor, match: Match) -> bool:
    return referees_event(actor, match.event)


def keeps_paper(actor: Actor, copy: PaperCopy) -> bool:
    return referees_event(actor, copy.event)


def reads_round(actor: Actor, given: Round) -> bool:
    """A draft is for officials."""
    if given.status == Round.Status.DRAFT:
        return referees_round(actor, given)
    return sees_event(actor, given.stage.event)


def reads_match(actor: Actor, match: Match) -> bool:
    return reads_round(actor, match.round)


def reads_submission(actor: Actor, submission: Submission) -> bool:
    return reads_match(actor, submission.match)


def is_at_door(actor: Actor, event: Event) -> bool:
    """Whoever has read the code at the door of the event."""
    return event.pk in actor.doors and sees_event(actor, event)


def enters_oneself(actor: Actor, event: Event) -> bool:
    """Over the API only people with an account sign up: a guest could not be found again."""
    return signed_in(actor) and actor.has_scope(Scope.PLAY) and sees_event(actor, event)


def holds_entry(actor: Actor, entry: Entry) -> bool:
    """The player or the partner; a guest from the browser that signed up."""
    if entry.pk in actor.entries:
        return True
    is_theirs = any(is_player(actor, player) for player in entry.players)
    return is_theirs and actor.has_scope(Scope.PLAY)


def manages_entry(actor: Actor, entry: Entry) -> bool:
    """The desk of its event."""
    return referees_event(actor, entry.event)


def handles_entry(actor: Actor, entry: Entry) -> bool:
    """Whoever it is, or the desk."""
    return holds_entry(actor, entry) or manages_entry(actor, entry)


def reads_entry(actor: Actor, entry: Entry) -> bool:
    return sees_entry(actor, entry) or handles_entry(actor, entry)


def _holds(actor: Actor, event: Event, *roles: Official.Role) -> bool:
    if actor.user is None or not actor.has_scope(Scope.EVENTS):
        return False
    return (
        heads_club(actor, event.club)
        or event.official_set.filter(user=actor.user, role__in=roles).exists()
    )

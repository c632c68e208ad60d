"""Clubs, events, series and seasons, with all that is in them: who sees them, and who runs them."""

from django.db.models import Q, QuerySet

from league.models import (
    Club,
    Entry,
    Event,
    Match,
    Official,
    PaperCopy,
    Player,
    Round,
    Scope,
    Season,
    Series,
    Submission,
    Webhook,
)
from league.permissions.actors import Actor, in_browser, is_superuser, signed_in

# What the officials of an event look after.
OfEvent = Event | Round | Match | Entry | PaperCopy


def runs_club(actor: Actor, club: Club) -> bool:
    return actor.has_scope(Scope.CLUBS) and heads_club(actor, club)


def keeps_website(actor: Actor, subject: Club | Webhook) -> bool:
    """What of the club others show, and which programs are told of its news."""
    return runs_club(actor, subject if isinstance(subject, Club) else subject.club)


def opens_events(actor: Actor, club: Club) -> bool:
    """Anyone who runs a club opens events for it."""
    return actor.has_scope(Scope.EVENTS) and heads_club(actor, club)


def sees_full_name(actor: Actor, player: Player) -> bool:
    """Admins of the club that looks after the player, and the player."""
    return not player.erased_at and (is_player(actor, player) or _looks_after(actor, player))


def keeps_player(actor: Actor, player: Player) -> bool:
    """May change the player: admins of the club that looks after them."""
    return actor.has_scope(Scope.CLUBS) and not player.erased_at and _looks_after(actor, player)


def keeps_note(actor: Actor, player: Player) -> bool:
    """Admins of the club that looks after the player, and nobody who operates the service."""
    club = player.looked_after_by
    if actor.user is None or club is None or player.erased_at:
        return False
    is_admin = club.clubadmin_set.filter(user=actor.user).exists()
    return is_admin and actor.has_scope(Scope.CLUBS)


def takes_club(actor: Actor, club: Club) -> bool:
    """Its admins: notes about players are in the file, which operators do not see."""
    if actor.user is None:
        return False
    is_admin = club.clubadmin_set.filter(user=actor.user).exists()
    return is_admin and actor.has_scope(Scope.CLUBS)


def unlinks_player(actor: Actor, player: Player) -> bool:
    """Both the person and the club may part a player from an account."""
    return keeps_player(actor, player) or (in_browser(actor) and is_player(actor, player))


def heads_club(actor: Actor, club: Club) -> bool:
    """Is one of its admins, whatever a token may do."""
    if actor.user is None:
        return False
    return is_superuser(actor) or club.clubadmin_set.filter(user=actor.user).exists()


def is_player(actor: Actor, player: Player) -> bool:
    return actor.user is not None and player.user_id == actor.user.pk


def _looks_after(actor: Actor, player: Player) -> bool:
    club = player.looked_after_by
    return is_superuser(actor) if club is None else heads_club(actor, club)


def sees_event(actor: Actor, event: Event) -> bool:
    """As `visible_events` says; most events need no question to the database."""
    return event.is_public or visible_events(actor).filter(pk=event.pk).exists()


def takes_archive(actor: Actor, event: Event) -> bool:
    """What is over, whoever sees it; before that, its officials."""
    return sees_event(actor, event) if event.is_over else referees(actor, event)


def sees_round(actor: Actor, round_: Round) -> bool:
    """A draft only if its tables were public before: to be told that they are not any more."""
    is_public = round_.status != Round.Status.DRAFT or round_.withdrawn_at is not None
    return is_public and sees_event(actor, round_.stage.event)


def sees_match(actor: Actor, match: Match) -> bool:
    return match.round.status != Round.Status.DRAFT and sees_event(actor, match.event)


def sees_submission(actor: Actor, submission: Submission) -> bool:
    """Anyone who sees the match sees every version of its result."""
    return sees_match(actor, submission.match)


def sees_entry(actor: Actor, entry: Entry) -> bool:
    """Anyone who waits for approval is nobody's business yet."""
    return entry.status != Entry.Status.APPLIED and sees_event(actor, entry.event)


def visible_events(actor: Actor) -> QuerySet[Event]:
    """Drafts and rehearsals are for those who run them; everything else is public.

    Phones that have read a code of a rehearsal see it, too. What was wiped, nobody does.
    """
    there = Event.objects.filter(wiped_at=None)
    seen = ~Q(status=Event.Status.DRAFT) & Q(practice_of="")
    if actor.codes:
        matches = Match.objects.filter(code__in=actor.codes)
        seen |= ~Q(practice_of="") & (
            Q(room_code__in=actor.codes) | Q(pk__in=matches.values("event"))
        )
    if actor.desk is not None:
        seen |= Q(pk=actor.desk.event)
    if actor.user is None:
        return there.filter(seen)
    if is_superuser(actor):
        return there
    own = Q(pk__in=Official.objects.filter(user=actor.user).values("event"))
    own_club = Q(club__in=actor.user.clubs_run.values("pk"))
    return there.filter(seen | own | own_club)


def runs_event(actor: Actor, event: Event) -> bool:
    """Organisers, and the admins of the club."""
    return _holds(actor, event, Official.Role.ORGANISER)


def referees(actor: Actor, subject: OfEvent) -> bool:
    """Those who may rule on results: arbiters, and all who run the event."""
    return _holds(actor, event_of(subject), Official.Role.ORGANISER, Official.Role.ARBITER)


def holds_desk(actor: Actor, subject: OfEvent) -> bool:
    """A program at the desk of this very event."""
    return actor.has_scope(Scope.DESK) and _is_for(actor, event_of(subject))


def _is_for(actor: Actor, event: Event) -> bool:
    return actor.desk is not None and actor.desk.event == event.pk


def returns_event(actor: Actor, event: Event) -> bool:
    """Those who run it, and the computer that has it."""
    return runs_event(actor, event) or (actor.has_scope(Scope.RETURN) and _is_for(actor, event))


def works_at_desk(actor: Actor, subject: OfEvent) -> bool:
    """Officials, and programs that one of them has put at the desk."""
    return referees(actor, subject) or holds_desk(actor, subject)


def checks_in(actor: Actor, entry: Entry) -> bool:
    return handles_entry(actor, entry) or holds_desk(actor, entry)


def event_of(subject: OfEvent) -> Event:
    if isinstance(subject, Event):
        return subject
    return subject.stage.event if isinstance(subject, Round) else subject.event


def reads_round(actor: Actor, round_: Round) -> bool:
    """A draft is for officials."""
    if round_.status == Round.Status.DRAFT:
        return referees(actor, round_)
    return sees_event(actor, round_.stage.event)


def reads_match(actor: Actor, match: Match) -> bool:
    return reads_round(actor, match.round)


def reads_submission(actor: Actor, submission: Submission) -> bool:
    return reads_match(actor, submission.match)


def is_at_door(actor: Actor, event: Event) -> bool:
    """Anyone who has read the code at the door of the event."""
    return event.pk in actor.doors and sees_event(actor, event)


def enters_oneself(actor: Actor, event: Event) -> bool:
    """Over the API only people with an account sign up: a guest could not be found again."""
    return signed_in(actor) and actor.has_scope(Scope.PLAY) and sees_event(actor, event)


def holds_entry(actor: Actor, entry: Entry) -> bool:
    """The player or the partner; who signed them up, by account or from this browser."""
    if actor.entries & {entry.pk, entry.joined_id}:
        return True
    signed_up = actor.user is not None and entry.signed_up_by_id == actor.user.pk
    is_theirs = signed_up or any(is_player(actor, player) for player in entry.players)
    return is_theirs and actor.has_scope(Scope.PLAY)


def signed_up_by(actor: Actor) -> Q:
    """Of entries: those that this browser or this account signed up, a child's as one's own."""
    from_here = Q(pk__in=actor.entries) | Q(joined_id__in=actor.entries)
    return from_here if actor.user is None else from_here | Q(signed_up_by=actor.user)


def handles_entry(actor: Actor, entry: Entry) -> bool:
    """The players themselves, or the desk."""
    return holds_entry(actor, entry) or referees(actor, entry)


def reads_entry(actor: Actor, entry: Entry) -> bool:
    return sees_entry(actor, entry) or handles_entry(actor, entry)


def _holds(actor: Actor, event: Event, *roles: Official.Role) -> bool:
    if actor.user is None or not actor.has_scope(Scope.EVENTS) or event.wiped_at:
        return False
    return (
        heads_club(actor, event.club)
        or event.official_set.filter(user=actor.user, role__in=roles).exists()
    )


def runs_league(actor: Actor, league: Series | Season) -> bool:
    """Those who run its club. The events of a series may be other people's all the same."""
    return opens_events(actor, league.club)


def sees_season(actor: Actor, season: Season) -> bool:
    """A draft is for those who run it."""
    return season.status != Season.Status.DRAFT or heads_club(actor, season.club)


def referees_season(actor: Actor, season: Season) -> bool:
    """Anyone who rules on results in one of its divisions; each ruling asks for its own event."""
    if actor.user is None or not actor.has_scope(Scope.EVENTS):
        return False
    officials = Official.objects.filter(event__division__season=season, user=actor.user)
    return heads_club(actor, season.club) or officials.exists()


def visible_seasons(actor: Actor) -> QuerySet[Season]:
    """Drafts are for those who run them; everything else is public."""
    public = ~Q(status=Season.Status.DRAFT)
    if actor.user is None:
        return Season.objects.filter(public)
    if is_superuser(actor):
        return Season.objects.all()
    return Season.objects.filter(public | Q(club__in=actor.user.clubs_run.values("pk")))

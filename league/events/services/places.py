"""Places in an event: how many are left, who moves up, who is here and will play; mail about it.

Part of the transactions of the services beside it, which hold the event's row: no change, no mail.
"""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Max
from django.utils import timezone, translation
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError
from league.events.queries.events import current_stage, next_round
from league.models import Bye, Entry, Event, Round, User
from league.notices import write_mail
from league.pairing.services import divide_stage
from league.permissions import Actor
from league.results.services.counted_results import want_later_drafts_again, want_standings


def arrive(event: Event, entry: Entry) -> None:
    """Checked in. Once the event runs, with the last starting number, from the next round on."""
    entry.status = Entry.Status.CHECKED_IN
    entry.checked_in_at = timezone.now()
    if event.status == Event.Status.RUNNING and entry.seed is None:
        if not current_stage(event).is_first:
            raise LeagueError(
                _("This stage takes its entries from the stage before. Nobody new can join.")
            )
        last: int = event.entries.aggregate(last=Max("seed"))["last"] or 0
        entry.seed = last + 1
        entry.first_round = next_round(event)
        why_not = current_stage(event).format.no_late_entries
        if why_not and entry.first_round > 1:
            raise LeagueError(_(why_not))
        entry.save()
        is_half = event.late_entry == Event.LateEntry.HALF
        fill_missed_rounds(entry, kind=Bye.Kind.HALF if is_half else Bye.Kind.ZERO)
        want_standings(current_stage(event).pk)
    else:
        entry.save()
    draw_again(event)


def draw_again(event: Event) -> None:
    """A draft that does not fit those who are here any more is drawn again."""
    stage = current_stage(event)
    divide_stage(stage)
    want_later_drafts_again(stage.pk, after_round=0)


def leave_as_if_never_here(event: Event, entry: Entry) -> None:
    """Undo an arrival that no round counted on."""
    if event.status == Event.Status.RUNNING:
        entry.byes.all().delete()
        entry.seed, entry.first_round = None, 1
        want_standings(current_stage(event).pk)
    entry.status = Entry.Status.REGISTERED
    entry.checked_in_at = None
    entry.save()
    draw_again(event)


def fill_missed_rounds(entry: Entry, *, kind: Bye.Kind) -> None:
    """Rounds that went on without the entry get a named bye; where there are none, nothing."""
    if not current_stage(entry.event).format.has_rounds:
        return
    missed = (
        Round.objects.filter(stage__event=entry.event_id)
        .exclude(status=Round.Status.DRAFT)
        .exclude(seats__entry=entry)
        .exclude(byes__entry=entry)
    )
    Bye.objects.bulk_create(Bye(round=round_, entry=entry, kind=kind) for round_ in missed)


def tell_of_place(event: Event, entry: Entry) -> None:
    """Write to somebody who moved up from the waiting list."""
    user = entry.player.user
    if user is None or not user.email:
        return
    mail_to(
        user,
        event,
        subject=gettext_noop("You have a place: %(event)s"),
        body=gettext_noop(
            "A place became free, and you moved up from the waiting list of “%(event)s”.\n"
            "If you cannot come, withdraw on its page, so that somebody else can play:\n"
            "%(address)s\n"
        ),
    )


_TAKEN_BACK = (
    gettext_noop("Round %(round)s was taken back: %(event)s"),
    gettext_noop(
        "The tables of round %(round)s of “%(event)s” are no longer valid.\n"
        "The organisers will draw them again. Look at the page before you sit down:\n"
        "%(address)s\n"
    ),
)
_TAKEN_BACK_BY_NAME = (
    gettext_noop("The round “%(round)s” was taken back: %(event)s"),
    gettext_noop(
        "The tables of the round “%(round)s” of “%(event)s” are no longer valid.\n"
        "The organisers will draw them again. Look at the page before you sit down:\n"
        "%(address)s\n"
    ),
)


def tell_of_withdrawal(event: Event, withdrawn: Round) -> None:
    """Write to those who had a table in a round that is a draft again, at a confirmed address."""
    with translation.override(event.language):
        name = withdrawn.name
    subject, body = _TAKEN_BACK_BY_NAME if name else _TAKEN_BACK
    confirmed = EmailAddress.objects.filter(verified=True, primary=True).values("user")
    users = User.objects.filter(player__seats__round=withdrawn, pk__in=confirmed)
    for user in users.exclude(email="").order_by("pk"):
        mail_to(user, event, subject=subject, body=body, round=name or withdrawn.number)


def mail_to(user: User, event: Event, *, subject: str, body: str, **gaps: object) -> None:
    gaps |= {"event": event.name, "address": settings.SITE_URL + event.get_absolute_url()}
    with translation.override(event.language):
        write_mail(recipient=user.email, subject=_(subject) % gaps, body=_(body) % gaps)


def free_places(event: Event) -> int | None:
    """None: as many as may come."""
    if event.entry_limit is None:
        return None
    taken = event.entries.filter(status__in=Entry.TAKING_A_PLACE).count()
    return max(0, event.entry_limit - taken)


def take_place(event: Event, entry: Entry) -> None:
    """Registered while there is room, else at the end of the waiting list, if there is one."""
    if free_places(event) != 0:
        entry.status = Entry.Status.REGISTERED
    elif event.has_waiting_list:
        entry.status = Entry.Status.WAITLISTED
        entry.queued_at = timezone.now()
    else:
        raise LeagueError(
            _("All places are taken, and there is no waiting list. Raise the limit to make room.")
        )


def fill_places(event: Event, *, actor: Actor) -> list[Entry]:
    """The first of the waiting list take the places that are free."""
    if not (event.takes_entries or event.status == Event.Status.DRAFT):
        return []
    waiting = event.entries.filter(status=Entry.Status.WAITLISTED).order_by("queued_at", "pk")
    moving = list(waiting.select_related("player__user")[: free_places(event)])
    for entry in moving:
        entry.status = Entry.Status.REGISTERED
        entry.save(update_fields=["status"])
        log_action(actor, gettext_noop("move up from the waiting list"), entry)
        tell_of_place(event, entry)
    return moving

"""Entries and rounds for tests of events, written as the services would leave them."""

from league.events.services.entries import Registration, enter_player
from league.models import Bye, Entry, Event, Match, Official, Round, Seat
from league.permissions import SERVICE
from tests.factories import make_event, make_user


def organised_event(**fields: object) -> Event:
    event = make_event(officials={Official.Role.ORGANISER: make_user()})
    for name, value in fields.items():
        setattr(event, name, value)
    event.save()
    return event


def entered(event: Event, *names: str, is_here: bool = False) -> list[Entry]:
    return [
        enter_player(
            event, actor=SERVICE, registration=Registration(full_name=name), is_here=is_here
        )
        for name in names
    ]


def make_round(
    event: Event, number: int, status: Round.Status, *, seated: list[Entry] | None = None
) -> Round:
    stage = event.stages.get()
    made = Round.objects.create(stage=stage, number=number, status=status, draw=Round.Draw.DRAWN)
    if seated:
        match = Match.objects.create(event=event, round=made, table=1)
        for letter, entry in zip("ABCD", seated, strict=False):
            Seat.objects.create(
                round=made, match=match, entry=entry, player=entry.player, letter=letter
            )
    return made


def byes_of(entry: Entry) -> list[tuple[int, str]]:
    found = Bye.objects.filter(entry=entry).order_by("round__number")
    return list(found.values_list("round__number", "kind"))


def statuses(event: Event) -> dict[str, str]:
    return dict(event.entries.order_by("created_at").values_list("player__full_name", "status"))

"""Who the people of a file that comes back are here: by id, by their place, by name."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from league.archive.import_plan import ArchivePlan
from league.clubs.queries import players_of
from league.models import Entry, Event, Handover, Player, Seat
from league.models.names import match_key


@dataclass(frozen=True)
class PersonBack:
    """Somebody of the file. Neither here nor asked about: they become a guest of the club."""

    pk: str  # in the file
    name: str
    here: Player | None = None
    candidates: Sequence[Player] = ()  # of the club, with this name
    is_asked: bool = False  # nobody has said yet which of them it is
    is_joined: bool = False  # with another player, since the event left

    @property
    def is_new(self) -> bool:
        return self.here is None


def people_back(
    event: Event, handover: Handover, plan: ArchivePlan, *, choices: Mapping[str, str]
) -> list[PersonBack]:
    names: dict[str, str] = plan.document["people"]["players"]
    known = _known(event, handover, names)
    joined = _by_place(event, plan, but=known)
    at_home = {player.pk for player in (*known.values(), *joined.values())}
    return [
        *(PersonBack(pk, names[pk], player) for pk, player in known.items()),
        *(PersonBack(pk, names[pk], player, is_joined=True) for pk, player in joined.items()),
        *_by_name(
            event,
            {pk: name for pk, name in names.items() if pk not in known and pk not in joined},
            at_home=at_home,
            choices=choices,
        ),
    ]


def _known(event: Event, handover: Handover, names: Mapping[str, str]) -> dict[str, Player]:
    """By the id that they have here, or had in the file that came before."""
    ids = {pk: handover.people.get(pk, pk) for pk in names}
    found = {
        player.pk: player
        for player in Player.objects.filter(pk__in=ids.values()).select_related("club", "keeper")
    }
    in_event = _players_of_event(event)
    return {
        pk: found[here]
        for pk, here in ids.items()
        if here in found and (here in in_event or found[here].looked_after_by == event.club)
    }


def _players_of_event(event: Event) -> set[str]:
    entered = Entry.objects.filter(event=event).values_list("player", "partner")
    seated = Seat.ever.filter(match__event=event).values_list("player", flat=True)
    return {pk for pair in entered for pk in pair if pk} | set(seated)


def _by_place(event: Event, plan: ArchivePlan, *, but: Mapping[str, Player]) -> dict[str, Player]:
    """Who left under one id and is here under another: two players were joined meanwhile."""
    entries = Entry.objects.filter(event=event).select_related("player", "partner")
    here = {entry.pk: entry.players for entry in entries}
    known = {player.pk for player in but.values()}
    found: dict[str, Player] = {}
    for pk, told in plan.document["people"]["entries"].items():
        for there, player in zip(told["players"], here.get(pk, ()), strict=False):
            if there not in but and player.pk not in known:
                found[there] = player
    return found


def _by_name(
    event: Event, names: Mapping[str, str], *, at_home: set[str], choices: Mapping[str, str]
) -> Iterator[PersonBack]:
    keys = [match_key(name) for name in names.values()]
    of_club = players_of(event.club).filter(Q(match_key__in=keys)).exclude(pk__in=at_home)
    alike: dict[str, list[Player]] = {}
    for player in of_club:
        alike.setdefault(player.match_key, []).append(player)
    for pk, name in names.items():
        candidates = alike.get(match_key(name), []) if match_key(name) else []
        chosen = next((one for one in candidates if one.pk == choices.get(pk)), None)
        is_sure = len(candidates) == 1 and keys.count(match_key(name)) == 1
        here = chosen or (candidates[0] if is_sure and choices.get(pk) != "" else None)
        is_asked = bool(candidates) and here is None and choices.get(pk) != ""
        yield PersonBack(pk, name, here, tuple(candidates), is_asked=is_asked)

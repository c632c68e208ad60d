"""The ceremony and the certificates: the same list of prizes, from the last place to the first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import translation

from league.events.queries.entries import entry_names
from league.events.queries.events import first_stage
from league.events.queries.namesakes import certificate_names, official_names
from league.events.queries.prizes import AwardShown, PrizeList, lots_of, prize_list
from league.models import Event, PrizeDecision
from league.standings.prizes import ALL_ENTRIES
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.frames import sheet_page
from league.web.setup.prizes import CertificatesForm

_AT_LEAST = 3  # places of the table of all are called out, with prizes or without


@dataclass(frozen=True)
class Honour:
    """One place that is called out."""

    table: str  # the category's name; empty: of all
    place: int
    names: tuple[str, ...]
    points_12: int | None  # None: of different groups, with different points
    prizes: tuple[str, ...]
    keeps: tuple[str, ...] = ()  # prizes of other tables, kept instead of one of this table


@dataclass(frozen=True)
class Certificate:
    name: str
    place: int
    category: str
    prize: str = ""
    group: str = ""  # in which the place was taken, where there are groups
    told_apart: str = ""  # beside it on the screen: which of two people of that name


def ceremony_of(prizes: PrizeList, *, all_places: bool = False) -> list[Honour]:
    """Categories first, from the last of the list on, then the table of all.

    What is private is not called out.
    """
    shown = [pk for pk, category in prizes.categories.items() if category.is_shown]
    tables = [table for table in reversed(shown) if _awards_in(prizes, table)]
    return [
        honour
        for table in (*tables, ALL_ENTRIES)
        for honour in reversed(list(_honours(prizes, table, all_places=all_places)))
    ]


def certificates_of(
    prizes: PrizeList, *, names: Mapping[str, str], for_everybody: bool
) -> list[Certificate]:
    """One for each prize and person, or one for everybody with the place in the table of all.

    `names` are written on them; those of the list tell namesakes apart.
    """

    def made(
        entry: str, place: int, category: str = "", prize: str = "", group: str = ""
    ) -> Certificate:
        shown, written = prizes.names[entry], names[entry]
        told_apart = shown if shown != written else ""
        return Certificate(written, place, category, prize, group, told_apart)

    if for_everybody:
        return [
            made(entry, own, group=group)
            for place, entries in prizes.places(ALL_ENTRIES)
            for entry in entries
            for group, own in [prizes.groups.get(entry, ("", place))]
        ]
    return [
        made(entry, _place_of(prizes, entry, award), award.table_name, award.prize.what)
        for award in prizes.awards
        for entry in award.award.entries
    ]


def _honours(prizes: PrizeList, table: str, *, all_places: bool) -> Iterator[Honour]:
    own = _awards_in(prizes, table)
    winners = {entry for award in own for entry in award.award.entries}
    points_12 = {row.entry: row.points_12 for row in prizes.tables[table]}
    places = prizes.places(table)
    called = max((place for place, entries in places if winners & set(entries)), default=0)
    if table == ALL_ENTRIES:
        called = len(points_12) if all_places else max(called, _AT_LEAST)
    for place, entries in places:
        if place <= called:
            yield Honour(
                table=prizes.categories[table].name if table else "",
                place=place,
                names=tuple(prizes.names[entry] for entry in entries),
                points_12=points_12[entries[0]] if len(entries) == 1 or not prizes.groups else None,
                prizes=_won(own, entries),
                keeps=_kept(prizes, own, entries),
            )


def _awards_in(prizes: PrizeList, table: str) -> list[AwardShown]:
    return [award for award in prizes.awards if award.table == table]


def _won(awards: Sequence[AwardShown], entries: Sequence[str]) -> tuple[str, ...]:
    return tuple(award.prize.what for award in awards if set(entries) & set(award.award.entries))


def _kept(prizes: PrizeList, own: Sequence[AwardShown], entries: Sequence[str]) -> tuple[str, ...]:
    """Of those who were passed over here, what they take home from elsewhere."""
    passed = {entry for award in own for entry in award.award.passed} & set(entries)
    others = [award for award in prizes.awards if award not in own]
    return _won(others, sorted(passed)) if passed else ()


def _place_of(prizes: PrizeList, entry: str, award: AwardShown) -> int:
    return next(place for place, entries in prizes.places(award.table) if entry in entries)


@permitted("hold_ceremony", of=event_named)
def ceremony(request: PageRequest, event: Event) -> HttpResponse:
    """For the room: by the names that the public sees."""
    prizes = prize_list(event, names=entry_names(event))
    context = {
        "event": event,
        "found": prizes,
        "honours": ceremony_of(prizes, all_places=request.GET.get("places") == "all"),
    }
    with translation.override(event.language):
        return render(request, "setup/prizes/ceremony.html", context)


@permitted("hold_ceremony", of=event_named)
def lots(request: PageRequest, event: Event, decision: str) -> HttpResponse:
    """The lots of one tie, turned over one by one."""
    drawn = event.prize_decisions.filter(how=PrizeDecision.How.LOTS).select_related("category")
    tie = get_object_or_404(drawn, pk=decision)
    context = {
        "event": event,
        "decision": tie,
        "seed": first_stage(event).seed,
        "lots": lots_of(tie, names=entry_names(event)),
    }
    with translation.override(event.language):
        return render(request, "setup/prizes/lots.html", context)


@permitted("hold_ceremony", of=event_named)
def certificates(request: PageRequest, event: Event) -> HttpResponse:
    """On paper, by full names: they are handed to the people themselves."""
    form = CertificatesForm(CertificatesForm.AT_FIRST | request.GET.dict())
    chosen = form.cleaned_data if form.is_valid() else CertificatesForm.AT_FIRST

    def contents() -> dict[str, Any]:
        prizes = prize_list(event, names=official_names(event, reader=request.actor))
        made = certificates_of(
            prizes,
            names=certificate_names(event),
            for_everybody=chosen["of"] == "everybody",
        )
        return {
            "step_key": "certificates",
            "event": event,
            "form": form,
            "certificates": made,
            "paper": chosen["paper"],
        }

    return sheet_page(
        request, "setup/prizes/certificates.html", language=event.language, contents=contents
    )

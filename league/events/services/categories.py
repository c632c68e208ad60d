"""Categories of an event: which there are, who is in them, and whether the public sees them."""

from collections.abc import Iterable, Sequence

from django.db.models import Max
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import Archived, LeagueError
from league.live import changing_event
from league.models import AuditEntry, Category, Entry, Event, Prize
from league.permissions import Actor
from league.player_notes import birth_years, check_note

MOST_CATEGORIES = 20
REMOVED = gettext_noop("remove category")


def add_category(
    event: Event,
    *,
    actor: Actor,
    name: str,
    is_shown: bool = False,
    born_from: int | None = None,
    born_to: int | None = None,
) -> Category:
    """At the end of the list; private unless said otherwise. `born_from`, `born_to`: by age."""
    _check_years(born_from, born_to)
    with changing_event(event.pk) as stored:
        check_not_archived(stored)
        if stored.categories.count() >= MOST_CATEGORIES:
            raise LeagueError(_("An event has at most 20 categories."))
        last = stored.categories.aggregate(last=Max("order"))["last"] or 0
        category = Category.objects.create(
            event=stored,
            name=_fit_name(stored, name),
            order=last + 1,
            is_shown=is_shown,
            born_from=born_from,
            born_to=born_to,
        )
        log_action(actor, gettext_noop("add category"), category, is_shown=is_shown)
        fill_by_age(stored, stored.entries.all())
    return category


def edit_category(
    category: Category,
    *,
    actor: Actor,
    name: str,
    is_shown: bool,
    born_from: int | None = None,
    born_to: int | None = None,
) -> Category:
    """Renamed, it keeps its members and its prizes. Other years add those who fit them now."""
    _check_years(born_from, born_to)
    with changing_event(category.event_id) as event:
        check_not_archived(event)
        stored = Category.objects.get(pk=category.pk)
        stored.name = _fit_name(event, name, but=stored)
        stored.is_shown = is_shown
        stored.born_from, stored.born_to = born_from, born_to
        stored.save()
        log_action(actor, gettext_noop("edit category"), stored, is_shown=is_shown)
        fill_by_age(event, event.entries.all())
    return stored


def move_category(category: Category, *, actor: Actor, by: int) -> None:
    """Up or down in the list, by one."""
    with changing_event(category.event_id) as event:
        check_not_archived(event)
        listed = list(event.categories.order_by("order", "pk"))
        at = listed.index(category)
        to = at + by
        if not 0 <= to < len(listed):
            return
        listed[at], listed[to] = listed[to], listed[at]
        for order, row in enumerate(listed, start=1):
            row.order = order
        Category.objects.bulk_update(listed, ["order"])
        log_action(
            actor, gettext_noop("order categories"), event, categories=[c.pk for c in listed]
        )


def remove_category(category: Category, *, actor: Actor) -> None:
    """With its prizes and what was decided about them. The audit keeps what brings it back."""
    with changing_event(category.event_id) as event:
        check_not_archived(event)
        stored = Category.objects.get(pk=category.pk)
        prizes = stored.prizes.order_by("order").values("id", "place", "what", "order")
        log_action(
            actor,
            REMOVED,
            event,
            row=stored.pk,
            name=stored.name,
            order=stored.order,
            is_shown=stored.is_shown,
            born=[stored.born_from, stored.born_to],
            entries=list(stored.entries.values_list("pk", flat=True)),
            prizes=list(prizes),
        )
        stored.delete()


def restore_category(event: Event, *, actor: Actor, removed: AuditEntry) -> Category:
    """A removed category as it was, with its members and prizes."""
    with changing_event(event.pk) as stored:
        check_not_archived(stored)
        kept = removed.details
        born_from, born_to = kept.get("born", (None, None))
        if stored.categories.filter(pk=kept["row"]).exists():
            raise LeagueError(_("This category already exists."))
        category = Category.objects.create(
            pk=kept["row"],
            event=stored,
            name=_fit_name(stored, kept["name"]),
            order=kept["order"],
            is_shown=kept["is_shown"],
            born_from=born_from,
            born_to=born_to,
        )
        category.entries.set(stored.entries.filter(pk__in=kept["entries"]))
        Prize.objects.bulk_create(
            Prize(event=stored, category=category, **prize) for prize in kept["prizes"]
        )
        log_action(actor, gettext_noop("restore category"), category)
    return category


def put_in_category(
    category: Category, *, actor: Actor, entries: Iterable[str], is_in: bool = True
) -> int:
    """Add entries of the event, or take them out; how many were moved."""
    with changing_event(category.event_id) as event:
        check_not_archived(event)
        stored = Category.objects.get(pk=category.pk)
        wanted = event.entries.filter(pk__in=set(entries))
        moved = wanted.exclude(categories=stored) if is_in else wanted.filter(categories=stored)
        ids = sorted(moved.values_list("pk", flat=True))
        if ids:
            members = Entry.objects.filter(pk__in=ids)
            (stored.entries.add if is_in else stored.entries.remove)(*members)
            put_in, taken = gettext_noop("add to category"), gettext_noop("take out of category")
            log_action(actor, put_in if is_in else taken, stored, entries=ids)
    return len(ids)


def set_categories(
    event: Event, entry: Entry, chosen: Sequence[str], *, of_shown: bool = False
) -> None:
    """Part of the caller's transaction. `of_shown`: of the public ones only."""
    known = event.categories.filter(pk__in=chosen)
    entry.categories.set(known.filter(is_shown=True) if of_shown else known)


def fill_by_age(event: Event, entries: Iterable[Entry]) -> None:
    """Part of the caller's transaction: into the categories whose years fit all of an entry.

    Years are those that the club keeps. Nobody is taken out: officials may know better.
    """
    by_age = [each for each in event.categories.all() if each.born_from or each.born_to]
    if not by_age:
        return
    entered = list(entries)
    years = birth_years(event.club, [player for each in entered for player in _players(each)])
    for category in by_age:
        fitting = [
            entry
            for entry in entered
            if all(_fits(category, years.get(player)) for player in _players(entry))
        ]
        category.entries.add(*fitting)


def _players(entry: Entry) -> list[str]:
    return [player for player in (entry.player_id, entry.partner_id) if player]


def _fits(category: Category, year: int | None) -> bool:
    if year is None:
        return False
    return (category.born_from or 0) <= year <= (category.born_to or year)


def _check_years(born_from: int | None, born_to: int | None) -> None:
    for year in (born_from, born_to):
        check_note(birth_year=year, text="")
    if born_from and born_to and born_from > born_to:
        raise LeagueError(_("The first year of a category must come before its last."))


def check_not_archived(event: Event) -> None:
    if event.status == Event.Status.ARCHIVED:
        raise Archived


def _fit_name(event: Event, name: str, *, but: Category | None = None) -> str:
    name = " ".join(name.split())
    if not name:
        raise LeagueError(_("Give the category a name."))
    others = [category.name.casefold() for category in event.categories.all() if category != but]
    if name.casefold() in others:
        raise LeagueError(_("There is already a category with this name."))
    return name

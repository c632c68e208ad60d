"""Which box of a game a club has: said once, and taken over by its new events and sheets."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _, gettext_noop

from games.contract import Rules
from games.pads import Said
from games.registry import rules_of
from games.values import Setup
from league.audit import log_action
from league.errors import LeagueError
from league.models import Club, ClubBox, Event
from league.permissions import Actor
from league.said import words

NOT_BEGUN = (Event.Status.DRAFT, Event.Status.OPEN)


def keep_box(
    club: Club, *, actor: Actor, game: str, edition: str, tags: Mapping[str, str]
) -> ClubBox:
    """What the box looks like; events of the club that have not begun take it over too."""
    rules = rules_with_box(game)
    kept = checked_tags(rules, edition=edition, tags=tags)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        before = ClubBox.objects.filter(club=club, game=game).first()
        old = {"edition": before.edition, "tags": before.tags} if before else None
        box, _is_new = ClubBox.objects.update_or_create(
            club=club, game=game, defaults={"edition": edition, "tags": kept}
        )
        _pass_on(club, box, old_edition=before.edition if before else "standard")
        log_action(
            *(actor, gettext_noop("say what a box looks like"), club),
            game=game, edition=edition, tags=kept, before=old,
        )  # fmt: skip
    return box


def forget_box(club: Club, *, actor: Actor, game: str) -> None:
    """As if nobody had been asked. Events keep what they took over."""
    rules_with_box(game)
    with transaction.atomic():
        box = ClubBox.objects.select_for_update().filter(club=club, game=game).first()
        if box is None:
            return
        before = {"edition": box.edition, "tags": box.tags}
        box.delete()
        log_action(actor, gettext_noop("forget a box"), club, game=game, before=before)


def rules_with_box(game: str) -> Rules:
    rules = rules_of(game)
    if rules is None or rules.looks.box is None:
        raise LeagueError(_("This game is not known here."))
    return rules


def checked_tags(rules: Rules, *, edition: str, tags: Mapping[str, str]) -> dict[str, str]:
    """The tags that say something of this box, all of them."""
    if edition not in rules.editions:
        raise LeagueError(_("This game has no such edition."))
    assert rules.looks.box is not None
    players = min(min(numbers) for numbers in rules.variants.values())
    box = rules.looks.box(Setup(players, edition=edition))
    if unknown := set(tags) - {box.tag}:
        raise LeagueError(_("This game has no tag “%(tag)s”.") % {"tag": min(unknown)[:40]})
    if not box.tag:
        return {}
    value = tags.get(box.tag, "".join(place.letter for place in box.places))
    if wrong := rules.tags.read(box.tag, value, players=players):
        raise LeagueError(words(Said(wrong.text, wrong.gaps)))
    return {box.tag: value}


def _pass_on(club: Club, box: ClubBox, *, old_edition: str) -> None:
    begins_here = Event.objects.filter(club=club, status__in=NOT_BEGUN, away_since=None)
    for event in begins_here:
        event.box_tags = {**event.box_tags, box.game: box.tags}
        if event.game == box.game and event.edition == old_edition:
            event.edition = box.edition
        event.save(update_fields=["box_tags", "edition"])

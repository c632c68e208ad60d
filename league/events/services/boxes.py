"""Which box of a game a club has: said once, and taken over wherever nobody says an edition."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _, gettext_noop

from games.contract import Rules
from games.pads import Said
from games.registry import GAMES, rules_of
from games.values import STANDARD, Setup
from league.audit import log_action
from league.errors import LeagueError
from league.events.settings_rules import GAME_SETTINGS
from league.models import Club, ClubBox, Event, Round, Season, Stage, StageGame
from league.models.game_played import PlaysGame
from league.permissions import Actor
from league.said import words

NOT_BEGUN = (Event.Status.DRAFT, Event.Status.OPEN)


def keep_box(
    club: Club, *, actor: Actor, game: str, edition: str, tags: Mapping[str, str]
) -> ClubBox:
    """What the box looks like; whatever of the club has not begun takes it over too."""
    rules = rules_with_box(game)
    kept = checked_tags(rules, edition=edition, tags=tags)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        before = ClubBox.objects.filter(club=club, game=game).first()
        old = {"edition": before.edition, "tags": before.tags} if before else None
        box, _is_new = ClubBox.objects.update_or_create(
            club=club, game=game, defaults={"edition": edition, "tags": kept}
        )
        _pass_on(club, box, old_edition=before.edition if before else STANDARD)
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


def edition_of(club: Club, game: str) -> str:
    """With which edition a game is played where nobody says it."""
    box = club.boxes.filter(game=game).first()
    return box.edition_here if box else STANDARD


def edition_again(club: Club, copied: PlaysGame, *, since: datetime | None) -> str:
    """Of a copy: what was chosen then, unless the club has said since which box it has.

    `since`: None of what has not begun, as that follows the box by itself.
    """
    if since is None:
        return copied.edition
    box = club.boxes.filter(game=copied.game, set_at__gt=since).first()
    return box.edition_here if box else copied.edition


def game_said(club: Club, said: Mapping[str, object]) -> dict[str, Any]:
    """The settings that name a game, with the club's edition if none is among them."""
    values = {name: value for name, value in said.items() if name in GAME_SETTINGS}
    return {"edition": edition_of(club, str(values.get("game", GAMES[0]))), **values}


def _pass_on(club: Club, box: ClubBox, *, old_edition: str) -> None:
    """Also to an event that is under way, as long as nothing of the game was played there."""
    open_here = Event.objects.filter(
        club=club, status__in=(*NOT_BEGUN, Event.Status.RUNNING), away_since=None
    )
    events = [
        event
        for event in open_here.select_for_update().order_by("pk")
        if event.status in NOT_BEGUN or not _has_played(event, box.game)
    ]
    for event in events:
        event.box_tags = {**event.box_tags, box.game: box.tags}
        if event.game == box.game and event.edition == old_edition:
            event.edition = box.edition
        event.save(update_fields=["box_tags", "edition"])
    own = {"plays_own_game": True}
    for rows in (
        Stage.objects.filter(event__in=events, begun_at=None, **own),
        Round.objects.filter(stage__event__in=events, status=Round.Status.DRAFT, **own),
        StageGame.objects.filter(stage__event__in=events),
        Season.objects.filter(club=club, status__in=(Season.Status.DRAFT, Season.Status.OPEN)),
    ):
        rows.filter(game=box.game, edition=old_edition).update(edition=box.edition)


def _has_played(event: Event, game: str) -> bool:
    """Or is bound to, as its own game stays from the start."""
    begun = event.stages.filter(plays_own_game=True, game=game, begun_at__isnull=False)
    rounds = Round.objects.filter(stage__event=event, plays_own_game=True, game=game)
    played = rounds.exclude(status=Round.Status.DRAFT)
    return event.game == game or begun.exists() or played.exists()

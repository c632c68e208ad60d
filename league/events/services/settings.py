"""Opening an event from a template, changing its settings, and opening another one like it."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.client_keys import made_before, remember
from league.errors import Archived, LeagueError, Stale
from league.events import settings_rules
from league.events.queries.events import first_stage, setting_label
from league.events.services.boxes import edition_again, edition_of
from league.events.services.game_fit import WrongSetting, check_settings, fit_to_game
from league.events.services.places import fill_places
from league.formats.contract import Template
from league.formats.registry import FORMATS, format_of
from league.live import changing_event
from league.models import (
    AuditEntry,
    Category,
    ChainChange,
    Club,
    Event,
    Official,
    Prize,
    Round,
    Stage,
)
from league.permissions import Actor
from league.ratings.services import want_event_ratings
from league.results.services.counted_results import want_standings

_EDITED = gettext_noop("edit event")


class Recount(LeagueError):
    """A change that counts again what was already counted: to be confirmed."""

    status = 409
    code = "recount"

    def __init__(self) -> None:
        super().__init__(
            _(
                "The event has started. This changes points or the order of the table, also for "
                "rounds already played, and the public is told. Confirm it, then save."
            )
        )


def create_event(
    club: Club,
    *,
    actor: Actor,
    template: Template,
    name: str,
    starts_at: datetime,
    changes: Mapping[str, Any] | None = None,
) -> Event:
    """Open a draft from a template; `changes` are settings that differ from it."""
    said = {**(changes or {}), "name": name, "starts_at": starts_at}
    return create_event_once(club, actor=actor, template=template, changes=said)[0]


def create_event_once(
    club: Club,
    *,
    actor: Actor,
    template: Template,
    changes: Mapping[str, Any],
    client_key: str = "",
) -> tuple[Event, bool]:
    """As `create_event`, and whether it is new: the same key again gives the one that it made.

    `changes` have the name and the start as well.
    """
    local = {
        "currency": Event.Currency.EUR if club.country == "SK" else Event.Currency.CZK,
        "time_zone": club.zone,
        "language": club.language,
    }
    values = {**local, **template.event, **template.stage, **changes}
    event = Event(club=club, **_of(settings_rules.EVENT_SETTINGS, values))
    if "edition" not in changes:
        event.edition = edition_of(club, event.game)
    event.box_tags = {box.game: box.tags for box in club.boxes.all()}
    stage = Stage(event=event, **_of(settings_rules.STAGE_SETTINGS, values))
    fit_to_game(event, stage)
    check_settings(event, stage)
    later = _later_stages(event, template)
    content = [template.key, dict(changes)]
    with transaction.atomic():
        if earlier := opened_before(club, client_key=client_key, content=content):
            return earlier, False
        event.save()
        stage.save()
        for each in later:
            each.save()
        if actor.user is not None:
            Official.objects.create(event=event, user=actor.user, role=Official.Role.ORGANISER)
        log_action(actor, gettext_noop("create event"), event, template=template.key)
        remember(club.pk, client_key=client_key, content=content, made=[event.pk])
    return event, True


def _later_stages(event: Event, template: Template) -> list[Stage]:
    stages = [
        Stage(event=event, order=order, **_of(settings_rules.LATER_STAGE_SETTINGS, values))
        for order, values in enumerate(template.later, start=2)
    ]
    for stage in stages:
        if stage.plays_own_game:
            stage.edition = edition_of(event.club, stage.game)
        stage.chain = list(stage.format.chain_for(stage.game_here))
        check_settings(event, stage)
    return stages


def opened_before(club: Club, *, client_key: str, content: object) -> Event | None:
    """Holds the club's row, so that of two equal requests the second sees what the first made."""
    if not client_key:
        return None
    Club.objects.select_for_update().get(pk=club.pk)
    made = made_before(club.pk, client_key=client_key, content=content)
    if made is None:
        return None
    event = Event.objects.filter(pk__in=made).first()
    if event is None:
        raise Stale(_("This event was thrown away in the meantime."))
    return event


def edit_event(
    event: Event,
    *,
    actor: Actor,
    version: int,
    changes: Mapping[str, Any],
    is_confirmed: bool = False,
    reason: str = "",
) -> Event:
    """Change settings, if nobody else did since `version` was read.

    `is_confirmed`: the actor knows that what was already counted is counted again.
    `reason`: why tiebreaks are changed after the start; everybody reads it.
    """
    with changing_event(event.pk) as stored:
        check_version(stored, version)
        stage = first_stage(stored)
        before = _settings_of(stage, settings_rules.CHAIN_SETTINGS)
        if changes.get("game", stored.game) != stored.game:
            changes = {"edition": edition_of(stored.club, changes["game"]), **changes}
        changed = _apply(stored, settings_rules.EVENT_SETTINGS, changes) + _apply(
            stage, settings_rules.STAGE_SETTINGS, changes
        )
        if changed:
            _check_not_archived(stored)
            if stored.has_started:
                _check_frozen(changed, settings_rules.FROZEN_AFTER_START)
                _check_told(changed, is_confirmed=is_confirmed, reason=reason)
            if set(changed) & set(settings_rules.GAME_SETTINGS):
                fit_to_game(stored, stage)
            check_settings(stored, stage)
            _check_rounds(stage, changed)
            stored.version += 1
            stored.save()
            stage.save()
            _tell(stored, stage, actor=actor, changed=changed)
            if stored.has_started and set(settings_rules.CHAIN_SETTINGS) & set(changed):
                _log_chain(stage, before, actor=actor, reason=reason)
    return stored


def edit_stage(
    stage: Stage,
    *,
    actor: Actor,
    changes: Mapping[str, Any],
    is_confirmed: bool = False,
    reason: str = "",
) -> Stage:
    """Change settings of a stage after the first that has begun, as far as that can still be."""
    with changing_event(stage.event_id) as event:
        stored = event.stages.get(pk=stage.pk)
        stored.event = event
        before = _settings_of(stored, settings_rules.CHAIN_SETTINGS)
        if changed := _apply(stored, settings_rules.LATER_STAGE_SETTINGS, changes):
            _check_not_archived(event)
            _check_frozen(changed, settings_rules.FROZEN_AFTER_BEGINNING)
            _check_told(changed, is_confirmed=is_confirmed, reason=reason)
            check_settings(event, stored)
            _check_rounds(stored, changed)
            event.version += 1
            event.save(update_fields=["version"])
            stored.save()
            _tell(event, stored, actor=actor, changed=changed)
            if set(settings_rules.CHAIN_SETTINGS) & set(changed):
                _log_chain(stored, before, actor=actor, reason=reason)
    return stored


def change_format(event: Event, *, actor: Actor, version: int, kind: str) -> Event:
    """Another format, with its usual tiebreaks where those of the old one were the usual ones."""
    stage, game = first_stage(event), event.game_played
    if kind not in {format_.key for format_ in FORMATS}:
        raise LeagueError(_("There is no such format."))
    changes: dict[str, Any] = {"kind": kind}
    if tuple(stage.chain) == stage.format.chain_for(game):
        changes["chain"] = list(format_of(kind).chain_for(game))
    return edit_event(event, actor=actor, version=version, changes=changes)


def clone_event(event: Event, *, actor: Actor, name: str, starts_at: datetime) -> Event:
    """Another event with the same settings and officials, without entries, as a draft."""
    with transaction.atomic():
        copy = Event(club_id=event.club_id, **_settings_of(event, settings_rules.EVENT_SETTINGS))
        copy.name, copy.starts_at = name, starts_at
        since = event.created_at if event.has_started else None
        copy.edition = edition_again(event.club, event, since=since)
        copy.box_tags = {box.game: box.tags for box in event.club.boxes.all()}
        copy.save()
        for stage in event.stages.order_by("order"):
            said = _settings_of(stage, settings_rules.LATER_STAGE_SETTINGS)
            said["edition"] = edition_again(event.club, stage, since=since)
            Stage.objects.create(event=copy, order=stage.order, **said)
        Official.objects.bulk_create(
            Official(event=copy, user_id=official.user_id, role=official.role)
            for official in event.official_set.all()
        )
        _clone_prizes(event, copy)
        log_action(actor, gettext_noop("clone event"), copy, origin=event.pk)
    return copy


def _clone_prizes(event: Event, copy: Event) -> None:
    """The same categories, without anybody in them, and the same prizes."""
    copies: dict[str | None, Category | None] = {None: None}
    for category in event.categories.all():
        copies[category.pk] = Category.objects.create(
            event=copy,
            name=category.name,
            order=category.order,
            is_shown=category.is_shown,
            born_from=category.born_from,
            born_to=category.born_to,
        )
    Prize.objects.bulk_create(
        Prize(
            event=copy,
            category=copies[prize.category_id],
            place=prize.place,
            what=prize.what,
            order=prize.order,
        )
        for prize in event.prizes.all()
    )


def check_version(event: Event, version: int) -> None:
    """Refuse a page that is older than what is stored, and say what changed since."""
    if event.version == version:
        return
    since = AuditEntry.objects.filter(
        event=event.pk, action=_EDITED, details__version__gt=version
    ).values_list("details", flat=True)
    fields = sorted({field for details in since for field in details["fields"]})
    if not fields:
        raise Stale
    raise Stale(
        _("Somebody changed this in the meantime: %(what)s. Look at it again, then save.")
        % {"what": ", ".join(setting_label(field) for field in fields)}
    )


def _of(names: tuple[str, ...], values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: values[name] for name in names if name in values}


def _settings_of(row: Event | Stage, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _apply(row: Event | Stage, names: tuple[str, ...], changes: Mapping[str, Any]) -> list[str]:
    wanted = _of(names, changes)
    changed = [name for name, value in wanted.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, wanted[name])
    return changed


def _check_not_archived(event: Event) -> None:
    if event.status == Event.Status.ARCHIVED:
        raise Archived


def _check_frozen(changed: Collection[str], frozen: Mapping[str, str]) -> None:
    for field in changed:
        if why := frozen.get(field):
            raise LeagueError(f"{setting_label(field)}: {_(why)}")


def _check_told(changed: Collection[str], *, is_confirmed: bool, reason: str) -> None:
    """What is counted again was confirmed, and everybody learns why the tiebreaks change."""
    if settings_rules.RECOUNTED & set(changed) and not is_confirmed:
        raise Recount
    if set(settings_rules.CHAIN_SETTINGS) & set(changed) and not reason.strip():
        raise WrongSetting("reason", _("Say why the tiebreaks change. Everybody can read it."))


def _check_rounds(stage: Stage, changed: Collection[str]) -> None:
    if stage.format.length_follows_field:
        if "rounds_planned" in changed and "kind" not in changed:
            raise WrongSetting(
                "rounds_planned",
                _("This format is as long as its number of players makes it."),
            )
        return
    later = Stage.objects.filter(event=stage.event_id, order__gt=stage.order)
    if "rounds_planned" in changed and later.filter(begun_at__isnull=False).exists():
        raise WrongSetting(
            "rounds_planned", _("The next stage has begun. Take back its start first.")
        )
    made = stage.rounds.count()
    if stage.rounds_planned < made:
        raise LeagueError(
            _("Round %(number)d already exists. There cannot be fewer rounds than that.")
            % {"number": made}
        )


def _tell(event: Event, stage: Stage, *, actor: Actor, changed: list[str]) -> None:
    """The audit, and whatever follows from the change."""
    log_action(actor, _EDITED, event, fields=changed, version=event.version)
    recounted = settings_rules.RECOUNTED & set(changed)
    if event.has_started and (recounted or settings_rules.FORESEEN & set(changed)):
        want_standings(stage.pk)
    if event.has_started and (of_points := sorted(recounted - set(settings_rules.CHAIN_SETTINGS))):
        log_action(actor, settings_rules.RULES_CHANGED, event, fields=of_points)
    if event.has_started and (of_results := sorted(settings_rules.RESULT_RULES & set(changed))):
        log_action(actor, settings_rules.RESULT_RULES_CHANGED, event, fields=of_results)
    if "is_rated" in changed:
        want_event_ratings(event)
    if "entry_limit" in changed:
        fill_places(event, actor=actor)


def _log_chain(stage: Stage, before: Mapping[str, Any], *, actor: Actor, reason: str) -> None:
    """For good, and for everybody to read: beside the standings and in the rules."""
    closed = stage.rounds.filter(status=Round.Status.CLOSED)
    ChainChange.objects.create(
        stage=stage,
        by=actor.user.pk if actor.user else "",
        after_round=closed.aggregate(last=Max("number"))["last"] or 0,
        before=dict(before),
        after=_settings_of(stage, settings_rules.CHAIN_SETTINGS),
        reason=" ".join(reason.split()),
    )

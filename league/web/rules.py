"""The rules of an event in the reader's language, its chain of tiebreaks,
and what changed in them after the start.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _, pgettext

from league.events import settings_rules
from league.events.queries.changed_fields import FieldStood, field_stood
from league.events.queries.entries import public_names
from league.events.queries.events import setting_label
from league.events.rules_in_words import TIME_RULES, chapters
from league.formats.contract import Sentence
from league.models import AuditEntry, ChainChange, Event, Stage
from league.models.game_played import GamePlayed
from league.prepositions import spoken
from league.standings.chains import Preset, misfits, presets_of
from league.standings.points import Scheme, written_12
from league.standings.queries import scheme_of, traits_of
from league.standings.tiebreaks import TIEBREAKS, chain_in_words, orders_alone
from league.web.filters import money


@dataclass(frozen=True)
class Link:
    """A tiebreak in the reader's language; `why_not`: why it means nothing in this format."""

    key: str
    label: str
    words: str
    why_not: str = ""
    code: str = ""  # as FIDE calls it in every language; our own keys have a name alone


@dataclass(frozen=True)
class ChainShown:
    """A chain as it is edited, with what may be added and what to start from."""

    links: tuple[Link, ...]
    others: tuple[Link, ...]  # those that mean something first
    presets: tuple[Preset, ...]

    @property
    def keys(self) -> list[str]:
        return [link.key for link in self.links]

    @property
    def misfits(self) -> list[Link]:
        return [link for link in self.links if link.why_not]

    @property
    def draws_lots(self) -> bool:
        return "LOTS" in self.keys


@dataclass(frozen=True)
class ChainChanged:
    """A change of the tiebreaks after the start, as everybody reads it."""

    at: datetime
    what: str


def chain_shown(stage: Stage, chain: Sequence[str]) -> ChainShown:
    against = {
        misfit.key: _(misfit.why) for misfit in misfits(list(TIEBREAKS), of=traits_of(stage))
    }
    links = {
        key: Link(
            key, _(tiebreak.label), _(tiebreak.words), against.get(key, ""), code=tiebreak.fide
        )
        for key, tiebreak in TIEBREAKS.items()
    }
    others = [link for key, link in links.items() if key not in chain]
    return ChainShown(
        links=tuple(links[key] for key in chain),
        others=tuple(sorted(others, key=lambda link: bool(link.why_not))),
        presets=presets_of(stage.format.chain_for(stage.game_here)),
    )


def chain_changes(stage: Stage) -> list[ChainChanged]:
    """In the order in which they were made; with who plays in it although results name others."""
    changes = [*_told(stage.chain_changes.all()), *_fields_stood([stage])]
    return sorted(changes, key=lambda change: change.at)


def _fields_stood(stages: Iterable[Stage]) -> list[ChainChanged]:
    found = [(stage, stood) for stage in stages if (stood := field_stood(stage))]
    names = public_names(found[0][0].event) if found else {}
    return [
        ChainChanged(datetime.fromisoformat(stood.at), _stood_in_words(stage, stood, names))
        for stage, stood in found
    ]


def _stood_in_words(stage: Stage, stood: FieldStood, names: Mapping[str, str]) -> str:
    coming = ", ".join(names.get(swap.comes, "") for swap in stood.swaps if swap.comes)
    gaps = {"stage": stage.title, "names": coming, "reason": stood.reason}
    if not coming:
        return (
            _(
                "A result was corrected after “%(stage)s” had begun: starting numbers would be "
                "others. It stands. Reason: %(reason)s"
            )
            % gaps
        )
    return (
        _(
            "A result was corrected after “%(stage)s” had begun: by it these would have gone on: "
            "%(names)s. It stands. Reason: %(reason)s"
        )
        % gaps
    )


def _told(changes: QuerySet[ChainChange]) -> list[ChainChanged]:
    return [
        ChainChanged(change.at, _in_words(change))
        for change in changes.select_related("stage").order_by("id")
    ]


def labels_of(chain: Sequence[str]) -> str:
    """The names of tiebreaks in their order."""
    known = [_(TIEBREAKS[key].label) for key in chain if key in TIEBREAKS]
    return ", ".join(known) or _("points alone")


def _in_words(change: ChainChange) -> str:
    parts = [_part_in_words(name, change) for name in change.after if _differs(name, change)]
    number = change.after_round
    name = change.stage.round_name(number) if number else ""
    if not change.stage.format.has_rounds:
        when = _("During the event: %(changes)s. Reason: %(reason)s")
    elif name:
        when = _("After the round “%(name)s”: %(changes)s. Reason: %(reason)s")
    elif number:
        when = _("After round %(number)d: %(changes)s. Reason: %(reason)s")
    else:
        when = _("Before round 1 ended: %(changes)s. Reason: %(reason)s")
    return when % {
        "number": number,
        "name": name,
        "changes": "; ".join(parts),
        "reason": change.reason,
    }


def _differs(name: str, change: ChainChange) -> bool:
    return bool(change.before.get(name) != change.after[name])


def _part_in_words(name: str, change: ChainChange) -> str:
    if name == "chain":
        text = _("the tiebreaks were changed from “%(before)s” to “%(after)s”")
        show: Any = labels_of
    else:
        text = _("“%(setting)s” was changed from “%(before)s” to “%(after)s”")
        show = _choices_of(name)
    gaps = {
        "setting": setting_label(name),
        "before": show(change.before.get(name)),
        "after": show(change.after[name]),
    }
    return text % gaps


def _choices_of(name: str) -> Any:
    """How a setting's value is written: its choice in words, or the number itself."""
    column: Any = Stage._meta.get_field(name)
    choices: Mapping[Any, Any] = dict(column.flatchoices)
    return lambda value: str(choices.get(value, "–" if value is None else value))


@dataclass(frozen=True)
class RulesChapter:
    key: str
    title: str
    sentences: list[str]

    @property
    def is_ordered(self) -> bool:
        return self.key == "order"


@dataclass(frozen=True)
class RulesChange:
    at: datetime
    what: str


def rules_in_words(event: Event, stages: Sequence[Stage]) -> list[RulesChapter]:
    """All that is set, by chapters; `stages` are all that the event has."""
    settings = _settings(event, *stages)
    return [
        RulesChapter(
            chapter.key, _(chapter.title), [_said(sentence) for sentence in chapter.sentences]
        )
        for chapter in chapters(settings)
    ]


def time_rule(event: Event) -> str:
    """What a table does when time is called."""
    return _(TIME_RULES[event.time_rule])


def rules_changes(event: Event, stages: Sequence[Stage]) -> list[RulesChange]:
    """What was changed after the start in how points and results count: the public is told."""
    actions = (settings_rules.RULES_CHANGED, settings_rules.RESULT_RULES_CHANGED)
    entries = AuditEntry.objects.filter(event=event.pk, action__in=actions).order_by("id")
    changes = [
        RulesChange(entry.at, ", ".join(setting_label(name) for name in entry.details["fields"]))
        for entry in entries
    ]
    of_chains = _told(ChainChange.objects.filter(stage__event=event))
    of_chains += _fields_stood(stages)
    changes += [RulesChange(change.at, change.what) for change in of_chains]
    return sorted(changes, key=lambda change: change.at)


def _said(sentence: Sentence) -> str:
    gaps = {name: _shown(value) for name, value in sentence.gaps.items()}
    return spoken(_(sentence.text) % gaps) if gaps else _(sentence.text)


def _shown(value: object) -> object:
    """Days as people write them."""
    return (
        date_format(value, pgettext("date format", "j M Y")) if isinstance(value, date) else value
    )


def _settings(event: Event, stage: Stage, *later: Stage) -> dict[str, Any]:
    game = event.game_played
    return {
        **{name: getattr(event, name) for name in settings_rules.EVENT_SETTINGS},
        **{name: getattr(stage, name) for name in settings_rules.STAGE_SETTINGS},
        "fee": "" if event.entry_fee is None else money(event.entry_fee, event.currency),
        **_game(game),
        "team_size": game.team_size,
        "most_entries": game.most_entries,
        "format_words": tuple(stage.format.words(stage.settings, game=game)),
        "has_rounds": stage.format.has_rounds,
        "plays_alone": stage.format.starts_own_games,
        "takes_half_point_byes": stage.format.takes_half_point_byes,
        "later_stages": [_later_stage(each) for each in later],
        **_prizes(event),
        **_points(stage),
    }


def _game(game: GamePlayed) -> dict[str, Any]:
    return {
        "is_refereed": game.has_records,
        "game_name": game.name,
        "variant_name": game.variant_name,
        "scoring": game.scoring,
    }


def _later_stage(stage: Stage) -> dict[str, Any]:
    game = stage.game_here
    return {
        **_game(game),
        "edition": stage.edition,
        "stage": stage.title,
        "takes": stage.takes,
        "takes_places": stage.takes_places,
        "takes_next": stage.takes_next,
        "plays_own_game": stage.plays_own_game,
        "games_per_match": stage.games_per_match,
        "format_words": tuple(stage.format.words(stage.settings, game=game)),
        "on_earlier_stages": stage.format.on_earlier_stages(stage.settings),
        "has_bracket": stage.format.has_bracket,
        "tiebreaks": labels_of(stage.chain) if stage.chain else "",
        "has_points_first": not orders_alone(stage.chain),
        **_points(stage),
    }


def _prizes(event: Event) -> dict[str, Any]:
    """Of what the public may know: prizes of private categories are nobody's business."""
    shown = event.categories.filter(is_shown=True).order_by("order", "pk")
    names = dict(shown.values_list("pk", "name"))
    listed = event.prizes.order_by("order", "pk").values_list("category_id", "place", "what")
    return {
        "categories": list(names.values()),
        "prizes": [
            (names.get(category, ""), place, what)
            for category, place, what in listed
            if category is None or category in names
        ],
    }


def _of_duel(scheme: Scheme) -> dict[str, str]:
    """What a match of two is worth; empty where people sit at tables."""
    if scheme.draw_12 is None:
        return dict.fromkeys(("win", "draw", "loss"), "")
    win_12, loss_12 = scheme.row_12(2)
    return {
        "win": written_12(win_12),
        "draw": written_12(scheme.draw_12),
        "loss": written_12(loss_12),
    }


def _points(stage: Stage) -> dict[str, Any]:
    scheme = scheme_of(stage)
    rows = sorted(scheme.rows_12, key=len, reverse=True)
    return {
        "is_solo": scheme.is_solo,
        **_of_duel(scheme),
        "bye": written_12(scheme.bye_12) if "bye_12" in stage.format.settings else "",
        "points_by_size": {len(row): ", ".join(map(written_12, row)) for row in rows},
        "order_words": chain_in_words(stage.chain),
        "counts_forfeits": stage.event.counts_forfeits,
    }

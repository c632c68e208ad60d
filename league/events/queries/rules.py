"""The rules of an event in the reader's language, and what changed in them after the start."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from league.events.queries.chain import chain_changes
from league.events.queries.events import first_stage
from league.events.queries.settings_labels import setting_label
from league.events.rules_in_words import TIME_RULES, Sentence, chapters
from league.events.settings_rules import (
    EVENT_SETTINGS,
    RESULT_RULES_CHANGED,
    RULES_CHANGED,
    STAGE_SETTINGS,
)
from league.models import AuditEntry, Event, Stage
from league.standings.fractions import written_12
from league.standings.queries import scheme_of
from league.standings.tiebreaks import chain_in_words


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


def rules_in_words(event: Event, stage: Stage | None = None) -> list[RulesChapter]:
    """All that is set, by chapters; `stage` spares a query where it is at hand."""
    settings = _settings(event, stage or first_stage(event))
    return [
        RulesChapter(chapter.key, _(chapter.title), [_said(each) for each in chapter.sentences])
        for chapter in chapters(settings)
    ]


def time_rule(event: Event) -> str:
    """What a table does when time is called."""
    return _(TIME_RULES[event.time_rule])


def rules_changes(event: Event, stage: Stage | None = None) -> list[RulesChange]:
    """What was changed after the start in how points and results count: the public is told."""
    told = (RULES_CHANGED, RESULT_RULES_CHANGED)
    found = AuditEntry.objects.filter(event=event.pk, action__in=told).order_by("id")
    changes = [
        RulesChange(at, ", ".join(setting_label(name) for name in details["fields"]))
        for at, details in found.values_list("at", "details")
    ]
    changes += [
        RulesChange(each.at, each.what) for each in chain_changes(stage or first_stage(event))
    ]
    return sorted(changes, key=lambda change: change.at)


def _said(sentence: Sentence) -> str:
    return _(sentence.text) % sentence.gaps if sentence.gaps else _(sentence.text)


def _settings(event: Event, stage: Stage) -> dict[str, Any]:
    stage.event = event  # read already: the scheme depends on it
    game = event.game_played
    return {
        **{name: getattr(event, name) for name in EVENT_SETTINGS},
        **{name: getattr(stage, name) for name in STAGE_SETTINGS},
        "is_refereed": game.has_records,
        "game_name": game.name,
        "variant_name": game.variant_name,
        "scoring": game.scoring,
        "team_size": game.team_size,
        "most_entries": game.most_entries,
        **_prizes(event),
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


def _points(stage: Stage) -> dict[str, Any]:
    scheme = scheme_of(stage)
    rows = sorted(scheme.rows_12, key=len, reverse=True)
    return {
        "is_solo": scheme.is_solo,
        "win": written_12(stage.win_12),
        "draw": written_12(scheme.draw_12) if scheme.draw_12 is not None else "",
        "loss": written_12(stage.loss_12),
        "bye": written_12(scheme.bye_12),
        "points_by_size": {len(row): ", ".join(map(written_12, row)) for row in rows},
        "order_words": chain_in_words(stage.chain),
    }

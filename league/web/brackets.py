"""Brackets in words, drawn and cut to pages: what the public's pages, the big screen and paper
have in common.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _, gettext_lazy

from league.events.bracket_boxes import BracketBox, Called, Lead, SlotName
from league.events.queries.brackets import BracketShown
from league.models import Match
from league.standings.bracket import Side, Source
from league.web.bracket_drawing import BoxWords, BracketWords, Page, RowWords, drawn_bracket
from league.web.bracket_layout import ColumnHead
from league.web.bracket_pages import BracketPart, BracketSheet, PartKind, whole_of

_LAST = {
    4: gettext_lazy("Semi-final %(number)d"),
    8: gettext_lazy("Quarter-final %(number)d"),
}
_WINNERS = {
    4: gettext_lazy("Winner of semi-final %(number)d"),
    8: gettext_lazy("Winner of quarter-final %(number)d"),
}
_LOSERS = {
    4: gettext_lazy("Loser of semi-final %(number)d"),
    8: gettext_lazy("Loser of quarter-final %(number)d"),
}


@dataclass(frozen=True)
class WayOn:
    """Where one of a match goes: who, and what that match is called."""

    who: str
    where: str


@dataclass(frozen=True)
class MatchListed:
    """A match of a bracket in a list."""

    box: BracketBox
    name: str
    words: BoxWords
    match: Match | None
    state: str = ""  # in words, where there is no match to tell it
    ways: tuple[WayOn, ...] = ()
    ruled: str = ""  # what an official decided about who plays here, and why
    is_followed: bool = False


@dataclass(frozen=True)
class RoundListed:
    number: int  # of the stage
    name: str
    matches: tuple[MatchListed, ...] = ()
    is_current: bool = False


def match_name(name: SlotName) -> str:
    if name.called is Called.FINAL:
        return _("Final")
    if name.called is Called.SECOND_FINAL:
        return _("Second final")
    if name.called is Called.PLACE:
        return _("Match for place %(place)d") % {"place": name.number}
    text = _LAST[name.of] if name.called is Called.LAST else _("Match %(number)d")
    return str(text) % {"number": name.number}


def source_words(source: Source, boxes: Mapping[str, BracketBox]) -> str:
    """Who will come, while nobody knows."""
    before = boxes.get(source.slot)
    if before is None:
        return ""
    name = before.name
    if not before.is_for_two:
        gaps = {"place": source.place, "match": match_name(name)}
        return _("%(match)s: place %(place)d") % gaps
    if name.called is Called.FINAL:
        return _("Winner of the final") if source.place == 1 else _("Loser of the final")
    of_round = (_WINNERS if source.place == 1 else _LOSERS).get(name.of)
    text = of_round or (
        _("Winner of match %(number)d") if source.place == 1 else _("Loser of match %(number)d")
    )
    return str(text) % {"number": name.number}


def ways_on(box: BracketBox, boxes: Mapping[str, BracketBox]) -> tuple[WayOn, ...]:
    return tuple(
        WayOn(_who_goes(lead, box), match_name(boxes[lead.slot].name))
        for lead in sorted(box.leads, key=lambda lead: lead.place)
        if not boxes[lead.slot].slot.only_if_lost
    )


def _who_goes(lead: Lead, box: BracketBox) -> str:
    if not box.is_for_two:
        return _("Place %(place)d") % {"place": lead.place}
    return _("Winner") if lead.place == 1 else _("Loser")


def words_of(shown: BracketShown, *, followed: str = "") -> BracketWords:
    boxes = {box.key: box for box in shown.boxes}
    return BracketWords(
        boxes={box.key: _box_words(box, shown, boxes) for box in shown.boxes},
        label=_("Bracket: who meets whom, and who goes on"),
        icons=static("arbitr/icons.svg"),
        followed=followed,
    )


def _box_words(box: BracketBox, shown: BracketShown, boxes: Mapping[str, BracketBox]) -> BoxWords:
    match = shown.matches.get(box.key)
    is_captioned = box.name.called not in (Called.LAST, Called.MATCH)
    words = BoxWords(
        rows=tuple(
            _row(entry, source_words(source, boxes), box, shown)
            for entry, source in zip(box.entries, box.slot.sources, strict=True)
        ),
        number="" if is_captioned else str(box.name.number),
        caption=_caption(box) if is_captioned else "",
        state="ruled" if box.key in shown.ruled else _state(match),
        url=reverse("match", args=[match.pk]) if match else "",
    )
    ruled = ruled_words(shown, box.key)
    return replace(words, said=_said(box, words, match) + (f"; {ruled}" if ruled else ""))


def ruled_words(shown: BracketShown, slot: str) -> str:
    """“the right ones play instead: the slip was read upside down”; empty: nothing was decided."""
    ruling = shown.ruled.get(slot)
    if ruling is None:
        return ""
    reason = ruling.remark.reason if ruling.remark else ""
    return ": ".join(filter(None, (str(ruling.get_kind_display()), reason)))


def _caption(box: BracketBox) -> str:
    if box.name.called is Called.SECOND_FINAL and not any(box.entries):
        return _("Second final, if it is needed")
    return match_name(box.name)


def _row(entry: str | None, origin: str, box: BracketBox, shown: BracketShown) -> RowWords:
    if entry is None:
        return RowWords(origin)
    return RowWords(
        name=shown.names[entry],
        entry=entry,
        seed=str(shown.seeds.get(entry, "")),
        score=shown.scores.get(box.key, {}).get(entry, ""),
        has_won=box.has_won(entry),
    )


def _state(match: Match | None) -> str:
    if match is None:
        return ""
    return "contested" if match.is_contested else str(match.state)


def _said(box: BracketBox, words: BoxWords, match: Match | None) -> str:
    """All of a box: Quarter-final 2: Jana N. 2, Petr S. 1 (accepted)."""
    people = ", ".join(" ".join(filter(None, (row.name, row.score))) for row in words.rows)
    state = state_words(box, match)
    return f"{match_name(box.name)}: {people}" + (f" ({state})" if state else "")


def state_words(box: BracketBox, match: Match | None) -> str:
    if box.is_needless:
        return _("was not needed")
    if box.is_bye:
        return _("without a match")
    return str(match.get_state_display()) if match else ""


def round_name(shown: BracketShown, number: int) -> str:
    in_event = shown.stage.rounds_before + number
    return shown.stage.round_name(in_event) or _("Round %(number)d") % {"number": in_event}


def rounds_listed(shown: BracketShown, words: BracketWords) -> list[RoundListed]:
    boxes = {box.key: box for box in shown.boxes}
    rounds = []
    for number in sorted({box.slot.round for box in shown.boxes}):
        here = [box for box in shown.boxes if box.slot.round == number]
        rounds.append(
            RoundListed(
                number=number,
                name=round_name(shown, number),
                matches=tuple(
                    MatchListed(
                        box=box,
                        name=match_name(box.name),
                        words=words.boxes[box.key],
                        match=shown.matches.get(box.key),
                        state=state_words(box, None),
                        ways=ways_on(box, boxes),
                        ruled=ruled_words(shown, box.key),
                    )
                    for box in here
                ),
                is_current=number == shown.current_round,
            )
        )
    return rounds


def head_words(head: ColumnHead, shown: BracketShown) -> str:
    slot = head.first.slot
    if head.side is Side.LOSERS:
        return _("Losers' round %(losers)d") % {"losers": slot.level}
    if shown.has_losers:
        return _("Winners' round %(winners)d") % {"winners": slot.level}
    return round_name(shown, slot.round)


def picture_of(
    shown: BracketShown, words: BracketWords, *, sheet: BracketSheet | None = None
) -> SafeString:
    """On a sheet of its own, or the whole with links to the matches."""
    plan, measures = (sheet.plan, sheet.measures) if sheet else whole_of(shown.boxes)
    svg = drawn_bracket(
        plan,
        words=words,
        heads=[head_words(head, shown) for head in plan.heads],
        measures=measures,
        page=Page(sheet.size.width, sheet.size.height, sheet.scale) if sheet else None,
        has_links=sheet is None,
    )
    return mark_safe(svg)  # noqa: S308  escaped by the shapes it is made of


def part_name(part: BracketPart, *, has_losers: bool) -> str:
    if part.kind is PartKind.PLACES:
        return _("Matches for places")
    if part.side is Side.LOSERS:
        side = _("Losers’ bracket")
    else:
        has_name = has_losers and part.kind is not PartKind.WHOLE
        side = _("Winners’ bracket") if has_name else _("Bracket")
    texts = {
        PartKind.TREE: _("part %(number)d") % {"number": part.number},
        PartKind.AFTER: _("last rounds"),
    }
    return ", ".join(filter(None, (side, texts.get(part.kind, ""))))

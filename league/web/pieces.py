"""What long lists have hundreds of: icons, badges, addresses. Too many for a template each."""

from collections.abc import Sequence
from functools import lru_cache
from zoneinfo import ZoneInfo

from django import template
from django.http import QueryDict
from django.template import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _, ngettext

from games.pads import Told
from games.registry import rules_of
from games.scene import without_words
from games.values import Action
from league.models import Event, Match
from league.models.public_id import ALPHABET, LENGTH
from league.said import words
from league.web.addresses import whole_address

register = template.Library()

_ANY_ID = ALPHABET[0] * LENGTH
_MOVED = (
    '<span class="moved" data-moved="{}"><span aria-hidden="true">{}{}</span>'
    '<span class="visually-hidden">{}</span></span>'
)

_WORDS = {
    "waiting": _("waiting"),
    "playing": _("playing"),
    "handed_in": _("handed in"),
    "contradicted": _("contradicted"),
    "disputed": _("disputed"),
    "accepted": _("accepted"),
    "contested": _("contested"),
    "call": _("calls an official"),
    "verified": _("verified"),
    "kept": _("kept on a sheet"),
    "typed": _("typed"),
    "confirmed": _("confirmed"),
    "at_table": _("confirmed at the table"),
    "entered": _("entered by an official"),
    "ruled": _("ruled"),
    "pending": _("being verified"),
    "unverified": _("without a record"),
    "draft": _("draft"),
    "open": _("open for entries"),
    "running": _("running"),
    "finished": _("finished"),
    "archived": _("archived"),
    "done": _("done"),
    "sent": _("sent"),
    "parked": _("parked"),
}


@register.simple_tag(takes_context=True)
def zone_note(context: Context, event: Event) -> str:
    """The event's time zone in brackets, for readers whose clocks show another time then."""
    start = event.starts_at.astimezone(ZoneInfo(event.time_zone))
    reader_zone = getattr(context.get("request"), "reader_zone", start.tzinfo)
    is_same = start.astimezone(reader_zone).utcoffset() == start.utcoffset()
    return "" if is_same else f"({event.time_zone})"


@register.simple_tag(takes_context=True)
def start_of_day(context: Context, event: Event) -> str:
    """Sat 18:00, where the event is played."""
    start = event.starts_at.astimezone(ZoneInfo(event.time_zone))
    return f"{date_format(start, 'D H:i')} {zone_note(context, event)}".rstrip()


@register.simple_tag
def icon(name: str, css_class: str = "") -> SafeString:
    return _icon(conditional_escape(name), conditional_escape(css_class))


@register.filter
def drawn(svg: str, label: str) -> SafeString:
    """A drawing of ours within a page: with words of the page, not with its own English ones."""
    named = format_html('role="img" aria-label="{}"', label)
    return mark_safe(without_words(svg).replace('role="img"', named, 1))  # noqa: S308  our own


@register.simple_tag
def told(action: Told, game: str) -> SafeString:
    """An action as people say it, after the signs of what it lays."""
    signs = format_html_join("", "{}", ((sign(name, game),) for name in action.signs))
    return format_html("{} {}", signs, words(action.said))


@register.simple_tag
def retold(text: str, seat: str, game: str) -> SafeString:
    """An action of a seat in the words of the record, as people say it."""
    rules = rules_of(game)
    action = rules.play.read(seat, text.split(), None) if rules else None
    if rules is None or not isinstance(action, Action):
        return format_html("{}", text)
    return told(rules.looks.tell(action), game)


@register.simple_tag
def points_told(text: str, game: str) -> SafeString:
    """Points as a claim says them: `R1,G2` as two signs with their figures."""
    rules = rules_of(game)
    if rules is None or not text:
        return format_html("{}", text or "–")
    gained = (
        (sign(gain.sign, game) if gain.sign else "", words(gain.name), gain.figure)
        for gain in rules.looks.points(text)
    )
    return format_html_join(" ", '{}<span class="visually-hidden">{}</span>{}', gained)


@register.simple_tag
def sign(name: str, game: str) -> SafeString:
    """One of a game's own small pictures; what it means stands in words beside it."""
    return _sign(name, static(f"games/{game}/signs.svg"))


@lru_cache(maxsize=512)
def _sign(name: str, file: str) -> SafeString:
    return format_html(
        '<svg class="sign" aria-hidden="true"><use href="{}#{}"></use></svg>', file, name
    )


@register.simple_tag
def badge(state: str, label: str = "") -> SafeString:
    """A state as a word and a shape. `label`: another word, such as get_status_display."""
    word = label or _WORDS.get(state, state)
    return _badge(conditional_escape(state), conditional_escape(word))


@register.simple_tag
def match_state(match: Match) -> SafeString:
    """Where a match stands; how sure an accepted result is, and whether somebody contests it."""
    stands = [badge(match.state, match.get_state_display())]
    if match.state == Match.State.ACCEPTED and match.grade:
        stands.append(badge(match.grade))
    if match.is_contested:
        stands.append(badge("contested"))
    return format_html_join(" ", "{}", ((shown,) for shown in stands))


@register.simple_tag
def moved(places: int) -> SafeString:
    """How a row of standings has moved since the round before: up, if positive."""
    if places > 0:
        said = ngettext("up %(number)s place", "up %(number)s places", places)
        return format_html(_MOVED, "up", "▲", places, said % {"number": places})
    if places < 0:
        said = ngettext("down %(number)s place", "down %(number)s places", -places)
        return format_html(_MOVED, "down", "▼", -places, said % {"number": -places})
    return SafeString("")


@register.inclusion_tag("_take_out.html")
def take_out(
    view: str, *args: str, query: str = "", label: str = "", is_official: bool = False
) -> dict[str, object]:
    """The fold-out beside a table, to download or copy it; `query`: what the page narrows.

    `label`: which table, where a page has several. Officials are offered full names, too.
    """
    offered = [_offered(view, args, query)]
    if is_official:
        in_full = QueryDict(query, mutable=True)
        in_full["names"] = "full"
        offered.append(_offered(view, args, in_full.urlencode()))
    return {"offered": offered, "label": label}


def _offered(view: str, args: Sequence[str], query: str) -> dict[str, object]:
    files = {
        suffix: reverse(view, args=[*args, suffix]) + (f"?{query}" if query else "")
        for suffix in ("csv", "xlsx", "json", "tsv")
    }
    copied = files.pop("tsv")
    return {"copied": copied, "files": {kind.upper(): each for kind, each in files.items()}}


@register.inclusion_tag("_take_out.html", takes_context=True)
def take_out_part(context: Context, part: str, label: str) -> dict[str, object]:
    """The same for one of several tables that come from one view, `files` of the page."""
    view, *args = context["files"]
    wanted = context["request"].GET.copy()
    wanted["part"] = part
    return take_out(view, *args, query=wanted.urlencode(), label=label)


@register.inclusion_tag("_subscribe.html")
def subscribe(view: str, *args: str, query: str = "", label: str = "") -> dict[str, object]:
    """The fold-out that gives the address of a calendar. `label`: what it holds."""
    path = reverse(view, args=args) + (f"?{query}" if query else "")
    address = whole_address(path)
    webcal = "webcal:" + address.partition(":")[2]
    return {"path": path, "address": address, "webcal": webcal, "label": label}


@register.simple_tag
def addresses(view: str, *, of: str, **parts: object) -> list[str]:
    """Those of many rows, found once: what stands before and after an id, the part named `of`."""
    return reverse(view, kwargs={of: _ANY_ID, **parts}).split(_ANY_ID)


@register.filter
def at(found: list[str], row_id: str) -> str:
    return row_id.join(found)


# What is remembered is given escaped: "<" that is safe and "<" that is not would be one key.


@lru_cache(maxsize=1024)
def _icon(name: SafeString, css_class: SafeString) -> SafeString:
    return format_html(
        '<svg class="icon{}{}" aria-hidden="true" focusable="false"> '
        '<use href="{}#{}"></use> </svg>',
        " " if css_class else "",
        css_class,
        static("arbitr/icons.svg"),
        name,
    )


@lru_cache(maxsize=1024)
def _badge(state: SafeString, word: SafeString) -> SafeString:
    return format_html(
        '<span class="badge" data-state="{}"> {} {}</span>', state, _icon(state, SafeString()), word
    )

"""A game as an official settles it: versions side by side, what counts, what was ruled."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects
from django.utils.translation import gettext as _

from league.events.queries.namesakes import official_names
from league.events.queries.records import objection, review_of_text
from league.events.services.previews import Moved, RulingPreview
from league.models import (
    Confirmation,
    Dissent,
    Match,
    Result,
    Round,
    Ruling,
    Seat,
    Submission,
    User,
)
from league.permissions import Actor
from league.results.queries import (
    box_tags_of,
    entries_at,
    expected_of,
    open_contests,
    seating_of,
    versions_of,
)
from league.results.review import Review
from league.results.services.counted_results import why_guarded
from league.results.services.rulings import RulingOutlook
from league.results.sides import Claim, claims_of
from league.web.desk import attention
from league.web.desk.flags import PLACES_TOLD, FlagShown, flags_shown
from league.web.figures import FigureField, enough_came, figure_fields

_WRITTEN = '[Game "{game}"]\n[Players "{players}"]\n[Variant "{variant}"]\n[Edition "{edition}"]\n'


@dataclass(frozen=True)
class PastRuling:
    """What officials decided so far, the newest first."""

    ruling: Ruling
    by: str  # empty: the event's own rule
    reason: str
    private: str
    remark: str  # its id, while it has words

    @property
    def at(self) -> datetime:
        return self.ruling.at


@dataclass(frozen=True)
class Case:
    """One game to be settled."""

    match: Match
    game: int
    names: Mapping[str, str]
    versions: Sequence[attention.VersionInShort]
    counts: Result | None
    rulings: Sequence[PastRuling]
    flags: Sequence[FlagShown]
    contested_by: Sequence[str] = ()  # names of those who say that the result is wrong

    @property
    def entries(self) -> list[str]:
        return entries_at(self.match)

    @property
    def entry_names(self) -> dict[str, str]:
        return {entry: self.names[entry] for entry in self.entries}

    def figure_fields(self, *, gone: Collection[str]) -> list[FigureField]:
        """What the game asks those for who came."""
        came = [seat for seat in self.match.seats.all() if seat.entry_id not in gone]
        return figure_fields(self.match, players=len(came))

    def is_played(self, *, gone: Collection[str]) -> bool:
        return enough_came(self.match.round.game_here, self.entries, absent=gone)

    @property
    def claims(self) -> dict[str, Claim]:
        """Of the result that counts, else of the newest version."""
        newest = self.newest.submission if self.newest else None
        said = self.counts.submission if self.counts else newest
        return claims_of(said.claims) if said else {}

    @property
    def games(self) -> range:
        return range(1, self.match.round.stage.games_here + 1)

    @property
    def is_closed(self) -> bool:
        return self.match.round.status == Round.Status.CLOSED

    @property
    def is_guarded(self) -> bool:
        """Whether what counts is replaced with a reason only."""
        return bool(why_guarded(self.match, self.counts))

    @property
    def has_records(self) -> bool:
        return self.match.round.game_here.has_records

    @property
    def by_places(self) -> bool:
        return self.match.round.game_here.scoring == "places"

    @property
    def current(self) -> list[attention.VersionInShort]:
        return [shown for shown in self.versions if not shown.version.is_history]

    def version(self, pk: str) -> attention.VersionInShort | None:
        return next((shown for shown in self.versions if shown.submission.pk == pk), None)

    @property
    def newest(self) -> attention.VersionInShort | None:
        return next(iter(reversed(self.current or self.versions)), None)

    @property
    def newest_with_record(self) -> attention.VersionInShort | None:
        having = [shown for shown in self.versions if shown.submission.record]
        return next((shown for shown in reversed(having)), None)

    @property
    def blank_record(self) -> str:
        """What every record of this table begins with."""
        expected = expected_of(self.match)
        players = len(self.match.seats.all())
        written = _WRITTEN.format(
            game=expected.game, players=players, variant=expected.variant, edition=expected.edition
        )
        box = box_tags_of(self.match).items()
        return written + "".join(f'[{tag} "{value}"]\n' for tag, value in box)

    @property
    def seating(self) -> dict[str, str]:
        """As the newest version says that they sat, or as paired."""
        newest = self.newest
        return newest.submission.seating if newest else seating_of(self.match, game=self.game)


@dataclass(frozen=True)
class SideLine:
    """What somebody has now, and would have."""

    name: str
    before: str
    after: str
    place: int | None


def case_of(match: Match, *, game: int, reader: Actor) -> Case:
    """Full names: this is for officials."""
    names = official_names(match.event, reader=reader)
    prefetch_related_objects([match], Prefetch("seats", Seat.objects.order_by("letter")))
    slot = match.games.filter(number=game).select_related("result__submission").first()
    contests = open_contests([match]).filter(result__game=game) if match.is_contested else []
    return Case(
        match=match,
        game=game,
        names=names,
        versions=[
            attention.version_in_short(version, match=match, names=names, number=number)
            for number, version in enumerate(versions_of(match, game=game), start=1)
        ],
        counts=slot.result if slot else None,
        rulings=_rulings(match, game),
        flags=flags_shown(match.flags.filter(submission__game=game).select_related(*PLACES_TOLD)),
        contested_by=list(dict.fromkeys(names[said.seat.entry_id] for said in contests)),
    )


def lines_of(case: Case, outlook: RulingOutlook) -> list[SideLine]:
    """The table as it would count, beside what counts now."""
    now = {side["entry"]: side for side in case.counts.sides} if case.counts else {}
    then: dict[str, Mapping[str, Any]] = {str(side["entry"]): side for side in outlook.sides or ()}
    return [
        SideLine(
            name=case.names[entry],
            before=_score(now.get(entry)),
            after=_score(then.get(entry)),
            place=then[entry]["rank"] if entry in then else None,
        )
        for entry in case.entries
    ]


@dataclass(frozen=True)
class RecordSeen:
    """What the rules say about a record while it is corrected."""

    outlook: RulingOutlook
    lines: Sequence[SideLine]
    objection: str  # empty: nothing
    line: int | None  # the first that is wrong, as it is typed
    review: Review


def record_seen(case: Case, outlook: RulingOutlook) -> RecordSeen:
    """With the board: at the end, or before the line that is wrong."""
    verdict, judgement = outlook.verdict_as_typed, outlook.judgement
    assert verdict is not None
    assert judgement is not None
    findings: list[dict[str, Any]] = [
        {
            "line": finding.line,
            "text": finding.text,
            "gaps": finding.gaps,
            "severity": finding.severity,
        }
        for finding in verdict.findings
    ]
    return RecordSeen(
        outlook=outlook,
        lines=lines_of(case, outlook),
        objection=objection(
            judgement.reason,
            findings,
            game=case.match.round.game_here.name,
            seated=len(outlook.seating),
        ),
        line=verdict.error.line if verdict.error else None,
        review=review_of_text(outlook.record),
    )


def moves_of(case: Case, preview: RulingPreview) -> list[tuple[str, Moved]]:
    """Who moves in the standings, by name, in the order of the table as it would be."""
    return [(case.names[moved.entry], moved) for moved in preview.moved]


def changes_since(match: Match, *, version: int, names: Mapping[str, str]) -> list[str]:
    """What was done at a table after the version that a page was made from, in words."""
    submissions = Submission.objects.filter(match=match, number__gt=version)
    confirmations = Confirmation.objects.filter(submission__match=match, number__gt=version)
    dissents = Dissent.objects.filter(submission__match=match, number__gt=version)
    rulings = Ruling.objects.filter(match=match, number__gt=version)
    said = [
        (
            submission.number,
            _("%(who)s handed in a version.") % {"who": attention.author_of(submission, names)},
        )
        for submission in submissions.select_related("seat")
    ]
    said += [
        (confirmation.number, _("%(who)s confirmed.") % {"who": names[confirmation.seat.entry_id]})
        for confirmation in confirmations.select_related("seat")
    ]
    said += [
        (said_no.number, _("%(who)s said no.") % {"who": names[said_no.seat.entry_id]})
        for said_no in dissents.select_related("seat")
    ]
    said += [
        (ruling.number, _("Ruled: %(what)s.") % {"what": ruling.get_kind_display()})
        for ruling in rulings
    ]
    return [text for _number, text in sorted(said)]


def _rulings(match: Match, game: int) -> list[PastRuling]:
    rulings = list(
        match.rulings.filter(game=game).select_related("remark", "submission").order_by("-number")
    )
    people = User.objects.in_bulk({ruling.author for ruling in rulings if ruling.author})
    return [
        PastRuling(
            ruling=ruling,
            by=str(people.get(ruling.author, "")),
            reason=ruling.remark.reason if ruling.remark else "",
            private=ruling.remark.private if ruling.remark else "",
            remark=ruling.remark.pk
            if ruling.remark and (ruling.remark.reason or ruling.remark.private)
            else "",
        )
        for ruling in rulings
    ]


def _score(side: Mapping[str, object] | None) -> str:
    if side is None:
        return "–"
    return "x" if side["forfeited"] else str(side["score"])

"""Everything handed in for a match, confirmed and ruled, in the order of acting.

One reading serves the page of a match, of a version, the history, the comparison and the API.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db.models import prefetch_related_objects

from league.models import Match, Ruling
from league.results.queries import versions_of
from league.web.table.history import Names, ResultShown, RulingShown, Showing, VersionShown

_SHOWN_AT_ONCE = 4


@dataclass(frozen=True)
class History:
    """Everything that was done about the result of a match."""

    match: Match
    versions: tuple[VersionShown, ...]
    rulings: tuple[RulingShown, ...]
    results: tuple[ResultShown, ...]

    @cached_property
    def acts(self) -> list[VersionShown | RulingShown]:
        """In the order of acting."""
        return sorted([*self.versions, *self.rulings], key=_number)

    @property
    def standing(self) -> list[VersionShown]:
        """What is on the table: not what an official had played again."""
        return [each for each in self.versions if not each.version.is_history]

    @property
    def newest(self) -> list[VersionShown]:
        """Of these the last few, and whichever counts."""
        last = self.standing[-_SHOWN_AT_ONCE:]
        return [each for each in self.standing if each.counts or each in last]

    @property
    def grounds(self) -> dict[str, ResultShown]:
        """By version: the result that it came to without a ruling."""
        return {
            each.result.submission_id: each
            for each in self.results
            if each.result.submission_id and not each.result.ruling_id
        }

    @property
    def opposed(self) -> tuple[VersionShown, VersionShown] | None:
        """The two newest versions of one game that do not say the same."""
        for newest in reversed(self.standing or self.versions):
            mine = newest.submission
            others = (
                each
                for each in reversed(self.versions[: newest.number - 1])
                if each.submission.game == mine.game and each.submission.digest != mine.digest
            )
            if other := next(others, None):
                return other, newest
        return None

    def before(self, shown: VersionShown) -> VersionShown | None:
        """The version that this one corrects, else the one of the same game before it."""
        if basis := self.version(shown.submission.basis_id or ""):
            return basis
        game = shown.submission.game
        earlier = [v for v in self.versions if v.number < shown.number]
        return next((v for v in reversed(earlier) if v.submission.game == game), None)

    def version(self, submission_id: str) -> VersionShown | None:
        return next((v for v in self.versions if v.submission.pk == submission_id), None)


def history_of(match: Match, *, names: Names, with_private: bool = False) -> History:
    """By ten queries, whatever was done. Private remarks are for officials alone."""
    prefetch_related_objects([match], "seats", "games")
    showing = Showing(match, names, list(match.results.order_by("number")))
    versions = tuple(
        showing.version(each, number=number)
        for number, each in enumerate(versions_of(match), start=1)
    )
    results = tuple(map(showing.result, showing.results))
    rulings = match.rulings.select_related("remark").order_by("number")
    return History(
        match=match,
        versions=versions,
        rulings=tuple(
            _ruling_shown(each, versions, results, with_private=with_private) for each in rulings
        ),
        results=results,
    )


def _ruling_shown(
    ruling: Ruling,
    versions: Iterable[VersionShown],
    results: Iterable[ResultShown],
    *,
    with_private: bool,
) -> RulingShown:
    remark = ruling.remark
    return RulingShown(
        ruling=ruling,
        version=next((v for v in versions if v.submission.pk == ruling.submission_id), None),
        result=next((each for each in results if each.result.ruling_id == ruling.pk), None),
        reason=remark.reason if remark else "",
        private=remark.private if remark and with_private else "",
    )


def _number(act: VersionShown | RulingShown) -> int:
    return act.submission.number if isinstance(act, VersionShown) else act.ruling.number

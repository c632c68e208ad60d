"""Matches of an archive gone through again: records replayed, results derived, grounds looked for.

What the service does when it takes a result is done here once more, from the rows alone. Where our
rules of a game are of another version than those that judged a record, that is said, and ours are
asked all the same.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.record import Record, digest, read
from games.registry import rules_of
from games.values import gettext_noop
from games.verdict import Verdict
from games.verify import verify
from league.archive.findings import ArchiveFinding
from league.archive.rows import ArchiveContent
from league.archive.schema import BY_NAME, RowOf
from league.results.recheck import Backing, lack_of
from league.results.sides import claims_of, digest_of, sides_claimed, sides_replayed
from league.results.verdicts import Expected, Judgement, judge

_VERIFIED = "verified"
_WORDS = ("message", "text", "gaps", "said")


class MatchCheck:
    """One match of an event."""

    def __init__(self, content: ArchiveContent, match: RowOf) -> None:
        self.content, self.match = content, match
        self.round = content.round_of(match)
        self.seats = content.of("seats", "match", match["id"])
        self.left = content.of("left_seats", "match", match["id"])
        self.submissions = content.of("submissions", "match", match["id"])
        self.game = content.game_here(self.round)

    def findings(self) -> Iterator[ArchiveFinding]:
        if self.match["slot"] == "" and not self.seats:
            yield self._about("matches", self.match, "seats", _NOBODY_SITS)
        for submission in self.submissions:
            yield from self._of_submission(submission)
        for result in self.content.of("results", "match", self.match["id"]):
            yield from self._of_result(result)
        for game in self.content.of("games", "match", self.match["id"]):
            yield from self._of_pointer(game)

    def _about(
        self,
        kind: str,
        row: RowOf,
        column: str,
        text: str,
        *,
        gaps: Mapping[str, object] | None = None,
        is_fault: bool = True,
    ) -> ArchiveFinding:
        return ArchiveFinding(
            code=column.partition("/")[0],
            text=text,
            gaps=gaps or {},
            place=self.content.place_of(kind, row),
            row=BY_NAME[kind].named(row),
            column=column,
            is_fault=is_fault,
        )

    def _of_submission(self, submission: RowOf) -> Iterator[ArchiveFinding]:
        yield from self._digests(submission)
        ids = {seat["id"] for seat in (*self.seats, *self.left)}
        if submission["seat"] is not None and submission["seat"] not in ids:
            yield self._about("submissions", submission, "seat", _OTHER_SEAT)
        for kind in ("confirmations", "dissents"):
            for answer in self.content.of(kind, "submission", submission["id"]):
                if answer["seat"] not in ids:
                    yield self._about(kind, answer, "seat", _OTHER_SEAT)
                if answer["digest"] != submission["digest"]:
                    yield self._about(kind, answer, "digest", _OTHER_VERSION)
        verdict: Verdict | None = None
        for stored in self.content.of("verifications", "submission", submission["id"]):
            verdict = verdict or verify(submission["record"].encode())
            yield from self._of_verdict(submission, stored, verdict)

    def _digests(self, submission: RowOf) -> Iterator[ArchiveFinding]:
        record = read(submission["record"].encode()) if submission["record"] else None
        of_record = digest(record) if isinstance(record, Record) else ""
        if submission["record_digest"] != of_record:
            yield self._about("submissions", submission, "record", _OTHER_RECORD)
        whole = digest_of(
            {
                "seating": submission["seating"],
                "claims": submission["claims"],
                "termination": submission["termination"],
                "record": submission["record"],
                "record_digest": of_record,
            },
            game=submission["game"],
        )
        if submission["digest"] != whole:
            yield self._about("submissions", submission, "digest", _NOT_CONFIRMED)

    def _of_verdict(
        self, submission: RowOf, stored: RowOf, verdict: Verdict
    ) -> Iterator[ArchiveFinding]:
        judgement = self._judged(submission, verdict)
        rules = rules_of(str(stored["verdict"].get("game") or ""))
        ours = rules.rules_version if rules else 0
        is_by_ours = stored["rules_version"] == ours
        gaps = {"theirs": stored["rules_version"], "ours": ours}
        if not is_by_ours:
            yield self._about(
                "verifications", stored, "rules_version", _OTHER_RULES, gaps=gaps, is_fault=False
            )
        outcome = _VERIFIED if judgement.is_verified else "contradicted"
        said = {"outcome": outcome, "reason": judgement.reason}
        told = _plain(stored["verdict"])
        fresh = _plain(verdict.as_dict())
        wrong = [name for name, value in said.items() if stored[name] != value]
        wrong += [f"verdict/{name}" for name in _parting(told, fresh)]
        if not is_by_ours:
            wrong = [name for name in wrong if name != "verdict/rules_version"]
        for name in wrong:
            yield self._about("verifications", stored, name, _OTHER_VERDICT, is_fault=is_by_ours)

    def _judged(self, submission: RowOf, verdict: Verdict) -> Judgement:
        game, event = self.game, self.content.event
        return judge(
            verdict,
            claims_of(submission["claims"]),
            seating=submission["seating"],
            expected=Expected(
                game=game.key,
                variant=game.variant,
                edition=game.edition,
                scoring=game.scoring,
                tags=event["box_tags"].get(game.key, {}),
            ),
        )

    def _of_result(self, result: RowOf) -> Iterator[ArchiveFinding]:
        submission = self.content.by_id["submissions"].get(result["submission"] or "")
        if submission is None or submission["match"] != self.match["id"]:
            yield self._about("results", result, "submission", _NO_VERSION)
            return
        if lack := lack_of(self._backing(result, submission)):
            yield self._about("results", result, "ground", _NO_GROUND, gaps={"lack": lack})
        given = {side["entry"]: side for side in self._sides(result, submission)}
        told = {side["entry"]: side for side in result["sides"]}
        if told.keys() != self._entries_then(result):
            yield self._about("results", result, "sides", _OTHER_PEOPLE)
        for entry in sorted(given.keys() & told.keys()):
            for name in _parting(told[entry], given[entry]):
                yield self._about("results", result, f"sides/{entry}/{name}", _OTHER_SIDES)
        if given.keys() != told.keys():
            yield self._about("results", result, "sides", _OTHER_SIDES)

    def _entries_then(self, result: RowOf) -> set[str]:
        """At the table when it was made: others may have had to leave it since."""
        here = {seat["entry"] for seat in self.seats}
        games = self.content.of("games", "match", self.match["id"])
        if not self.left or any(game["result"] == result["id"] for game in games):
            return here
        left = {seat["entry"] for seat in self.left}
        return {side["entry"] for side in result["sides"]} & (here | left)

    def _sides(self, result: RowOf, submission: RowOf) -> list[dict[str, Any]]:
        stored = self._verification(result, submission)
        claims = claims_of(submission["claims"])
        if stored and stored["outcome"] == _VERIFIED and stored["verdict"]["sides"]:
            absent = [entry for entry, claim in claims.items() if claim.mark.is_forfeit]
            return sides_replayed(
                stored["verdict"]["sides"], seating=submission["seating"], absent=absent
            )
        return sides_claimed(claims, scoring=self.game.scoring, seating=submission["seating"])

    def _verification(self, result: RowOf, submission: RowOf) -> RowOf | None:
        """By the rules that the result was made by."""
        rows = self.content.of("verifications", "submission", submission["id"])
        return next((r for r in rows if r["rules_version"] == result["rules_version"]), None)

    def _backing(self, result: RowOf, submission: RowOf) -> Backing:
        alike = [
            other
            for other in self.submissions
            if (other["digest"], other["game"]) == (submission["digest"], result["game"])
        ]
        holders = {seat["id"]: seat["entry"] for seat in (*self.seats, *self.left)}
        spoken = [other["seat"] for other in alike if other["seat"]]
        for other in alike:
            answers = self.content.of("confirmations", "submission", other["id"])
            spoken += [answer["seat"] for answer in answers]
        stored = self._verification(result, submission)
        ruling = self.content.by_id["rulings"].get(result["ruling"] or "")
        return Backing(
            ground=result["ground"],
            grade=result["grade"],
            handed_in_by=submission["by"],
            sides={holders[seat] for seat in spoken if seat in holders},
            is_verified=stored is not None and stored["outcome"] == _VERIFIED,
            is_kept=any(other["is_from_sheet"] for other in alike),
            players=len(submission["seating"]),
            has_ruling=ruling is not None,
            is_ruling_about_it=ruling is not None
            and (ruling["match"], ruling["game"], ruling["submission"])
            == (result["match"], result["game"], submission["id"]),
        )

    def _of_pointer(self, game: RowOf) -> Iterator[ArchiveFinding]:
        planned = self.content.games_of_stage(self.content.stage_of(self.round))
        if not 1 <= game["number"] <= planned:
            yield self._about("games", game, "number", _NO_SUCH_GAME)
        result = self.content.by_id["results"].get(game["result"] or "")
        if result and (result["match"], result["game"]) != (game["match"], game["number"]):
            yield self._about("games", game, "result", _OTHER_GAME)


def _plain(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """Without sentences, which are worded otherwise from one version to the next."""
    findings = [
        {name: value for name, value in finding.items() if name not in _WORDS}
        for finding in verdict.get("findings", ())
    ]
    return {**verdict, "findings": findings}


def _parting(told: Mapping[str, Any], given: Mapping[str, Any]) -> list[str]:
    """The names under which two mappings say different things, lists and tuples being one."""
    names = sorted(told.keys() | given.keys())
    return [name for name in names if _listed(told.get(name)) != _listed(given.get(name))]


def _listed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _listed(inner) for name, inner in value.items()}
    return [_listed(inner) for inner in value] if isinstance(value, tuple | list) else value


_NOBODY_SITS = gettext_noop("nobody sits at this table")
_OTHER_SEAT = gettext_noop("is no seat of this table")
_OTHER_VERSION = gettext_noop("is not the digest of the version that it is about")
_OTHER_RECORD = gettext_noop("is not the record that was handed in")
_NOT_CONFIRMED = gettext_noop("is not what the others at the table confirmed")
_OTHER_RULES = gettext_noop(
    "judged by version %(theirs)d of the rules, and ours is %(ours)d: what follows is by ours"
)
_OTHER_VERDICT = gettext_noop("is not what the rules say of the record")
_NO_VERSION = gettext_noop("no version of this match stands behind the result")
_NO_GROUND = gettext_noop("the result has no ground: %(lack)s")
_OTHER_PEOPLE = gettext_noop("is not of those who sat at the table")
_OTHER_SIDES = gettext_noop("is not what the record or the claimed scores give")
_NO_SUCH_GAME = gettext_noop("a match of this event has no such game")
_OTHER_GAME = gettext_noop("points at the result of another game")

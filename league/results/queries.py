"""What was handed in for a match, read for services and pages alike."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.utils.translation import get_language, gettext as _

from games.record import unusual_tags
from games.values import Setup
from league.models import (
    Analysis,
    Confirmation,
    Dissent,
    Entry,
    Event,
    Match,
    MatchGame,
    Round,
    Seat,
    Stage,
    Submission,
    Verification,
)
from league.models.submission import How
from league.results import states
from league.results.deciding import KeySaid, keys_by_entry
from league.results.sides import Claim, claims_of, digest_of_results
from league.results.verdicts import Expected


@dataclass(frozen=True)
class Version:
    """Something handed in, with what the rules and the others said about it."""

    submission: Submission
    verification: Verification | None  # by the newest rules that judged it
    confirmations: Sequence[Confirmation]
    is_history: bool  # an official took the game back since
    dissents: Sequence[Dissent] = ()  # and contests of a result that it came to

    @property
    def outcome(self) -> states.Outcome:
        if not self.submission.record:
            is_kept = hasattr(self.submission, "sheet")
            return states.Outcome.KEPT if is_kept else states.Outcome.UNVERIFIED
        if self.verification is None:
            return states.Outcome.PENDING
        return states.Outcome(self.verification.outcome)

    @cached_property
    def claims(self) -> dict[str, Claim]:
        return claims_of(self.submission.claims)

    @property
    def absent(self) -> list[str]:
        """Entries that did not come, as this version says."""
        return [entry for entry, claim in self.claims.items() if claim.mark.is_forfeit]


def versions_of(match: Match, *, game: int | None = None) -> list[Version]:
    """Everything handed in, in the order of acting; by three queries."""
    submissions = match.submissions.all()
    if game is not None:
        submissions = submissions.filter(game=game)
    voided = dict(match.games.values_list("number", "acts_void_to"))
    return [_version(own, void_to=voided.get(own.game, 0)) for own in _with_answers(submissions)]


def _with_answers(submissions: QuerySet[Submission]) -> QuerySet[Submission]:
    submissions = submissions.order_by("number", "pk").select_related("seat", "sheet")
    return submissions.prefetch_related(
        "verifications",
        Prefetch("confirmations", Confirmation.objects.select_related("seat")),
        Prefetch("dissents", Dissent.objects.select_related("seat")),
    )


def _version(submission: Submission, *, void_to: int) -> Version:
    return Version(
        submission=submission,
        verification=max(
            submission.verifications.all(), key=attrgetter("rules_version"), default=None
        ),
        confirmations=sorted(submission.confirmations.all(), key=attrgetter("number")),
        is_history=submission.number <= void_to,
        dissents=sorted(submission.dissents.all(), key=attrgetter("number")),
    )


@dataclass(frozen=True)
class OpenGame:
    """A game without a result for which something was handed in."""

    match: Match
    number: int
    versions: Sequence[Version]  # that some side stands by now, each content once
    standing: states.Agreement
    dissenting: Sequence[str] = ()  # entries that say no, and stand by none of them

    @property
    def agreed(self) -> Version | None:
        """The version that nobody contests."""
        return self.versions[0] if self.standing.digest else None


def open_games(matches: Sequence[Match]) -> list[OpenGame]:
    """Of matches with their seats at hand; the number of queries does not grow with them."""
    by_game: dict[tuple[str, int], list[Version]] = {}
    void_to, counted = _slots(matches)
    for submission in _with_answers(Submission.objects.filter(match__in=matches)):
        key = (submission.match_id, submission.game)
        if key not in counted:
            version = _version(submission, void_to=void_to.get(key, 0))
            by_game.setdefault(key, []).append(version)
    by_id = {match.pk: match for match in matches}
    return [
        shown
        for (match, game), versions in sorted(by_game.items(), key=lambda item: item[0][1])
        if (shown := _open_game(by_id[match], game, versions, void_to.get((match, game), 0)))
    ]


def digests_counting(match: Match) -> dict[int, str]:
    """By game: what counts now, where it was handed in."""
    counting = match.games.filter(result__submission__isnull=False)
    return dict(counting.values_list("number", "result__submission__digest"))


def verdict_told(stored: Mapping[str, Any]) -> dict[str, Any]:
    """A stored verdict as the format of records has it, its sentences in the reader's language."""
    findings = [
        found | {"message": sentence_of(finding)}
        for found, finding in zip(
            without_words(stored)["findings"], stored["findings"], strict=True
        )
    ]
    return {**stored, "findings": findings}


def without_words(stored: Mapping[str, Any]) -> dict[str, Any]:
    """What a stored verdict says, however its sentences are worded."""
    findings = [
        {name: value for name, value in finding.items() if name not in _WORDS}
        for finding in stored["findings"]
    ]
    return {**stored, "findings": findings}


_WORDS = ("message", "text", "gaps", "said")


def _open_game(
    match: Match, game: int, versions: Sequence[Version], void_to: int
) -> OpenGame | None:
    stances = states.latest_by_side(act for act in acts_of(versions) if act.number > void_to)
    if not stances:
        return None
    standing = _agreement(match, versions, void_to=void_to)
    stood_by = contents_of(versions, digests={act.digest for act in stances})
    dissenting = [act.side for act in stances if not act.digest]
    return OpenGame(match, game, stood_by, standing, dissenting)


def contents_of(versions: Iterable[Version], *, digests: Collection[str]) -> list[Version]:
    """The versions with these contents; anyone who said the same later is left out."""
    first: dict[str, Version] = {}
    for version in versions:
        if version.submission.digest in digests:
            first.setdefault(version.submission.digest, version)
    return list(first.values())


def _slots(matches: Sequence[Match]) -> tuple[dict[tuple[str, int], int], set[tuple[str, int]]]:
    """Up to which act games were voided, and which games have a result."""
    slots = MatchGame.objects.filter(match__in=matches)
    rows = list(slots.values_list("match", "number", "acts_void_to", "result"))
    voided = {(match, game): void_to for match, game, void_to, _result in rows}
    return voided, {(match, game) for match, game, _void_to, result in rows if result}


def open_contests(matches: Iterable[Match]) -> QuerySet[Dissent]:
    """Of results that count, said since an official last let one stand; in the order of acting."""
    counting = MatchGame.objects.filter(match__in=matches, result=OuterRef("result"))
    undecided = counting.filter(contests_kept_to__lt=OuterRef("number"))
    return Dissent.objects.filter(Exists(undecided)).select_related("seat").order_by("number")


def game_agreement(match: Match, *, game: int) -> states.Agreement:
    """Where a game stands by what its sides did."""
    last_void = voided_to(match, game=game)
    return _agreement(match, versions_of(match, game=game), void_to=last_void)


def _agreement(match: Match, versions: Sequence[Version], *, void_to: int) -> states.Agreement:
    acts = [act for act in acts_of(versions) if act.number > void_to]
    outcomes = outcomes_of(versions)
    newest = acts[-1].about if acts else ""
    absent = {e for v in versions if v.submission.digest == newest for e in v.absent}
    spoken = {act.side for act in acts}
    return states.agreement_of(
        acts, outcomes, terms=terms_of(match, absent=absent - spoken, has_absent=bool(absent))
    )


def outcomes_of(versions: Iterable[Version]) -> dict[str, states.Outcome]:
    """By digest: what is known of one version holds for all that say the same."""
    outcomes: dict[str, states.Outcome] = {}
    for version in sorted(versions, key=_least_known_first):
        outcomes[version.submission.digest] = version.outcome
    return outcomes


def _least_known_first(version: Version) -> int:
    unknown = (states.Outcome.PENDING, states.Outcome.UNVERIFIED)
    return version.outcome not in unknown


def voided_to(match: Match, *, game: int) -> int:
    """Acts up to this number are history."""
    marks = MatchGame.objects.filter(match=match, number=game).values_list(
        "acts_void_to", flat=True
    )
    return next(iter(marks), 0)


def acts_of(versions: Iterable[Version]) -> list[states.Stance]:
    """What sides did. An official's version is nobody's stance."""
    acts = []
    for version in versions:
        handed_in = version.submission
        if handed_in.seat is not None:
            acts.append(_act(handed_in, handed_in.seat))
        acts += [_act(confirmation, confirmation.seat) for confirmation in version.confirmations]
        acts += [_dissent(said) for said in version.dissents if said.result_id is None]
    return sorted(acts, key=lambda act: act.number)


def _act(row: Submission | Confirmation, seat: Seat) -> states.Stance:
    is_at_table = row.how == How.TABLE
    return states.Stance(
        row.number, seat.entry_id, row.digest, is_at_table=is_at_table, phone=row.phone
    )


def _dissent(said: Dissent) -> states.Stance:
    is_at_table = said.how == How.TABLE
    return states.Stance(
        said.number,
        said.seat.entry_id,
        "",
        is_at_table=is_at_table,
        phone=said.phone,
        against=said.digest,
    )


def terms_of(
    match: Match, *, absent: Iterable[str] = (), has_absent: bool = False
) -> states.AcceptanceTerms:
    """`absent` have nothing to say. Anyone who gave up and says so is asked like everybody else."""
    event = match.event
    gone = set(absent)
    return states.AcceptanceTerms(
        sides=tuple(entry for entry in entries_at(match) if entry not in gone),
        confirmation=event.confirmation,
        takes_at_table=event.confirms_at_table,
        needs_record=needs_record(event, match),
        has_absent=has_absent,
    )


def needs_record(event: Event, match: Match) -> bool:
    """Whether a result of this table counts with a record only."""
    if event.records != Event.Records.REQUIRED or not match.round.game_here.has_records:
        return False
    match event.records_where:
        case Event.RecordsWhere.TABLES:
            return match.table <= event.records_tables
        case Event.RecordsWhere.LAST_ROUND:
            return _is_last(match.round)
        case _:
            return True


def _is_last(round_: Round) -> bool:
    """Of the whole event: where a stage follows, it leads there."""
    stage = round_.stage
    later = Stage.objects.filter(event=stage.event_id, order__gt=stage.order)
    return round_.number >= planned_rounds(stage) and not later.exists()


def planned_rounds(stage: Stage) -> int:
    """Some formats are as long as their field makes them; before the start, as those expected."""
    if not stage.format.length_follows_field:
        return stage.rounds_planned
    return stage.format.rounds_for(field_size(stage), settings=stage.settings)


def field_size(stage: Stage) -> int:
    """How many start in a stage, or are expected to."""
    if not stage.is_first:
        return stage.places.count() if stage.begun_at else _expected_from_before(stage)
    entries = stage.event.entries
    if stage.event.has_started:
        return entries.filter(seed__isnull=False, first_round=1).count()
    return entries.filter(status__in=Entry.TAKING_A_PLACE).count()


def _expected_from_before(stage: Stage) -> int:
    before = Stage.objects.select_related("event").get(event=stage.event_id, order=stage.order - 1)
    coming = field_size(before)
    if stage.takes == Stage.Takes.ALL:
        return coming
    groups = before.format.groups_for(coming, settings=before.settings)
    return min(coming, groups * stage.takes_places + stage.takes_next)


def keys_of(
    match: Match,
    sides: Sequence[Mapping[str, Any]],
    *,
    claims: Mapping[str, Claim],
    drawn: Mapping[str, Sequence[str]] = {},
) -> dict[str, tuple[KeySaid, ...]]:
    """What decided between the sides, by entry; nothing for a game whose rules we do not know."""
    rules, setup = match.round.game_here.rules, setup_of(match)
    if rules is None or setup is None:
        return {}
    figures = {entry: claim.figures for entry, claim in claims.items()}
    return keys_by_entry(sides, rules=rules, setup=setup, figures=figures, drawn=drawn)


def setup_of(match: Match) -> Setup | None:
    """As it is played at this table; None where the rules know nothing of it."""
    rules, expected = match.round.game_here.rules, expected_of(match)
    players = len(match.seats.all()) if rules else 0
    if rules is None or players not in rules.variants[expected.variant]:
        return None
    return Setup(players, variant=expected.variant, edition=expected.edition)


def entries_at(match: Match) -> list[str]:
    """In the order of the seats; a team once."""
    return list(dict.fromkeys(seat.entry_id for seat in seats_at(match)))


def seats_at(match: Match) -> list[Seat]:
    return sorted(match.seats.all(), key=lambda seat: seat.letter)


def seating_of(match: Match, *, game: int = 1) -> dict[str, str]:
    """Who sits where as paired; in every second game of a match the order is turned round."""
    seats = seats_at(match)
    entries = [seat.entry_id for seat in seats]
    if game % 2 == 0:
        entries.reverse()
    return {seat.letter: entry for seat, entry in zip(seats, entries, strict=True)}


def expected_of(match: Match) -> Expected:
    round_ = match.round
    stage = round_.stage
    own = next((row for row in (round_, stage) if row.plays_own_game), None)
    named = own or stage.event
    game = round_.game_here
    return Expected(
        game=game.key,
        variant=named.variant,
        edition=named.edition,
        scoring=game.scoring,
        tags=round_.stage.event.box_tags.get(game.key, {}),
    )


def box_tags_of(match: Match) -> dict[str, str]:
    """What a record of this match must say of the box, where it is not the usual one."""
    rules, expected = match.round.game_here.rules, expected_of(match)
    if rules is None:
        return {}
    setup = Setup(
        max(rules.variants[expected.variant]), expected.variant, expected.edition, expected.tags
    )
    return unusual_tags(rules, setup)


def sentence_of(finding: Mapping[str, Any]) -> str:
    """What a stored verdict finds wrong, in the reader's language.

    A sentence that is worded otherwise now is in no catalogue: it is told as it was said then.
    """
    text = _(finding["text"])
    kept: str = finding.get("said", {}).get(get_language(), "") if text == finding["text"] else ""
    return kept or text.format(**finding["gaps"])


def digest_of_event(event: Event) -> str:
    """Over all results that count in it now."""
    games = MatchGame.objects.filter(match__event=event, result__isnull=False)
    return digest_of_results(games.values_list("match_id", "number", "result__sides"))


def is_analysis_open(submission: Submission) -> bool:
    """While a round is played, nobody is helped by it."""
    return submission.match.round.status == Round.Status.CLOSED


def rules_version_of(submission: Submission) -> int:
    """By which the record would be judged now; 0 where there is no such game."""
    rules = submission.match.round.game_here.rules
    return rules.rules_version if rules else 0


def analysis_of(submission: Submission) -> Analysis | None:
    """The row of its record under the rules of now, computed or wanted."""
    return Analysis.objects.filter(
        record_digest=submission.record_digest, rules_version=rules_version_of(submission)
    ).first()

"""“No, that is wrong”: stored by one tap, before a result counts and after it."""

import pytest
from django.db import IntegrityError, transaction

from league.errors import LeagueError, Stale
from league.events.queries.recheck import differences_of_match
from league.events.services.rounds import close_round, reopen_round
from league.events.services.undo import undo_step, why_not_undone
from league.models import AuditEntry, Call, Dissent, Match, Result, Ruling, Submission
from league.permissions import RIGHTS, SERVICE
from league.results.queries import entries_at
from league.results.services.objections import contest_result, dissent
from league.results.services.rulings import Decision, rule
from league.results.sides import Mark
from tests.factories.events import enter
from tests.factories.submissions import confirm, hand_in, object_to
from tests.factories.tables import counting, other_table, seat_at, state, table

pytestmark = pytest.mark.django_db
KEEP = Decision(Ruling.Kind.KEEP)


@pytest.fixture
def accepted() -> Match:
    match = other_table(3)
    confirm(hand_in(match, 5, 3, 1), "B")
    return match


def contest(match: Match, letter: str = "C") -> None:
    result = counting(match)
    assert result is not None
    contest_result(result, actor=SERVICE, seat=seat_at(match, letter))


def flags(match: Match) -> tuple[str, bool]:
    match = Match.objects.select_related("event", "round__stage__event").get(pk=match.pk)
    assert list(differences_of_match(match)) == []
    return match.state, match.is_contested


def open_calls(match: Match) -> list[str]:
    return list(Call.objects.filter(match=match, ended_at=None).values_list("cause", flat=True))


def test_dissent_disputes_at_once_and_calls_officials() -> None:
    match = other_table(3)
    object_to(hand_in(match, 5, 3, 1), "C")
    assert flags(match) == ("disputed", False)
    assert open_calls(match) == ["dissent"]
    assert AuditEntry.objects.filter(action="disagree", object_id=match.pk).count() == 1


def test_second_tap_is_the_same_dissent() -> None:
    match = other_table(3)
    version = hand_in(match, 5, 3, 1)
    object_to(version, "C")
    object_to(version, "C")
    assert (Dissent.objects.count(), Call.objects.count()) == (1, 1)


def test_two_sides_say_no_each_for_itself() -> None:
    match = other_table(3)
    version = hand_in(match, 5, 3, 1)
    object_to(version, "B")
    object_to(version, "C")
    assert (Dissent.objects.count(), Call.objects.count()) == (2, 1)


def test_what_the_others_confirm_waits_while_somebody_says_no() -> None:
    match = other_table(3)
    version = hand_in(match, 5, 3, 1)
    object_to(version, "C")
    confirm(version, "B")
    assert flags(match) == ("disputed", False)
    confirm(version, "C")  # convinced
    assert state(match) == ("accepted", "confirmed", False)
    assert open_calls(match) == []


def test_own_version_follows_and_the_other_side_gives_in() -> None:
    match = other_table(2)
    object_to(hand_in(match, 5, 3))
    own = hand_in(match, 3, 5, by="B")
    assert flags(match) == ("disputed", False)
    confirm(own, "A")
    assert (counting(match).submission, open_calls(match)) == (own, [])  # type: ignore[union-attr]


def test_corrected_version_asks_again_whoever_said_no() -> None:
    match = other_table(2)
    object_to(hand_in(match, 5, 3))
    corrected = hand_in(match, 5, 4)
    assert flags(match) == ("handed_in", False)
    confirm(corrected, "B")
    assert flags(match) == ("accepted", False)


@pytest.mark.parametrize(
    ("letter", "digest", "error", "said"),
    [
        ("A", "", LeagueError, "correct it instead"),
        ("B", "0" * 64, Stale, "Somebody changed this"),
    ],
)
def test_dissent_is_refused(letter: str, digest: str, error: type[Exception], said: str) -> None:
    match = other_table(2)
    version = hand_in(match, 5, 3)
    with pytest.raises(error, match=said):
        dissent(
            version, actor=SERVICE, seat=seat_at(match, letter), digest=digest or version.digest
        )
    assert not Dissent.objects.exists()


def test_dissent_from_another_table_is_refused() -> None:
    version = hand_in(other_table(2), 5, 3)
    stranger = seat_at(other_table(2), "B")
    with pytest.raises(LeagueError, match="another table"):
        dissent(version, actor=SERVICE, seat=stranger, digest=version.digest)


def test_dissent_from_an_old_version_is_stale() -> None:
    match = other_table(3)
    seen = hand_in(match, 5, 3, 1)
    hand_in(match, 5, 4, 1)
    with pytest.raises(Stale, match="corrected in the meantime"):
        object_to(seen, "B")
    clear = hand_in(match, 5, 3, 2)
    confirm(clear, "B")
    rule(match, Decision(Ruling.Kind.REPLAY), actor=SERVICE, reason="Once more.")
    with pytest.raises(Stale, match="reopened"):
        object_to(clear, "C")


def test_whoever_stands_by_another_version_need_not_say_no() -> None:
    match = other_table(2)
    version = hand_in(match, 5, 3)
    hand_in(match, 3, 5, by="B")
    object_to(version, "B")
    assert (Dissent.objects.count(), flags(match)) == (0, ("disputed", False))


def test_version_that_has_come_to_count_is_contested(accepted: Match) -> None:
    object_to(Submission.objects.get(), "C")
    assert flags(accepted) == ("accepted", True)
    assert Dissent.objects.get().result == counting(accepted)


@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_everybody_at_the_table_may_contest(accepted: Match, letter: str) -> None:
    contest(accepted, letter)
    assert flags(accepted) == ("accepted", True)
    assert counting(accepted) is not None
    assert open_calls(accepted) == ["dissent"]


def test_seat_contests_a_result_once(accepted: Match) -> None:
    contest(accepted)
    contest(accepted)
    [said] = Dissent.objects.all()
    with pytest.raises(IntegrityError), transaction.atomic():
        Dissent.objects.create(
            submission=said.submission, result=said.result, seat=said.seat, number=99, how="phone"
        )


def test_what_an_official_entered_is_contested_too() -> None:
    match = other_table(2)
    enter(match, 5, 3)
    contest(match, "B")
    assert flags(match) == ("accepted", True)


def test_contest_of_a_result_that_was_replaced_is_stale(accepted: Match) -> None:
    old = counting(accepted)
    correct(accepted, 3, 5, 1)
    assert old is not None
    with pytest.raises(Stale):
        contest_result(old, actor=SERVICE, seat=seat_at(accepted, "C"))


def test_nothing_is_contested_once_the_round_is_closed(accepted: Match) -> None:
    close_round(accepted.round, actor=SERVICE)
    with pytest.raises(LeagueError, match="The round is closed"):
        contest(accepted)


def test_own_version_may_follow_a_contest_and_nothing_else(accepted: Match) -> None:
    with pytest.raises(LeagueError, match="say so on the page"):
        hand_in(accepted, 5, 3, 2, by="C")
    contest(accepted)
    own = hand_in(accepted, 5, 3, 2, by="C")
    assert flags(accepted) == ("accepted", True)
    rule(accepted, Decision(Ruling.Kind.ACCEPT, submission=own), actor=SERVICE, reason="So.")
    assert flags(accepted) == ("accepted", False)
    assert counting(accepted).submission == own  # type: ignore[union-attr]


def test_round_is_closed_only_when_every_contest_is_decided(accepted: Match) -> None:
    contest(accepted)
    with pytest.raises(LeagueError, match="The result of table 1 is contested"):
        close_round(accepted.round, actor=SERVICE)
    before = counting(accepted)
    rule(accepted, KEEP, actor=SERVICE, reason="Counted again.")
    assert (flags(accepted), open_calls(accepted)) == (("accepted", False), [])
    assert counting(accepted) == before
    close_round(accepted.round, actor=SERVICE)
    reopen_round(accepted.round, actor=SERVICE)
    contest(accepted)  # the same seat, the same result: it was decided
    assert flags(accepted) == ("accepted", False)
    contest(accepted, "B")
    assert flags(accepted) == ("accepted", True)


def test_correction_decides_and_its_undoing_asks_again(accepted: Match) -> None:
    contest(accepted)
    correct(accepted, 3, 5, 1)
    assert (flags(accepted), open_calls(accepted)) == (("accepted", False), [])
    undo("rule")
    assert flags(accepted) == ("accepted", True)


def test_letting_a_result_stand_is_undone(accepted: Match) -> None:
    contest(accepted)
    rule(accepted, KEEP, actor=SERVICE, reason="Counted again.")
    undo("let result stand")
    assert (flags(accepted), open_calls(accepted)) == (("accepted", True), ["dissent"])
    step = AuditEntry.objects.get(action="let result stand")
    assert why_not_undone([step], held=RIGHTS, status="running") == [
        "It has been changed again since then."
    ]


def correct(match: Match, *scores: int) -> None:
    marks = {e: Mark(score) for e, score in zip(entries_at(match), scores, strict=True)}
    rule(match, Decision(Ruling.Kind.SCORES, marks=marks), actor=SERVICE, reason="So it was.")


def undo(action: str) -> None:
    step = AuditEntry.objects.filter(action=action).order_by("pk").last()
    assert step is not None
    undo_step(step, actor=SERVICE)


@pytest.mark.parametrize("is_contested", [False, True])
def test_only_a_contested_result_needs_to_be_kept(accepted: Match, is_contested: bool) -> None:
    if is_contested:
        contest(accepted)
        rule(accepted, KEEP, actor=SERVICE, reason="Counted again.")
    with pytest.raises(LeagueError, match="Nobody contests"):
        rule(accepted, KEEP, actor=SERVICE, reason="Why not?")


def test_game_of_a_match_that_goes_on_is_contested() -> None:
    match = other_table(2, games_per_match=3)
    confirm(hand_in(match, 5, 3), "B")
    contest(match, "B")
    assert flags(match) == ("playing", True)
    assert Result.objects.count() == 1


def test_rows_name_nobody(accepted: Match) -> None:
    contest(accepted)
    [said] = Dissent.objects.all()
    assert (said.phone, said.author) == ("", "")


def test_dissent_does_not_wait_for_the_rules() -> None:
    match = table(2)
    object_to(hand_in(match, 200, 150))
    assert flags(match) == ("disputed", False)

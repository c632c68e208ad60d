"""Every way a game of a match can stand: a table, and all small histories against a plain reading.

`A:x` is side A handing in or confirming version x on a phone of its own, `B@x` side B confirming it
on a phone passed round, `B!x` side B saying that x is wrong.
"""

from itertools import product

import pytest

from league.results.states import (
    AcceptanceTerms,
    Agreement,
    GameState,
    Grade,
    Outcome,
    Stance,
    agreement_of,
    weakest,
)

PENDING, VERIFIED = Outcome.PENDING, Outcome.VERIFIED
CONTRADICTED, KEPT, UNVERIFIED = Outcome.CONTRADICTED, Outcome.KEPT, Outcome.UNVERIFIED
OPEN = Agreement(GameState.OPEN)
DISPUTED = Agreement(GameState.DISPUTED)
WAITS = Agreement(GameState.HANDED_IN, "x")
REFUSED = Agreement(GameState.CONTRADICTED, "x")


def counts(grade: Grade) -> Agreement:
    return Agreement(GameState.HANDED_IN, "x", accepted=True, grade=grade)


def acts(history: str) -> list[Stance]:
    return [
        Stance(number, word[0], "", against=word[2:])
        if word[1] == "!"
        else Stance(number, word[0], word[2:], is_at_table=word[1] == "@")
        for number, word in enumerate(history.split(), start=1)
    ]


def stands(history: str, outcome: Outcome, **terms: object) -> Agreement:
    outcomes = {"x": outcome, "y": UNVERIFIED, "z": VERIFIED}
    asked = AcceptanceTerms(**{"sides": ("A", "B", "C", "D"), "confirmation": "any", **terms})  # type: ignore[arg-type]
    return agreement_of(acts(history), outcomes, terms=asked)


@pytest.mark.parametrize(
    ("history", "outcome", "terms", "expected"),
    [
        # Nobody, one, two, all
        ("", UNVERIFIED, {}, OPEN),
        ("A:x", UNVERIFIED, {}, WAITS),
        ("A:x", PENDING, {}, WAITS),
        ("A:x", VERIFIED, {}, WAITS),
        ("A:x", CONTRADICTED, {}, REFUSED),
        ("A:x B:x", UNVERIFIED, {}, counts(Grade.CONFIRMED)),
        ("A:x B:x", KEPT, {}, counts(Grade.KEPT)),
        ("A:x B@x", KEPT, {}, counts(Grade.KEPT)),
        ("A:x B:x", KEPT, {"needs_record": True}, WAITS),
        ("A:x B:x", PENDING, {}, WAITS),
        ("A:x B:x", VERIFIED, {}, counts(Grade.VERIFIED)),
        ("A:x B:x", CONTRADICTED, {}, REFUSED),
        ("A:x A:x", UNVERIFIED, {}, WAITS),
        # All opponents
        ("A:x B:x", UNVERIFIED, {"confirmation": "all"}, WAITS),
        ("A:x B:x C:x", UNVERIFIED, {"confirmation": "all"}, WAITS),
        ("A:x B:x C:x D:x", UNVERIFIED, {"confirmation": "all"}, counts(Grade.CONFIRMED)),
        ("A:x B:x C:x D:x", VERIFIED, {"confirmation": "all"}, counts(Grade.VERIFIED)),
        ("A:x B:x", UNVERIFIED, {"confirmation": "all", "sides": "AB"}, counts(Grade.CONFIRMED)),
        # Officials alone
        ("A:x B:x C:x D:x", VERIFIED, {"confirmation": "officials"}, WAITS),
        ("A:x B:y", VERIFIED, {"confirmation": "officials"}, DISPUTED),
        # One phone passed round
        ("A:x B@x", UNVERIFIED, {}, counts(Grade.AT_TABLE)),
        ("A:x B@x C:x", UNVERIFIED, {}, counts(Grade.CONFIRMED)),
        ("A:x B@x", VERIFIED, {}, counts(Grade.VERIFIED)),
        ("A:x B@x", UNVERIFIED, {"takes_at_table": False}, WAITS),
        ("A:x B@x C:x", UNVERIFIED, {"takes_at_table": False}, counts(Grade.CONFIRMED)),
        ("A:x B@y", UNVERIFIED, {"takes_at_table": False}, DISPUTED),
        # Records required
        ("A:x B:x", UNVERIFIED, {"needs_record": True}, WAITS),
        ("A:x B:x", PENDING, {"needs_record": True}, WAITS),
        ("A:x B:x", VERIFIED, {"needs_record": True}, counts(Grade.VERIFIED)),
        # Alone
        ("A:x", UNVERIFIED, {"sides": "A"}, WAITS),
        ("A:x", PENDING, {"sides": "A"}, WAITS),
        ("A:x", VERIFIED, {"sides": "A"}, counts(Grade.VERIFIED)),
        ("A:x", VERIFIED, {"sides": "A", "confirmation": "all"}, counts(Grade.VERIFIED)),
        ("A:x", VERIFIED, {"sides": "A", "confirmation": "officials"}, WAITS),
        # Sides that did not come
        ("A:x C:x", UNVERIFIED, {"sides": "ABD", "confirmation": "all"}, WAITS),
        ("A:x B:x", UNVERIFIED, {"sides": "AB", "confirmation": "all"}, counts(Grade.CONFIRMED)),
        ("A:x C:x", UNVERIFIED, {"sides": "AB"}, WAITS),
        ("A:x C:y", UNVERIFIED, {"sides": "AB"}, DISPUTED),
        ("A:x", UNVERIFIED, {"sides": ""}, WAITS),
        ("A:x B:x", UNVERIFIED, {"sides": ""}, WAITS),
        # Other versions, and back
        ("A:x B:y", UNVERIFIED, {}, DISPUTED),
        ("A:x B:y", CONTRADICTED, {}, DISPUTED),
        ("A:x B:y C:x", UNVERIFIED, {}, DISPUTED),
        ("A:x B:y B:x", UNVERIFIED, {}, counts(Grade.CONFIRMED)),
        ("A:y A:x B:x", UNVERIFIED, {}, counts(Grade.CONFIRMED)),
        ("A:y B:x A:x", VERIFIED, {}, counts(Grade.VERIFIED)),
        ("A:x B:x A:y", UNVERIFIED, {}, DISPUTED),
        # Somebody says no
        ("A:x B!x", UNVERIFIED, {}, DISPUTED),
        ("A:x B!x", PENDING, {}, DISPUTED),
        ("A:x B!x", CONTRADICTED, {}, DISPUTED),
        ("A:x B!x C:x D:x", VERIFIED, {}, DISPUTED),
        ("A:x B!x B:x", UNVERIFIED, {}, counts(Grade.CONFIRMED)),
        ("A:x B:x B!x", UNVERIFIED, {"confirmation": "all"}, DISPUTED),
        ("A:y B!y A:x", UNVERIFIED, {}, WAITS),
        ("A:y B!y A:x C:x", UNVERIFIED, {}, counts(Grade.CONFIRMED)),
        ("A:x B!x B:y", UNVERIFIED, {}, DISPUTED),
        ("A:y B!y B:x A:x", UNVERIFIED, {}, counts(Grade.CONFIRMED)),
    ],
)
def test_standing_of_a_game(
    history: str, outcome: Outcome, terms: dict[str, object], expected: Agreement
) -> None:
    if isinstance(terms.get("sides"), str):
        terms = terms | {"sides": tuple(str(terms["sides"]))}
    assert stands(history, outcome, **terms) == expected


def test_every_small_history_stands_as_a_plain_reading_says() -> None:
    """All histories of three acts by three sides on two versions, in every kind of event."""
    words = [f"{side}{how}{digest}" for side in "ABC" for how in ":@" for digest in "xy"]
    kinds = product(Outcome, ("any", "all", "officials"), (True, False), (True, False))
    for outcome, confirmation, takes_at_table, needs_record in kinds:
        for history in product(words, repeat=3):
            found = agreement_of(
                acts(" ".join(history)),
                {"x": outcome, "y": UNVERIFIED},
                terms=AcceptanceTerms(("A", "B", "C"), confirmation, takes_at_table, needs_record),
            )
            last = {word[0]: word for word in history}.values()
            versions = {word[2] for word in last}
            said = outcome if versions == {"x"} else UNVERIFIED
            heard = [word for word in last if takes_at_table or word[1] == ":"]
            agreed = (
                len(versions) == 1
                and confirmation != "officials"
                and said in (VERIFIED, KEPT, UNVERIFIED)
                and not (needs_record and said is not VERIFIED)
                and len(heard) >= (3 if confirmation == "all" else 2)
            )
            assert found.accepted == agreed, (history, outcome, confirmation)
            assert (found.state is GameState.DISPUTED) == (len(versions) == 2)
            assert (found.grade is not None) == agreed


def test_order_of_reading_makes_no_difference() -> None:
    told = acts("A:x B:y C:x B:x D@x")
    outcomes = {"x": UNVERIFIED, "y": UNVERIFIED}
    terms = AcceptanceTerms(("A", "B", "C", "D"), "all")
    expected = agreement_of(told, outcomes, terms=terms)
    assert expected == counts(Grade.CONFIRMED)
    assert agreement_of(told[::-1], outcomes, terms=terms) == expected


def test_match_is_as_sure_as_its_weakest_game() -> None:
    assert weakest([]) == ""
    assert weakest(["verified", "at_table", "confirmed"]) == "at_table"
    assert weakest(["ruled", "verified"]) == "ruled"

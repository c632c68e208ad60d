"""Tables made again after a change are those of a full computation; what it leaves alone stands."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from hypothesis import given, strategies as st

from league.standings.chances.possible import RestOfStage
from league.standings.inputs import Inputs, MatchInput, OtherGame, RoundInput
from league.standings.points import by_place
from league.standings.renewal import PublishedTable, Renewed, renewed_tables
from league.standings.source import RoundSource, StageSource, inputs_counted
from league.standings.stored import Stored, StoredTable, stored_tables
from league.standings.tiebreak import Need
from league.standings.tiebreaks import TIEBREAKS
from tests.league.standings.events import entries, events, match, rounds

EQUAL = by_place("equal")
CHAIN = ["OPP", "DE", "GAME", "LOTS"]
IN_ROUNDS = [key for key, one in TIEBREAKS.items() if Need.NO_ROUNDS not in one.fit.needs]
chains = st.lists(st.sampled_from(IN_ROUNDS), unique=True, max_size=4)


def rows_of(inputs: Inputs) -> StageSource:
    """As a database would hold it."""
    return StageSource(
        entries=[(e.id, e.seed, e.rating, e.group) for e in inputs.entries],
        rounds=[round_rows(round_) for round_ in inputs.rounds],
        games_planned=1,
        game="",
        rules=OtherGame(),
        lots_seed=inputs.lots_seed,
        settings=inputs.settings,
        scheme=EQUAL,
    )


def round_rows(round_: RoundInput) -> RoundSource:
    return RoundSource(
        number=round_.number,
        higher_score_wins=True,
        matches=[(f"{round_.number}{match.id}", match.slot) for match in round_.matches],
        seats=[
            (f"{round_.number}{match.id}", entry, letter)
            for match in round_.matches
            for letter, entry in zip("ABCD", match.entries, strict=False)
        ],
        results=[
            (f"{round_.number}{match.id}", 1, json.dumps(sides_of(match)))
            for match in round_.matches
            if match.games or match.forfeited
        ],
        byes=list(round_.byes.items()),
    )


def sides_of(match: MatchInput) -> list[dict[str, object]]:
    played = {side.entry: side for game in match.games for side in game.sides}
    return [
        {
            "entry": entry,
            "rank": played[entry].rank if entry in played else 1 + len(played),
            "score": played[entry].score if entry in played else 0,
            "keys": list(played[entry].keys) if entry in played else [],
            "forfeited": entry in match.forfeited,
        }
        for entry in match.entries
    ]


@dataclass
class Published:
    """What is stored of a stage after one publication and the next."""

    tables: dict[int, StoredTable] = field(default_factory=dict)
    seals: Mapping[int, str] = field(default_factory=dict)

    def renew(self, rows: StageSource, *, chain: list[str], rest: RestOfStage) -> Renewed:
        renewed = renewed_tables(
            rows,
            chain=chain,
            scheme=EQUAL,
            rest=rest,
            published={
                number: PublishedTable(
                    self.seals[number], {at: one.digest for at, one in table.pieces.items()}
                )
                for number, table in self.tables.items()
            },
        )
        kept = {n: table for n, table in self.tables.items() if n in renewed.seals}
        self.tables, self.seals = {**kept, **renewed.made.tables}, renewed.seals
        return renewed


def in_full(rows: StageSource, *, chain: list[str], rest: RestOfStage) -> Stored:
    return stored_tables(inputs_counted(rows), chain=chain, scheme=EQUAL, rest=rest)


@given(events(), chains, st.data())
def test_after_any_changes_tables_are_those_of_a_full_computation(
    inputs: Inputs, chain: list[str], data: st.DataObject
) -> None:
    """Results, corrections, undoing, another round, one round less, another chain, withdrawals."""
    ids = "".join(entry.id for entry in inputs.entries)
    published, history = Published(), [inputs]
    for _ in range(data.draw(st.integers(1, 5))):
        rest = RestOfStage(data.draw(st.integers(0, 4)), gone=frozenset(data.draw(some(ids))))
        rows = rows_of(inputs)
        renewed = published.renew(rows, chain=chain, rest=rest)
        fresh = in_full(rows, chain=chain, rest=rest)
        assert published.tables == fresh.tables
        assert renewed.made.rounds == fresh.rounds
        inputs = data.draw(changes(inputs, ids) | st.sampled_from(history))  # or as it was before
        history.append(inputs)
        chain = data.draw(st.just(chain) | chains)


def some(ids: str) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(ids), max_size=2)


@st.composite
def changes(draw: st.DrawFn, inputs: Inputs, ids: str) -> Inputs:
    """With a round drawn anew, one more, or one less."""
    numbers = [round_.number for round_ in inputs.rounds]
    number = draw(st.sampled_from([*numbers, len(numbers) + 1]))
    others = [round_ for round_ in inputs.rounds if round_.number != number]
    is_shorter = bool(numbers) and draw(st.integers(0, 5)) == 0
    again = [] if is_shorter else [draw(rounds(ids=ids, number=number))]
    if is_shorter:
        others = list(inputs.rounds[:-1])
    return replace(
        inputs, rounds=tuple(sorted([*others, *again], key=lambda round_: round_.number))
    )


ROUNDS = (
    RoundInput(1, (match("abcd", 9, 5, 3, 1),)),
    RoundInput(2, (match("acbd", 4, 2, 1, 0),)),
    RoundInput(3, (match("dbca"),)),
)


def published_after(*played: RoundInput, rest: RestOfStage) -> Published:
    published = Published()
    published.renew(rows_of(Inputs(entries("abcd"), played)), chain=CHAIN, rest=rest)
    return published


def made_again(published: Published, *played: RoundInput, rest: RestOfStage) -> list[int]:
    rows = rows_of(Inputs(entries("abcd"), played))
    return list(published.renew(rows, chain=CHAIN, rest=rest).made.tables)


def test_a_result_of_the_last_round_leaves_the_earlier_tables_alone() -> None:
    rest = RestOfStage(3)
    published = published_after(*ROUNDS, rest=rest)
    last = RoundInput(3, (match("dbca", 8, 6, 4, 2),))
    assert made_again(published, *ROUNDS[:2], last, rest=rest) == [3]
    assert made_again(published, *ROUNDS[:2], last, rest=rest) == []


def test_a_correction_makes_the_tables_from_its_round_on_again() -> None:
    rest = RestOfStage(3)
    published = published_after(*ROUNDS, rest=rest)
    corrected = RoundInput(2, (match("acbd", 4, 3, 1, 0),))
    assert made_again(published, ROUNDS[0], corrected, ROUNDS[2], rest=rest) == [2, 3]


def test_what_can_still_come_makes_the_latest_table_again() -> None:
    published = published_after(*ROUNDS, rest=RestOfStage(4))
    gone = RestOfStage(4, gone=frozenset("a"))
    assert made_again(published, *ROUNDS, rest=gone) == [3]


def test_a_new_round_takes_what_can_still_come_from_the_table_before() -> None:
    rest = RestOfStage(3)
    published = published_after(*ROUNDS[:2], rest=rest)
    assert made_again(published, *ROUNDS, rest=rest) == [2, 3]


def test_a_damaged_piece_makes_its_table_again() -> None:
    rest = RestOfStage(3)
    published = published_after(*ROUNDS, rest=rest)
    table = published.tables[1]
    whole = dict(published.tables)
    published.tables[1] = replace(table, pieces={0: table.pieces[0]})
    assert made_again(published, *ROUNDS, rest=rest) == [1, 2, 3]
    assert published.tables == whole


def test_who_left_is_judged_by_all_rounds() -> None:
    """Then a result of the last round may strike games of the first."""
    rest = RestOfStage(3)
    whole = replace(rows_of(Inputs(entries("abcd"), ROUNDS)), gone=["a"], schedule=[[("a", "b")]])
    published = Published()
    published.renew(whole, chain=CHAIN, rest=rest)
    last = round_rows(RoundInput(3, (match("dbca", 8, 6, 4, 2),)))
    changed = replace(whole, rounds=[*whole.rounds[:2], last])
    assert list(published.renew(changed, chain=CHAIN, rest=rest).made.tables) == [0, 1, 2, 3]


def test_rows_say_what_was_played() -> None:
    played = (
        RoundInput(1, (match("abc", 3, 2, forfeited="c"),), {}),
        RoundInput(2, (match("ab"), match("cd", 1, 1))),
    )
    inputs = Inputs(entries("abcd"), played)
    read = inputs_counted(rows_of(inputs))
    assert read.entries == inputs.entries
    assert [
        [(match.entries, match.games, match.forfeited) for match in round_.matches]
        for round_ in read.rounds
    ] == [
        [(match.entries, match.games, match.forfeited) for match in round_.matches]
        for round_ in inputs.rounds
    ]

"""The sides of a result, from claims and from replays."""

from league.results.sides import Claim, Mark, agree, sides_claimed, sides_replayed


def ranks(*marks: Mark, scoring: str = "higher") -> list[object]:
    claims = {str(number): Claim(mark) for number, mark in enumerate(marks)}
    return [side["rank"] for side in sides_claimed(claims, scoring=scoring, seating={})]


def test_equal_scores_share_a_place() -> None:
    assert ranks(Mark(10), Mark(20), Mark(10), Mark(5)) == [2, 1, 2, 4]


def test_plus_stands_above_equal_scores() -> None:
    assert ranks(Mark(10), Mark(10, is_above_equals=True), Mark(9)) == [2, 1, 3]


def test_lower_scores_win_where_the_game_says_so() -> None:
    assert ranks(Mark(10), Mark(3), Mark(7), scoring="lower") == [3, 1, 2]


def test_forfeits_share_the_last_places_whatever_the_scores() -> None:
    assert ranks(Mark(-50), Mark(), Mark(3), Mark()) == [2, 3, 1, 3]
    assert ranks(Mark(50), Mark(), Mark(3), scoring="lower") == [2, 3, 1]


def test_sides_keep_score_seats_and_forfeit() -> None:
    claims = {"a": Claim(Mark(7)), "b": Claim(Mark())}
    assert sides_claimed(claims, scoring="higher", seating={"A": "a"}) == [
        {"entry": "a", "seats": "A", "rank": 1, "score": 7, "keys": [], "forfeited": False},
        {"entry": "b", "seats": "", "rank": 2, "score": None, "keys": [], "forfeited": True},
    ]


def test_keys_decide_between_equal_scores() -> None:
    claims = {
        "a": Claim(Mark(5), keys=(5, 7)),
        "b": Claim(Mark(5), keys=(5, 9)),
        "c": Claim(Mark()),
    }
    sides = sides_claimed(claims, scoring="higher", seating={})
    assert [side["rank"] for side in sides] == [2, 1, 3]


def test_replay_gives_sides_of_entries_and_those_who_did_not_come() -> None:
    verdict = [
        {"side": "B", "seats": ["B"], "rank": 1, "score": 40, "keys": [40], "last": True},
        {"side": "A", "seats": ["A"], "rank": 2, "score": 30, "keys": [30], "last": False},
    ]
    sides = sides_replayed(verdict, seating={"A": "a", "B": "b"}, absent=["c"])
    assert [(side["entry"], side["seats"], side["rank"]) for side in sides] == [
        ("b", "B", 1),
        ("a", "A", 2),
        ("c", "", 3),
    ]
    assert sides[0]["more"] == {"last": True}


def test_claims_agree_with_a_replay_by_score_and_known_keys() -> None:
    replayed = sides_replayed(
        [
            {"side": "A", "seats": ["A"], "rank": 1, "score": 5, "keys": [5, 9]},
            {"side": "B", "seats": ["B"], "rank": 2, "score": 5, "keys": [5, 7]},
        ],
        seating={"A": "a", "B": "b"},
    )

    def says(a: Claim, b: Claim) -> bool:
        return agree({"a": a, "b": b}, replayed, scoring="higher")

    assert says(Claim(Mark(5)), Claim(Mark(5)))
    assert says(Claim(Mark(5), keys=(5, 9)), Claim(Mark(5), keys=(5, 7)))
    assert not says(Claim(Mark(5), keys=(5, 8)), Claim(Mark(5), keys=(5, 7)))
    assert not says(Claim(Mark(6)), Claim(Mark(5)))
    assert not says(Claim(Mark()), Claim(Mark(5)))

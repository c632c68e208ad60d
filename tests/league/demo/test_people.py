"""Made-up people: the same for the same seed; and names that hurt."""

from itertools import islice

from league.demo.chance import HOSTILE_NAMES, people


def test_people_are_the_same_for_the_same_seed_and_none_twice() -> None:
    first = list(islice(people("CZ", seed=1), 200))
    assert first == list(islice(people("CZ", seed=1), 200))
    assert first != list(islice(people("CZ", seed=2), 200))
    assert len(set(first)) == 200


def test_women_have_womens_surnames() -> None:
    assert all(name.endswith(("ová", "á")) for name in people_with_first_name("Jana", country="CZ"))


def people_with_first_name(first: str, *, country: str) -> list[str]:
    return [name for name in islice(people(country, seed=1), 500) if name.split()[0] == first]


def test_hostile_names_hurt_as_promised() -> None:
    text = " ".join(HOSTILE_NAMES)
    assert "<script>" in text
    assert "\u202e" in text
    assert "🎲" in text
    assert any(name.startswith("=cmd") for name in HOSTILE_NAMES)
    assert max(map(len, HOSTILE_NAMES)) == 200
    assert all(len(name) <= 200 for name in HOSTILE_NAMES)

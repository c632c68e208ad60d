"""What breaks programs is seen, and so is what the description does not tell."""

import copy
from typing import Any

import pytest

from scripts.api_changes import Change, breaking, unmentioned
from scripts.check_api import ID_PATTERN, described, faults

OLD: dict[str, Any] = {
    "paths": {
        "/api/v1/clubs": {
            "get": {
                "description": "The largest first.",
                "parameters": [
                    {
                        "in": "query",
                        "name": "town",
                        "description": "Where",
                        "schema": {"type": "string", "enum": ["Brno", "Zlín"]},
                    }
                ],
                "responses": {
                    "200": {"content": {"application/json": {"schema": {"$ref": "#/x/Club"}}}}
                },
            },
            "post": {
                "description": "Its name must be new.",
                "requestBody": {
                    "content": {"application/json": {"schema": {"$ref": "#/x/ClubRequest"}}}
                },
                "responses": {"204": {}},
            },
        }
    },
    "components": {
        "schemas": {
            "Club": {
                "type": "object",
                "properties": {
                    "id": {"type": "string", "pattern": f"^{ID_PATTERN}$"},
                    "kind": {"type": "string", "enum": ["open", "closed"]},
                    "teams": {"type": "array", "items": {"type": "string"}},
                    "country": {"$ref": "#/components/schemas/Country"},
                },
                "required": ["id", "kind"],
            },
            "ClubRequest": {"type": "object", "properties": {"name": {"type": "string"}}},
            "Country": {"type": "string", "enum": ["CZ", "SK"]},
        }
    },
}
WHERE = "paths:/api/v1/clubs"
CLUB = "components:schemas:Club"
GONE = object()

# What is changed, to what, and what is said of it.
BREAKING = [
    ("paths:/api/v1/clubs:post", GONE, "POST /api/v1/clubs is gone"),
    (f"{WHERE}:get:parameters", [], "GET /api/v1/clubs: the parameter town is gone"),
    (
        f"{WHERE}:get:parameters:0:required",
        True,
        "GET /api/v1/clubs: the parameter town is needed now",
    ),
    (
        f"{WHERE}:get:parameters:0:schema",
        {"type": "integer", "enum": ["Brno", "Zlín"]},
        "GET /api/v1/clubs: the parameter town has another type",
    ),
    (
        f"{WHERE}:get:parameters:0:schema:enum",
        ["Brno"],
        "GET /api/v1/clubs: the parameter town: the value Zlín is gone",
    ),
    (f"{WHERE}:post:requestBody:required", True, "POST /api/v1/clubs needs a body now"),
    (f"{WHERE}:post:requestBody", GONE, "POST /api/v1/clubs takes no body any more"),
    (
        f"{WHERE}:get:responses",
        {"204": {}},
        "GET /api/v1/clubs does not answer 200 any more",
    ),
    (
        f"{WHERE}:get:responses:200:content:application/json:schema",
        {"type": "array", "items": {"type": "string"}},
        "GET /api/v1/clubs: the answer 200 has another shape",
    ),
    (
        f"{WHERE}:get:responses:200:content",
        {"text/csv": {}},
        "GET /api/v1/clubs: the answer 200 is not application/json any more",
    ),
    (f"{CLUB}:properties:kind", GONE, "Club: the field kind is gone"),
    (f"{CLUB}:properties:kind:type", "integer", "Club: the field kind has another type"),
    (f"{CLUB}:properties:kind:enum", ["open"], "Club: the field kind: the value closed is gone"),
    (f"{CLUB}:properties:kind:nullable", True, "Club: the field kind may be null now"),
    (f"{CLUB}:properties:id:enum", ["a"], "Club: the field id takes certain values only"),
    (
        f"{CLUB}:properties:teams:items:type",
        "integer",
        "Club: the field teams has another type",
    ),
    (
        f"{CLUB}:properties:country:$ref",
        "#/components/schemas/Land",
        "Club: the field country has another type",
    ),
    (f"{CLUB}:required", ["id"], "Club: the field kind may be missing now"),
    (
        "components:schemas:ClubRequest:required",
        ["name"],
        "ClubRequest: the field name is needed now",
    ),
    ("components:schemas:Country", GONE, "the shape Country is gone"),
    ("components:schemas:Country:enum", ["CZ"], "Country: the value SK is gone"),
]
# As good for every program that was written before.
HARMLESS = [
    ("paths:/api/v1/players", {"get": {"responses": {}}}),
    (f"{WHERE}:get:parameters:0:description", "In which town"),
    (f"{WHERE}:get:responses:429", {}),
    (f"{CLUB}:properties:kind:enum", ["open", "closed", "secret"]),
    (f"{CLUB}:properties:about", {"type": "string"}),
    (f"{CLUB}:required", ["id", "kind", "teams"]),
    ("components:schemas:ClubRequest:properties:town", {"type": "string"}),
    ("components:schemas:Town", {"type": "string"}),
]


def changed(where: str, value: object) -> dict[str, Any]:
    new = copy.deepcopy(OLD)
    *path, last = where.split(":")
    at: Any = new
    for name in path:
        at = at[int(name) if isinstance(at, list) else name]
    if value is GONE:
        del at[last]
    else:
        at[last] = value
    return new


@pytest.mark.parametrize(("where", "value", "said"), BREAKING, ids=[row[2] for row in BREAKING])
def test_breaking_change_is_seen(where: str, value: object, said: str) -> None:
    assert [str(change) for change in breaking(OLD, changed(where, value))] == [said]


@pytest.mark.parametrize(("where", "value"), HARMLESS, ids=[row[0] for row in HARMLESS])
def test_addition_breaks_nothing(where: str, value: object) -> None:
    assert not list(breaking(OLD, changed(where, value)))


def test_breaking_change_must_be_named_in_the_newest_section() -> None:
    changes = [Change("town", "x"), Change("kind", "x"), Change("GET /clubs", "x")]

    def missing(told: str) -> list[str]:
        return [change.word for change in unmentioned(iter(changes), told)]

    everything = "- **Breaking:** `town`, `{kind: 1}` and `GET /clubs` are gone.\n"
    assert missing(f"# All\n\n## June\n\n{everything}") == []
    assert missing(f"# All\n\n## July\n\n- Nothing.\n\n## June\n\n{everything}") == [
        *("town", "kind", "GET /clubs")
    ]
    assert missing(
        "# All\n\n## June\n\n- `town` is new.\n- **Breaking:** kind, `GET /clubs`.\n"
    ) == [*("town", "kind")]


UNTOLD = [
    (f"{CLUB}:properties:id:pattern", GONE, "Club.id is an id without a pattern"),
    (
        "components:schemas:Team",
        {"properties": {"id": {"type": "integer"}}},
        "Team.id is an id without a pattern",
    ),
    (
        f"{WHERE}:get:parameters:0:description",
        "",
        "GET /api/v1/clubs: the parameter town is not described",
    ),
    (f"{WHERE}:get:description", GONE, "GET /api/v1/clubs is not described"),
    (f"{WHERE}:post:description", " ", "POST /api/v1/clubs is not described"),
    (
        f"{WHERE}:get:responses:200:content:application/json:schema",
        {"type": "array", "items": {"$ref": "#/x/Club"}},
        "GET /api/v1/clubs answers with a bare list",
    ),
]


@pytest.mark.parametrize(("where", "value", "said"), UNTOLD, ids=[row[2] for row in UNTOLD])
def test_what_is_not_told_is_found(where: str, value: object, said: str) -> None:
    assert not list(faults(OLD))
    assert list(faults(changed(where, value))) == [said]


def test_field_called_as_an_id_elsewhere_needs_its_pattern() -> None:
    club = {"type": "string", "pattern": f"^{ID_PATTERN}$"}
    new = changed("components:schemas:Event", {"properties": {"club": club}})
    new["components"]["schemas"]["Season"] = {"properties": {"club": {"type": "string"}}}
    assert list(faults(new)) == ["Season.club is an id without a pattern"]


def test_service_tells_everything() -> None:
    now = described()
    assert not list(faults(now))
    assert now["components"]["schemas"]["Club"]["properties"]["id"]["pattern"] == f"^{ID_PATTERN}$"

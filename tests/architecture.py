"""Reads the imports of the source tree and says which of them go the wrong way.

The rules are those of docs/developers/architecture.md: `games/` knows nothing of the service,
pure modules know no framework, models no area, areas call each other one way, doors no doors,
rooms of pages no rooms, formats are made of algorithms and asked by those who run a stage.
"""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DOORS = ("web", "api", "tasks", "management", "admin")
# Families of pages in web/: what one of them shows is its own.
ROOMS = ("public", "desk", "setup", "table", "sheet", "clubs", "leagues", "account", "exchange")
LIBRARY_PAGES = ("allauth", "mfa", "usersessions")  # templates of one's account that allauth names
# Calls go from left to right, never back.
AREAS = (
    "demo",
    "archive",
    "exchange",
    "series",
    "seasons",
    "events",
    "pairing",
    "sheets",
    "standings",
    "results",
    "ratings",
    "statistics",
)
# May be called by every area.
SHARED = (
    "live",
    "clubs",
    "accounts",
    "backups",
    "copies",
    "notices",
    "jobs",
    "audit",
    "permissions",
    "throttle",
    "child_process",
    "client_keys",
    "player_notes",
    "webhooks",
    "prepositions",
    "said",
)
# One pure module for each way to play. Asked by these areas, by the services and queries of those
# that formats are made of, by doors, and by the rows that name one.
FORMATS = "formats"
ASKS_FORMATS = ("demo", "archive", "exchange", "series", "seasons", "events")
FORMATS_ARE_MADE_OF = ("pairing", "standings")
GROUND = ("models", "errors", "config", "apps")
# Modules of games/ that every game may use; whatever else stands there is a game.
GAMES_CORE = (
    "anonymous",
    "cli",
    "contract",
    "defaults",
    "editions",
    "hands",
    "marks",
    "pads",
    "points",
    "ranking",
    "record",
    "registry",
    "replay",
    "scene",
    "tallies",
    "turns",
    "values",
    "verdict",
    "verify",
    "__main__",
)
FRAMEWORKS = ("django", "rest_framework", "celery", "allauth", "kombu")
# What stands in an area and is not listed here is pure.
IMPURE = ("services", "queries")
# Areas of one module count as services, but for those that are pure.
MODULES = (
    *("accounts", "audit", "client_keys", "copies"),
    *("jobs", "live", "notices", "player_notes", "throttle"),
)
PURE_MODULES = ("child_process", "prepositions")
ASKING = ("permissions",)  # questions to the database, by what they are about


# Each game has its own position; Django wants the name of a command, and of a migration.
MAY_STAND_TWICE = ("Position", "Command", "Migration")


@dataclass(frozen=True)
class Import:
    importer: str  # dotted module
    target: str

    def __str__(self) -> str:
        return f"{self.importer} imports {self.target}"


def imports_of(root: Path, *packages: str) -> Iterator[Import]:
    for package in packages:
        for file in sorted((root / package).rglob("*.py")):
            module = ".".join(file.relative_to(root).with_suffix("").parts)
            module = module.removesuffix(".__init__")
            for target in _targets(ast.parse(file.read_text()), module):
                yield Import(module, target)


def _targets(tree: ast.AST, module: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")[: -node.level]
                base = ".".join([*parts, base]).strip(".")
            yield from (f"{base}.{alias.name}" for alias in node.names)


def wrong_imports(root: Path) -> list[str]:
    rules = (_games_stay_pure, _pure_modules, _models, _area_order, _formats, _doors, _rooms)
    found = []
    for each in imports_of(root, "games", "league"):
        found += [f"{each}: {why}" for rule in rules if (why := rule(each))]
    return found


def askers_of_kinds(root: Path) -> list[str]:
    """Modules that compare the kind of a stage themselves, instead of asking its format."""
    found = []
    for file in sorted((root / "league").rglob("*.py")):
        module = ".".join(file.relative_to(root).with_suffix("").parts)
        if module.split(".")[1] in (FORMATS, "migrations"):
            continue
        compared = (
            operand
            for node in ast.walk(ast.parse(file.read_text()))
            if isinstance(node, ast.Compare)
            for operand in (node.left, *node.comparators)
        )
        found += [f"{module}: {told}" for each in compared if _is_kind(told := ast.unparse(each))]
    return found


def _is_kind(compared: str) -> bool:
    return compared.endswith(("stage.kind", "stage(event).kind")) or "'swiss'" in compared


def _games_stay_pure(each: Import) -> str:
    importer, target = each.importer.split("."), each.target.split(".")
    if importer[0] != "games":
        return ""
    if target[0] != "games":
        return (
            "" if target[0] in sys.stdlib_module_names else "games/ knows the standard library only"
        )
    game, other = _game_of(importer), _game_of(target)
    return "a game imports another game" if game and other and game != other else ""


def _game_of(parts: list[str]) -> str:
    return parts[1] if len(parts) > 2 and parts[1] not in GAMES_CORE else ""


def _is_pure(module: str) -> bool:
    parts = module.split(".")
    if parts[0] != "league" or len(parts) < 3:
        return module in {f"league.{name}" for name in PURE_MODULES}
    if parts[1] == FORMATS:
        return True
    return parts[1] in AREAS + SHARED and parts[1] not in ASKING and parts[2] not in IMPURE


def _pure_modules(each: Import) -> str:
    target = each.target.split(".")
    if not _is_pure(each.importer):
        return ""
    if target[0] in FRAMEWORKS:
        return "a pure module imports a framework"
    if target[0] == "league" and (target[1] in GROUND + MODULES or target[-1] in IMPURE):
        return "a pure module imports the service"
    return ""


def _models(each: Import) -> str:
    target = each.target.split(".")
    if not each.importer.startswith("league.models") or target[0] != "league":
        return ""
    return "" if target[1] in ("models", FORMATS) else "models import no area"


def _area_order(each: Import) -> str:
    importer, target = each.importer.split("."), each.target.split(".")
    if importer[0] != "league" or target[0] != "league" or len(importer) < 2 or len(target) < 2:
        return ""
    source, aim = importer[1], target[1]
    if source in AREAS and aim in AREAS and AREAS.index(aim) < AREAS.index(source):
        return f"{source} may not call {aim}"
    if source in SHARED and aim in AREAS:
        return f"{source} is called by all areas and calls none"
    return ""


def _formats(each: Import) -> str:
    importer, target = each.importer.split("."), each.target.split(".")
    if importer[0] != "league" or target[0] != "league" or len(importer) < 2 or len(target) < 2:
        return ""
    source, aim = importer[1], target[1]
    if source == FORMATS:
        is_algorithm = aim in (FORMATS, *FORMATS_ARE_MADE_OF) and _is_pure(each.target)
        return "" if is_algorithm else "formats are made of pure pairing and standings"
    if aim != FORMATS or source in (*ASKS_FORMATS, *DOORS, "models"):
        return ""
    if source in FORMATS_ARE_MADE_OF and not _is_pure(each.importer):
        return ""
    return "formats are asked by whoever runs a stage"


def _doors(each: Import) -> str:
    importer, target = each.importer.split("."), each.target.split(".")
    if importer[0] != "league" or target[0] != "league" or len(importer) < 2 or len(target) < 2:
        return ""
    source, aim = importer[1], target[1]
    if aim not in DOORS or source in (aim, "config"):
        return ""
    return "doors do not import doors" if source in DOORS else "only addresses lead to a door"


def _rooms(each: Import) -> str:
    """What a room shows is imported by that room alone; only the addresses lead into it."""
    room = _room_of(each.target)
    if not room or each.importer == "league.web.urls" or room == _room_of(each.importer):
        return ""
    return "rooms do not import rooms" if _room_of(each.importer) else "only addresses lead there"


def _room_of(module: str) -> str:
    parts = module.split(".")
    is_in_room = len(parts) > 2 and parts[:2] == ["league", "web"] and parts[2] in ROOMS
    return parts[2] if is_in_room else ""


def classes_named_twice(root: Path) -> dict[str, list[str]]:
    """Names of classes that stand at the top of more than one module."""
    homes: dict[str, list[str]] = {}
    for package in ("games", "league"):
        for file in sorted((root / package).rglob("*.py")):
            for node in ast.parse(file.read_text()).body:
                if isinstance(node, ast.ClassDef) and node.name not in MAY_STAND_TWICE:
                    homes.setdefault(node.name, []).append(file.relative_to(root).as_posix())
    return {name: files for name, files in homes.items() if len(files) > 1}


def wrong_templates(root: Path) -> list[str]:
    """Templates that take a piece from another room, or from a room without being in one."""
    found = []
    for file in sorted((root / "templates").rglob("*.html")):
        name = str(file.relative_to(root / "templates"))
        used = re.findall(r"""{% (?:include|extends) ["']([^"']+)["']""", file.read_text())
        for each in used:
            room = _room_of_template(each)
            if room and room != _room_of_template(name):
                found.append(f"{name} uses {each}")
    return found


def _room_of_template(name: str) -> str:
    folder = name.partition("/")[0]
    return "account" if folder in LIBRARY_PAGES else folder if folder in ROOMS else ""

"""The records of an archive as files of their own, for `python -m games verify`."""

from collections.abc import Mapping
from typing import Any

from league.archive.rows import ArchiveContent


def record_files(document: Mapping[str, Any]) -> dict[str, str]:
    """By name: the round, the table, the game, and the version, which there may be several of."""
    content = ArchiveContent(document["content"])
    files: dict[str, str] = {}
    for row in content.rows["submissions"]:
        if row["record"]:
            place = content.place_of("submissions", row)
            name = f"round-{place.round:02}-table-{place.table:02}-game-{place.game}-{row['id']}"
            files[f"{name}.txt"] = row["record"]
    return files

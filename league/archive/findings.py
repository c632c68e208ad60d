"""What is found when an archive is verified: where, and what is not as it should be."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.values import gettext_noop
from league.archive.rows import Place

NOWHERE = Place()


@dataclass(frozen=True)
class ArchiveFinding:
    """A fault, or a note about what could not be checked by the same rules."""

    code: str
    text: str  # English with %(gaps)s
    gaps: Mapping[str, object] = field(default_factory=dict)
    place: Place = NOWHERE
    row: str = ""  # kind and key
    column: str = ""
    is_fault: bool = True
    file: str = ""  # of several in a zip

    @property
    def where(self) -> str:
        """Round 2, table 3, game 1, submissions/…, field score."""
        said = [self.file] if self.file else []
        said += [
            f"{word} {number}"
            for word, number in (
                ("stage", self.place.stage),
                ("round", self.place.round),
                ("table", self.place.table),
                ("game", self.place.game),
            )
            if number
        ]
        said += [self.row] if self.row else []
        said += [f"field {self.column}"] if self.column else []
        return ", ".join(said) or "the file"

    def __str__(self) -> str:
        kind = "fault" if self.is_fault else "note"
        return f"{kind}: {self.where}: {self.code}: {self.text % self.gaps}"


NOT_CANONICAL = gettext_noop("line %(line)d is not written as an archive writes it")
CHANGED = gettext_noop("is not what its digest says: it was changed after the archive was made")
DIGEST_CHANGED = gettext_noop("its digest was changed after the archive was made")

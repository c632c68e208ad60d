"""What is found when an archive is verified: where, and what is not as it should be."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.values import gettext_noop
from league.archive.canonical import first_other_line
from league.archive.line_places import place_near
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
        return self.where_in(str)

    def where_in(self, say: Callable[[str], str]) -> str:
        """Round 2, table 3, game 1, submissions/…, field score; in the language of `say`."""
        said = [self.file] if self.file else []
        said += [
            say(text) % {"number": number}
            for text, number in (
                (_STAGE, self.place.stage),
                (_ROUND, self.place.round),
                (_TABLE, self.place.table),
                (_GAME, self.place.game),
            )
            if number
        ]
        said += [self.row] if self.row else []
        said += [say(_FIELD) % {"name": self.column}] if self.column else []
        return ", ".join(said) or say(_FILE)

    def told(self, say: Callable[[str], str]) -> str:
        """For people: where, and what."""
        return f"{self.where_in(say)}: {say(self.text) % self.gaps}"

    def __str__(self) -> str:
        kind = "fault" if self.is_fault else "note"
        return f"{kind}: {self.where}: {self.code}: {self.text % self.gaps}"


def form_findings(data: bytes, document: Any, *, file: str = "") -> Iterator[ArchiveFinding]:
    """Whether a document stands in its file as archives write it."""
    if line := first_other_line(data, document):
        place = place_near(data.decode(), line)
        yield ArchiveFinding("form", _NOT_CANONICAL, {"line": line}, row=place.where, file=file)


_STAGE = gettext_noop("stage %(number)d")
_ROUND = gettext_noop("round %(number)d")
_TABLE = gettext_noop("table %(number)d")
_GAME = gettext_noop("game %(number)d")
_FIELD = gettext_noop("field %(name)s")
_FILE = gettext_noop("the file")
_NOT_CANONICAL = gettext_noop("line %(line)d is not written as an archive writes it")
CHANGED = gettext_noop("is not what its digest says: it was changed after the archive was made")
DIGEST_CHANGED = gettext_noop("its digest was changed after the archive was made")

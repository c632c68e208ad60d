"""Many texts as one zip, made while it is sent; the same texts give the same bytes."""

import io
import zipfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

ZIP = "application/zip"
_EARLIEST = datetime(1980, 1, 1, tzinfo=UTC)  # that a zip can tell


class TextInZip(NamedTuple):
    name: str
    at: datetime
    text: str


class _Sink(io.RawIOBase):
    """Takes what the zip writes, until somebody fetches it."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        part = bytes(data)  # type: ignore[call-overload]
        self.parts.append(part)
        return len(part)

    def taken(self) -> bytes:
        parts, self.parts = self.parts, []
        return b"".join(parts)


def zip_parts(texts: Iterable[TextInZip]) -> Iterator[bytes]:
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, at, text in texts:
            moment = max(at.astimezone(UTC), _EARLIEST)
            listed = zipfile.ZipInfo(name, moment.timetuple()[:6])
            listed.compress_type = zipfile.ZIP_DEFLATED
            listed.external_attr = 0o644 << 16
            archive.writestr(listed, text.encode())
            yield sink.taken()
    yield sink.taken()

"""The text of a record, pasted or in a file: read the same way wherever one is given."""

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from games.record import MAX_BYTES
from league.results.record_text import MAX_UPLOAD_BYTES, NoText, decode


def text_of_file(file: UploadedFile) -> str | NoText:
    """Its name is never looked at, and nothing of it is kept but its text."""
    if (file.size or 0) > MAX_UPLOAD_BYTES:
        return NoText("too_large")
    return decode(file.read())


def why_no_record(no_text: NoText) -> str:
    if no_text.code == "too_large":
        limit = {"limit": MAX_BYTES // 1024}
        return _("This is too large: a record has %(limit)d KiB at most.") % limit
    return _("This is no text. Choose the record as a text file, or paste it.")

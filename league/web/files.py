"""Files as answers to a browser: under a name, and kept by nobody where they are personal."""

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers
from django.utils.http import content_disposition_header
from django.utils.translation import get_language, gettext as _

from league.exchange.data_table import DataTable
from league.exchange.table_files import TABLE_FILES, FileSent, file_of, spelling_of


def table_file(table: DataTable, suffix: str) -> HttpResponseBase:
    """As the reader's spreadsheet wants it."""
    if suffix not in TABLE_FILES:
        raise Http404
    spelling = spelling_of(get_language() or "", yes=_("yes"), no=_("no"))
    return file_answer(file_of(table, suffix, spelling))


def file_answer(file: FileSent, *, is_shown: bool = False) -> HttpResponseBase:
    """`is_shown`: a program follows its address, and nobody wants it in a folder."""
    kind = StreamingHttpResponse if file.is_long else HttpResponse
    answer = kind(file.parts, content_type=file.content_type)
    disposition = content_disposition_header(not is_shown, file.name)
    answer.headers["Content-Disposition"] = disposition or ""
    if file.is_personal:
        add_never_cache_headers(answer)
    return answer

"""Errors that a person can fix. Everything else is a bug and is let through to the log."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

PROBLEM_TYPE = "application/problem+json"


class LeagueError(Exception):
    """Shown to the person as it is: what happened, why, what to do."""

    status = 400
    code = "refused"
    row: int | None = None  # of several that were sent at once

    def __init__(self, message: str | Promise) -> None:
        super().__init__(message)
        self.message = message


@contextmanager
def at_row(index: int, *, of: int) -> Iterator[None]:
    """An error that happens to one of several rows says to which."""
    try:
        yield
    except LeagueError as error:
        if of > 1:
            error.row = index
        raise


class Stale(LeagueError):
    """The page was made from an older state than the one stored now."""

    status = 409
    code = "stale"

    def __init__(self, message: str | Promise | None = None) -> None:
        super().__init__(
            message or _("Somebody changed this in the meantime. Look at it again, then save.")
        )


class Archived(LeagueError):
    """Nothing of an event in the archive is changed."""

    def __init__(self) -> None:
        super().__init__(_("The event is archived. Take it out of the archive to change it."))


class PlayedElsewhere(LeagueError):
    """Another computer runs the event: nothing of it is changed here meanwhile."""

    status = 409
    code = "played-elsewhere"


class WrongFigure(LeagueError):
    """A figure that cannot be: of one entry, or of one of its fields."""

    code = "wrong-figure"

    def __init__(
        self, message: str | Promise, *, entry: str = "", field: str = "", side: str = ""
    ) -> None:
        super().__init__(message)
        self.entry = entry
        self.field = field
        self.side = side

    @property
    def at_field(self) -> str:
        """Without the letter that it begins with: the field says whose it is."""
        return str(self.message).removeprefix(f"{self.side}: ")


class NoRecord(LeagueError):
    """A text that can be no record, whatever the game."""

    code = "no-record"

    def __init__(self) -> None:
        super().__init__(
            _(
                "This text is not a record of a game: a record begins with lines such as"
                ' [Players "4"]. If you have no record, hand in the final scores.'
            )
        )


class NeedsReason(LeagueError):
    """What would replace something settled: it takes a reason and a yes."""

    status = 422
    code = "needs-reason"

    def __init__(self, why: str | Promise) -> None:
        super().__init__(
            format_lazy(
                "{why} {what}",
                why=why,
                what=_(
                    "To replace it, send the “reason”, which everybody can read, the “version” that"
                    " you saw, and “confirmed”: true."
                ),
            )
        )
        self.why = why


class NeedsRuling(LeagueError):
    """What only a ruling may change."""

    status = 422
    code = "needs-ruling"


class KeyReused(LeagueError):
    """A client key that stands for something else already: a fault of the page or program."""

    status = 422
    code = "key-reused"


class StillAnswering(LeagueError):
    """The first request under a client key has not been answered yet."""

    status = 409
    code = "still-answering"

    def __init__(self) -> None:
        super().__init__(_("The first request with this key is still being answered."))


class AnswerLost(LeagueError):
    """What was asked for under a client key was done, and the service stopped before it said so."""

    status = 409
    code = "answer-lost"

    def __init__(self) -> None:
        super().__init__(_("This was done, but the answer is lost. Read what is there now."))


class TooLarge(LeagueError):
    """More than is taken at once."""

    status = 413
    code = "too-large"


class TooMany(LeagueError):
    """A limit on how often something may be done."""

    status = 429
    code = "too-many"

    def __init__(self, *, retry_after_s: int) -> None:
        super().__init__(_("Too many attempts. Wait a moment and try again."))
        self.retry_after_s = retry_after_s


def problem(
    status: int, *, code: str, detail: str | Promise, errors: object = None, request_id: str = ""
) -> dict[str, object]:
    """An error as an RFC 9457 problem document: what the API answers."""
    document = {
        "type": f"urn:arbitr:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": str(detail),
        "request_id": request_id,
    }
    return document if errors is None else document | {"errors": errors}

"""Logs: one line per record, JSON in production, each with the id of the request it belongs to.

Addresses that are keys in themselves (of tables, doors, invitations, mails) are cut out of every
line, whoever writes it: they would open what they are for to all who read logs.
"""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

request_id: ContextVar[str] = ContextVar("request_id", default="")
_SLASH = r"(?:/|%2[fF])"  # also within the address of a page to go to next
_KEYS = (
    "c",
    "door",
    "invitation",
    "calendars",
    "accounts/confirm-email",
    "accounts/password/reset/key",
)
_KEY_IN_PATH = re.compile(
    rf"({_SLASH}(?:{'|'.join(each.replace('/', _SLASH) for each in _KEYS)}){_SLASH})"
    r"(?!poster\b)[^/%?&#\s'\"\\<>]+"
)
_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "request_id"}


def without_keys(text: str) -> str:
    return _KEY_IN_PATH.sub(r"\1…", text)


class WithRequestId(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True


class PlainLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return without_keys(super().format(record))


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := getattr(record, "request_id", ""):
            line["request_id"] = request_id
        line |= {key: value for key, value in vars(record).items() if key not in _PLAIN}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return without_keys(json.dumps(line, ensure_ascii=False, default=str))


def configuration(*, level: str, structured: bool) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request_id": {"()": WithRequestId}},
        "formatters": {
            "json": {"()": JsonLines},
            "plain": {
                "()": PlainLines,
                "format": "{asctime} {levelname:.1} {name} {message} {request_id}",
                "style": "{",
                "datefmt": "%H:%M:%S",
            },
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "filters": ["request_id"],
                "formatter": "json" if structured else "plain",
            }
        },
        "root": {"handlers": ["stderr"], "level": level if structured else "WARNING"},
        "loggers": {
            "league": {"level": level},
            "league.request": {"level": level if structured else "WARNING"},
            "django": {"handlers": [], "level": "INFO" if structured else "WARNING"},
            # A refused request is the visitor's matter; what broke is logged as an error.
            "django.request": {"level": "ERROR"},
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            # The server's own, which it set up before us: what it says of requests goes our way.
            "_granian": {"handlers": ["stderr"], "propagate": False},
            "granian.access": {"handlers": ["stderr"], "propagate": False},
            # It tells of every request that waits for a thread, be it a millisecond.
            "waitress.queue": {"level": "ERROR"},
        },
    }

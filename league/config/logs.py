"""Logs: one line per record, JSON in production, each with the id of the request it belongs to."""

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

request_id: ContextVar[str] = ContextVar("request_id", default="")
_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "request_id"}


class WithRequestId(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True


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
        return json.dumps(line, ensure_ascii=False, default=str)


def configuration(*, level: str, structured: bool) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request_id": {"()": WithRequestId}},
        "formatters": {
            "json": {"()": JsonLines},
            "plain": {
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
            # It tells of every request that waits for a thread, be it a millisecond.
            "waitress.queue": {"level": "ERROR"},
        },
    }

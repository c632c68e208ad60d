"""What phones at a table ask all the time: has something been written?"""

from django.core.cache import cache

from league.models import Sheet

_CACHED_S = 1  # for phones that ask another process than the one that wrote


def version_of(number: int, *, is_closed: bool = False) -> str:
    return f"{number}{'c' if is_closed else ''}"


def tell_version(sheet: str, version: str) -> None:
    """Whoever asks next sees it at once."""
    cache.set(_key(sheet), version, _CACHED_S)


def version_now(sheet: str) -> str | None:
    """The version that a sheet has; None: there is no such sheet."""
    version: str | None = cache.get(_key(sheet))
    if version is None:
        found = Sheet.objects.filter(pk=sheet).values_list("number", "closed_at").first()
        if found is not None:
            version = version_of(found[0], is_closed=found[1] is not None)
            tell_version(sheet, version)
    return version


def _key(sheet: str) -> str:
    return f"sheet:{sheet}"

"""The files of its own that a game brings for its score sheet, where there are any."""

from django.contrib.staticfiles import finders
from django.templatetags.static import static


def styles_of(game: str) -> list[str]:
    """For its board and panels, too: wherever these are shown."""
    file = f"games/{game}/sheet.css"
    return [file] if finders.find(file) else []


def modules_of(game: str) -> dict[str, str]:
    """Addresses of its ways of input."""
    files = {"input": f"games/{game}/input.js", "setUp": f"games/{game}/set_up.js"}
    return {name: static(file) for name, file in files.items() if finders.find(file)}

"""Ready-made events: what an organiser starts from. Everything in them can be adjusted later."""

from league.formats import registry
from league.formats.contract import Template


def templates() -> list[Template]:
    """Of all formats, in the order in which they are offered."""
    offered = (template for each in registry.FORMATS for template in each.templates)
    return sorted(offered, key=lambda template: template.order)


def template_of(key: str) -> Template | None:
    return next((template for template in templates() if template.key == key), None)

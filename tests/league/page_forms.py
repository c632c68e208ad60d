"""The forms of a page as a browser would send them: where to, and with what in their fields."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.urls import resolve

from tests.league.links import Walk

_UNNAMED = ("submit", "button", "image", "reset")
_LEADS_OUT = ("account_logout",)
TOKEN = "csrfmiddlewaretoken"


@dataclass
class PageForm:
    """`by_htmx`: its answer replaces a part of the page."""

    action: str
    method: str = "get"
    by_htmx: bool = False
    fields: dict[str, list[str]] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    button: dict[str, str] = field(default_factory=dict)  # the first one, as Enter would press it

    @property
    def data(self) -> dict[str, list[str]]:
        return {**self.fields, **{name: [value] for name, value in self.button.items()}}


class _Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.found: list[PageForm] = []
        self.by_id: dict[str, PageForm] = {}
        self.inside: PageForm | None = None
        self.select: tuple[PageForm, str] | None = None
        self.textarea: tuple[PageForm, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form(given)
        elif tag == "option" and self.select:
            self._option(given)
        elif form := self.by_id.get(given["form"]) if "form" in given else self.inside:
            self._control(tag, given, form)

    def _form(self, given: dict[str, str]) -> None:
        action = given.get("hx-post") or urljoin(self.address, given.get("action", ""))
        method = "post" if "hx-post" in given else given.get("method", "get").lower()
        form = self.inside = PageForm(action, method, by_htmx="hx-post" in given)
        if "id" in given:
            self.by_id[given["id"]] = form
        self.found.append(form)

    def _control(self, tag: str, given: dict[str, str], form: PageForm) -> None:
        name = given.get("name", "")
        if tag == "button" or given.get("type") in _UNNAMED:
            if name and not form.button:
                form.button = {name: given.get("value", "")}
        elif tag == "select" and name:
            form.fields.setdefault(name, [])
            self.select = form, name
        elif tag == "textarea" and name:
            form.fields[name] = [""]
            self.textarea = form, name
        elif tag == "input" and name and given.get("type") == "file":
            form.files.append(name)
        elif tag == "input" and name:
            is_box = given.get("type") in ("checkbox", "radio")
            values = form.fields.setdefault(name, [])
            if not is_box or "checked" in given:
                values.append(given.get("value", "on" if is_box else ""))

    def _option(self, given: dict[str, str]) -> None:
        assert self.select
        form, name = self.select
        if "selected" in given or not form.fields[name]:
            form.fields[name] = [given.get("value", "")]

    def handle_data(self, data: str) -> None:
        if self.textarea:
            form, name = self.textarea
            form.fields[name] = [form.fields[name][0] + data]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None
        elif tag == "select":
            self.select = None
        elif tag == "textarea":
            self.textarea = None


def forms_in(text: str, *, address: str) -> list[PageForm]:
    """Also those whose fields stand elsewhere and name them."""
    reader = _Reader(address)
    reader.feed(text)
    return reader.found


def forms_of(walk: Walk) -> list[PageForm]:
    """Of the pages that were reached, one of each kind: where it leads and what it asks for."""
    found: dict[tuple[object, ...], PageForm] = {}
    for address in filter(walk.pages.get, walk.addresses):
        for form in forms_in(walk.pages[address], address=address):
            route = resolve(urlsplit(form.action).path).view_name
            if route not in _LEADS_OUT:
                found.setdefault((route, form.method, *sorted(form.fields), *form.button), form)
    return list(found.values())

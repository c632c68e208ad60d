"""Pages of categories: the list, who is in them, their tables, and what the public sees."""

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Category, Event, Official, Stage
from tests.conftest import OpenPage
from tests.factories import make_user
from tests.factories.events import make_entries, played_round, running_event
from tests.league.web.reading import errors_on, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(client: Client) -> Stage:
    stage = running_event(8)
    played_round(stage)
    organiser = make_user()
    Official.objects.create(event=stage.event, user=organiser, role=Official.Role.ORGANISER)
    client.force_login(organiser)
    return stage


@pytest.fixture
def event(stage: Stage) -> Event:
    return stage.event


def category_of(event: Event, name: str = "děti", **fields: object) -> Category:
    category = Category.objects.create(event=event, name=name, **fields)
    category.entries.set(event.entries.filter(seed__in=(2, 5)))
    return category


def members(category: Category) -> set[int]:
    return set(category.entries.values_list("seed", flat=True))


def test_list_adds_renames_moves_takes_out_and_puts_back(client: Client, event: Event) -> None:
    page = reverse("event-categories", args=[event.pk])
    client.post(page, {"name": "děti", "is_shown": "on"})
    client.post(page, {"name": "členové"})
    first, second = event.categories.order_by("order")

    change = reverse("event-category-change", args=[event.pk, first.pk])
    client.post(change, {"do": "save", "name": "do 12 let", "is_shown": ""})
    client.post(change, {"do": "down"})
    listed = list(event.categories.order_by("order").values_list("name", "is_shown"))
    assert listed == [("členové", False), ("do 12 let", False)]

    gone = reverse("event-category-change", args=[event.pk, second.pk])
    content = client.post(gone, {"do": "remove"}, follow=True).content.decode()
    assert [each.name for each in event.categories.all()] == ["do 12 let"]
    step = content.partition('name="step"')[2].partition('value="')[2].partition('"')[0]
    client.post(reverse("event-category-restore", args=[event.pk]), {"step": step})
    assert event.categories.filter(pk=second.pk).exists()


def test_list_keeps_what_was_typed_beside_what_is_wrong(client: Client, event: Event) -> None:
    category_of(event)
    response = client.post(reverse("event-categories", args=[event.pk]), {"name": "Děti"})
    assert response.status_code == 422
    assert errors_on(response) == {"name": ["There is already a category with this name."]}
    assert 'value="Děti"' in response.content.decode()


def test_list_takes_as_many_queries_for_many_as_for_one(open_page: OpenPage, event: Event) -> None:
    for number in range(9):
        category_of(event, f"skupina {number}")
    page = reverse("event-categories", args=[event.pk])
    open_page(page, queries=11, shows="skupina 8")


def test_assigning_many_at_once(client: Client, event: Event) -> None:
    category = category_of(event)
    page = reverse("event-categorise", args=[event.pk])
    some = list(event.entries.filter(seed__in=(1, 2, 3)).values_list("pk", flat=True))
    client.post(page, {"entry": some, "category": category.pk, "do": "in"})
    assert members(category) == {1, 2, 3, 5}
    client.post(page, {"entry": some[:2], "category": category.pk, "do": "out"})
    assert len(members(category)) == 2
    said = client.post(page, {"category": category.pk}, follow=True).content.decode()
    assert "Choose a category and at least one entry." in said


def test_assigning_picks_all_without_a_script(client: Client, event: Event) -> None:
    category_of(event)
    page = reverse("event-categorise", args=[event.pk])
    assert client.get(page).content.decode().count("checked") == 0
    assert client.get(page, {"pick": "all"}).content.decode().count("checked") == 8


def test_assigning_by_one_tap_at_the_check_in(client: Client, event: Event) -> None:
    category = category_of(event)
    entry = event.entries.get(seed=1)
    tap = reverse("entry-category", args=[entry.pk])
    row = client.post(tap, {"in": category.pk}, headers={"HX-Request": "true"})
    assert 'aria-pressed="true"' in row.content.decode()
    assert members(category) == {1, 2, 5}
    assert client.post(tap, {"out": category.pk}).status_code == 302
    assert members(category) == {2, 5}


def test_assigning_on_the_page_of_an_entry(client: Client, event: Event) -> None:
    category = category_of(event)
    entry = event.entries.get(seed=1)
    page = reverse("entry", args=[entry.pk])
    client.post(page, {"rating": "", "categories": [category.pk]})
    assert members(category) == {1, 2, 5}


def test_assigning_list_takes_a_fixed_number_of_queries(open_page: OpenPage, event: Event) -> None:
    category = category_of(event)
    category.entries.add(*make_entries(event, 30))
    page = reverse("event-categorise", args=[event.pk])
    open_page(page, queries=12, shows="Hráč A27 děti")


def test_table_is_numbered_anew(client: Client, event: Event) -> None:
    category = category_of(event, is_shown=True)
    text = text_of(Client(), reverse("event-category", args=[event.pk, category.pk]))
    assert "1 Hráč" in text
    assert "2 Hráč" in text
    printed = text_of(client, reverse("print-category", args=[event.pk, category.pk]))
    assert "děti" in printed


def test_table_that_is_private_is_nobody_elses(client: Client, event: Event) -> None:
    category = category_of(event, "členové")
    public = Client()
    for route in ("event-category", "print-category"):
        address = reverse(route, args=[event.pk, category.pk])
        assert public.get(address).status_code == 404
        assert client.get(address).status_code == 200
    live = reverse("live-standings", kwargs={"language": "en", "pk": event.pk})
    addresses = (
        event.get_absolute_url(),
        reverse("event-entries", args=[event.pk]),
        reverse("event-standings", args=[event.pk]),
        reverse("event-projector", args=[event.pk]),
        live,
    )
    for address in addresses:
        assert "členové" not in public.get(address).content.decode(), address
    standings = client.get(reverse("event-standings", args=[event.pk])).content.decode()
    assert "členové" in standings  # the control: officials see it


def test_table_that_is_shown_narrows_the_standings(event: Event) -> None:
    category = category_of(event, is_shown=True)
    content = Client().get(reverse("event-standings", args=[event.pk])).content.decode()
    assert f"<option >{category.name}</option>" in content

"""Pages of prizes: the list, ties, the ceremony, lots and certificates."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.events.queries.entries import entry_names
from league.events.queries.prizes import prize_list
from league.models import Category, Event, Official, Player, Prize, PrizeDecision, Stage
from tests.conftest import OpenPage
from tests.factories import make_user
from tests.factories.events import played_round, running_event
from tests.league.web.reading import errors_on, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client: Client) -> Event:
    """The winners of two tables are equal in everything."""
    stage: Stage = running_event(8, stage={"chain": ["PLACES"]}, language="en")
    played_round(stage)
    organiser = make_user()
    Official.objects.create(event=stage.event, user=organiser, role=Official.Role.ORGANISER)
    client.force_login(organiser)
    return Event.objects.select_related("club").get(pk=stage.event_id)


def page_of(event: Event, route: str = "event-prizes", *parts: str) -> str:
    return reverse(route, args=[event.pk, *parts])


def offer(event: Event, place: int, what: str, category: Category | None = None) -> Prize:
    order = event.prizes.count() + 1
    return Prize.objects.create(event=event, place=place, what=what, category=category, order=order)


def decide(client: Client, event: Event, **typed: object) -> object:
    [tie] = prize_list(event, names=entry_names(event)).open_ties
    return client.post(page_of(event, "event-tie-decide"), {"tie": tie.key, **typed})


def test_list_adds_moves_changes_takes_out_and_puts_back(client: Client, event: Event) -> None:
    kids = Category.objects.create(event=event, name="děti")
    add = page_of(event, "event-prize-add")
    client.post(add, {"category": "all", "place": "1", "what": "Pohár"})
    client.post(add, {"category": kids.pk, "place": "1", "what": "Hra"})
    _first, second = event.prizes.order_by("order")
    change = page_of(event, "event-prize-change", second.pk)
    client.post(change, {"do": "up"})
    client.post(change, {"do": "save", "what": "Velká hra"})
    listed = event.prizes.order_by("order").values_list("what", flat=True)
    assert list(listed) == ["Velká hra", "Pohár"]

    gone = client.post(change, {"do": "remove"}, follow=True).content.decode()
    assert list(listed.all()) == ["Pohár"]
    step = gone.partition('name="step"')[2].partition('value="')[2].partition('"')[0]
    client.post(page_of(event, "event-prize-restore"), {"step": step})
    assert list(listed.all()) == ["Pohár", "Velká hra"]


def test_list_says_what_is_wrong_beside_the_field(client: Client, event: Event) -> None:
    offer(event, 1, "Pohár")
    typed = {"category": "all", "place": "1", "what": "Kniha"}
    response = client.post(page_of(event, "event-prize-add"), typed)
    assert errors_on(response) == {
        "place": ["This place already has a prize. Change that one instead."]
    }


def test_list_changes_the_rule(client: Client, event: Event) -> None:
    typed = {"prize_rule": "all", "version": event.version}
    client.post(page_of(event, "event-prize-rule"), typed)
    event.refresh_from_db()
    assert event.prize_rule == "all"
    assert "Everybody keeps all the prizes" in text_of(client, with_prize(event))


def test_list_arbiter_sees_it_and_changes_nothing(event: Event) -> None:
    offer(event, 1, "Pohár")
    arbiter = make_user()
    Official.objects.create(event=event, user=arbiter, role=Official.Role.ARBITER)
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(arbiter)
    text = text_of(client, page_of(event))
    assert "Pohár" in text
    assert "Add a prize" not in text


def test_list_takes_as_many_queries_for_many_as_for_one(open_page: OpenPage, event: Event) -> None:
    for place in range(1, 8):
        offer(event, place, f"cena {place}")
    open_page(page_of(event), queries=19, shows="cena 7")


def with_prize(event: Event) -> str:
    offer(event, 1, "Pohár")
    return page_of(event)


def test_ties_is_named_before_the_ceremony(client: Client, event: Event) -> None:
    offer(event, 1, "Pohár")
    text = text_of(client, page_of(event))
    assert "Settle these ties before the ceremony" in text
    assert "They are equal in points and in all tiebreaks." in text


def test_ties_deciding_game_gives_the_order(client: Client, event: Event) -> None:
    offer(event, 1, "Pohár")
    [tie] = prize_list(event, names=entry_names(event)).open_ties
    first, second = tie.tie.entries
    wrong = decide(client, event, how="game", **{f"place-{first}": 1, f"place-{second}": 1})
    assert wrong.status_code == 422  # type: ignore[attr-defined]
    decide(client, event, how="game", **{f"place-{first}": 2, f"place-{second}": 1})
    assert PrizeDecision.objects.get().entries == [second, first]


def test_ties_lots_are_shown_with_the_seed_and_undone(client: Client, event: Event) -> None:
    offer(event, 1, "Pohár")
    decide(client, event, how="lots")
    decision = PrizeDecision.objects.get()
    text = text_of(client, page_of(event, "event-lots", decision.pk))
    assert "Drawn from seed 1, which was stored before the first round." in text
    client.post(page_of(event, "event-decision-undo"), {"decision": decision.pk})
    assert not PrizeDecision.objects.exists()


def test_ties_that_is_gone_is_told(client: Client, event: Event) -> None:
    address = page_of(event, "event-tie-decide")
    said = client.post(address, {"tie": "x", "how": "lots"}, follow=True)
    assert "This tie no longer exists." in said.content.decode()


def test_ceremony_calls_public_names_and_no_private_category(client: Client, event: Event) -> None:
    for name, is_shown in (("děti", True), ("členové", False)):
        category = Category.objects.create(event=event, name=name, is_shown=is_shown)
        category.entries.set(event.entries.all())
        offer(event, 1, f"hra {name}", category)
    text = text_of(client, page_of(event, "event-ceremony"))
    assert "hra děti" in text
    assert "členové" not in text
    assert "Hráč A1" not in text


def test_certificates_of_namesakes_bear_no_number(client: Client, event: Event) -> None:
    """Nor a note; the screen says which of the two a certificate is for."""
    Player.objects.filter(entries__event=event).update(full_name="Jana Nováková")
    content = client.get(page_of(event, "event-certificates"), {"of": "everybody"}).content.decode()
    sheets = re.findall(r'<article class="certificate.*?</article>', content, re.S)
    names = [re.findall(r'certificate-name">\s*<bdi>(.*?)</bdi>', sheet, re.S) for sheet in sheets]
    assert names == [["Jana Nováková"]] * 8
    assert len(re.findall(r'no-print meta">[^<]*Jana Nováková \(\d\)', content)) == 8


def test_ceremony_certificates_bear_full_names(client: Client, event: Event) -> None:
    offer(event, 1, "Pohár")
    decide(client, event, how="share")
    address = page_of(event, "event-certificates")
    content = client.get(address, {"paper": "portrait"}).content.decode()
    assert content.count('class="certificate portrait"') == 2
    assert "Hráč A1" in content
    everybody = client.get(address, {"of": "everybody"}).content.decode()
    assert everybody.count('class="certificate landscape"') == 8

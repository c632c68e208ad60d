"""The editor of tiebreaks: buttons without a script, the preview, the log for everybody."""

import pytest
from django.test import Client
from django.urls import reverse

from league.models import ChainChange, Event, Official, Stage
from tests.conftest import OpenPage
from tests.factories import make_event, make_user
from tests.factories.events import played_round, running_event
from tests.league.web.reading import errors_on, text_of

pytestmark = pytest.mark.django_db

SETTINGS = {
    "tiebreak_edition": "2026",
    "spread_against": "best",
    "spread_cap": "",
    "koya_draws": "0",
}


@pytest.fixture
def stage(client: Client) -> Stage:
    stage = running_event(8, stage={"chain": ["PLACES"]})
    played_round(stage)
    log_in(client, stage.event)
    return stage


def log_in(client: Client, event: Event) -> None:
    organiser = make_user()
    Official.objects.create(event=event, user=organiser, role=Official.Role.ORGANISER)
    client.force_login(organiser)


def press(client: Client, event: Event, step: str, *keys: str, **typed: object) -> object:
    version = Event.objects.get(pk=event.pk).version
    form = {"version": version, **SETTINGS, "key": keys, "step": step, **typed}
    return client.post(reverse("event-chain", args=[event.pk]), form)


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("up:WON", ["WON", "PLACES", "LOTS"]),
        ("down:WON", ["PLACES", "LOTS", "WON"]),
        ("up:PLACES", ["PLACES", "WON", "LOTS"]),
        ("out:WON", ["PLACES", "LOTS"]),
        ("add", ["PLACES", "WON", "LOTS", "REL"]),
        ("preset:points", []),
        ("preset:usual", ["PLACES", "REL", "OPP", "GAME"]),
        ("nonsense", ["PLACES", "WON", "LOTS"]),
    ],
)
def test_each_button_gives_the_list_as_it_would_be(
    client: Client, step: str, expected: list[str]
) -> None:
    event = make_event()
    log_in(client, event)
    response = press(client, event, step, "PLACES", "WON", "LOTS", added="REL")
    assert response.context["chain"].keys == expected  # type: ignore[attr-defined]
    assert event.stages.get().chain == ["GAME", "SEED"]  # nothing is saved yet


def test_before_the_start_is_saved_at_once(client: Client) -> None:
    event = make_event()
    log_in(client, event)
    press(client, event, "save", "PLACES", "SPREAD", spread_against="mean", spread_cap="9")
    stage = event.stages.get()
    assert (stage.chain, stage.spread_against, stage.spread_cap) == (
        ["PLACES", "SPREAD"],
        "mean",
        9,
    )


def test_warns_of_what_means_nothing_here(client: Client, stage: Stage) -> None:
    response = press(client, stage.event, "add", "PLACES", added="BH")
    text = response.content.decode()  # type: ignore[attr-defined]
    assert "Means nothing here:" in text
    assert "It is made for two at a table." in text


def test_after_the_start_is_previewed_then_applied_with_a_reason(
    client: Client, stage: Stage
) -> None:
    event = stage.event
    preview = press(client, event, "save", "PLACES", "LOTS")
    assert "2nd place" in preview.content.decode()  # type: ignore[attr-defined]
    assert len(preview.context["moved"]) == 4  # type: ignore[attr-defined]
    assert Stage.objects.get(pk=stage.pk).chain == ["PLACES"]

    refused = press(client, event, "apply", "PLACES", "LOTS", reason="")
    assert errors_on(refused) == {
        "reason": ["Say why the tiebreaks change. Everybody can read it."]
    }
    press(client, event, "apply", "PLACES", "LOTS", reason="Nobody shares a place.")

    assert Stage.objects.get(pk=stage.pk).chain == ["PLACES", "LOTS"]
    assert ChainChange.objects.get().reason == "Nobody shares a place."
    for address in (reverse("event-standings", args=[event.pk]), event.get_absolute_url()):
        content = Client(headers={"Accept-Language": "en"}).get(address).content.decode()
        assert "from “Places” to “Places, Lots”. Reason: Nobody shares a place." in content


def test_of_a_stale_page_is_refused_and_kept(client: Client, stage: Stage) -> None:
    Event.objects.update(version=7)
    response = press(client, stage.event, "apply", "LOTS", reason="So.", version=1)
    assert response.status_code == 409  # type: ignore[attr-defined]
    assert response.context["form"].keys == ["LOTS"]  # type: ignore[attr-defined]
    assert not ChainChange.objects.exists()


def test_shows_the_seed_of_lots(client: Client, stage: Stage) -> None:
    content = client.get(reverse("event-chain", args=[stage.event_id])).content.decode()
    assert "Lots are drawn from the seed 1, stored when the event was made" in content


def test_chain_takes_a_fixed_number_of_queries(open_page: OpenPage, stage: Stage) -> None:
    address = reverse("event-chain", args=[stage.event_id])
    open_page(address, queries=13, shows="Order of those with equal points")


def test_editor_names_tiebreaks_in_the_language_and_codes_only_where_fide_has_them(
    client: Client,
) -> None:
    event = make_event()
    log_in(client, event)
    event.stages.update(chain=["PLACES", "BH-C1", "GAME"])
    address = reverse("event-chain", args=[event.pk])
    text = text_of(client, address, headers={"accept-language": "cs"})
    assert "Umístění Více prvních míst" in text
    assert "Buchholz krácený o 1 BH/C1" in text
    assert "Výkon (TPR)" in text
    assert not [key for key in ("PLACES", "GAME", "REL", "OPP", "SPREAD", "LOTS") if key in text]


def test_edition_and_limit_of_koya_are_settings(client: Client) -> None:
    event = make_event()
    log_in(client, event)
    press(client, event, "save", "KS", tiebreak_edition="2024", koya_draws="-1")
    stage = event.stages.get()
    assert (stage.tiebreak_edition, stage.koya_draws) == ("2024", -1)
    response = press(client, event, "save", "KS", koya_draws="61")
    assert "60" in str(errors_on(response))

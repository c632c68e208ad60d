"""Profile, tokens, and leaving without a trace but the standings."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from league.accounts import create_token, delete_account, open_venue, update_profile
from league.errors import TooMany
from league.models import ApiToken, AuditEntry, ClubAdmin, Job, Notice, Player, User
from league.notices import write_mail
from league.permissions import Actor
from tests.factories import make_club, make_player, make_token, make_user

pytestmark = pytest.mark.django_db


def test_profile_is_changed() -> None:
    user = make_user()
    update_profile(
        user,
        actor=Actor(user=user),
        display_name="  Jana   Nováková ",
        language="sk",
        time_zone="Europe/Bratislava",
    )
    user.refresh_from_db()
    assert (user.display_name, user.language) == ("Jana Nováková", "sk")
    assert AuditEntry.objects.get().actor == user.pk


def test_player_chooses_how_the_public_sees_them(client: Client) -> None:
    user = make_user()
    player = make_player("Jana Nováková", user=user)
    client.force_login(user)
    assert player.public_name == "Jana N."

    client.post(reverse("me"), {"display_name": "", "privacy": Player.Privacy.FULL})

    player.refresh_from_db()
    assert player.public_name == "Jana Nováková"


def test_tokens_are_not_made_without_end() -> None:
    user = make_user()
    for _ in range(10):
        make_token(user, "read")
    with pytest.raises(TooMany):
        create_token(user, actor=Actor(user=user), name="x", scopes=["read"], days=30)
    assert ApiToken.objects.count() == 10


def test_deleted_account_leaves_the_player_under_a_neutral_name() -> None:
    user = make_user("jana")
    club = make_club(admin=user)
    player = make_player("Jana Nováková", user=user, club=club)
    make_token(user, "read")
    write_mail(recipient="JANA@arbitr.example", subject="Jano!", body="Kód")
    write_mail(recipient="eva@arbitr.example", subject="Evo!", body="Kód")

    delete_account(user, actor=Actor(user=user))

    player.refresh_from_db()
    assert (player.full_name, player.user, player.club) == ("", None, club)
    assert player.public_name not in ("", "Jana N.")
    assert not User.objects.exists()
    assert not EmailAddress.objects.exists()
    assert not ApiToken.objects.exists()
    assert not ClubAdmin.objects.exists()
    assert [notice.recipient for notice in Notice.objects.all()] == ["eva@arbitr.example"]
    assert Job.objects.count() == 1
    assert "Nováková" not in str(list(AuditEntry.objects.values()))


def test_erased_player_is_in_no_public_list(client: Client) -> None:
    user = make_user()
    player = make_player("Jana Nováková", user=user, club=make_club())
    delete_account(user, actor=Actor(user=user))
    assert client.get(player.get_absolute_url()).status_code == 404
    assert Player.objects.exists()


def test_name_typed_at_the_first_start_logs_in(client: Client) -> None:
    """The login name made of it was shown once, above a code that scrolled it away."""
    open_venue(name="Jana Nováková", club_name="Klub Deska", password="heslo-vecera-2026")
    sent = {"login": "Jana Nováková", "password": "heslo-vecera-2026"}
    client.post(reverse("account_login"), sent)
    assert get_user(client).get_username()  # type: ignore[arg-type] == "jana-novakova"

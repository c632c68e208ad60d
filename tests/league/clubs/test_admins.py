"""Clubs and who runs them."""

import pytest

from league.clubs.services.clubs import add_admin, create_club, remove_admin
from league.errors import LeagueError
from league.models import AuditEntry, Club
from league.permissions import SERVICE
from tests.factories import make_club, make_user

pytestmark = pytest.mark.django_db


def admins(club: Club) -> list[str]:
    return sorted(club.admins.values_list("username", flat=True))


def test_new_club_has_its_first_admin() -> None:
    user = make_user("jana")
    club = create_club(actor=SERVICE, fields={"name": "Hexa", "town": "Brno"}, admin="jana")
    assert (club.name, club.town, admins(club)) == ("Hexa", "Brno", ["jana"])
    assert list(AuditEntry.objects.order_by("id").values_list("action", "details")) == [
        ("create club", {}),
        ("add club admin", {"user": user.pk}),
    ]


def test_new_club_with_an_unknown_admin_is_not_made() -> None:
    with pytest.raises(LeagueError, match="No account has this login name"):
        create_club(actor=SERVICE, fields={"name": "Hexa"}, admin="nobody")
    assert not Club.objects.exists()


@pytest.mark.parametrize("who", ["petr", " Petr ", "petr@arbitr.example", "PETR@arbitr.example"])
def test_admin_is_added_by_login_name_or_address(who: str) -> None:
    club = make_club(admin=make_user("jana"))
    make_user("petr")
    add_admin(club, actor=SERVICE, who=who)
    add_admin(club, actor=SERVICE, who=who)
    assert admins(club) == ["jana", "petr"]
    assert AuditEntry.objects.count() == 1


@pytest.mark.parametrize("fields", [{"verified": False}, {"is_active": False}])
def test_address_that_nobody_confirmed_or_uses_is_unknown(fields: dict[str, bool]) -> None:
    club = make_club()
    make_user("petr", **fields)  # type: ignore[arg-type]
    with pytest.raises(LeagueError, match="No account"):
        add_admin(club, actor=SERVICE, who="petr@arbitr.example")


def test_admin_is_removed_but_never_the_last() -> None:
    jana, petr = make_user("jana"), make_user("petr")
    club = make_club(admin=jana)
    add_admin(club, actor=SERVICE, who="petr")
    remove_admin(club, actor=SERVICE, user_id=jana.pk)
    remove_admin(club, actor=SERVICE, user_id=jana.pk)  # a second tap
    with pytest.raises(LeagueError, match="last admin"):
        remove_admin(club, actor=SERVICE, user_id=petr.pk)
    assert admins(club) == ["petr"]

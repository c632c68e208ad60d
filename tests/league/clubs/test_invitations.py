"""Players and accounts: invitations that work once, and merging two rows of one person."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.clubs.queries import merge_plan
from league.clubs.services.invitations import claim_player, invite_player, unlink_player
from league.clubs.services.players import edit_player, merge_players, move_player
from league.errors import LeagueError, Stale
from league.models import AuditEntry, Entry, Player, SeriesGuest, User
from league.permissions import SERVICE, Actor
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.series import make_series

pytestmark = pytest.mark.django_db


def claim(secret: str, user: User | None = None) -> Player:
    return claim_player(secret, actor=Actor(user=user or make_user()))


def test_invitation_links_whoever_holds_it_once() -> None:
    player, user = make_player(), make_user()
    secret = invite_player(player, actor=SERVICE)
    assert claim(secret, user).user == user
    unlink_player(player, actor=SERVICE)
    with pytest.raises(LeagueError, match="already been used"):
        claim(secret)
    assert list(AuditEntry.objects.order_by("id").values_list("action", flat=True)) == [
        "invite player",
        "link player with account",
        "unlink player from account",
    ]


def test_invitation_is_stored_as_a_digest_alone() -> None:
    player = make_player()
    secret = invite_player(player, actor=SERVICE)
    assert secret not in str(Player.objects.values().get())


def test_invitation_made_anew_replaces_the_older() -> None:
    player = make_player()
    older, newer = [invite_player(player, actor=SERVICE) for _ in range(2)]
    with pytest.raises(LeagueError, match="already been used, or is too old"):
        claim(older)
    assert claim(newer) == player


def test_invitation_grows_old() -> None:
    player = make_player()
    secret = invite_player(player, actor=SERVICE)
    Player.objects.update(invitation_until=timezone.now() - timedelta(seconds=1))
    with pytest.raises(LeagueError, match="too old"):
        claim(secret)


def test_invitation_dies_when_the_player_moves() -> None:
    player = make_player(club=make_club())
    secret = invite_player(player, actor=SERVICE)
    move_player(player, actor=SERVICE, club=make_club("Kocka"), version=1)
    with pytest.raises(LeagueError):
        claim(secret)


def test_invitation_is_not_made_for_whoever_has_an_account() -> None:
    with pytest.raises(LeagueError, match="already has an account"):
        invite_player(make_player(user=make_user()), actor=SERVICE)


def test_invitation_does_not_make_one_account_two_players() -> None:
    user = make_user()
    make_player("Jana Malá", user=user)
    secret = invite_player(make_player(), actor=SERVICE)
    with pytest.raises(LeagueError, match="already belongs to a player"):
        claim(secret, user)
    assert claim(secret).full_name == "Jana Nováková"  # it still works for another


@pytest.mark.parametrize("secret", ["", "x", "\x00", "ž"])
def test_invitation_that_was_never_made_is_refused(secret: str) -> None:
    make_player()
    with pytest.raises(LeagueError, match="already been used"):
        claim(secret)


def merge(kept: Player, gone: Player, *, version: int = 1) -> None:
    merge_players(kept, actor=SERVICE, gone=gone, version=version, gone_version=1)


def test_merging_moves_everything_and_deletes_the_other() -> None:
    club, user = make_club(), make_user()
    kept = make_player("Jana Nováková", club=club)
    gone = make_player("Jana Novakova", club=club, user=user)
    alone = Entry.objects.create(event=make_event(club), player=gone)
    team = Entry.objects.create(event=make_event(club), player=make_player(), partner=gone)
    plan = merge_plan(kept, gone)

    merge(kept, gone)

    for entry in (alone, team):
        entry.refresh_from_db()
    kept.refresh_from_db()
    assert (alone.player, team.partner, kept.user) == (kept, kept, user)
    assert (plan.events, plan.moves_account, plan.conflict) == (2, True, "")
    assert not Player.objects.filter(pk=gone.pk).exists()
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.object_id, entry.details) == (
        "merge players",
        kept.pk,
        {"gone": gone.pk},
    )


def test_merging_moves_what_was_said_about_guests_of_a_series() -> None:
    club = make_club()
    kept, gone = make_player(club=club), make_player(club=club)
    only_gone, about_both = make_series(club), make_series(club)
    only_gone.said_guests.create(player=gone, is_guest=True)
    about_both.said_guests.create(player=gone, is_guest=True)
    about_both.said_guests.create(player=kept, is_guest=False)

    merge(kept, gone)

    said = SeriesGuest.objects.values_list("series", "player", "is_guest")
    assert set(said) == {(only_gone.pk, kept.pk, True), (about_both.pk, kept.pk, False)}


def test_merging_of_two_who_met_in_an_event_is_refused() -> None:
    kept, gone = make_player(), make_player()
    event = make_event(name="Vánoční turnaj")
    Entry.objects.create(event=event, player=kept)
    Entry.objects.create(event=event, player=make_player(), partner=gone)
    with pytest.raises(LeagueError, match="Both are entered in “Vánoční turnaj”"):
        merge(kept, gone)
    assert Player.objects.count() == 3


def test_merging_of_two_with_accounts_is_refused() -> None:
    kept, gone = make_player(user=make_user()), make_player(user=make_user())
    with pytest.raises(LeagueError, match="Both have an account"):
        merge(kept, gone)


def test_merging_of_an_older_page_is_refused() -> None:
    kept, gone = make_player(), make_player()
    edit_player(kept, actor=SERVICE, version=1, full_name="Jana Malá")
    with pytest.raises(Stale):
        merge(kept, gone)
    merge(kept, gone, version=2)


def test_merging_with_oneself_is_refused() -> None:
    player = make_player()
    with pytest.raises(LeagueError, match="with themselves"):
        merge(player, player)

"""Who runs a club. There is always somebody: the last admin stays until another is found."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.clubs.queries import account_called
from league.errors import LeagueError
from league.models import Club, ClubAdmin, User
from league.permissions import Actor


def add_admin(club: Club, *, actor: Actor, who: str) -> User:
    """`who`: a login name, or an e-mail address that its owner has confirmed."""
    user = account_called(who)
    with transaction.atomic():
        _admin, is_new = ClubAdmin.objects.get_or_create(club=club, user=user)
        if is_new:
            log_action(actor, gettext_noop("add club admin"), club, user=user.pk)
    return user


def remove_admin(club: Club, *, actor: Actor, user_id: str) -> None:
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)  # two leaving at once leave somebody
        admins = set(club.clubadmin_set.values_list("user_id", flat=True))
        if user_id not in admins:
            return
        if len(admins) == 1:
            raise LeagueError(
                _("The last admin cannot be removed: nobody could run the club. Add another first.")
            )
        club.clubadmin_set.filter(user_id=user_id).delete()
        log_action(actor, gettext_noop("remove club admin"), club, user=user_id)

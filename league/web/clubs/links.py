"""Players and accounts: an invitation that works once, parting the two, and merging duplicates."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.clubs import queries
from league.clubs.services import invitations
from league.errors import LeagueError
from league.models import Player
from league.permissions import may
from league.ratings.services import unify_players
from league.web.access import PageRequest, permitted
from league.web.addresses import player_named, qr_svg, whole_address
from league.web.clubs.forms import MergeForm
from league.web.errors import refusals_to
from league.web.forms import SearchForm

_KEY = "invitation"  # in the session: the address loses the secret at once
_SHOWN = 20


@permitted("invite_player", of=player_named)
def player_invite(request: PageRequest, player: Player) -> HttpResponse:
    context: dict[str, object] = {"player": player, "days": invitations.VALID_DAYS}
    if request.method == "POST":
        with refusals_to(request) as refused:
            secret = invitations.invite_player(player, actor=request.actor)
        if refused:
            return redirect(player)
        address = whole_address(reverse("invitation", args=[secret]))
        context |= {"qr_svg": qr_svg(address), "address": address}
    return render(request, "clubs/players/invite.html", context)


@permitted("visit", of=str)
def invitation(request: PageRequest, secret: str) -> HttpResponse:
    """The address that was handed over. Its secret moves into the session."""
    queries.player_invited(invitations.invitation_digest(secret))
    request.session[_KEY] = secret
    return redirect("claim")


@permitted("claim_player")
def claim(request: PageRequest) -> HttpResponse:
    secret = request.session.get(_KEY)
    if secret is None:
        raise Http404
    try:
        player = queries.player_invited(invitations.invitation_digest(secret))
        if request.method == "POST":
            invitations.claim_player(secret, actor=request.actor)
            del request.session[_KEY]
            messages.success(
                request, _("This is you now. In My settings you choose how others see you.")
            )
            return redirect(player)
    except LeagueError:
        request.session.pop(_KEY, None)
        raise
    return render(request, "clubs/players/claim.html", {"player": player})


@permitted("unlink_player", of=player_named)
@require_POST
def player_unlink(request: PageRequest, player: Player) -> HttpResponse:
    invitations.unlink_player(player, actor=request.actor)
    messages.success(request, _("The account is no longer this player. What was played stays."))
    return redirect(player)


@permitted("merge_players", of=player_named)
def player_merge(request: PageRequest, player: Player) -> HttpResponse:
    """First whom to merge with, then what it changes, then it is done."""
    chosen = request.POST.get("other") or request.GET.get("other")
    if not chosen:
        return render(request, "clubs/players/merge.html", _merge_choice(request, player))
    other = get_object_or_404(queries.players_shown().exclude(pk=player.pk), pk=chosen)
    if not may(request.actor, "merge_players", other):
        raise Http404
    form = MergeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return _merged(request, player, other, form)
    plans = [queries.merge_plan(player, other), queries.merge_plan(other, player)]
    context = {"player": player, "other": other, "plans": plans, "conflict": plans[0].conflict}
    return render(request, "clubs/players/merge_confirm.html", context)


def _merged(request: PageRequest, player: Player, other: Player, form: MergeForm) -> HttpResponse:
    kept, gone = (other, player) if form.cleaned_data["kept"] == other.pk else (player, other)
    version = {player: form.cleaned_data["version"], other: form.cleaned_data["other_version"]}
    with refusals_to(request):
        unify_players(
            kept, actor=request.actor, gone=gone, version=version[kept], gone_version=version[gone]
        )
        messages.success(request, _("The two are one player now."))
        return redirect(kept)
    return redirect(f"{reverse('player-merge', args=[player.pk])}?other={other.pk}")


def _merge_choice(request: PageRequest, player: Player) -> dict[str, object]:
    search = SearchForm(request.GET)
    club = player.looked_after_by
    own = queries.players_shown().exclude(pk=player.pk)
    own = own.filter(club=club) | own.filter(club=None, keeper=club)
    namesakes = (
        list(queries.named_like(own, search.words)[:_SHOWN]) if search.words and club else []
    )
    return {
        "player": player,
        "search": search,
        "found": namesakes,
        "likely": queries.likely_duplicates(player),
    }

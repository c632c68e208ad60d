"""Leaderboards, a player's rated games, and two players against each other."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render

from games.registry import GAMES
from league.clubs.queries import players_shown
from league.models import Club, Player
from league.ratings.queries import players
from league.ratings.queries.boards import board, board_rows, board_sizes, matching, people_rated
from league.ratings.skill import PROVISIONAL_GAMES
from league.web.access import PageRequest, permitted
from league.web.addresses import club_named, player_named
from league.web.forms import SearchForm
from league.web.frames import page_of
from league.web.robots import is_page_of

_TOP = 5
_OFFERED = 12


@permitted("visit")
def ratings(request: PageRequest) -> HttpResponse:
    """Every game with its best players."""
    sizes = [size for size in board_sizes() if size.settled or size.provisional]
    boards = []
    for size in sizes:
        whole = board(size.game, is_settled=bool(size.settled))
        boards.append({"size": size, "rows": board_rows(whole[:_TOP], of=whole)})
    return render(request, "leagues/ratings/list.html", {"boards": boards})


@permitted("visit")
def leaderboard(request: PageRequest, game: str) -> HttpResponse:
    if game not in GAMES:
        raise Http404
    return render(request, "leagues/ratings/board.html", _board(request, game))


@permitted("see_club", of=club_named)
def club_leaderboard(request: PageRequest, club: Club) -> HttpResponse:
    sizes = board_sizes(club=club)
    wanted = request.GET.get("game", "")
    game = wanted if wanted in GAMES else sizes[0].game
    context = {**_board(request, game, club=club), "sizes": sizes, "club": club}
    return render(request, "leagues/ratings/board.html", context)


@permitted("see_player", of=player_named)
def player_games(request: PageRequest, player: Player) -> HttpResponse:
    """All that was rated, the newest first."""
    is_page_of(request, player)
    wanted = request.GET.get("game", "")
    game = wanted if wanted in GAMES else ""
    page = page_of(players.changes_of(player, game=game), request)
    context = {
        "player": player,
        "ratings": players.ratings_of(player),
        "game": game,
        "page_obj": page,
        "games": players.games_shown(list(page)),
    }
    return render(request, "leagues/ratings/games.html", context)


@permitted("see_player", of=player_named)
def player_against(request: PageRequest, player: Player) -> HttpResponse:
    """Choose whom to compare with: somebody met, or anybody with a rating."""
    search = SearchForm(request.GET)
    context = {
        "player": player,
        "search": search,
        "found": people_rated(search.words, but=player, limit=_OFFERED),
        "met": players.most_met(player, limit=_OFFERED),
    }
    return render(request, "leagues/ratings/choose.html", context)


@permitted("see_player", of=player_named)
def player_against_other(request: PageRequest, player: Player, other: str) -> HttpResponse:
    opponent = get_object_or_404(players_shown().exclude(pk=player.pk), pk=other)
    page = page_of(players.meetings(player, opponent), request)
    context = {
        "player": player,
        "other": opponent,
        "records": players.head_to_head(player, opponent),
        "together": players.times_together(player, opponent),
        "page_obj": page,
        "games": players.games_shown(list(page)),
    }
    return render(request, "leagues/ratings/against.html", context)


def _board(request: PageRequest, game: str, *, club: Club | None = None) -> dict[str, Any]:
    search = SearchForm(request.GET)
    settled, provisional = (
        board(game, club=club, is_settled=is_settled) for is_settled in (True, False)
    )
    is_settled = request.GET.get("who") != "provisional"
    whole = settled if is_settled else provisional
    page = page_of(matching(whole, search.words), request)
    return {
        "game": game,
        "name": players.game_name(game),
        "search": search,
        "is_settled": is_settled,
        "kept_game": game if club else "",
        "kept_who": "" if is_settled else "provisional",
        "settled": settled.count(),
        "provisional": provisional.count(),
        "least": PROVISIONAL_GAMES,
        "page_obj": page,
        "rows": board_rows(page, of=whole),
    }

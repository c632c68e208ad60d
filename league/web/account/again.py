"""Known again: somebody whose session is gone logs in where they are, and goes on."""

from django.http import HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.models import Match
from league.permissions import DEVICE_KEY, Actor, device_with, seats_of
from league.throttle import address_of, count
from league.web.access import PageRequest, keep_code, permitted
from league.web.account.login import LoginForm
from league.web.held import HELD_KEY, HeldForm, is_part, who_asks

_MOST_CHARACTERS = 60  # of a code, which may be typed with the address before it
# Nobody typed these.
_TECHNICAL = ("version", "client_key", "other_version", "digest")


@permitted("visit")
@require_safe
@never_cache
def session(request: PageRequest) -> HttpResponse:
    """Asked by pages: whose browser it is now, and the mark that forms need."""
    return JsonResponse({"who": who_asks(request), "token": get_token(request)})


@permitted("visit")
@require_safe
@never_cache
def again(request: PageRequest) -> HttpResponse:
    """The part that a page shows over itself. `match`: a code of its table would do, too."""
    context = {"form": LoginForm(auto_id="again_%s"), "match": request.GET.get("match", "")[:10]}
    return render(request, "account/again.html", context)


@permitted("visit")
@require_POST
def again_code(request: PageRequest) -> HttpResponse:
    """The code of a table, typed. Whether it opens anything is asked with what is sent next."""
    count("code", who=address_of(request))
    typed = request.POST.get("code", "")[:_MOST_CHARACTERS].strip().strip("/")
    keep_code(request, typed.rpartition("/")[2].lower())
    return HttpResponse(status=204) if is_part(request) else redirect(reverse("held") + "#held")


@permitted("visit")
@require_POST
def again_phone(request: PageRequest) -> HttpResponse:
    """A phone that lost its cookies is the one that it was, by the key that it kept."""
    count("code", who=address_of(request))
    match, key = (request.POST.get(name, "")[:64] for name in ("match", "key"))
    device = device_with(key, match=match, actor=request.actor)
    if device:
        request.session[DEVICE_KEY] = device
    return JsonResponse({"is_back": bool(device)})


@permitted("visit")
@require_safe
@never_cache
def held(request: PageRequest) -> HttpResponse:
    """The form that is waiting: sent at once where somebody is known now and no file is missing."""
    waiting = HeldForm.in_session(request)
    if waiting is None:
        return render(request, "account/held_nothing.html")
    is_known = request.actor.user is not None or _sits_at(waiting.match, request.actor)
    context = {
        "held": waiting,
        "key": HELD_KEY,
        "shown": [value for name, value in waiting.fields if value and name not in _TECHNICAL],
        "is_sent_at_once": (is_known or waiting.is_token_old) and not waiting.files,
        "is_known": is_known,
        "form": LoginForm(auto_id="again_%s"),
        "match": waiting.match,
        "has_code": bool(request.actor.codes),
        "next": reverse("held"),
    }
    return render(request, "account/held.html", context)


def _sits_at(match: str, actor: Actor) -> bool:
    found = Match.objects.filter(pk=match).first() if match and actor.device else None
    return found is not None and seats_of(actor, found).exists()

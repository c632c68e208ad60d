"""The games of an open evening: which can be played besides the event's own, and their boards."""

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from league.events.queries.evening import games_offered
from league.events.services import evening
from league.models import Event, StageGame
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.errors import refusals_on, refusals_to
from league.web.frames import event_frame, form_page


class EveningGameForm(forms.ModelForm):
    """Another game, by its columns."""

    class Meta:
        model = StageGame
        fields = ["game", "boards", "other_name", "other_least", "other_most", "other_scoring"]
        help_texts = {
            "boards": gettext_lazy("Empty: enough."),
            "other_name": gettext_lazy("Only for another game, with what follows."),
        }


@permitted("keep_games", of=event_named)
def games(request: PageRequest, event: Event) -> HttpResponse:
    form = EveningGameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        played = dict(form.cleaned_data)
        with refusals_on(form, is_named=True) as refused:
            boards = played.pop("boards")
            evening.add_game(event, actor=request.actor, boards=boards, played=played)
        if not refused:
            return redirect("event-games", event.pk)
    with refusals_to(request) as refused:
        stage = evening.open_stage(event, is_running=False)
    if refused:
        return redirect("event-settings", event.pk)
    context = {
        **event_frame(request, event, tab="settings"),
        "heading": _("Games of the evening"),
        "games": games_offered(stage),
        "form": form,
    }
    return form_page(request, "setup/events/games.html", context)


@permitted("keep_games", of=event_named)
@require_POST
def game_remove(request: PageRequest, event: Event) -> HttpResponse:
    game = StageGame.objects.filter(stage__event=event, pk=request.POST.get("game", "")).first()
    if game is not None:
        with refusals_to(request):
            evening.remove_game(game, actor=request.actor)
    return redirect("event-games", event.pk)

"""A table opens the score sheet of its match: who sits where, and how it is kept."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.errors import LeagueError
from league.events.queries.hand_in import Table, next_game, table_of
from league.models import Match, Sheet
from league.permissions import plays_match, referees_match, takes_seat
from league.results.seating import Person, seated
from league.sheets.services.opening import open_sheet
from league.throttle import count
from league.web.access import PageRequest, permitted
from league.web.event_frame import event_frame
from league.web.views.public_event import match_named
from league.web.views.seats import to_the_seats


class OpeningForm(forms.Form):
    """Who sits where; who did not come; whether the referee looks on."""

    def __init__(self, *args: object, table: Table, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.table = table
        people = [(person.seat, person.name) for person in table.people]
        for at, person in enumerate(table.people):
            self.fields[f"seat-{at}"] = forms.ChoiceField(choices=people, initial=person.seat)
        self.fields["absent"] = forms.MultipleChoiceField(
            required=False, choices=list(table.entries.items())
        )
        self.fields["way"] = forms.ChoiceField(
            label=gettext_lazy("The sheet is kept"),
            choices=Sheet.Way.choices,
            initial=Sheet.Way.CHECKED,
            widget=forms.RadioSelect,
            required=False,
        )

    @property
    def seat_fields(self) -> list[tuple[str, forms.BoundField]]:
        return [("ABCD"[at], self[f"seat-{at}"]) for at in range(len(self.table.people))]

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if len({person.seat for person in self.order}) != len(self.table.people):
            self.add_error(None, _("Each seat from A on is for one person."))
        return cleaned

    @property
    def order(self) -> list[Person]:
        by_seat = {person.seat: person for person in self.table.people}
        chosen = [self.cleaned_data.get(f"seat-{at}", "") for at in range(len(self.table.people))]
        return [by_seat[seat] for seat in chosen if seat in by_seat]

    @property
    def seating(self) -> dict[str, str]:
        return seated(self.order, absent=self.cleaned_data.get("absent", ()))


@permitted(takes_seat, of=match_named)
def match_sheet(request: PageRequest, match: Match) -> HttpResponse:
    """The open sheet of the table, or a new one once they have said who sits where."""
    if not plays_match(request.actor, match) and not referees_match(request.actor, match):
        return to_the_seats(request, match)
    game = next_game(match)
    found = match.sheets.filter(game_number=game, closed_at=None).first()
    if found is not None:
        return redirect("sheet", found.pk)
    table = table_of(match, game=game)
    form = OpeningForm(request.POST or None, table=table)
    if request.method == "POST" and form.is_valid():
        try:
            count("hand-in", who=f"match:{match.pk}")
            way = form.cleaned_data["way"] or Sheet.Way.CHECKED
            sheet = open_sheet(match, actor=request.actor, game=game, seating=form.seating, way=way)
        except LeagueError as error:
            form.add_error(None, str(error.message))
        else:
            return redirect("sheet", sheet.pk)
    if not match.is_open:
        messages.info(request, _("This match is over."))
        return redirect("match", match.pk)
    context = {
        **event_frame(request, match.event, tab="event"),
        "heading": _("Score sheet"),
        "match": match,
        "table": table,
        "form": form,
    }
    status = 422 if form.errors else 200
    return render(request, "sheets/open.html", context, status=status)

"""What a table says before the first turn: who sits where, and how the sheet is kept."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Sheet
from league.sheets.queries import is_checked
from league.web.table.proposals import GameToHandIn
from league.web.table.seats_form import SeatsForm


class OpeningForm(SeatsForm):
    """Without the choice of a way where there is only one."""

    way = forms.ChoiceField(
        label=gettext_lazy("The sheet is kept"),
        choices=Sheet.Way.choices,
        initial=Sheet.Way.CHECKED,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, table: GameToHandIn, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ask_for_seats(table, question=_("Who sits where?"))
        if not is_checked(table.match.event, table.played):
            del self.fields["way"]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        self.check_seats(values)
        return values

    @property
    def chosen_way(self) -> str:
        return str(self.cleaned_data.get("way", Sheet.Way.PLAIN))

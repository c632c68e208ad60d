"""Series: how they are counted, and which evenings they have."""

import re
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from league.models import Event, Series
from league.web.versioned_form import Versioned


class SpacedNumbersField(forms.CharField):
    """Whole numbers in a row, with whatever stands between them: “10 8 6”, “10, 8, 6”."""

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        parts = re.split(r"[\s,;–-]+", text.strip()) if text else []
        if not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
            raise forms.ValidationError(_("Whole numbers with spaces between them: 10 8 6 5 4"))
        return [int(part) for part in parts]


class SeriesForm(forms.ModelForm):
    own_points = SpacedNumbersField(
        label=_("Own numbers"),
        required=False,
        max_length=600,
        help_text=_("For the first place, the second, and so on: 10 8 6 5 4 3 2 1"),
    )

    class Meta:
        model = Series
        fields = [
            *("name", "about", "scheme", "own_points", "best", "planned", "bonus"),
            *("guests", "counts_running"),
        ]
        widgets = {
            "about": forms.Textarea(attrs={"rows": 3}),
            "scheme": forms.RadioSelect,
            "guests": forms.RadioSelect,
        }
        help_texts = {
            "best": _("The best ones of each player. Empty: all of them count."),
            "planned": _("Needed to say what everybody can still reach."),
            "bonus": _("For every evening that somebody came to, also for those that are dropped."),
            "guests": _(
                "A guest is who is not a player of your club. You can say otherwise for single "
                "people, on their row of the table."
            ),
            "counts_running": _("Otherwise it is shown, and counts once it is finished."),
        }


class SeriesChangeForm(SeriesForm, Versioned):
    pass


class EventField(forms.ModelChoiceField):
    """Evenings often have the same name: the day and the club tell them apart."""

    def label_from_instance(self, obj: Any) -> str:
        day = date_format(timezone.localtime(obj.starts_at), "SHORT_DATE_FORMAT")
        return f"{obj.name} ({day}, {obj.club})"


class AddEveningForm(forms.Form):
    event = EventField(label=_("Event"), queryset=Event.objects.none(), empty_label=_("choose"))

    def __init__(self, *args: Any, events: QuerySet[Event], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["event"].queryset = events  # type: ignore[attr-defined]

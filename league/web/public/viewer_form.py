"""A record to look at: pasted or chosen as a file. Nothing of it is stored."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.record import MAX_BYTES
from league.results.record_text import NoText, is_text
from league.web.record_text import text_of_file, why_no_record


class ViewerForm(forms.Form):
    record = forms.CharField(
        label=gettext_lazy("Record"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocapitalize": "off"}),
    )
    file = forms.FileField(label=gettext_lazy("File"), required=False, allow_empty_file=True)

    def clean(self) -> dict[str, Any]:
        """`record` is the text, wherever it came from."""
        values = super().clean() or {}
        file = values.get("file")
        given = text_of_file(file) if file is not None else values.get("record") or ""
        text = given if isinstance(given, NoText) else _checked(given)
        if isinstance(text, NoText):
            self.add_error("record" if file is None else "file", why_no_record(text))
        elif not text.strip():
            self.add_error("record", _("Paste the record, or choose a file."))
        else:
            values["record"] = text.replace("\r\n", "\n")
        return values

    def shown_again(self) -> None:
        """The text of a file that was read stands in the field from now on."""
        assert isinstance(self.data, QueryDict)
        data = self.data.copy()
        data["record"] = self.cleaned_data["record"]
        self.data = data


def _checked(text: str) -> str | NoText:
    if not is_text(text):
        return NoText("not_text")
    return NoText("too_large") if len(text.encode()) > MAX_BYTES else text

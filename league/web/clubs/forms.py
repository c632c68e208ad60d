"""Clubs and their players, as forms."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy, gettext_lazy as _

from league.clubs.spreadsheets import MAX_BYTES
from league.models import Club, Player, PlayerNote
from league.player_notes import MOST_LETTERS
from league.web.forms import Versioned, WholeNumberField, ZoneField


class PlayerFields(forms.ModelForm):
    """`alike_url`: where to ask, while a name is typed, who has a similar one."""

    class Meta:
        model = Player
        fields = ["full_name", "privacy"]
        help_texts = {
            "privacy": _("“Jana N.” unless the player, or a parent, agreed to the full name.")
        }

    def __init__(self, *args: Any, alike_url: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["full_name"].widget
        name.attrs |= {"autocomplete": "off", "autofocus": True, "autocapitalize": "words"}
        if alike_url:
            name.attrs |= {
                "hx-get": alike_url,
                "hx-trigger": "input changed delay:300ms",
                "hx-target": "#alike",
                "hx-sync": "this:replace",
            }
        if self.instance.user_id:
            del self.fields["privacy"]  # a player with an account chooses it alone


class PlayerChangeForm(PlayerFields, Versioned):
    pass


class PlayerNoteForm(forms.Form):
    birth_year = WholeNumberField(
        label=_("Year of birth"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 4}),
    )
    text = forms.CharField(
        label=_("Note"),
        required=False,
        max_length=MOST_LETTERS,
        help_text=_("What tells them from a namesake: “the coach's son”. Nothing about health."),
    )


class NewPlayerForm(PlayerFields):
    is_namesake = forms.BooleanField(required=False)  # its box comes with the warning
    birth_year = PlayerNoteForm.base_fields["birth_year"]
    note = PlayerNoteForm.base_fields["text"]

    def __init__(self, *args: Any, with_note: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not with_note:
            del self.fields["birth_year"], self.fields["note"]

    @property
    def wanted(self) -> dict[str, Any]:
        """As the service takes it."""
        wanted = dict(self.cleaned_data)
        note = PlayerNote(birth_year=wanted.pop("birth_year", None), text=wanted.pop("note", ""))
        return {**wanted, "note": note}


class MoveForm(Versioned):
    club = forms.ModelChoiceField(
        label=_("New club"), queryset=Club.objects.none(), empty_label=_("Choose a club")
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["version"].initial = player.version
        others = Club.objects.exclude(pk=player.club_id) if player.club_id else Club.objects.all()
        self.fields["club"].queryset = others  # type: ignore[attr-defined]


class MergeForm(forms.Form):
    """Which of the two rows stays, each at the version that was shown."""

    kept = forms.CharField(max_length=10)
    version = WholeNumberField()
    other_version = WholeNumberField()


class ImportForm(forms.Form):
    file = forms.FileField(
        label=_("File"), required=False, help_text=_("XLSX or CSV, up to 1 MiB and 2,000 rows.")
    )
    text = forms.CharField(
        label=_("Or paste names, one on a line"),
        required=False,
        max_length=MAX_BYTES,
        widget=forms.Textarea(attrs={"rows": 5}),
    )

    def clean_file(self) -> UploadedFile | None:
        file: UploadedFile | None = self.cleaned_data["file"]
        if file and (file.size or 0) > MAX_BYTES:
            raise forms.ValidationError(
                _("The file is larger than 1 MiB. Leave out what is not needed.")
            )
        return file

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not self.errors and not values.get("file") and not values.get("text"):
            raise forms.ValidationError(_("Choose a file, or paste some names."))
        return values

    def table(self) -> bytes:
        file: UploadedFile | None = self.cleaned_data["file"]
        table: bytes = file.read() if file else self.cleaned_data["text"].encode()
        return table


class ClubFields(forms.ModelForm):
    time_zone = ZoneField(
        empty=gettext_lazy("same as the country"),
        help_text=gettext_lazy("New events start with it. Existing events keep theirs."),
    )
    website = forms.URLField(label=gettext_lazy("Website"), required=False, assume_scheme="https")

    class Meta:
        model = Club
        fields = ["name", "town", "country", "time_zone", "about", "website", "keeps_notes"]
        widgets = {"about": forms.Textarea(attrs={"rows": 6})}


class ClubForm(ClubFields, Versioned):
    pass


class NewClubForm(ClubFields):
    admin = forms.CharField(
        label=gettext_lazy("First admin"),
        max_length=254,
        required=False,
        help_text=gettext_lazy(
            "Login name or e-mail of the person who will run the club. You can add them later."
        ),
    )


class ClubAdminForm(forms.Form):
    who = forms.CharField(
        label=gettext_lazy("Login name or e-mail"),
        max_length=254,
        help_text=gettext_lazy("The person needs an account here."),
    )

"""One's own account, and logging in."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy

from league.models import Player, Scope, User
from league.models.time_zones import time_zones


class ProfileForm(forms.ModelForm):
    class Meta:
        model = User
        fields = ["display_name", "language", "time_zone"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones = sorted(zone for zone in time_zones() if "/" in zone and not zone.startswith("Etc/"))
        self.fields["time_zone"] = forms.ChoiceField(
            label=gettext_lazy("Time zone"),
            required=False,
            choices=[("", gettext_lazy("that of my device")), *((zone, zone) for zone in zones)],
        )
        self.fields["language"] = forms.ChoiceField(
            label=gettext_lazy("Language"),
            required=False,
            choices=[("", gettext_lazy("that of my browser")), *settings.LANGUAGES],
        )
        player = Player.objects.filter(user=self.instance).first()
        if player:
            self.fields["privacy"] = forms.ChoiceField(
                label=gettext_lazy("The public sees me as a player by"),
                choices=Player.Privacy.choices,
                initial=player.privacy,
            )


class TokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=100,
        help_text=gettext_lazy("What it is for: “our club's website”."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("May do"),
        choices=Scope.choices,
        initial=[Scope.READ],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Valid for"),
        coerce=int,
        initial=90,
        choices=[
            (30, gettext_lazy("30 days")),
            (90, gettext_lazy("90 days")),
            (365, gettext_lazy("a year")),
        ],
    )


class DeleteAccountForm(forms.Form):
    """The person types the own login name: a slip of the finger deletes nothing."""

    login_name = forms.CharField(label=gettext_lazy("Your login name"), max_length=150)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_login_name(self) -> str:
        typed: str = self.cleaned_data["login_name"]
        if typed.strip().casefold() != self.user.username.casefold():
            raise forms.ValidationError(gettext_lazy("This is not your login name."))
        return typed

"""Clubs, and who runs them."""

from django import forms
from django.utils.translation import gettext_lazy

from league.models import Club
from league.web.versioned_form import Versioned


class ClubFields(forms.ModelForm):
    website = forms.URLField(label=gettext_lazy("Website"), required=False, assume_scheme="https")

    class Meta:
        model = Club
        fields = ["name", "town", "country", "about", "website"]
        widgets = {"about": forms.Textarea(attrs={"rows": 6})}


class ClubForm(ClubFields, Versioned):
    pass


class NewClubForm(ClubFields):
    admin = forms.CharField(
        label=gettext_lazy("First admin"),
        max_length=254,
        required=False,
        help_text=gettext_lazy(
            "Login name or e-mail of whoever will run the club. You can add them later."
        ),
    )


class ClubAdminForm(forms.Form):
    who = forms.CharField(
        label=gettext_lazy("Login name or e-mail"),
        max_length=254,
        help_text=gettext_lazy("The person needs an account here."),
    )

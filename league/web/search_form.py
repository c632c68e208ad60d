"""What is typed to narrow a list."""

from django import forms
from django.utils.translation import gettext_lazy


class SearchForm(forms.Form):
    q = forms.CharField(label=gettext_lazy("Search"), max_length=100, required=False)

    @property
    def words(self) -> str:
        return self.cleaned_data["q"] if self.is_valid() else ""

"""Forms for rows that somebody else may change while the page is open."""

from django import forms

from league.errors import LeagueError


class Versioned(forms.Form):
    version = forms.IntegerField(widget=forms.HiddenInput)

    def refuse(self, error: LeagueError, *, version: int) -> None:
        """Keep what was typed, say what happened, and let the next try build on what is stored."""
        self.add_error(None, str(error.message))
        self.data = {**{name: self.data[name] for name in self.data}, "version": str(version)}

"""My settings: profile, tokens, leaving. Logging in and its keys are allauth's pages."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from league.accounts import (
    create_token,
    delete_account,
    let_be_found,
    personal_tokens,
    revoke_token,
    update_profile,
)
from league.clubs.queries import clubs_run_by
from league.models import ApiToken, Player, PlayerNote, Scope, User
from league.models.user import PERSONAL_SCOPES
from league.web.access import PageRequest, permitted
from league.web.forms import ZoneField
from league.web.frames import form_page


class ProfileForm(forms.ModelForm):
    class Meta:
        model = User
        fields = ["display_name", "language", "time_zone"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"] = ZoneField(
            empty=gettext_lazy("same as my device"),
            help_text=gettext_lazy(
                "An event is always shown in the time of the place where it is played."
            ),
        )
        self.fields["language"] = forms.ChoiceField(
            label=gettext_lazy("Language"),
            required=False,
            choices=[("", gettext_lazy("same as my browser")), *settings.LANGUAGES],
        )
        player = Player.objects.filter(user=self.instance).first()
        if player:
            self.fields["privacy"] = forms.ChoiceField(
                label=gettext_lazy("As a player, the public sees me by"),
                choices=Player.Privacy.choices,
                initial=player.privacy,
            )
            self.fields["is_findable"] = forms.BooleanField(
                label=User._meta.get_field("is_findable").verbose_name,
                required=False,
                initial=self.instance.is_findable,
                help_text=gettext_lazy("Unless you tick this, they are asked not to."),
            )


class TokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=100,
        help_text=gettext_lazy("What it is for: “our club's website”."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("May do"),
        choices=[(scope.value, scope.label) for scope in PERSONAL_SCOPES],
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
    """People type their login name, so that a slip of the finger deletes nothing."""

    login_name = forms.CharField(label=gettext_lazy("Your login name"), max_length=150)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_login_name(self) -> str:
        typed: str = self.cleaned_data["login_name"]
        if typed.strip().casefold() != self.user.username.casefold():
            raise forms.ValidationError(gettext_lazy("This is not your login name."))
        return typed


def token_named(pk: str) -> ApiToken:
    return get_object_or_404(ApiToken, pk=pk)


@permitted("keep_account")
def me(request: PageRequest) -> HttpResponse:
    user = _user(request)
    form = ProfileForm(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid():
        wanted = dict(form.cleaned_data)
        if "is_findable" in wanted:
            let_be_found(user, actor=request.actor, is_findable=wanted.pop("is_findable"))
        update_profile(user, actor=request.actor, **wanted)
        messages.success(request, _("Saved."))
        response = redirect("me")
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)  # the account's language counts now
        return response
    return form_page(request, "account/me.html", {"form": form, "kept": _kept_of(user)})


def _kept_of(user: User) -> PlayerNote | None:
    """What the club keeps of the person as a player."""
    return PlayerNote.objects.filter(player__user=user).select_related("player__club").first()


@permitted("keep_account")
@reauthentication_required  # type: ignore[untyped-decorator]
def tokens(request: PageRequest) -> HttpResponse:
    user = _user(request)
    form = TokenForm(request.POST or None)
    shown_once = ""
    if request.method == "POST" and form.is_valid():
        _token, shown_once = create_token(user, actor=request.actor, **form.cleaned_data)
        form = TokenForm()
    context = {"form": form, "tokens": personal_tokens(user), "new_token": shown_once}
    return form_page(request, "account/tokens.html", context)


@permitted("revoke_token", of=token_named, hidden=True)
def token_revoke(request: PageRequest, token: ApiToken) -> HttpResponse:
    if request.method == "POST":
        revoke_token(token, actor=request.actor)
        messages.success(request, _("The token “%(name)s” no longer works.") % {"name": token.name})
        return redirect("tokens")
    return render(request, "account/token_revoke.html", {"token": token})


@permitted("delete_account")
@reauthentication_required  # type: ignore[untyped-decorator]
def delete(request: PageRequest) -> HttpResponse:
    user = _user(request)
    form = DeleteAccountForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        delete_account(user, actor=request.actor)
        logout(request)
        messages.success(request, _("Your account is deleted. Thank you for playing."))
        return redirect("home")
    orphaned = [club for club in clubs_run_by(user) if club.clubadmin_set.count() == 1]
    context = {"form": form, "orphaned_clubs": orphaned}
    return form_page(request, "account/delete.html", context)


def _user(request: PageRequest) -> User:
    user = request.actor.user
    assert user is not None  # in_browser let the request in
    return user

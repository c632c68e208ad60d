"""My page: profile, tokens, leaving. Logging in and its keys are allauth's pages."""

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from league.accounts import create_token, delete_account, revoke_token, update_profile
from league.clubs.queries import clubs_run_by
from league.models import ApiToken, User
from league.web.access import PageRequest, permitted
from league.web.account.profile_forms import DeleteAccountForm, ProfileForm, TokenForm


def token_named(pk: str) -> ApiToken:
    return get_object_or_404(ApiToken, pk=pk)


@permitted("keep_account")
def me(request: PageRequest) -> HttpResponse:
    user = _user(request)
    form = ProfileForm(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid():
        update_profile(user, actor=request.actor, **form.cleaned_data)
        messages.success(request, _("Saved."))
        response = redirect("me")
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)  # the account's language counts now
        return response
    status = 422 if form.errors else 200
    return render(
        request, "accounts/me.html", {"form": form, "my_clubs": clubs_run_by(user)}, status=status
    )


@permitted("keep_account")
@reauthentication_required  # type: ignore[untyped-decorator]
def tokens(request: PageRequest) -> HttpResponse:
    user = _user(request)
    form = TokenForm(request.POST or None)
    shown_once = ""
    if request.method == "POST" and form.is_valid():
        _token, shown_once = create_token(user, actor=request.actor, **form.cleaned_data)
        form = TokenForm()
    context = {"form": form, "tokens": user.tokens.all(), "new_token": shown_once}
    status = 422 if form.errors else 200
    return render(request, "accounts/tokens.html", context, status=status)


@permitted("revoke_token", of=token_named, hidden=True)
def token_revoke(request: PageRequest, token: ApiToken) -> HttpResponse:
    if request.method == "POST":
        revoke_token(token, actor=request.actor)
        messages.success(request, _("The token “%(name)s” no longer works.") % {"name": token.name})
        return redirect("tokens")
    return render(request, "accounts/token_revoke.html", {"token": token})


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
    status = 422 if form.errors else 200
    return render(request, "accounts/delete.html", context, status=status)


def _user(request: PageRequest) -> User:
    user = request.actor.user
    assert user is not None  # in_browser let the request in
    return user

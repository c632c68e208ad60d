"""A club's own website: which pages may show what is played here, and which programs are told."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.clubs.services.clubs import edit_club
from league.models import Club, NewsKind, Webhook, WebhookDelivery
from league.web.access import PageRequest, permitted
from league.web.addresses import club_named, whole_address
from league.web.embeds import LookForm, embed_of_club, with_example
from league.web.errors import refusals_on, refusals_to
from league.web.forms import KeyedForm, Versioned
from league.web.frames import form_page, page_of
from league.webhooks.outbound import MOST_LETTERS
from league.webhooks.services import hooks, news


class OriginsForm(Versioned):
    origins = forms.CharField(
        label=gettext_lazy("Websites that may show it"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "off"}),
        help_text=gettext_lazy(
            "One address on a line, such as https://www.club.example. With www and without are two."
        ),
    )


class WebhookForm(forms.Form):
    address = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=MOST_LETTERS,
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
    )
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("Tell when"),
        choices=NewsKind.choices,
        widget=forms.CheckboxSelectMultiple,
    )

    def clean_address(self) -> str:
        address: str = self.cleaned_data["address"]
        with refusals_on(self, "address"):
            hooks.check_address(address)
        return address


class NewWebhookForm(WebhookForm, KeyedForm):
    pass


class WebhookChangeForm(WebhookForm, Versioned):
    is_active = forms.BooleanField(label=gettext_lazy("Switched on"), required=False)


def webhook_named(pk: str) -> Webhook:
    return get_object_or_404(Webhook.objects.select_related("club"), pk=pk)


@permitted("keep_website", of=club_named)
def club_website(request: PageRequest, club: Club) -> HttpResponse:
    """Where embeds may stand, the line for the next events, the feed, and the webhooks."""
    form = OriginsForm(
        request.POST or None,
        initial={"origins": "\n".join(club.frame_origins), "version": club.version},
    )
    if request.method == "POST" and form.is_valid():
        with form.refusals(club):
            _save_origins(request, club, form)
            messages.success(request, _("Saved."))
            return redirect("club-website", club.pk)
    context = _website(request, club, form)
    return with_example(form_page(request, "clubs/website/show.html", context))


def _save_origins(request: PageRequest, club: Club, form: OriginsForm) -> None:
    typed = form.cleaned_data["origins"].splitlines()
    version = form.cleaned_data["version"]
    edit_club(club, actor=request.actor, version=version, changes={"frame_origins": typed})


def _website(request: PageRequest, club: Club, form: OriginsForm) -> dict[str, Any]:
    look = LookForm(request.GET, initial={"language": club.language})
    language = translation.get_language()[:2]
    return {
        "club": club,
        "form": form,
        "look": look,
        "embed": embed_of_club(club, look),
        "feed": whole_address(reverse("club-feed", args=[language, club.pk])),
        "webhooks": club.webhooks.all(),
        "may_add": club.webhooks.count() < hooks.MOST,
    }


@permitted("keep_website", of=club_named)
@never_cache
def webhook_new(request: PageRequest, club: Club) -> HttpResponse:
    """The page that follows shows the secret, this once."""
    form = NewWebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            webhook, _is_new = hooks.add_webhook(club, actor=request.actor, **form.cleaned_data)
            return _secret_page(request, webhook, secret=hooks.secret_of(webhook))
    return form_page(request, "clubs/website/webhook_new.html", {"form": form, "club": club})


@permitted("keep_website", of=webhook_named)
def webhook(request: PageRequest, webhook: Webhook) -> HttpResponse:
    """Its settings, and what was sent."""
    initial = {
        "address": webhook.address,
        "kinds": webhook.kinds,
        "is_active": webhook.is_active,
        "version": webhook.version,
    }
    form = WebhookChangeForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with form.refusals(webhook):
            changes = dict(form.cleaned_data)
            version = changes.pop("version")
            hooks.edit_webhook(webhook, actor=request.actor, version=version, changes=changes)
            messages.success(request, _("Saved."))
            return redirect("webhook", webhook.pk)
    context = {
        "form": form,
        "club": webhook.club,
        "webhook": webhook,
        "page_obj": page_of(webhook.deliveries.all(), request),
    }
    return form_page(request, "clubs/website/webhook.html", context)


@permitted("keep_website", of=webhook_named)
@require_POST
@never_cache
def webhook_secret(request: PageRequest, webhook: Webhook) -> HttpResponse:
    return _secret_page(request, webhook, secret=hooks.renew_secret(webhook, actor=request.actor))


def _secret_page(request: PageRequest, webhook: Webhook, *, secret: str) -> HttpResponse:
    context = {"club": webhook.club, "webhook": webhook, "secret": secret}
    return render(request, "clubs/website/secret.html", context)


@permitted("keep_website", of=webhook_named)
@require_POST
def webhook_ping(request: PageRequest, webhook: Webhook) -> HttpResponse:
    with refusals_to(request):
        news.ping(webhook, actor=request.actor)
        messages.success(request, _("A test is on its way. Look at the log in a moment."))
    return redirect("webhook", webhook.pk)


@permitted("keep_website", of=webhook_named)
@require_POST
def webhook_again(request: PageRequest, webhook: Webhook, delivery: str) -> HttpResponse:
    rows = WebhookDelivery.objects.filter(webhook=webhook).select_related("webhook")
    row = get_object_or_404(rows, pk=delivery)
    with refusals_to(request):
        news.redeliver(row, actor=request.actor)
        messages.success(request, _("It is sent again. Look at the log in a moment."))
    return redirect("webhook", webhook.pk)


@permitted("keep_website", of=webhook_named)
@require_POST
def webhook_remove(request: PageRequest, webhook: Webhook) -> HttpResponse:
    hooks.remove_webhook(webhook, actor=request.actor)
    messages.success(request, _("Removed. Nothing is sent there any more."))
    return redirect("club-website", webhook.club_id)

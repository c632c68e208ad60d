"""Allauth's adapter: the few things that we do otherwise."""

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from league.models import User


class AccountAdapter(DefaultAccountAdapter):
    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """In the reader's language, not in that of whoever caused the mail."""
        reader = User.objects.filter(email__iexact=email).first()
        language = (reader and reader.language) or translation.get_language()
        with translation.override(language):
            super().send_mail(template_prefix, email, context)

    def save_user(
        self,
        request: HttpRequest,
        user: User,
        form: object,
        commit: bool = True,  # noqa: FBT001, FBT002
    ) -> User:
        """The language in which a person signs up is the one to write to them in."""
        user.language = translation.get_language() or settings.LANGUAGE_CODE
        saved: User = super().save_user(request, user, form, commit=commit)
        return saved

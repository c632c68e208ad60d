"""Allauth's adapter: the few things that we do otherwise."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext_lazy

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


class LoginForm(AllauthLoginForm):
    """Allauth's form in our words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = gettext_lazy("Login name or e-mail")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class SignupForm(AllauthSignupForm):
    """Allauth's form in our words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = gettext_lazy("Login name")
        self.fields["username"].help_text = gettext_lazy(
            "Letters, digits and . - _ without spaces."
        )
        # Allauth's label says "optional" by itself; our pages say so beside every such field.
        self.fields["email"].label = gettext_lazy("Email")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class AddPasskeyForm(AddWebAuthnForm):
    """Allauth's form with a label that can be translated."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = gettext_lazy("Name")


class RenamePasskeyForm(EditWebAuthnForm):
    """Allauth's form with a label that can be translated."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = gettext_lazy("Name")

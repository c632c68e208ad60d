"""Where we differ from allauth and Django: forms, mail, and texts in our own words."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import LoginForm as AllauthLoginForm, SignupForm as AllauthSignupForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext_lazy, gettext_noop, ngettext_lazy

from league.models import User

ACCOUNT = (
    gettext_noop("Remember Me"),
    gettext_noop("Username"),
    gettext_noop("username"),
    gettext_noop("Email"),
    gettext_noop("Password (again)"),
    gettext_noop("New Password (again)"),
    gettext_noop("You must type the same password each time."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
    ),
    gettext_noop("Your password can’t be too similar to your other personal information."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("Your password can’t be entirely numeric."),
    gettext_noop("The password is too similar to the %(verbose_name)s."),
    gettext_noop("This password is too common."),
    gettext_noop("This password is entirely numeric."),
    gettext_noop("The username and/or password you specified are not correct."),
    gettext_noop("The email address and/or password you specified are not correct."),
    gettext_noop("The email address is not assigned to any user account."),
    gettext_noop("A user is already registered with this email address."),
    gettext_noop("A user with that username already exists."),
    gettext_noop("Username can not be used. Please use other username."),
    gettext_noop("This email address is already associated with this account."),
    gettext_noop("Your primary email address must be verified."),
    gettext_noop("Please type your current password."),
    gettext_noop("The password reset token was invalid."),
    gettext_noop("Invalid or expired key."),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("Be patient, you are sending too many requests."),
    gettext_noop("This account is currently inactive."),
    gettext_noop("Note"),
    gettext_noop("You are already logged in as %(user_display)s."),
    gettext_noop("Account Inactive"),
    gettext_noop("This account is inactive."),
)
FIELDS = (
    gettext_noop("This field is required."),
    gettext_noop("Enter a valid email address."),
    gettext_noop("Enter a valid URL."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
    gettext_noop(
        "Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ "
        "characters."
    ),
)
SECOND_STEP = (
    gettext_noop("Use your password"),
    gettext_noop("Use authenticator app or code"),
    gettext_noop("Use a security key"),
    gettext_noop("Authenticator code"),
    gettext_noop("Master key"),
    gettext_noop("Backup key"),
    gettext_noop("Key nr. {number}"),
    gettext_noop(
        "You cannot add an email address to an account protected by two-factor authentication."
    ),
    gettext_noop(
        "You cannot activate two-factor authentication until you have verified your email address."
    ),
    gettext_noop("You cannot deactivate two-factor authentication."),
    gettext_noop(
        "You cannot generate recovery codes without having two-factor authentication enabled."
    ),
)
ADMIN = (
    gettext_noop("Model name"),
    gettext_noop("Add link"),
    gettext_noop("Change or view list link"),
)
MONTHS = (gettext_noop("jun"), gettext_noop("jul"))


class AccountAdapter(DefaultAccountAdapter):
    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """In the reader's language, not in that of the person who caused the mail."""
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

    def clean_login(self) -> str:
        """A club's laptop asks for a name and makes the login name of it: the name does as well."""
        login: str = super().clean_login()
        return slugify(login) if " " in login and "@" not in login else login


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

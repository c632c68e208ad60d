"""Texts of Django and allauth that we put in our own words.

Nothing imports this module. Naming a text here takes it into our catalogues, and ours win over
theirs. Most are here because their Czech or Slovak is wrong, or uses another word than we do.
"""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

ACCOUNT = (
    _("Remember Me"),
    _("Username"),
    _("username"),
    _("Email"),
    _("Password (again)"),
    _("New Password (again)"),
    _("You must type the same password each time."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
    ),
    _("Your password can’t be too similar to your other personal information."),
    _("Your password can’t be a commonly used password."),
    _("Your password can’t be entirely numeric."),
    _("The password is too similar to the %(verbose_name)s."),
    _("This password is too common."),
    _("This password is entirely numeric."),
    _("The username and/or password you specified are not correct."),
    _("The email address and/or password you specified are not correct."),
    _("The email address is not assigned to any user account."),
    _("A user is already registered with this email address."),
    _("A user with that username already exists."),
    _("Username can not be used. Please use other username."),
    _("This email address is already associated with this account."),
    _("Your primary email address must be verified."),
    _("Please type your current password."),
    _("The password reset token was invalid."),
    _("Invalid or expired key."),
    _("Too many failed login attempts. Try again later."),
    _("Be patient, you are sending too many requests."),
    _("This account is currently inactive."),
    _("Note"),
    _("You are already logged in as %(user_display)s."),
    _("Account Inactive"),
    _("This account is inactive."),
)
FIELDS = (
    _("This field is required."),
    _("Enter a valid email address."),
    _("Enter a valid URL."),
    _("Select a valid choice. %(value)s is not one of the available choices."),
    _(
        "Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ "
        "characters."
    ),
)
SECOND_STEP = (
    _("Use your password"),
    _("Use authenticator app or code"),
    _("Use a security key"),
    _("Authenticator code"),
    _("Master key"),
    _("Backup key"),
    _("Key nr. {number}"),
    _("You cannot add an email address to an account protected by two-factor authentication."),
    _("You cannot activate two-factor authentication until you have verified your email address."),
    _("You cannot deactivate two-factor authentication."),
    _("You cannot generate recovery codes without having two-factor authentication enabled."),
)
ADMIN = (_("Model name"), _("Add link"), _("Change or view list link"))
MONTHS = (_("jun"), _("jul"))

"""Texts of Django and allauth that we put in our own words.

Nothing imports this module. Naming a text here takes it into our catalogues, and ours win over
theirs. Most are here because their Czech or Slovak is wrong, or uses another word than we do.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

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

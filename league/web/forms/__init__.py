"""Forms: what people type, checked for its shape. What it means is a service's matter."""

from league.web.forms.accounts import (
    AddPasskeyForm,
    DeleteAccountForm,
    LoginForm,
    ProfileForm,
    RenamePasskeyForm,
    SignupForm,
    TokenForm,
)
from league.web.forms.clubs import ClubAdminForm, ClubForm, NewClubForm
from league.web.forms.players import (
    ImportForm,
    MergeForm,
    MoveForm,
    NewPlayerForm,
    PlayerChangeForm,
)
from league.web.forms.searching import SearchForm

__all__ = [
    "AddPasskeyForm",
    "ClubAdminForm",
    "ClubForm",
    "DeleteAccountForm",
    "ImportForm",
    "LoginForm",
    "MergeForm",
    "MoveForm",
    "NewClubForm",
    "NewPlayerForm",
    "PlayerChangeForm",
    "ProfileForm",
    "RenamePasskeyForm",
    "SearchForm",
    "SignupForm",
    "TokenForm",
]

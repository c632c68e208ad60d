"""`Authorization: Bearer arb_…`: a program acting for the person whose token it holds."""

from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from league.accounts import note_use, token_with_secret
from league.models import ApiToken, User


class TokenAuthentication(BaseAuthentication):
    keyword = "Bearer"

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _space, secret = get_authorization_header(request).partition(b" ")
        if scheme.lower() != self.keyword.lower().encode():
            return None
        token = token_with_secret(secret.strip().decode("ascii", "replace"))
        if token is None:
            raise AuthenticationFailed(_("This token is unknown, expired or revoked."))
        note_use(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return self.keyword


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}

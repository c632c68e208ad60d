"""The caller."""

from rest_framework.generics import RetrieveAPIView

from league.api.access import CountedView
from league.api.serializers.accounts import MeSerializer
from league.models import User


class Me(CountedView, RetrieveAPIView):
    """Who the caller is."""

    serializer_class = MeSerializer
    permissions = {
        "get": "keep_account",
    }

    def get_object(self) -> User:
        assert isinstance(self.request.user, User)  # signed_in let the request in
        return self.request.user

"""What a page says once a game is handed in: the form of a table and the score sheet alike."""

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from league.models import Submission
from league.results.services.verification import judged


def tell_handed_in(request: HttpRequest, submission: Submission) -> None:
    """Success is said only of what the rules do not contradict: nobody is asked about that."""
    if not submission.record or judged(submission)[1].is_verified:
        messages.success(request, _("Handed in. The others at the table are asked now."))
    else:
        text = _("The rules contradict what you handed in, so nobody is asked to confirm it.")
        messages.warning(request, text)

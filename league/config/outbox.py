"""Django's mail setting points here, so that mail of libraries becomes rows like our own."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from league.notices import write_mail


class Outbox(BaseEmailBackend):
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            for recipient in message.recipients():
                write_mail(
                    recipient=recipient, subject=str(message.subject), body=str(message.body)
                )
        return len(email_messages)

"""What a delivery carries so that its receiver knows who sent it, and when.

The secret is made from a key of the service and stored nowhere: a copy of the database forges
nothing. docs/api.md shows how a receiver checks a signature.
"""

import base64
import hashlib
import hmac

SECRET_PREFIX = "whs_"  # noqa: S105  so that a leaked secret is known by its looks


def secret_for(webhook_id: str, *, number: int, key: str) -> str:
    """`number`: of the secret; the next one makes those before it worthless."""
    digest = hmac.digest(key.encode(), f"webhook:{webhook_id}:{number}".encode(), hashlib.sha256)
    return SECRET_PREFIX + base64.urlsafe_b64encode(digest).decode().rstrip("=")


def signature_of(body: bytes, *, secret: str, timestamp: int) -> str:
    """Over the moment of sending, too: what was recorded once cannot be sent again later."""
    signed = f"{timestamp}.".encode() + body
    return "v1=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()


def headers_for(
    body: bytes, *, delivery_id: str, kind: str, secret: str, timestamp: int
) -> dict[str, str]:
    return {
        "Content-Type": "application/json",
        "Arbitr-Delivery": delivery_id,
        "Arbitr-Kind": kind,
        "Arbitr-Timestamp": str(timestamp),
        "Arbitr-Signature": signature_of(body, secret=secret, timestamp=timestamp),
    }

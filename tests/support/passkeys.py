"""A passkey in software. It makes the credentials that a browser sends for the options in a page."""

import json
import re
import secrets
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from django.test import Client
from fido2.cose import ES256
from fido2.utils import sha256, websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from tests.support.api_client import Answer

SECOND_FACTOR = "/account/second-factor/"
ORIGIN = "https://testserver"
_FLAG = AuthenticatorData.FLAG


class SoftwarePasskey:
    """A key pair for one account, which works like a phone or a security key."""

    def __init__(self, *, verifies_user: bool = True, origin: str = ORIGIN) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id = secrets.token_bytes(16)
        self._flags = _FLAG.UP | (_FLAG.UV if verifies_user else _FLAG(0))
        self._origin = origin
        self.user_handle = ""

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the credential for a page that adds a passkey."""
        public = options["publicKey"]
        self.user_handle = public["user"]["id"]
        client_data = CollectedClientData.create("webauthn.create", public["challenge"], self._origin)
        public_key = ES256.from_cryptography_key(self._key.public_key())  # type: ignore[no-untyped-call] # fido2 has no type there
        data = AttestedCredentialData.create(b"\0" * 16, self._id, public_key)
        rp_id = sha256(public["rp"]["id"].encode())
        authenticator = AuthenticatorData.create(rp_id, self._flags | _FLAG.AT, 0, data)
        attestation = AttestationObject.create("none", authenticator, {})
        return self._credential(client_data, attestationObject=websafe_encode(attestation)) | {
            "clientExtensionResults": {"credProps": {"rk": True}}
        }

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the credential for a page that requests a passkey."""
        public = options["publicKey"]
        client_data = CollectedClientData.create("webauthn.get", public["challenge"], self._origin)
        authenticator = AuthenticatorData.create(sha256(public["rpId"].encode()), self._flags, 1)
        signature = self._key.sign(authenticator + client_data.hash, ec.ECDSA(SHA256()))
        return self._credential(
            client_data,
            authenticatorData=websafe_encode(authenticator),
            signature=websafe_encode(signature),
            userHandle=self.user_handle,
        )

    def _credential(self, client_data: CollectedClientData, **response: str) -> dict[str, Any]:
        identifier = websafe_encode(self._id)
        return {
            "type": "public-key",
            "id": identifier,
            "rawId": identifier,
            "response": {"clientDataJSON": websafe_encode(client_data), **response},
            "clientExtensionResults": {},
        }


def page_options(page: Answer) -> dict[str, Any]:
    """Return the options for the browser that a page contains."""
    match = re.search(r'<script id="passkey-options"[^>]*>(.*?)</script>', page.content.decode())
    assert match, page.status_code
    values: dict[str, Any] = json.loads(match[1])
    (options,) = values.values()
    return dict(options)


def add_passkey(client: Client, passkey: SoftwarePasskey, name: str = "Phone", **more: str) -> Answer:
    """Add a passkey in a browser in which the password has just been confirmed."""
    options = page_options(client.get(f"{SECOND_FACTOR}webauthn/add/"))
    sent = {"name": name, "passwordless": "on", "credential": json.dumps(passkey.create(options)), **more}
    return client.post(f"{SECOND_FACTOR}webauthn/add/", sent)


def log_in_with_passkey(client: Client, passkey: SoftwarePasskey, **more: str) -> Answer:
    """Press “Log in with a passkey”."""
    options = client.get(f"{SECOND_FACTOR}webauthn/login/").json()["request_options"]
    sent = {"credential": json.dumps(passkey.get(options)), **more}
    return client.post(f"{SECOND_FACTOR}webauthn/login/", sent)

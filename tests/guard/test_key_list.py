"""A key list that says nonsense is malformed, not a reason to crash or to believe."""

from __future__ import annotations

import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from reviewapp.guard.receipts import key_id
from reviewapp.guard.verify import Fault, NotVerified, load_keys


def listed(**more: object) -> bytes:
    public = Ed25519PrivateKey.generate().public_key()
    pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    return json.dumps({"keys": [{"keyid": key_id(public), "public_pem": pem, "state": "revoked", **more}]}).encode()


def test_a_revocation_names_an_entry_of_the_chain() -> None:
    (key,) = load_keys(listed(revoked_after={"1": 7})).values()
    assert key.revoked_after == {"1": 7}


@pytest.mark.parametrize("after", [{"1": "x"}, {"1": None}, {"1": 1.5}, {"1": True}, [1], "x"])
def test_a_revocation_that_names_none_is_malformed(after: object) -> None:
    with pytest.raises(NotVerified) as refused:
        load_keys(listed(revoked_after=after))
    assert refused.value.fault is Fault.MALFORMED

import hashlib
import hmac
import json
import os
import sys
import time


def is_genuine(secret: str, header: str, body: bytes, tolerance: int = 300) -> bool:
    """`header` is X-TMS-Signature; `body` is the bytes as they arrived, before anybody parsed them."""
    parts = [part.strip() for part in header.split(",")]
    sent_at = next((part[2:] for part in parts if part.startswith("t=")), "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > tolerance:
        return False
    signed = sent_at.encode() + b"." + body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    signatures = [part[3:] for part in parts if part.startswith("v1=")]
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in signatures)


if __name__ == "__main__":
    body = sys.stdin.buffer.read()
    if not is_genuine(os.environ["WEBHOOK_SECRET"], sys.argv[1], body):
        sys.exit("not from Parlance")
    print(json.loads(body)["event"])

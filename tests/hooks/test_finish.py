"""The content security policy of the site's pages."""

import base64
import hashlib

from hooks import finish


def test_inline_scripts_are_allowed_by_their_hash_and_nothing_else_is() -> None:
    pages = [
        '<script>one()</script><script src="a.js"></script><script type="application/json">{}</script>',
        '<script>one()</script><script type="module">two()</script>',
    ]
    policy = finish.content_security_policy(pages)
    [scripts] = [rule for rule in policy.split("; ") if rule.startswith("script-src ")]
    hashes = sorted(
        f"'sha256-{base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()}'"
        for body in ("one()", "two()")
    )
    assert scripts == " ".join(["script-src 'self' 'wasm-unsafe-eval'", *hashes])
    assert "unsafe-eval" not in policy.replace("wasm-unsafe-eval", "")
    assert "default-src 'self'" in policy

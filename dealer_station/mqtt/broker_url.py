"""Addresses of brokers: ``mqtt://user:password@host:port`` and ``mqtts://…``.

Knows how an address is taken apart and how its TLS context is built. A password is never printed.
"""

import socket
import ssl
from dataclasses import dataclass, field
from typing import Final, Self
from urllib.parse import parse_qs, quote, unquote, urlsplit

_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}
_FILES: Final = frozenset({"ca", "cert", "key"})


class BadBrokerUrl(ValueError):  # noqa: N818 - named like its sibling BadTopic
    """An address that is no broker's; the text does not hold the password."""


@dataclass(frozen=True, slots=True)
class BrokerUrl:
    """Where a broker listens and who calls.

    ``ca`` is a file with the authorities to trust instead of the system's, ``cert`` and ``key`` are
    the caller's own; all three stand as parameters of an ``mqtts`` address
    (``mqtts://host?ca=/etc/ds/ca.pem``).
    """

    host: str
    port: int
    is_tls: bool = False
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    ca: str | None = None
    cert: str | None = None
    key: str | None = None

    @classmethod
    def parse(cls, url: str) -> Self:
        """Take an address apart.

        Raises:
            BadBrokerUrl: scheme, host, port or a parameter is wrong; says which.
        """
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as error:
            # The parser's own text may repeat the password.
            raise BadBrokerUrl("the broker's address has a bad host or port") from error
        if parts.scheme not in _PORTS:
            raise BadBrokerUrl("the broker's address must start with mqtt:// or mqtts://")
        if not parts.hostname or port == 0:
            raise BadBrokerUrl("the broker's address has no host or no port")
        if parts.path not in ("", "/") or parts.fragment:
            raise BadBrokerUrl("the broker's address has no path")
        files = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        is_tls = parts.scheme == "mqtts"
        if unknown := files.keys() - (_FILES if is_tls else frozenset()):
            raise BadBrokerUrl(f"the broker's address has unknown parameters: {sorted(unknown)}")
        if ("cert" in files) != ("key" in files):
            raise BadBrokerUrl("the broker's address needs both cert and key, or neither")
        return cls(
            host=parts.hostname,
            port=port or _PORTS[parts.scheme],
            is_tls=is_tls,
            username=None if parts.username is None else unquote(parts.username),
            password=None if parts.password is None else unquote(parts.password),
            ca=files.get("ca"),
            cert=files.get("cert"),
            key=files.get("key"),
        )

    def __str__(self) -> str:
        scheme = "mqtts" if self.is_tls else "mqtt"
        user = "" if self.username is None else f"{quote(self.username, safe='')}@"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{user}{host}:{self.port}"

    def tls_context(self) -> ssl.SSLContext | None:
        """Load certificates; None for a plain address. Blocks on files: call it before any loop.

        Raises:
            OSError: a file is missing or unreadable.
            ssl.SSLError: a file is no certificate or key.
        """
        if not self.is_tls:
            return None
        context = ssl.create_default_context(cafile=self.ca)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        if self.cert and self.key:
            context.load_cert_chain(self.cert, self.key)
        return context


def why_unreachable(url: BrokerUrl, tls: ssl.SSLContext | None, timeout_s: float) -> str | None:
    """Try the address once and say what fails; None if a connection opens.

    The client library keeps its reasons to itself, and "it does not connect" helps nobody who has
    a wrong certificate. Blocks for up to ``timeout_s``.
    """
    try:
        with socket.create_connection((url.host, url.port), timeout_s) as plain:
            if tls is not None:
                with tls.wrap_socket(plain, server_hostname=url.host):
                    pass
    except ssl.SSLCertVerificationError as error:
        return f"its certificate is not trusted: {error.verify_message}"
    except OSError as error:
        return error.strerror or str(error)
    return None

"""How the connections to the mail servers are secured."""

import ssl

from referee.config import Account
from referee.errors import ConfigError


def tls_context(account: Account) -> ssl.SSLContext | None:
    """What verifies the server's certificate and name, or None where TLS is switched off."""
    if account.tls == "none":
        return None
    try:
        return ssl.create_default_context(cafile=account.ca_file)
    except OSError as error:
        raise ConfigError(f"The ca_file {account.ca_file} can't be used: {error}.") from None


def advised(trouble: str) -> str:
    """What went wrong, with what helps against a certificate that nobody known has signed."""
    is_untrusted = "certificate verify failed" in trouble
    return f"{trouble} (ca_file can name an authority to trust)" if is_untrusted else trouble

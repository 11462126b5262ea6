"""Dovecot and Postfix in a temporary folder on free ports, for as long as a block lasts."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.required import require, unavailable

HERE = "127.0.0.1"
PASSWORD = "sesame"


def free_ports(count: int) -> list[int]:
    """Ports nobody listens on."""
    sockets = [socket.create_server((HERE, 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


@dataclass(frozen=True)
class Authority:
    """A certificate authority and a certificate of it for localhost and 127.0.0.1."""

    folder: Path

    @property
    def ca(self) -> Path:
        return self.folder / "ca.pem"

    @property
    def certificate(self) -> Path:
        return self.folder / "server.pem"

    @property
    def key(self) -> Path:
        return self.folder / "server.key"


def new_authority(folder: Path) -> Authority:
    """Keys and certificates, made with openssl."""
    folder.mkdir()
    names = folder / "names"
    names.write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth\n")
    key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    use = "-addext keyUsage=critical,keyCertSign,cRLSign"
    signed = "-CA ca.pem -CAkey ca.key -CAcreateserial -days 30"
    for command in (
        f"req -x509 {key} -keyout ca.key -out ca.pem -days 30 -subj /CN=tests {use}",
        f"req {key} -keyout server.key -out request -subj /CN=localhost",
        f"x509 -req -in request {signed} -out server.pem -extfile names",
    ):
        subprocess.run(["openssl", *command.split()], cwd=folder, check=True, capture_output=True)
    for made in folder.iterdir():
        made.chmod(0o644)
    return Authority(folder)


@contextmanager
def public_folder() -> Iterator[Path]:
    """A temporary folder that servers under other users can look into."""
    folder = Path(tempfile.mkdtemp(prefix="referee-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True)
class Dovecot:
    """A running Dovecot: any user may log in with PASSWORD; mail lies in `folder/mail/USER`."""

    folder: Path
    imap: int
    imaps: int
    lmtp: int
    authority: Authority


@contextmanager
def dovecot(tokens: str = "", more: str = "") -> Iterator[Dovecot]:
    """Dovecot as an unprivileged user; `tokens`: where it asks about access tokens instead of passwords.

    `more` is further configuration.
    """
    require("dovecot", "openssl")
    program = shutil.which("dovecot") or "/usr/sbin/dovecot"
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
    if not version.startswith("2.3."):
        unavailable(f"the configuration is for Dovecot 2.3, not {version.strip()}")
    with public_folder() as folder:
        imap, imaps, lmtp = free_ports(3)
        server = Dovecot(folder, imap, imaps, lmtp, new_authority(folder / "tls"))
        for name in ("run", "mail"):
            (folder / name).mkdir()
            _give_away(folder / name)
        configuration = folder / "dovecot.conf"
        told = _dovecot_configuration(server) + _token_configuration(folder, tokens)
        configuration.write_text(told + more)
        # Its login processes refuse to be root.
        user, group = ("nobody", "nogroup") if os.geteuid() == 0 else (None, None)
        more_groups: list[str] | None = None if user is None else []
        command = [program, "-F", "-c", str(configuration)]
        with subprocess.Popen(command, user=user, group=group, extra_groups=more_groups) as process:
            try:
                _await_port(server.imap, process)
                yield server
            finally:
                process.terminate()


def _give_away(folder: Path) -> None:
    if os.geteuid() == 0:
        shutil.chown(folder, "nobody", "nogroup")


def _await_port(port: int, process: "subprocess.Popen[bytes]") -> None:
    """Wait until the process listens; an error if it ends instead."""
    for _ in range(2400):
        try:
            socket.create_connection((HERE, port), timeout=60).close()
        except ConnectionRefusedError:
            try:
                code = process.wait(timeout=0.05)
            except subprocess.TimeoutExpired:
                continue
            raise AssertionError(f"the server ended with {code}") from None
        else:
            return
    raise AssertionError("the server doesn't listen")


def _dovecot_configuration(server: Dovecot) -> str:
    root = os.geteuid() == 0
    user, group = ("nobody", "nogroup") if root else (str(os.geteuid()), str(os.getegid()))
    return f"""
protocols = imap lmtp
listen = {HERE}
base_dir = {server.folder}/run
state_dir = {server.folder}/run
log_path = {server.folder}/run/dovecot.log
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:{server.folder}/mail/%n
auth_mechanisms = plain login
auth_username_format = %Ln
disable_plaintext_auth = no
recipient_delimiter = +
lmtp_save_to_detail_mailbox = no
ssl = yes
ssl_cert = <{server.authority.certificate}
ssl_key = <{server.authority.key}
passdb {{
  driver = static
  args = password={PASSWORD}
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={server.folder}/mail/%n
}}
namespace inbox {{
  inbox = yes
  separator = /
  prefix = INBOX/
}}
auth_failure_delay = 0
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {server.imap}
  }}
  inet_listener imaps {{
    port = {server.imaps}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = {HERE}
    port = {server.lmtp}
  }}
}}
"""


def _token_configuration(folder: Path, tokens: str) -> str:
    """XOAUTH2 beside passwords, if Dovecot is told where to ask about tokens."""
    if not tokens:
        return ""
    asking = folder / "tokens.conf"
    asking.write_text(f"tokeninfo_url = {tokens}\nusername_attribute = username\n")
    return f"""
auth_mechanisms = plain login xoauth2
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {asking}
}}
"""


@dataclass(frozen=True)
class Postfix:
    """A running Postfix that brings mail for example.org to a Dovecot."""

    folder: Path
    smtp: int
    submissions: int
    dovecot: Dovecot


@contextmanager
def postfix(behind: Dovecot, more: str = "") -> Iterator[Postfix]:
    """Postfix; it needs root for its queue. `more` is further configuration."""
    require("postfix")
    if os.geteuid() != 0:
        unavailable("Postfix starts as root only")
    with public_folder() as folder:
        smtp, submissions = free_ports(2)
        server = Postfix(folder, smtp, submissions, behind)
        for name in ("etc", "spool", "data"):
            (folder / name).mkdir()
        shutil.chown(folder / "data", "postfix")
        (folder / "etc" / "main.cf").write_text(_postfix_main(server) + more)
        (folder / "etc" / "master.cf").write_text(_postfix_master(server))
        control = [shutil.which("postfix") or "/usr/sbin/postfix", "-c", str(folder / "etc")]
        subprocess.run([*control, "start"], check=True, capture_output=True, timeout=60)
        try:
            yield server
        finally:
            subprocess.run([*control, "stop"], check=True, capture_output=True, timeout=60)


def _postfix_main(server: Postfix) -> str:
    authority = server.dovecot.authority
    return f"""
compatibility_level = 3.6
queue_directory = {server.folder}/spool
data_directory = {server.folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
myhostname = mx.example.org
mydestination =
inet_interfaces = {HERE}
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
local_recipient_maps =
virtual_mailbox_domains = example.org
virtual_mailbox_maps = inline:{{ {{referee@example.org=x}}, {{ann@example.org=x}}, {{bob@example.org=x}} }}
virtual_transport = lmtp:inet:{HERE}:{server.dovecot.lmtp}
relay_domains =
virtual_alias_maps = inline:{{ {{gone@example.org=gone@gone.example.net}} }}
transport_maps = inline:{{ {{gone.example.net=error:5.1.1 There is nobody of that name.}} }}
smtpd_relay_restrictions = reject_unauth_destination
smtpd_recipient_restrictions = reject_unlisted_recipient
unverified_recipient_reject_code = 550
smtp_dns_support_level = disabled
smtp_host_lookup = native
maillog_file = {server.folder}/log
maillog_file_prefixes = {server.folder}
smtpd_tls_cert_file = {authority.certificate}
smtpd_tls_key_file = {authority.key}
smtpd_tls_security_level = may
recipient_delimiter = +
smtputf8_enable = yes
message_size_limit = 30000000
"""


def _postfix_master(server: Postfix) -> str:
    lines = [
        f"{HERE}:{server.smtp} inet n - n - - smtpd",
        f"{HERE}:{server.submissions} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes",
        "pickup unix n - n 60 1 pickup",
        "cleanup unix n - n - 0 cleanup",
        "qmgr unix n - n 300 1 qmgr",
        "rewrite unix - - n - - trivial-rewrite",
        *(f"{name} unix - - n - 0 bounce" for name in ("bounce", "defer", "trace")),
        *(f"{name} unix - - n - 1 {name}" for name in ("verify", "anvil", "scache")),
        *(
            f"{name} unix - - n - - {name}"
            for name in ("proxymap", "smtp", "lmtp", "error", "retry", "discard")
        ),
        "tlsmgr unix - - n 1000? 1 tlsmgr",
        "showq unix n - n - - showq",
        "flush unix n - n 1000? 0 flush",
        "postlog unix-dgram n - n - 1 postlogd",
    ]
    return "\n".join(lines) + "\n"

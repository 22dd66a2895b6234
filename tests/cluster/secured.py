# SPDX-License-Identifier: GPL-3.0-or-later
"""One OpenSearch node with its published security plugin: TLS, logins and permissions, for the tests in this folder. Its
certificate is new in each test run."""
import os
import pathlib
import shutil
import subprocess
import time
import unittest
import zipfile

import cluster

HOME = cluster.HOME / "secured"
PORT = cluster.PORT + 50
URL = f"https://127.0.0.1:{PORT}"
PLUGIN = "org.opensearch.plugin:opensearch-security:2.19.1.0:zip"
PLACES = f"{cluster.HOME}/classes:{HOME}/plugin/*:{cluster.HOME}/lib/*"
START_SECONDS = 180

# The permissions that docs/opensearch.md lists.
ROLES = """
_meta: {type: roles, config_version: 2}
trawl_writer:
  cluster_permissions: [cluster_composite_ops, cluster_monitor]
  index_permissions:
    - {index_patterns: ["secured*"], allowed_actions: [indices_all]}
trawl_reader:
  cluster_permissions: [cluster_composite_ops_ro, cluster_monitor]
  index_permissions:
    - {index_patterns: ["secured*"], allowed_actions: [read, indices_monitor, "indices:data/read/point_in_time/create", "indices:data/read/point_in_time/delete"]}
"""
MAPPING = """
_meta: {type: rolesmapping, config_version: 2}
trawl_writer: {users: [crawler]}
trawl_reader: {users: [reader]}
"""
CONFIG = """
_meta: {type: config, config_version: 2}
config:
  dynamic:
    authc:
      password:
        http_enabled: true
        order: 0
        http_authenticator: {type: basic, challenge: true}
        authentication_backend: {type: internal}
"""


def password_hash(password):
    """A hash as OpenSearch stores passwords, but with few rounds: a busy machine must answer within two seconds."""
    done = subprocess.run(["java", "-cp", PLACES, "org.opensearch.security.tools.Hasher", "-p", password, "-a", "BCrypt",
                           "-r", "4"],
                          capture_output=True, text=True, check=True)
    return done.stdout.strip().splitlines()[-1]


def make_certificate(folder, name):
    """A certificate for this machine that is its own authority, and its key."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", f"/CN={name}",
                    "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder / f"{name}.key",
                    "-out", folder / f"{name}.pem"], check=True, capture_output=True)


def prepare():
    """Fetches the plugin, once."""
    cluster.prepare()
    if (HOME / "plugin").is_dir():
        return
    HOME.mkdir(parents=True, exist_ok=True)
    if not cluster.fetch("dependency:copy", f"-Dartifact={PLUGIN}", f"-DoutputDirectory={HOME}"):
        raise unittest.SkipTest("Maven did not fetch OpenSearch's security plugin")
    with zipfile.ZipFile(next(HOME.glob("*.zip"))) as packed:
        packed.extractall(HOME / "plugin.new")
    (HOME / "plugin.new").rename(HOME / "plugin")


def write_configuration(users):
    """Certificates, and users by name and password."""
    config = HOME / "config"
    shutil.rmtree(config, ignore_errors=True)
    shutil.rmtree(HOME / "data-1", ignore_errors=True)
    shutil.copytree(HOME / "plugin/config", config / "opensearch-security")
    make_certificate(config, "node")
    make_certificate(config, "stranger")
    rules = config / "opensearch-security"
    (rules / "config.yml").write_text(CONFIG)
    (rules / "roles.yml").write_text(ROLES)
    (rules / "roles_mapping.yml").write_text(MAPPING)
    known = "".join(f'{name}: {{hash: "{password_hash(password)}"}}\n' for name, password in users.items())
    (rules / "internal_users.yml").write_text("_meta: {type: internalusers, config_version: 2}\n" + known)
    return config


class SecuredNode:
    """A node that runs during the lifetime of this object."""

    def __init__(self, users):
        prepare()
        self.config = write_configuration(users)
        settings = ["discovery.type=single-node", "cluster.name=trawl-secured", "cluster.initial_cluster_manager_nodes=",
                    "plugins.security.ssl.http.enabled=true", "plugins.security.allow_default_init_securityindex=true",
                    "plugins.security.ssl.transport.enforce_hostname_verification=false"]
        for layer in ("http", "transport"):
            for setting, file in (("pemcert_filepath", "node.pem"), ("pemkey_filepath", "node.key"),
                                  ("pemtrustedcas_filepath", "node.pem")):
                settings.append(f"plugins.security.ssl.{layer}.{setting}={file}")
        self.log = HOME / "node.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                ["java", f"-Xmx{cluster.HEAP}", "-cp", PLACES, "TestNode", "1", "1", str(PORT), str(HOME),
                 "+org.opensearch.security.OpenSearchSecurityPlugin", *settings],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

    def wait(self, user, password):
        """Waits until the node knows its users."""
        end = time.monotonic() + START_SECONDS
        asked = ["curl", "-s", "-o", os.devnull, "-w", "%{http_code}", "--cacert", self.config / "node.pem",
                 "-u", f"{user}:{password}", URL + "/_cluster/health"]
        while subprocess.run(asked, capture_output=True, text=True).stdout != "200":
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the secured node did not start; see {self.log}")
            time.sleep(0.5)

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=60)

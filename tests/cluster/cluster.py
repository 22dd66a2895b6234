# SPDX-License-Identifier: GPL-3.0-or-later
"""A local OpenSearch cluster of three nodes, from the artifacts that OpenSearch publishes: loopback only, all
files in build/opensearch. `./dev cluster` calls it, and so do the tests in this folder."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOME = ROOT / "build/opensearch"
NODES = 3
PORT = int(os.environ.get("TRAWL_CLUSTER_PORT", "9270"))
HEAP = os.environ.get("TRAWL_CLUSTER_HEAP", "512m")
COPY_SECONDS = 90  # for shards of a few articles
START_SECONDS = 600  # on a busy machine; an idle one needs twenty
started = []  # nodes outlive the process that started them
URLS = [f"http://127.0.0.1:{PORT + node}" for node in range(NODES)]


def pid_file(node):
    return HOME / f"node-{node}.pid"


def pid_of(node):
    """The process of a running node, or None. Its number may have been reused by another program."""
    try:
        pid = int(pid_file(node).read_text())
        return pid if b"TestNode" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes() else None
    except (OSError, ValueError):
        return None


def ask(method, path, body=None):
    """The answer of the first node that answers, as a value."""
    error, data = None, None if body is None else json.dumps(body).encode()
    for base in URLS:
        request = urllib.request.Request(base + path, data=data, method=method, headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.loads(answer.read() or b"{}")
        except urllib.error.HTTPError as refused:
            raise RuntimeError(f"{method} {path}: {refused.code} {refused.read().decode(errors='replace')}") from None
        except OSError as failed:
            error = failed
    raise RuntimeError(f"no node answers: {error}")


def prepare():
    """Fetches the artifacts and compiles the node, once."""
    for program in ("java", "javac", "mvn"):
        if not shutil.which(program):
            sys.exit(f"cluster: {program} is missing; apt-get install default-jdk-headless maven")
    HOME.mkdir(parents=True, exist_ok=True)
    here = pathlib.Path(__file__).parent
    if not (HOME / "lib").is_dir():
        shutil.copy(here / "pom.xml", HOME / "pom.xml")
        shutil.rmtree(HOME / "lib.new", ignore_errors=True)
        if not fetch("dependency:copy-dependencies", f"-DoutputDirectory={HOME}/lib.new"):
            sys.exit(f"cluster: Maven did not fetch OpenSearch; see {HOME}/maven.log")
        (HOME / "lib.new").rename(HOME / "lib")
    subprocess.run(["javac", "-cp", f"{HOME}/lib/*", "-d", str(HOME / "classes"), str(here / "TestNode.java")],
                   check=True)


def fetch(*goal):
    """Whether Maven succeeded; its output is in maven.log."""
    with open(HOME / "maven.log", "wb") as log:
        return subprocess.run(["mvn", "-q", "-B", *goal], cwd=HOME, stdin=subprocess.DEVNULL,
                              stdout=log, stderr=log, check=False).returncode == 0


def start_node(node):
    if pid_of(node):
        return
    with open(HOME / f"node-{node}.log", "ab") as log:
        process = subprocess.Popen(
            ["java", f"-Xms{HEAP}", f"-Xmx{HEAP}", "-XX:+UseG1GC", "-cp", f"{HOME}/classes:{HOME}/lib/*", "TestNode",
             str(node), str(NODES), str(PORT), str(HOME)],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
    started.append(process)
    pid_file(node).write_text(str(process.pid))


def is_gone(pid):
    """Whether all its threads have ended, and with them its locks and ports. It may be another process's child."""
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        pass
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        return state == "Z" and len(os.listdir(f"/proc/{pid}/task")) == 1
    except (FileNotFoundError, ProcessLookupError):
        return True


def stop_node(node, by=signal.SIGTERM):
    pid = pid_of(node)
    if pid:
        os.kill(pid, by)
        while not is_gone(pid):
            time.sleep(0.1)
    pid_file(node).unlink(missing_ok=True)


def freeze(node, is_frozen=True):
    """The node's connections stay open, but it does not answer."""
    os.kill(pid_of(node), signal.SIGSTOP if is_frozen else signal.SIGCONT)


def wait_for(nodes=NODES, status="green", seconds=START_SECONDS, running=()):
    """Waits until the cluster has this many nodes, and this health if it is not None. `running`: nodes that must not end."""
    end, missing = time.monotonic() + seconds, []
    while time.monotonic() < end:
        # A process that has just started has no command line for a moment, so it must be missing twice.
        before, missing = missing, [node for node in running if not pid_of(node)]
        for node in set(before) & set(missing):
            raise RuntimeError(f"node {node} ended; see {HOME}/node-{node}.log")
        try:
            wanted = f"&wait_for_status={status}" if status else ""
            health = ask("GET", f"/_cluster/health?wait_for_nodes={nodes}&timeout=5s{wanted}")
            if not health["timed_out"]:
                return health
        except RuntimeError:
            pass
        time.sleep(0.5)
    raise RuntimeError(f"the cluster did not come up within {seconds} s; see {HOME}/node-*.log")


def start():
    """Starts the nodes that are not running and waits until every shard has its copies. After nodes were killed,
    OpenSearch sometimes copies nothing for fifteen minutes, until it gives up by itself: then all nodes are restarted."""
    prepare()
    nodes = range(1, NODES + 1)
    for node in nodes:
        start_node(node)
    wait_for(status="yellow", running=nodes)
    try:
        return wait_for(seconds=COPY_SECONDS, running=nodes)
    except RuntimeError:
        for node in nodes:
            stop_node(node)
        for node in nodes:
            start_node(node)
        return wait_for(running=nodes)


def stop():
    for node in range(1, NODES + 1):
        stop_node(node)


def status():
    running = [node for node in range(1, NODES + 1) if pid_of(node)]
    if not running:
        return "no node is running"
    try:
        health = ask("GET", "/_cluster/health")
        return f"{health['number_of_nodes']} nodes, {health['status']}, {health['active_shards']} shards, {URLS[0]}"
    except RuntimeError as error:
        return f"nodes {running} are running, but {error}"


def main():
    command = sys.argv[1] if len(sys.argv) == 2 else ""
    if command == "prepare":
        prepare()
        return
    if command == "start":
        try:
            start()
        except RuntimeError as error:
            sys.exit(f"cluster: {error}")
    elif command == "stop":
        stop()
    elif command == "clean":
        stop()
        for data in HOME.glob("data-*"):
            shutil.rmtree(data)
    elif command != "status":
        sys.exit("usage: ./dev cluster start|stop|status|clean|prepare")
    print(status())


if __name__ == "__main__":
    main()

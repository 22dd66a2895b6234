#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Attacks a daemon on loopback in several ways and measures what honest clients see meanwhile.

    hostile_clients.py SEARCHD DATA [--seconds 5]

For each attack: the longest time of /healthz and of an honest search, how many of each failed, and the daemon's memory.
"""
import argparse
import multiprocessing
import random
import socket
import struct
import subprocess
import threading
import time
from pathlib import Path

COSTLY = "/v1/search?limit=30&snippets=3&facets=all&q=" + \
         "+".join(("of the and to in model learning data network training " * 6).split())
HONEST = "/v1/search?q=attention"


def fresh(path):
    """The same question in a form that no cache has."""
    return f"{path}+-zz{random.randrange(10**9)}"


def connect(port, receive_buffer=0):
    client = socket.socket()
    if receive_buffer:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    client.settimeout(20)
    client.connect(("127.0.0.1", port))
    return client


def request(path, close=True):
    return (f"GET {path} HTTP/1.1\r\nHost: localhost\r\n" + ("Connection: close\r\n" if close else "") + "\r\n").encode()


def ask(port, path):
    """Status and seconds; status 0 if there was no answer."""
    begin = time.monotonic()
    try:
        with connect(port) as client:
            client.sendall(request(path))
            answer = b""
            while chunk := client.recv(65536):
                answer += chunk
        return int(answer[9:12] or 0), time.monotonic() - begin
    except (OSError, ValueError):
        return 0, time.monotonic() - begin


def never_reads(port, stop):
    """512 clients that ask for much and read nothing, renewed as they are closed."""
    clients = []
    while not stop.is_set():
        try:
            client = connect(port, 2048)
            client.sendall(request("/page.css", close=False) * 200)
            clients.append(client)
        except OSError:
            pass
        if len(clients) > 512:
            clients.pop(0).close()
            time.sleep(0.005)


def resets(port, stop):
    """Costly requests whose connections are reset at once."""
    while not stop.is_set():
        for _ in range(50):
            try:
                client = connect(port)
                client.sendall(request(fresh(COSTLY)))
                time.sleep(0.002)
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                client.close()
            except OSError:
                pass
        time.sleep(0.05)


def greedy(port, stop):
    """Fifty connections that ask costly questions without a pause."""
    def one():
        while not stop.is_set():
            ask(port, fresh(COSTLY))
    threads = [threading.Thread(target=one) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def silent(port, stop):
    """Connections that send nothing or half a request."""
    clients = []
    while not stop.is_set():
        try:
            client = connect(port)
            client.sendall(b"GET / HT" if len(clients) % 2 else b"")
            clients.append(client)
        except OSError:
            pass
        if len(clients) > 1000:
            clients.pop(0).close()


def drips(port, stop):
    """Five hundred requests that come a byte at a time: heads and bodies in turns."""
    head = b"POST /v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n"
    clients = []
    while not stop.is_set():
        while len(clients) < 500:
            try:
                clients.append(connect(port))
                clients[-1].setblocking(False)
                clients[-1].send(head if len(clients) % 2 else b"GET / HTTP/1.1\r\n")
            except OSError:
                break
        for client in list(clients):
            try:
                client.send(b"x")
            except OSError:
                client.close()
                clients.remove(client)
        time.sleep(0.2)


def sips(port, stop):
    """Five hundred clients that read a byte a second of a long answer."""
    clients = []
    while not stop.is_set():
        while len(clients) < 500:
            try:
                clients.append(connect(port, 2048))
                clients[-1].sendall(request("/page.css", close=False) * 200)
                clients[-1].setblocking(False)
            except OSError:
                break
        for client in list(clients):
            try:
                if not client.recv(1):
                    raise ConnectionError
            except BlockingIOError:
                pass
            except OSError:
                client.close()
                clients.remove(client)
        time.sleep(1)


def late(port):
    """While a thousand silent clients connect, hundreds connect, wait and only then ask: how many got which status."""
    stop = multiprocessing.Event()
    attacker = multiprocessing.Process(target=silent, args=(port, stop))
    attacker.start()
    counts = {}

    def one(pause):
        try:
            with connect(port) as client:
                time.sleep(pause)
                client.sendall(request(fresh(HONEST)))
                status = int(client.recv(65536)[9:12] or 0)
        except (OSError, ValueError):
            status = 0
        counts[status] = counts.get(status, 0) + 1
    for _ in range(10):
        threads = [threading.Thread(target=one, args=(0.01 * i,)) for i in range(30)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    stop.set()
    attacker.join()
    return counts


def burst(port):
    """A thousand complete requests at once: how many got which status."""
    clients, counts = [], {}
    for _ in range(1000):
        clients.append(connect(port))
        clients[-1].sendall(request(fresh(HONEST)))
    for client in clients:
        try:
            answer = client.recv(65536)
            status = int(answer[9:12] or 0)
        except (OSError, ValueError):
            status = 0
        counts[status] = counts.get(status, 0) + 1
        client.close()
    return counts


def memory(pid):
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) // 1024
    return 0


def probe(port, seconds):
    """The longest time and the failures of health checks and honest searches, a tenth of a second apart."""
    longest, failed, count = {"health": 0.0, "search": 0.0}, {"health": 0, "search": 0}, 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        count += 1
        for name, path in (("health", "/healthz"), ("search", fresh(HONEST))):
            status, took = ask(port, path)
            failed[name] += status != 200
            longest[name] = max(longest[name], took)
        time.sleep(0.1)
    return longest, failed, count


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("searchd")
    arguments.add_argument("data")
    arguments.add_argument("--seconds", type=float, default=5)
    options = arguments.parse_args()
    daemon = subprocess.Popen([options.searchd, "--data", options.data, "--listen", "127.0.0.1:0"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    port = int(daemon.stdout.readline().rstrip("/\n").rpartition(":")[2])
    try:
        for _ in range(3):
            ask(port, COSTLY)
        print(f"{'attack':14} {'health ms':>10} {'failed':>7} {'search ms':>10} {'failed':>7} {'probes':>7} {'MB':>6}")
        for attack in (None, never_reads, sips, resets, greedy, silent, drips):
            # In a process of its own: threads of one Python program wait for each other, which would count as the daemon's time.
            stop = multiprocessing.Event()
            attacker = multiprocessing.Process(target=attack, args=(port, stop)) if attack else None
            if attacker:
                attacker.start()
                time.sleep(0.5)
            longest, failed, count = probe(port, options.seconds)
            stop.set()
            if attacker:
                attacker.join()
            name = attack.__name__ if attack else "none"
            print(f"{name:14} {1000 * longest['health']:10.0f} {failed['health']:7} {1000 * longest['search']:10.0f} "
                  f"{failed['search']:7} {count:7} {memory(daemon.pid):6}", flush=True)
            time.sleep(1)
        print("burst of 1000, answers by status:", dict(sorted(burst(port).items())))
        print("300 that ask late, answers by status:", dict(sorted(late(port).items())))
    finally:
        daemon.terminate()
        daemon.wait()


if __name__ == "__main__":
    main()

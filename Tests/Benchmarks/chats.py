#!/usr/bin/env python3
"""Measures conversations that stay open: `make bench-chats`.

    Tests/Benchmarks/chats.py JANGTEO ROOT [OPEN [MESSAGES A SECOND [SECONDS]]]

So many askers follow their conversation with one seller over a stream each, while the seller writes
to them in turn. What is printed is the time from the first byte of a message's request to its event
on the other's stream, beside that of a server where one conversation is open, in milliseconds; and
the server's memory for each stream. Both ends run on this machine.
"""

import http.client
import os
import random
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

PASSWORD = "달빛처럼 환하게"


class Server:
    def __init__(self, program, root, folder):
        command = [
            program, "serve", "--root", root, "--database", f"{folder}/market.sqlite", "--port", "0",
            "--access-log", "off", "--post-rate", "0", "--message-rate", "0", "--newcomer-chat-rate", "0",
            "--password-passes", "1", "--password-memory", "8192", "--max-streams", "40000",
            "--max-connections", "40000",
        ]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address = urllib.parse.urlsplit(self.process.stdout.readline().split()[-1])
        self.host, self.port = address.hostname, address.port

    def memory(self):
        """Bytes that it alone has in memory."""
        with open(f"/proc/{self.process.pid}/status") as status:
            fields = dict(line.split(":", 1) for line in status)
        return int(fields["RssAnon"].split()[0]) * 1024

    def cpu(self):
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


class Person:
    """A connection that is signed in."""

    def __init__(self, server):
        self.server = server
        self.connection = http.client.HTTPConnection(server.host, server.port)
        self.cookie = ""

    def post(self, path, **fields):
        body = urllib.parse.urlencode(fields)
        self.connection.request("POST", path, body, {
            "Content-Type": "application/x-www-form-urlencoded", "Cookie": self.cookie})
        answer = self.connection.getresponse()
        answer.read()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie" and value.startswith("session="):
                self.cookie = value.split(";")[0]
        return answer

    def join(self, nickname):
        answer = self.post("/signup", nickname=nickname, password=PASSWORD)
        assert self.cookie, f"not signed up: {answer.status}"
        return self

    def open_stream(self, path):
        stream = socket.create_connection((self.server.host, self.server.port))
        stream.sendall((
            f"GET {path}/live?after=0 HTTP/1.1\r\nHost: market\r\nCookie: {self.cookie}\r\n\r\n"
        ).encode())
        return stream


class Streams:
    """Notes when each message comes by its text."""

    def __init__(self, streams):
        self.arrived = {}
        self.selector = selectors.DefaultSelector()
        for stream in streams:
            stream.setblocking(False)
            self.selector.register(stream, selectors.EVENT_READ)
        self.isOpen = True
        self.thread = threading.Thread(target=self.read)
        self.thread.start()

    def read(self):
        while self.isOpen:
            for key, _ in self.selector.select(0.1):
                data = key.fileobj.recv(1 << 16)
                now = time.monotonic()
                for part in data.split(b"message-mark-")[1:]:
                    self.arrived.setdefault(int(part.split(b".", 1)[0]), now)

    def close(self):
        self.isOpen = False
        self.thread.join()


def measure(program, root, count, rate, seconds):
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, root, folder)
        seller = Person(server).join("판매자")
        answer = seller.post(
            "/items", of_account=1, title="책상", category=9, price=1000, currency="KRW", stock=1,
            content="튼튼해요.")
        item = answer.getheader("Location")
        askers, paths = [], []
        for number in range(count):
            asker = Person(server).join(f"이웃{number}")
            paths.append(asker.post(f"{item}/conversation", text="저요").getheader("Location"))
            asker.connection.close()
            askers.append(asker)
        before = server.memory()
        opened = [asker.open_stream(path) for asker, path in zip(askers, paths)]
        streams = Streams(opened)
        time.sleep(2 + count / 1_000)
        memory = (server.memory() - before) / count
        sent, cpu = {}, server.cpu()
        start = time.monotonic()
        for number in range(rate * seconds):
            time.sleep(max(0, start + number / rate - time.monotonic()))
            sent[number] = time.monotonic()
            seller.post(f"{random.choice(paths)}/messages", text=f"message-mark-{number}.")
        time.sleep(2)
        cpu = (server.cpu() - cpu) / len(sent)
        streams.close()
        times = sorted(streams.arrived[number] - sent[number] for number in streams.arrived)
        lost = len(sent) - len(times)
        for stream in opened:
            stream.close()
        server.close()
    return times, lost, memory, cpu


def main():
    program, root = sys.argv[1:3]
    numbers = [int(number) for number in sys.argv[3:]]
    count, rate, seconds = (numbers + [2_000, 50, 20][len(numbers):])[:3]
    print("open | messages/s | median ms | p99 ms | not seen | CPU a message | memory a stream")
    print("---: | ---: | ---: | ---: | ---: | ---: | ---:")
    for opened in [1, count]:
        times, lost, memory, cpu = measure(program, root, opened, rate, seconds)
        median, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
        print(
            f"{opened:,} | {rate} | {median * 1e3:.1f} | {p99 * 1e3:.1f} | {lost} | "
            f"{cpu * 1e6:,.0f} µs | {memory / 1024:,.1f} KB")


main()

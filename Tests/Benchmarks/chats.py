#!/usr/bin/env python3
"""Measures conversations that stay open: `make bench-chats`.

    Tests/Benchmarks/chats.py JANGTEO ROOT [OPEN [MESSAGES A SECOND [SECONDS]]]

So many askers follow their conversation with one seller over a stream each, while the seller writes
to them in turn. What is printed is the time from the first byte of a message's request to its event
on the other's stream, beside that of a server where one conversation is open, in milliseconds; and
the server's memory for each stream. Both ends run on this machine: the event's time is the kernel's,
of when it was there to be read, and how much later this program has read it stands beside it.
"""

import http.client
import os
import random
import selectors
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

PASSWORD = "달빛처럼 환하게"
# As in <asm-generic/socket.h>; Python does not name it.
SO_TIMESTAMPNS = 35


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

    def send(self, requests):
        """Sends each request at its moment, and answers when that was."""
        connection = socket.create_connection((self.server.host, self.server.port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sent = []
        for moment, path, text in requests:
            body = urllib.parse.urlencode({"text": text})
            request = (
                f"POST {path} HTTP/1.1\r\nHost: market\r\nCookie: {self.cookie}\r\n"
                "Content-Type: application/x-www-form-urlencoded\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}").encode()
            time.sleep(max(0, moment - time.time()))
            sent.append(time.time())
            connection.sendall(request)
            answer = b""
            while not answer.endswith(b"\r\n\r\n"):
                answer += connection.recv(1 << 16)
            assert answer.startswith(b"HTTP/1.1 303"), answer
        connection.close()
        return sent

    def open_stream(self, path):
        stream = socket.create_connection((self.server.host, self.server.port))
        stream.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        stream.sendall((
            f"GET {path}/live?after=0 HTTP/1.1\r\nHost: market\r\nCookie: {self.cookie}\r\n"
            "Accept: text/event-stream\r\n\r\n"
        ).encode())
        return stream


class Streams:
    """Notes when each message comes by its text."""

    def __init__(self, streams):
        self.arrived = {}
        self.late = []
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
                data, fields, _, _ = key.fileobj.recvmsg(1 << 16, 64)
                now = time.time()
                there = next((
                    seconds + nanoseconds / 1e9 for level, kind, value in fields
                    if (level, kind) == (socket.SOL_SOCKET, SO_TIMESTAMPNS)
                    for seconds, nanoseconds in [struct.unpack("qq", value)]), now)
                for part in data.split(b"message-mark-")[1:]:
                    if self.arrived.setdefault(int(part.split(b".", 1)[0]), there) == there:
                        self.late.append(now - there)

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
        cpu = server.cpu()
        start = time.time() + 0.1
        sent = seller.send(
            (start + number / rate, f"{random.choice(paths)}/messages", f"message-mark-{number}.")
            for number in range(rate * seconds))
        time.sleep(2)
        cpu = (server.cpu() - cpu) / len(sent)
        streams.close()
        times = sorted(streams.arrived[number] - sent[number] for number in streams.arrived)
        lost = len(sent) - len(times)
        for stream in opened:
            stream.close()
        server.close()
    return times, sorted(streams.late), lost, memory, cpu


def main():
    program, root = sys.argv[1:3]
    numbers = [int(number) for number in sys.argv[3:]]
    count, rate, seconds = (numbers + [2_000, 50, 20][len(numbers):])[:3]
    print(
        "open | messages/s | median ms | p99 ms | p99 ms of reading it here | not seen | "
        "CPU a message | memory a stream")
    print("---: | ---: | ---: | ---: | ---: | ---: | ---: | ---:")
    for opened in [1, count]:
        times, late, lost, memory, cpu = measure(program, root, opened, rate, seconds)
        median, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
        print(
            f"{opened:,} | {rate} | {median * 1e3:.1f} | {p99 * 1e3:.1f} | "
            f"{late[len(late) * 99 // 100] * 1e3:.1f} | {lost} | {cpu * 1e6:,.0f} µs | "
            f"{memory / 1024:,.1f} KB", flush=True)


main()

#!/usr/bin/env python3
"""Measures what markets of 10,000, 100,000 and 1,000,000 listings cost: `make bench-scale`.

    Tests/Benchmarks/scale.py JANGTEO BENCHMARKS ROOT [SIZES]

Each market is seeded once and kept in .build/bench-scale. Every row is the CPU time of one answer,
of the server or of its storage alone, user and system, in microseconds, with the p99 of wall-clock
time behind it, in milliseconds; pages are made anew each time, but for what the storage keeps of
searches and counts until something is posted: behind "first" stands what it costs after that, with
the longest. One request after another on one connection. Of what is typed wrong, and of initials,
each is of another of the market's titles.
"""

import contextlib
import http.client
import itertools
import os
import pathlib
import random
import re
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time
import urllib.parse

MEGABYTE = 1 << 20
# Seconds that each row is measured for.
DURATION = 1.0
# Of requests that are posts; each is a row more.
POSTS = 300
# Titles that are typed wrong, and posts before a page each.
TITLES = 20
INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"


def is_syllable(letter):
    return "가" <= letter <= "힣"


def initials(title):
    return "".join(
        INITIALS[(ord(letter) - ord("가")) // 588] if is_syllable(letter) else letter
        for letter in title)


def mistyped(title, random):
    """The same with another consonant or vowel in one of its syllables."""
    place = random.choice([at for at, letter in enumerate(title) if is_syllable(letter)])
    number = ord(title[place]) - ord("가")
    other = random.choice([
        number % 588 + random.randrange(19) * 588,
        number // 588 * 588 + random.randrange(21) * 28 + number % 28])
    return title[:place] + chr(ord("가") + other) + title[place + 1:]


def titles_of(path, size):
    """Of listings all over the market, with syllables."""
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        rows = connection.execute(
            "SELECT title FROM item WHERE position % ? = 7", (size // (4 * TITLES),))
        titles = [title for title, in rows if sum(map(is_syllable, title)) > 3]
    return titles[:TITLES]


def search(text):
    return "/?q=" + urllib.parse.quote_plus(text)


def pages(size, titles):
    """The addresses of each page by its name; `size` is the newest listing's number."""
    middle, letters = size // 2, random.Random(13)
    found = {
        "list": "/",
        "list, deep": f"/?before={middle}",
        "category": "/?category=9",
        "category, deep": f"/?category=9&before={middle}",
        "list, all": "/?status=all",
        "list, sold": "/?status=sold",
        "free": "/?free=1",
        "price range": "/?min=10000&max=50000",
        "cheapest": "/?sort=low",
        "dearest": "/?sort=high",
        "cheapest of a category": "/?category=9&sort=low",
        "search, frequent word": "/?q=의자",
        "search, its newest": "/?q=의자&sort=new",
        "search, its cheapest": "/?q=의자&sort=low",
        "search, frequent syllable": "/?q=이",
        "search, its dearest": "/?q=이&sort=high",
        "search, rare": "/?q=다이슨+청소기+풀박스",
        "search, nothing found": "/?q=뷁쀍",
        "search, initial consonants": "/?q=ㅇㅈ",
        "search, mixed with them": "/?q=ㅇ자",
        "search, a letter wrong": "/?q=의쟈",
        "search, one in a title": [search(mistyped(title, letters)) for title in titles],
        "search, a title's initials": [search(initials(title)) for title in titles],
        "detail": f"/items/{middle}",
        "call: a page": "/api/items/1",
        "call: a deep page": f"/api/items/{size // 40}",
        "call: search, frequent word": "/api/products?search_value=의자",
        "call: search, rare": "/api/products?search_value=뷁쀍",
        "sitemap": "/sitemap.xml",
        "a part of it": "/sitemap/1.xml",
    }
    return {
        name: [urllib.parse.quote(paths, safe="/?&=+,")] if isinstance(paths, str) else paths
        for name, paths in found.items()}


class Server:
    """A server of its own over a copy of a market."""

    def __init__(self, program, root, database):
        command = [
            program, "serve", "--root", root, "--database", database, "--port", "0",
            "--cached-pages", "0", "--post-rate", "0", "--newcomer-post-rate", "0",
            "--access-log", "off",
        ]
        start = time.monotonic()
        # What it began may be cut off by an early end, which it would tell.
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        self.start_seconds = time.monotonic() - start
        self.port = int(re.search(r":(\d+)", line.split("http://")[-1]).group(1))
        self.start_cpu = self.cpu()
        self.first_memory = self.memory("VmRSS")
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port)

    def memory(self, name):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{name}:\s+(\d+) kB", status).group(1)) * 1024

    def cpu(self):
        """User and system time of all its threads so far, in seconds."""
        # As clock_getcpuclockid(3), which Python does not offer.
        return time.clock_gettime(~self.process.pid << 3 | 2)

    def ask(self, method, path, body=None, fields={}):
        self.connection.request(method, path, body, fields)
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def end(self):
        self.connection.close()
        self.process.terminate()
        self.process.wait()


def measured(server, work, most=1_000_000):
    """CPU time of a round in microseconds, and p99 in milliseconds."""
    for _ in range(3):
        work()
    before, start, times = server.cpu(), time.monotonic(), []
    while len(times) < most and (time.monotonic() - start < DURATION or len(times) < 10):
        begin = time.monotonic()
        work()
        times.append(time.monotonic() - begin)
    spent = (server.cpu() - before) / len(times) * 1e6
    return spent, sorted(times)[len(times) * 99 // 100] * 1e3


def seeded(program, folder, size):
    """The path of a market of so many listings, and the seconds that it took if it is new."""
    path = folder / f"{size}.sqlite"
    if path.exists():
        return path, None
    making = folder / "new.sqlite"
    for old in folder.glob("new.sqlite*"):
        old.unlink()
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(
        [program, "seed", "--items", str(size), "--database", making], check=True,
        stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    times = (
        time.monotonic() - start, after.ru_utime - before.ru_utime,
        after.ru_stime - before.ru_stime)
    making.rename(path)
    return path, times


def sizes_of_tables(path):
    """Bytes of the file, of the rows of listings, of photos, of other indexes and of searches."""
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        tables = dict(connection.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name"))
    rows = sum(size for name, size in tables.items() if name in ("item", "item_photo"))
    photos = sum(
        size for name, size in tables.items()
        if re.fullmatch(r"(sqlite_autoindex_)?(rendition|photo)(_1)?", name))
    search = sum(size for name, size in tables.items() if name.startswith("item_search"))
    whole = sum(tables.values())
    return {
        "file, MB": whole, "bare rows of listings": rows, "photos": photos,
        "search index": search, "other indexes and tables": whole - rows - photos - search,
        "file without photos / bare rows": (whole - photos) / rows * MEGABYTE,
    }


# Pages that walk through what they find, whose cost is measured after a post too.
WALKS = (
    "list", "category", "free", "price range", "cheapest", "dearest", "search, frequent word",
    "search, its cheapest", "search, frequent syllable", "search, its dearest", "search, rare",
    "search, initial consonants", "search, mixed with them", "search, a letter wrong",
    "search, one in a title", "search, a title's initials", "a part of it",
)


def posting(server, rows, targets):
    """Posts as somebody who is signed in: a guest's post would measure its password's hash."""
    account = {"nickname": f"재는이{os.getpid()}", "password": f"{time.time()}달빛"}
    body = urllib.parse.urlencode(account)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    status, fields, _ = server.ask("POST", "/signup", body, form)
    cookie = "; ".join(line.split(";")[0] for line in fields.get_all("Set-Cookie", []))
    if "session=" not in cookie:
        print(f"no row for posts: signing up was answered {status}", file=sys.stderr)
        return
    listing = urllib.parse.urlencode({
        "title": "원목 의자 2개", "category": "9", "price": "30000", "currency": "KRW",
        "stock": "1", "content": "튼튼하고 깨끗해요. 직거래만 할게요.",
    })

    def post():
        status, _, _ = server.ask("POST", "/items", listing, form | {"Cookie": cookie})
        if status != 303:
            raise SystemExit(f"a post was answered {status}")
    rows["post"] = measured(server, post, POSTS)
    for name in WALKS:
        rows[name + ", first"] = first(server, post, itertools.cycle(targets[name]))


def first(server, post, targets):
    """The mean CPU time of what comes after a post, and the longest in milliseconds of it."""
    spent = []
    for _ in range(TITLES):
        post()
        # What the post has begun is over by then.
        time.sleep(0.01)
        before = server.cpu()
        server.ask("GET", next(targets))
        spent.append(server.cpu() - before)
    return sum(spent) / len(spent) * 1e6, max(spent) * 1e3


def measure(program, benchmarks, root, folder, size):
    path, seconds = seeded(program, folder, size)
    rows, facts = {}, {}
    if seconds:
        facts["seeding, s"] = f"{seconds[0]:.0f} ({seconds[1]:.0f} + {seconds[2]:.0f} CPU)"
    for name, value in sizes_of_tables(path).items():
        facts[name] = f"{value / MEGABYTE:.1f}"
    copy = folder / "copy.sqlite"
    for old in folder.glob("copy.sqlite*"):
        old.unlink()
    shutil.copy(path, copy)
    starts = []
    for _ in range(5):
        server = Server(program, root, str(copy))
        starts.append((server.start_seconds, server.start_cpu))
        first_memory = server.first_memory
        server.end()
    start, start_cpu = (statistics.median(times) * 1e3 for times in zip(*starts))
    facts["start-up, ms"] = f"{start:.0f} ({start_cpu:.0f} CPU)"
    server = Server(program, root, str(copy))
    targets = pages(size, titles_of(copy, size))
    try:
        for name, paths in targets.items():
            status, _, _ = server.ask("GET", paths[0])
            if status != 200:
                print(f"no row for {name}: {paths[0]} was answered {status}", file=sys.stderr)
                continue
            path = itertools.cycle(paths)
            rows[name] = measured(server, lambda: server.ask("GET", next(path)))
        posting(server, rows, targets)
        facts["memory at the start, MB"] = f"{first_memory / MEGABYTE:.0f}"
        facts["memory after all this, MB"] = f"{server.memory('VmRSS') / MEGABYTE:.0f}"
    finally:
        server.end()
    lines = subprocess.run(
        [benchmarks, "scale", str(copy)], check=True, stdout=subprocess.PIPE, text=True).stdout
    for line in lines.splitlines():
        name, cpu, slowest = line.split("\t")
        rows[name] = (float(cpu), float(slowest) / 1e3)
    copy.unlink()
    return rows, facts


def cell(row):
    return "-" if row is None else f"{row[0]:,.0f} ({row[1]:.1f})"


def ratio(before, after):
    if before is None or after is None:
        return ""
    return f"{after[0] / before[0]:.2f}" if before[0] else ""


def main():
    program, benchmarks, root = sys.argv[1:4]
    sizes = [int(size) for size in (sys.argv[4:] or ["10000", "100000", "1000000"])]
    folder = pathlib.Path(root) / ".build" / "bench-scale"
    folder.mkdir(parents=True, exist_ok=True)
    results = [measure(program, benchmarks, root, folder, size) for size in sizes]
    print(
        "CPU µs (p99, ms)".ljust(32)
        + "".join(f"{size:,}".rjust(24) for size in sizes) + "last / one before".rjust(20))
    names = list(dict.fromkeys(name for rows, _ in results for name in rows))
    for name in names:
        row = [rows.get(name) for rows, _ in results]
        last = ratio(*row[-2:]) if len(row) > 1 else ""
        print(name.ljust(32) + "".join(cell(value).rjust(24) for value in row) + last.rjust(20))
    for name in dict.fromkeys(name for _, facts in results for name in facts):
        print(name.ljust(32) + "".join(facts.get(name, "-").rjust(24) for _, facts in results))
    busy = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"{os.cpu_count()} cores, which had {busy} to do in the last 1, 5 and 15 minutes")


main()

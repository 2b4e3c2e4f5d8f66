#!/usr/bin/env python3
"""Measures the program over a PostgreSQL server, and two of them over one: `make bench-cluster`.

    Tests/Benchmarks/cluster.py JANGTEO ROOT

First CPU time of one request in microseconds, user and system: of the program over a file, over a server
with the same 10,000 listings (100,000 take a server four minutes), and of the peers where they are built
(in PEERS, or /tmp/peers; theirs are 100,000). wrk drives them in turn; medians are printed, of pages made
anew for a guest and of a member's posts. What a server does while nobody asks is counted, too.

Then posts a second of one program, and of two over one database, with synchronous_commit and fsync on. A
guest's password costs the program so much that its own CPU is the limit: there each is held to a share of
a core by a control group, so that two and the server find room on a small machine. Posts a second depend
on what else the machine does, CPU time hardly does. All is in a temporary folder.
"""

import contextlib
import functools
import os
import pathlib
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

LISTINGS, PEER_LISTINGS = 10_000, 100_000
ROUNDS, SECONDS, CONNECTIONS = 3, 2, 16
# Of a comparison of one program with two, and of a core in percent, that each has there.
LONG_SECONDS, SHARE = 15, 30
COLUMNS = ["list", "list by key", "detail", "post", "post, one after the other"]
PASSWORD = "달빛처럼 환하게"
FORM = "Content-Type: application/x-www-form-urlencoded"
SCRIPT = """
local lines, made, at = {%s}, {}, 0
function init() for n, line in ipairs(lines) do made[n] = wrk.format(line[1], line[2], nil, line[3]) end end
function request() at = at %% #made + 1; return made[at] end
"""


def started(stack, command, **options):
    """A process that ends with the stack."""
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, **options)
    stack.callback(process.kill)
    stack.callback(lambda: (process.terminate(), process.wait(20)))
    return process


def hold(stack, process):
    """Gives a process its share of a core and no more, by a control group of version 2 or 1."""
    root = pathlib.Path("/sys/fs/cgroup")
    limits = {"cpu.max": f"{SHARE}000 100000", "cpu.weight": "1000"}
    if not (root / "cgroup.controllers").exists():
        root /= "cpu"
        limits = {"cpu.cfs_quota_us": f"{SHARE}000", "cpu.shares": "10240"}
    group = root / f"jangteo-{process.pid}"
    group.mkdir()
    # It cannot go before what is in it.
    stack.callback(lambda: (process.terminate(), process.wait(20), group.rmdir()))
    for file, limit in (limits | {"cgroup.procs": str(process.pid)}).items():
        (group / file).write_text(limit)


def cpu(pid):
    """User and system seconds of a process and its children so far, also of those that have ended."""
    spent = [0, 0]
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    for one in [pid] + children:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            fields = pathlib.Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
            for kind in (0, 1):
                spent[kind] += int(fields[11 + kind]) + int(fields[13 + kind])
    return [ticks / os.sysconf("SC_CLK_TCK") for ticks in spent]


def start_postgresql(stack, folder):
    """Starts Debian's newest server, on a Unix socket; answers its number and a database's address."""
    folder.mkdir()
    data, found = folder / "data", pathlib.Path("/usr/lib/postgresql").glob("*/bin")
    programs, user = max(found, key=lambda path: int(path.parent.name)), []
    # The server refuses to run as root.
    if os.getuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]

    def run(name, *options):
        subprocess.run(user + [programs / name, *options], check=True, stdout=subprocess.DEVNULL)
    run("initdb", "-D", data, "-U", "market", "-A", "trust", "-E", "UTF8", "--locale", "C.UTF-8")
    run("pg_ctl", "start", "-D", data, "-l", folder / "log", "-o", f"-k {folder} -c listen_addresses=")
    stack.callback(run, "pg_ctl", "stop", "-D", data, "-m", "fast")
    run("createdb", "-h", folder, "-U", "market", "shop")
    pid = int((data / "postmaster.pid").read_text().split()[0])
    return pid, f"postgresql://market@/shop?host={folder}"


class Server:
    """A process that listens on a port of this machine, and is asked by wrk."""

    def __init__(self, folder, process, port, listings=PEER_LISTINGS, **fields):
        self.folder, self.process, self.url = folder, process, f"http://127.0.0.1:{port}"
        self.listings, self.fields, self.cookie = listings, fields, ""
        subprocess.run(
            ["curl", "-sfo/dev/null", "--retry", "5", "--retry-connrefused", self.url], check=True)

    def join(self):
        form = urllib.parse.urlencode({"nickname": f"재는이{os.urandom(2).hex()}", "password": PASSWORD})
        answer = subprocess.check_output(["curl", "-sid", form, self.url + "/signup"], text=True)
        self.cookie = re.search("session=[^;]+", answer)[0]

    def posts(self, **fields):
        return [("POST", "/items", urllib.parse.urlencode({
            "title": f"원목 의자 {number}개", "category": 9, "price": number * 1_000,
            "content": "튼튼하고 깨끗해요. 직거래만 할게요." * (number % 5 + 1), **self.fields, **fields,
        })) for number in range(64)]

    def requests(self):
        ids = [random.randint(100, self.listings) for _ in range(1_000)]
        by_key, details = [[("GET", path + str(id)) for id in ids] for path in ("/?before=", "/items/")]
        return [[("GET", "/")], by_key, details, self.posts(), self.posts()]

    def start_wrk(self, requests, connections, seconds):
        script = self.folder / f"{self.process.pid}.lua"
        script.write_text(SCRIPT % ", ".join(
            "{" + ", ".join(f'"{part}"' for part in line) + "}" for line in requests))
        fields = [f"-H{FORM}", f"-HCookie: {self.cookie}"] if requests[0][0] == "POST" else []
        return subprocess.Popen(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout=20s", "-s", script]
            + fields + [self.url], stdout=subprocess.PIPE, text=True)


def drive(servers, requests, connections, lengths, beside):
    """Asks for so many seconds each time, of which the last counts. Returns what all servers answer a
    second, and of each process its CPU time for one answer, user and system, and cores it kept busy."""
    pids = [server.process.pid for server in servers] + beside
    for length in lengths:
        before, start = [cpu(pid) for pid in pids], time.monotonic()
        each = connections // len(servers)
        running = [server.start_wrk(requests, each, length) for server in servers]
        outputs = [wrk.communicate()[0] for wrk in running]
        elapsed = time.monotonic() - start
        spent = [[new - old for new, old in zip(cpu(pid), old)] for pid, old in zip(pids, before)]
        if re.search("Non-2xx|Socket errors", "".join(outputs)):
            raise SystemExit("not all was answered well:\n" + "\n".join(outputs))
    counts = [int(re.search(r"(\d+) requests in", output)[1]) for output in outputs]
    rates = [float(re.search(r"Requests/sec: +([\d.]+)", output)[1]) for output in outputs]
    costs = [[part / sum(counts) * 1e6 for part in parts] for parts in spent]
    return sum(rates), costs, [sum(parts) / elapsed for parts in spent]


def serve(folder, program, root, database, stack):
    options = "--port 0 --cached-pages 0 --post-rate 0 --newcomer-post-rate 0 --access-log off".split()
    command = [program, "serve", "--root", root, "--database", database]
    process = started(stack, command + options, stdout=subprocess.PIPE, text=True)
    port = re.search(r":(\d+)\s*$", process.stdout.readline())[1]
    return Server(folder, process, port, LISTINGS, currency="KRW", stock=1)


def peers(stack, folder):
    """Those that are built, at the ports that they take, over a copy of their database each."""
    place, found = pathlib.Path(os.environ.get("PEERS", "/tmp/peers")), {}
    for name, port, option in [("climit", 9108, "-d"), ("rust-peer", 9107, ""), ("go-peer", 9102, "-db")]:
        if (place / "bin" / name).exists():
            database = shutil.copy(place / "market.db", folder / f"{name}.db")
            process = started(
                stack, [place / "bin" / name] + [option, database] * (option != ""),
                stdout=subprocess.DEVNULL, env=os.environ | {"DB": str(database)})
            found[name] = Server(folder, process, port)
    return found


def cell(parts):
    return "{:,.0f} ({:,.0f} + {:,.0f})".format(sum(parts), *parts)


def table(*columns):
    print("\n" + " | ".join(columns) + "\n---" + " | ---:" * (len(columns) - 1))


def print_costs(servers, postgresql):
    rows = {}
    for name, server in list(servers.items()) * ROUNDS:
        beside = [postgresql] * ("PostgreSQL" in name)
        for column, requests in enumerate(server.requests()):
            connections = CONNECTIONS if column < 4 else 1
            spent = drive([server], requests, connections, [1, SECONDS], beside)[1]
            for row, parts in zip([name, "its server"], spent):
                rows.setdefault(row, [[] for _ in COLUMNS])[column].append(parts)
    table("CPU µs", *COLUMNS)
    for name, columns in rows.items():
        print(name, *(cell([*map(statistics.median, zip(*parts))]) for parts in columns), sep=" | ")


def compare(start, postgresql, name, is_held=False, **fields):
    """Prints the posts of one program, and of two over the same database."""
    rates = {1: [], 2: []}
    for count in [1, 2] * (ROUNDS - 1):
        with contextlib.ExitStack() as stack:
            servers = [start(stack) for _ in range(count)]
            for server in servers:
                hold(stack, server.process) if is_held else server.join()
            form = servers[0].posts(**fields)
            rate, spent, busy = drive(servers, form, CONNECTIONS, [LONG_SECONDS], [postgresql])
        rates[count].append(rate)
        programs, cores = [sum(parts) for parts in zip(*spent[:-1])], [f"{one:.2f}" for one in busy]
        print(name, count, f"{rate:,.1f}", cell(programs), cell(spent[-1]), " + ".join(cores[:-1]),
              cores[-1], sep=" | ", flush=True)
    print(f"{name} | 2 : 1 | {sum(rates[2]) / sum(rates[1]):.2f} × | | | |", flush=True)


def measure(stack, program, root, folder):
    file, (postgresql, address) = folder / "market.sqlite", start_postgresql(stack, folder / "server")
    for command in [
            [program, "seed", "--items", str(LISTINGS), "--database", file],
            [program, "move", "--from", file, "--to", address], ["psql", "-c", "VACUUM ANALYZE", address]]:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    start = functools.partial(serve, folder, program, root)
    with contextlib.ExitStack() as stack:
        servers = {"Jangteo on SQLite": start(file, stack), "Jangteo on PostgreSQL": start(address, stack)}
        for server in servers.values():
            server.join()
        print_costs(servers | peers(stack, folder), postgresql)
    table("posts of", "programs", "a second", "CPU µs of programs", "server", "cores: programs", "server")
    start_on = functools.partial(start, address)
    compare(start_on, postgresql, "members: the server's lock is the limit")
    try:
        with contextlib.ExitStack() as stack:
            hold(stack, started(stack, ["sleep", "9"]))
    except OSError as error:
        return print(f"NOT MEASURED: guests' posts; no program can be held to a share of a core: {error}")
    compare(start_on, postgresql, f"guests: {SHARE} % of a core are", is_held=True, password=PASSWORD)


def main():
    for number in [signal.SIGALRM, signal.SIGTERM]:
        signal.signal(number, lambda *_: sys.exit("ended before all was measured"))
    signal.alarm(600)
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        # The server runs as somebody else.
        os.chmod(folder, 0o711)
        measure(stack, *sys.argv[1:3], pathlib.Path(folder))
    busy = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"{os.cpu_count()} cores, which had {busy} to do in the last 1, 5 and 15 minutes")


main()

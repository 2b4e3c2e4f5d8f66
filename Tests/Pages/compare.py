#!/usr/bin/env python3
"""Compares every page and call of two builds of the server, byte for byte.

    compare.py OLD_PROGRAM OLD_ROOT NEW_PROGRAM NEW_ROOT

Both are seeded alike and asked the same: first everything that a guest finds by following links,
then what somebody does who signs up, posts, and keeps lists and memos, then everything that an
account finds, then the calls of both generations of the API. What is random (tokens, keys) or told
by the clock is masked. Prints each answer that differs and exits with 1 when one does.
"""

import atexit
import gzip
import hashlib
import html
import http.client
import json
import re
import struct
import subprocess
import sys
import tempfile
import urllib.parse
import zlib

PASSWORD = "달빛처럼 환하게"
MASKS = [
    (rb"127\.0\.0\.1(:|%3A)\d+", b"HOST"),
    (rb"(?m)^(Date|Last-Modified): .*$", rb"\1: *"),
    (rb'(?m)^ETag: (W/)?"[^"]*"', b"ETag: *"),
    (rb'(name="(?:submission_key|draft)" value=")[^"]*', rb"\1*"),
    (rb"since=[\w-]+", b"since=*"),
    (rb"(session=)[^;]+", rb"\1*"),
    (rb"((?:edit|posted)=)[^;]+", rb"\1*"),
    (rb"[0-9A-Z]{4}(-[0-9A-Z]{4}){3}", b"CODE"),
    (rb"/feeds/[\w-]+", b"/feeds/*"),
    (rb"\d+-\d{10}-[\w-]+", b"KEY"),
    (rb"\d{4}\xeb\x85\x84 \d+\xec\x9b\x94 \d+\xec\x9d\xbc \d\d:\d\d", b"MOMENT"),
    (rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?", b"MOMENT"),
    (rb"\d{8}T\d{6}Z", b"MOMENT"),
    (rb"jangteo-([^\"]*?)-\d{4}-\d\d-\d\d", rb"jangteo-\1-DAY"),
    (rb"\b1[789]\d{8}\b", b"SECONDS"),
    (rb"(\d+(\xeb\xb6\x84|\xec\x8b\x9c\xea\xb0\x84|\xec\x9d\xbc|\xea\xb0\x9c\xec\x9b\x94|\xeb\x85\x84)"
     rb"|\xeb\xb0\xa9\xea\xb8\x88) \xec\xa0\x84", b"AGE"),
]


class Server:
    def __init__(self, program, root):
        self.folder = tempfile.TemporaryDirectory()
        database = self.folder.name + "/market.sqlite"
        subprocess.run([program, "seed", "--items", "70", "--database", database],
                       check=True, stdout=subprocess.DEVNULL)
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--database", database, "--root", root,
             "--post-rate", "0", "--photo-rate", "0"], stdout=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)
        line = self.process.stdout.readline()
        self.host = re.search(r"http://(127\.0\.0\.1:\d+)", line).group(1)
        self.cookies = {}
        self.connection = http.client.HTTPConnection(self.host)

    def ask(self, method, path, fields=None, body=None):
        fields = dict(fields or {})
        if self.cookies:
            fields["Cookie"] = "; ".join(f"{n}={v}" for n, v in self.cookies.items())
        target = urllib.parse.quote(path, safe="/?&=%+~:,;@!$'()*-._")
        self.connection.request(method, target, body, fields)
        answer = self.connection.getresponse()
        content = answer.read()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                pair, *attributes = value.split("; ")
                key, _, text = pair.partition("=")
                if "Max-Age=0" in attributes:
                    self.cookies.pop(key, None)
                else:
                    self.cookies[key] = text
        return answer.status, answer.getheaders(), content

    def stop(self):
        self.process.terminate()
        if self.process.wait(20) != 0:
            sys.exit(f"{self.host} did not stop cleanly")


def masked(status, fields, content):
    if ("Content-Encoding", "gzip") in fields:
        content = gzip.decompress(content)
        fields = [(n, v) for n, v in fields if n != "Content-Length"]
    if any(n.lower() == "content-type" and v.startswith(("image/", "application/zip"))
           for n, v in fields):
        kind = dict((n.lower(), v) for n, v in fields)["content-type"]
        content = kind.encode() if kind == "application/zip" else hashlib.sha256(content).digest()
        fields = [(n, v) for n, v in fields
                  if kind != "application/zip" or n.lower() != "content-length"]
    head = "".join(f"{name}: {value}\n" for name, value in fields).encode()
    text = f"{status}\n".encode() + head + b"\n" + content
    for pattern, replacement in MASKS:
        text = re.sub(pattern, replacement, text)
    return text


class Pair:
    """Two servers that are asked the same."""

    def __init__(self, old, new):
        self.servers = [old, new]
        self.asked = 0
        self.differing = 0

    def ask(self, method, path, fields=None, body=None):
        """`path`, and what is in `body`, may be one for each: what holds a random key."""
        paths = path if isinstance(path, tuple) else (path, path)
        bodies = body if isinstance(body, tuple) else (body, body)
        answers = [server.ask(method, p, fields, b)
                   for server, p, b in zip(self.servers, paths, bodies)]
        self.asked += 1
        old, new = (masked(*answer) for answer in answers)
        if old != new:
            self.differing += 1
            print(f"--- {method} {paths[0]}")
            old_lines, new_lines = old.split(b"\n"), new.split(b"\n")
            shown = 0
            for before, after in zip(old_lines, new_lines):
                if before != after and shown < 4:
                    print("  -", before.decode(errors="replace")[:300])
                    print("  +", after.decode(errors="replace")[:300])
                    shown += 1
            if len(old_lines) != len(new_lines):
                print(f"  {len(old_lines)} lines, then {len(new_lines)}")
        return answers

    def get(self, path, **fields):
        return self.ask("GET", path, fields)

    def form(self, path, multipart=False, **rows):
        if multipart:
            parts = "".join(f'--x-y-z\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n'
                            for n, v in rows.items()) + "--x-y-z--\r\n"
            return self.ask("POST", path, {"Content-Type": "multipart/form-data; boundary=x-y-z"},
                            parts.encode())
        return self.ask("POST", path, {"Content-Type": "application/x-www-form-urlencoded"},
                        urllib.parse.urlencode(rows).encode())

    def json(self, method, path, value, **fields):
        return self.ask(method, path, {"Content-Type": "application/json", **fields},
                        json.dumps(value).encode())

    def location(self, answers):
        for name, value in answers[0][1]:
            if name.lower() == "location":
                return value
        sys.exit(f"no redirect: {answers[0][0]} {answers[0][2][:500]}")

    def crawl(self, start, most):
        """Follows every link of this site once; of a path with a number, no more than eight."""
        waiting, seen, kinds = list(start), set(start), {}
        while waiting and len(seen) < most:
            path = waiting.pop(0)
            kind = re.sub(r"\d+|[0-9a-f]{20,}", "N", path)
            kinds[kind] = kinds.get(kind, 0) + 1
            if kinds[kind] > 8:
                continue
            _, _, content = self.get(path)[0]
            for link in re.findall(rb'(?:href|src|action)="(/[^"#]*)', content):
                link = html.unescape(link.decode())
                if link not in seen and "/feeds/" not in link and "/signout" not in link:
                    seen.add(link)
                    waiting.append(link)


ROWS = dict(title="북유럽풍 장스탠드", category="9", price="35,000", discounted_price="30000",
            currency="KRW", stock="3", content="이사하면서 내놓습니다.\r\nhttps://example.com/a?b=1",
            password="달빛1234")
ODD = ["/nowhere", "/items/0", "/items/99999", "/items/07", "/items/x", "/?category=99", "/?before=x",
       "/?before=30&category=9", "/?after=3&view=grid", "/?view=list", "/items/3/edit",
       "/items/3/deletion", "/items/3/authorization", "/items/3/takeover", "/items", "/my",
       "/my/memos/7", "/photos/xx/full.jpg", "/feed.atom", "/feed.atom?category=9", "/api", "/api/",
       "/api/openapi.json", "/healthChecker", "/robots.txt", "/app.css", "/signin?return=%2Fmy",
       "/signup?return=//evil.example", "/recovery", "/live", "/my/live", "//", "/%2e%2e/etc",
       "/api/items/1", "/api/items/2/", "/api/items/0", "/api/items/x", "/api/items/99",
       "/api/item/1", "/api/item/99999", "/api/products", "/api/products?page_no=2&items_per_page=7",
       "/api/products?search_value=의자", "/api/products?page_no=x", "/api/products/5",
       "/api/nothing"]


def guest(pair):
    for path in ODD:
        if path != "/live":
            pair.get(path)
        pair.ask("HEAD", path) if path != "/live" else None
        pair.ask("DELETE", path)
        pair.ask("OPTIONS", path)
    pair.crawl(["/", "/categories", "/items/new", "/signin", "/signup", "/recovery"], 700)
    pair.form("/items", title="", content="  ")
    pair.form("/items", multipart=True, **{**ROWS, "price": "x", "stock": "-1"})
    pair.form("/items", multipart=True, **ROWS, arrange="free-share")
    pair.form("/items", multipart=True, **{**ROWS, "discounted_price": "40000"})
    pair.ask("POST", "/items", {"Origin": "https://evil.example"}, b"title=x")
    pair.ask("POST", "/items", {"Content-Type": "text/plain"}, b"title=x")
    item = pair.location(pair.form("/items", multipart=True, **ROWS))
    for path in [item, "/", item + "/edit"]:
        pair.get(path)
    pair.form(item + "/deletion", password="")
    pair.form(item + "/deletion", password="틀림")
    pair.form(item + "/authorization", password="틀림")
    pair.form(item + "/authorization", password="달빛1234")
    pair.get(item + "/edit")
    pair.form(item + "/edit", multipart=True, **{**ROWS, "title": ""})
    pair.form(item + "/edit", multipart=True, **{**ROWS, "title": "고친 제목"})
    pair.get(item)
    pair.get(item)
    pair.form("/my/lists", title="로그인 없이", icon="cart")
    return item


def member(pair, item):
    pair.form("/signup", nickname="", password="짧음")
    pair.form("/signin", nickname="하늘이네", password="아무거나요")
    pair.form("/recovery", nickname="하늘이네", code="x", new_password="새 비밀번호요")
    pair.form("/signup", nickname="하늘이네", password=PASSWORD)
    pair.form("/signup", nickname="하늘이네", password=PASSWORD)
    own = pair.location(pair.form("/items", multipart=True, **{**ROWS, "of_account": "1",
                                                               "checklist": "1"}))
    pair.get(own)
    for step in ["/reservation", "/reservation/deletion", "/sale", "/sale/deletion", "/pull-up",
                 "/checklist", "/interest"]:
        pair.form(own + step)
        pair.get(own)
    pair.form(item + "/interest")
    pair.get(item)
    pair.form(item + "/takeover", password="틀림")
    pair.form(item + "/takeover", password="달빛1234")
    pair.get(item)
    first = pair.location(pair.form("/my/lists", title="장보기", icon="cart"))
    pair.form("/my/lists", title="", icon="none")
    for title in ["우유 사기", "달걀 사기", "", "가" * 300]:
        pair.form(first + "/tasks", title=title)
    pair.get(first)
    tasks = re.findall(rb'href="(/my/tasks/\d+)"', pair.get(first)[0][2])
    task = tasks[0].decode()
    pair.get(task)
    pair.form(task, title="", revision="1")
    pair.form(task, title="우유 두 개", revision="1", reminder="2026-11-21T20:45", item=own[7:])
    pair.form(task, title="다른 창에서", revision="1")
    pair.form(task, title="시각", revision="2", reminder="언젠가")
    pair.form(task + "/completion")
    pair.get("/my/completed")
    pair.form(task + "/completion/deletion")
    pair.form("/my/tasks", title="붙인 일", list="", item=own[7:])
    pair.form("/my/tasks", title="", list="999", item="")
    pair.get("/my/tasks/new?item=" + own[7:])
    pair.form("/my/memos", text="의자 다리 길이 42cm", item=own[7:])
    pair.form("/my/memos", text=" ")
    pair.form("/my/memos", text="둘째 메모\nhttps://example.com", reminder="2026-01-02T03:04")
    memo = re.findall(rb'href="(/my/memos/\d+)"', pair.get("/my/memos")[0][2])[0].decode()
    for path in [memo, memo + "/edit", memo + "/deletion", "/my/reminders", "/my/days",
                 "/my/days?week=2026-11-23", "/my/days?week=x", own, "/my"]:
        pair.get(path)
    pair.form(memo + "/edit", text="고친 메모", revision="1")
    pair.form(memo + "/edit", text="먼저 고침", revision="1")
    pair.form("/my/memos/99999/edit", text="없는 메모", revision="1")
    pair.form(memo + "/reminder/dismissal")
    pair.form(memo + "/deletion")
    pair.get("/my/memos")
    for path in ["/my/lists/deletion", first + "/deletion", first + "/tasks/deletion",
                 task + "/deletion", "/my/completed/deletion"]:
        pair.get(path)
    pair.form(task + "/deletion")
    pair.get(first)
    restoration = re.findall(rb'action="(/my/deletions/\d+/restoration)"',
                             pair.get("/my/trash")[0][2])
    pair.form(restoration[0].decode())
    pair.form("/my/deletions/99999/restoration")
    pair.form("/my/checklist", steps="하나\n둘\n")
    pair.form("/my/checklist", steps="가" * 300)
    pair.get("/my/checklist")
    pair.form("/my/profile", multipart=True, nickname="바다네", about="안녕하세요")
    pair.form("/my/profile", multipart=True, nickname="", about="가" * 3000)
    pair.form("/my/password", password="틀림", new_password=PASSWORD + "!")
    pair.form("/my/password", password="", new_password="")
    pair.form("/my/recovery-codes", password="틀림")
    pair.form("/my/recovery-codes", password=PASSWORD)
    pair.form("/my/account/deletion", password="")
    pair.form("/items/5/sale")
    pair.form("/items/99999/interest")
    pair.get("/my/export")
    feeds = pair.get("/my/feeds")
    keys = tuple(re.search(rb"/feeds/([\w-]+)/reminders", a[2]).group(1).decode() for a in feeds)
    for form in ["/feeds/{}/reminders.ics", "/feeds/{}.atom"]:
        pair.get(tuple(form.format(key) for key in keys))
    pair.form("/my/feeds/key")
    pair.get(tuple(f"/feeds/{key}.atom" for key in keys))
    pair.get("/my/feeds")
    pair.crawl(["/my", "/", "/my/profile", "/my/items?status=sold", "/my/interests", own], 500)
    for path in ODD:
        if not path.endswith("live"):
            pair.get(path)
    pair.form("/my/password", password=PASSWORD, new_password=PASSWORD + "!")
    pair.get("/my/profile")
    pair.form("/my/sessions/deletion")
    pair.get("/")
    pair.form("/signin", nickname="바다네", password=PASSWORD)
    pair.form("/signin", **{"nickname": "바다네", "password": PASSWORD + "!", "return": "/my/memos"})
    pair.form("/my/account/deletion", password=PASSWORD + "!")
    pair.get("/")


def one_pixel():
    """A PNG of one red pixel."""
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(b"\0\xff\0\0")) + chunk(b"IEND", b""))


def calls(pair):
    png = one_pixel()

    def multipart(rows, files=1, name="images[]", end=b"--x-y-z"):
        body = b"".join(
            f'--x-y-z\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n'.encode()
            for n, v in rows.items())
        for number in range(files):
            body += (f'--x-y-z\r\nContent-Disposition: form-data; name="{name}"; '
                     f'filename="{number}.png"\r\nContent-Type: image/png\r\n\r\n').encode()
            body += png + b"\r\n"
        return body + end

    def send(method, path, rows, **options):
        fields = {"Content-Type": "multipart/form-data; boundary=x-y-z",
                  **options.pop("fields", {})}
        return pair.ask(method, path, fields, multipart(rows, **options))

    rows = dict(title="아이폰 13", descriptions="상태가 아주 좋은 아이폰이에요.", price="500000",
                currency="KRW", stock="1000000000000", discounted_price="450000", password="1234")
    answers = send("POST", "/api/item", rows)
    item = json.loads(answers[0][2])["id"]
    for missing in ["title", "price", "password", "currency"]:
        send("POST", "/api/item", {n: v for n, v in rows.items() if n != missing})
    send("POST", "/api/item", rows, files=0)
    send("POST", "/api/item", rows, files=6)
    send("POST", "/api/item", {**rows, "price": "165.0", "currency": "USD", "discounted_price": "2.5"})
    send("POST", "/api/item", {**rows, "price": "abc"}, end=b"--x-y-z--\r\n")
    for row in [dict(password="1234"), dict(password="틀림"), dict(title="새 제목", password="1234"),
                dict(price="-5", password="1234"), dict()]:
        send("PATCH", f"/api/item/{item}", row, files=0)
    pair.get(f"/api/item/{item}")
    pair.get("/api/items/1", **{"Accept-Encoding": "gzip"})
    pair.json("DELETE", f"/api/item/{item}", {"password": "x"})
    pair.ask("DELETE", f"/api/item/{item}", {}, b"nothing")
    pair.json("DELETE", f"/api/item/{item}", {"password": "1234"}, **{"If-Match": '"no"'})
    pair.json("DELETE", f"/api/item/{item}", {"password": "1234"})
    params = dict(name="자전거", description="가볍고 튼튼한 자전거를 팝니다.", price=120000.5, currency="USD",
                  discounted_price=20000, stock=2, secret="비밀")
    fields = {"identifier": "80c47530-58bb-11ed-bf7f-d188f1cd5f22"}

    def product(**changes):
        return send("POST", "/api/products",
                    {"params": json.dumps({**params, **changes}, ensure_ascii=False)},
                    name="images", fields=fields)

    answers = product()
    identifier = json.loads(answers[0][2])["id"]
    for changes in [dict(name=""), dict(price="12"), dict(discounted_price=9e9), dict(secret=""),
                    dict(currency="BTC"), dict(stock=-1), dict(price={})]:
        product(**changes)
    send("POST", "/api/products", {"params": "[]"}, name="images", fields=fields)
    path = f"/api/products/{identifier}"
    pair.get(path)
    pair.get("/api/products?page_no=1&items_per_page=3&search_value=자전")
    for changes in [dict(stock=5, secret="비밀"), dict(stock=5), dict(stock=5, secret="x"),
                    dict(price=1, secret="비밀"), dict(thumbnail_id="x", secret="비밀"), dict()]:
        pair.json("PATCH", path, changes, **fields)
    pair.json("POST", path + "/secret", {"secret": "x"})
    pair.json("POST", path + "/archived", {})
    keys = pair.json("POST", path + "/secret", {"secret": "비밀"})
    pair.ask("DELETE", path + "/1-2-3")
    pair.ask("DELETE", tuple(f"{path}/{a[2].decode()}" for a in keys))
    pair.get(path)
    identifier = json.loads(product()[0][2])["id"]
    uris = pair.json("POST", f"/api/products/{identifier}/archived", {"secret": "비밀"})
    pair.ask("DELETE", tuple(a[2].decode() for a in uris))


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    pair = Pair(Server(*sys.argv[1:3]), Server(*sys.argv[3:5]))
    member(pair, guest(pair))
    calls(pair)
    for server in pair.servers:
        server.stop()
    print(f"{pair.asked} answers compared, {pair.differing} differ")
    sys.exit(1 if pair.differing else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Measures what a phone's first visits cost, in a real browser, and prints it: `make first-view`.

    Tests/Numbers/first-view.py PATH_OF_JANGTEO ROOT [RUNS]

The list is opened at 390 × 844 pixels with nothing kept; its bytes are those that came over the
wire, headers with them. The detail is opened with 1.6 Mbit/s, 150 ms and a CPU slowed down four
times, RUNS times with nothing kept; its figures are medians. It ends with 1 where a budget is not
kept; the budgets stand below.
"""

import contextlib
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

KILOBYTE = 1024
# Name: what it may be at most, and how it is written.
BUDGETS = {
    "list before photos": (60 * KILOBYTE, "{:.1f} KB"),
    "list with photos in view": (150 * KILOBYTE, "{:.1f} KB"),
    "style sheet": (12 * KILOBYTE, "{:.1f} KB"),
    "script": (12 * KILOBYTE, "{:.1f} KB"),
    "list CLS": (0, "{:.3f}"),
    "detail LCP": (1200, "{:.0f} ms"),
    "detail CLS": (0, "{:.3f}"),
    "console messages": (0, "{:.0f}"),
    "requests to other hosts": (0, "{:.0f}"),
}
# Answers what the page has painted and moved so far.
VITALS = """
const done = arguments[0];
const seen = (type) => new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
    observer.observe({ type, buffered: true });
    setTimeout(() => resolve([]), 300);
});
Promise.all([seen('largest-contentful-paint'), seen('layout-shift')]).then(([paints, shifts]) =>
    done({ lcp: paints.at(-1)?.startTime ?? 0, element: paints.at(-1)?.element?.localName,
        cls: shifts.filter((shift) => !shift.hadRecentInput)
            .reduce((sum, { value }) => sum + value, 0) }));
"""


@contextlib.contextmanager
def started(command, ready):
    """A program that runs meanwhile, and what it says when it is ready."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        match = next(filter(None, (re.search(ready, line) for line in process.stdout)))
        yield match
    finally:
        process.kill()
        process.wait()


class Browser:
    """A phone's, with nothing kept, driven by chromedriver."""

    def __init__(self, port):
        self.url = f"http://127.0.0.1:{port}"
        options = {
            "args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"],
            "perfLoggingPrefs": {"enableNetwork": True, "enablePage": False},
        }
        capabilities = {
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.url += "/session/" + answer["sessionId"]
        self.command("Emulation.setDeviceMetricsOverride",
                     width=390, height=844, deviceScaleFactor=2, mobile=True)

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            self.url + path, json.dumps(body or {}).encode() if method == "POST" else None,
            {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def command(self, name, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def visit(self, url, settle=1.5):
        """Opens a page as if for the first time, and lets it come to rest."""
        self.command("Network.clearBrowserCache")
        self.command("Storage.clearDataForOrigin", origin=url, storageTypes="all")
        for kind in ("performance", "browser"):
            self.call("POST", "/se/log", {"type": kind})
        self.call("POST", "/url", {"url": url})
        time.sleep(settle)

    def received(self):
        """Bytes over the wire by URL, of what came since the visit began."""
        urls, sizes = {}, {}
        for entry in self.call("POST", "/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            details = message["params"]
            if message["method"] == "Network.requestWillBeSent":
                urls[details["requestId"]] = details["request"]["url"]
            elif message["method"] == "Network.responseReceived":
                sizes.setdefault(details["requestId"], 0)
            elif message["method"] == "Network.loadingFinished":
                sizes[details["requestId"]] = details["encodedDataLength"]
        return {urls[i]: size for i, size in sizes.items() if i in urls}

    def messages(self):
        return [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"})]

    def vitals(self):
        return self.call("POST", "/execute/async", {"script": VITALS, "args": []})


def path(url):
    return urllib.parse.urlsplit(url).path


def weigh_list(browser, site):
    browser.visit(site + "/")
    received = browser.received()
    photos = sum(size for url, size in received.items() if path(url).startswith("/photos/"))
    own = [(path(url), size) for url, size in received.items() if url.startswith(site)]
    return {
        "list before photos": sum(received.values()) - photos,
        "list with photos in view": sum(received.values()),
        "style sheet": sum(size for name, size in own if name.endswith(".css")),
        "script": sum(size for name, size in own if name == "/app.js"),
        "list CLS": browser.vitals()["cls"],
        "console messages": len(browser.messages()),
        "requests to other hosts": sum(
            urllib.parse.urlsplit(url).netloc not in (site[7:], "") for url in received),
    }


def time_detail(browser, site, runs):
    with urllib.request.urlopen(site + "/?view=list") as answer:
        page = answer.read().decode()
    item = re.search(r'<li id="item-\d+"(?:(?!</li>).)*?/photos/.*?href="(/items/\d+)"', page, re.S)
    detail = item.group(1) if item else re.search(r'href="(/items/\d+)"', page).group(1)
    browser.command("Network.enable")
    browser.command("Network.emulateNetworkConditions", offline=False, latency=150,
                    downloadThroughput=200_000, uploadThroughput=93_750)
    browser.command("Emulation.setCPUThrottlingRate", rate=4)
    vitals = []
    for _ in range(runs):
        browser.visit(site + detail, settle=3)
        vitals.append(browser.vitals())
    print(f"  {detail}: LCP of {vitals[0]['element']}, "
          + ", ".join(f"{one['lcp']:.0f}" for one in vitals) + " ms")
    return {
        "detail LCP": statistics.median(one["lcp"] for one in vitals),
        "detail CLS": max(one["cls"] for one in vitals),
        "console messages": len(browser.messages()),
    }


def main():
    program, root = sys.argv[1:3]
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    with tempfile.TemporaryDirectory() as folder:
        database = str(pathlib.Path(folder) / "market.sqlite")
        subprocess.run([program, "seed", "--items", "200", "--database", database],
                       check=True, stdout=subprocess.DEVNULL)
        serve = [program, "serve", "--port", "0", "--database", database, "--root", root]
        with started(serve, r"listening on (http://\S+)") as server, \
                started(["chromedriver", "--port=0"], r"successfully on port (\d+)") as driver:
            browser = Browser(driver.group(1))
            try:
                figures = weigh_list(browser, server.group(1))
                messages = figures["console messages"]
                figures |= time_detail(browser, server.group(1), runs)
                figures["console messages"] += messages
            finally:
                browser.call("DELETE", "")
    kept = True
    for name, (most, style) in BUDGETS.items():
        unit = KILOBYTE if "KB" in style else 1
        is_kept = figures[name] <= most + 0.0005
        kept &= is_kept
        print(f"  {name:26} {style.format(figures[name] / unit):>10}"
              f"   at most {style.format(most / unit)}" + ("" if is_kept else "   <- MORE"))
    sys.exit(0 if kept else 1)


main()

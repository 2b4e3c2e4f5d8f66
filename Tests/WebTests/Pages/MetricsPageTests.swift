import Fixtures
import Testing
import Web

@testable import HTTPServer

struct MetricsPageTests {
    private func text(_ page: MetricsPage) -> String {
        guard case .bytes(let bytes) = page.response.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func aCounterIsThreeLines() {
        var page = MetricsPage()
        page.counter("hits_total", "Hits.", 7)
        #expect(text(page) == "# HELP hits_total Hits.\n# TYPE hits_total counter\nhits_total 7\n")
    }

    @Test func aGaugeMayBeAFraction() {
        var page = MetricsPage()
        page.gauge("load", "Load.", 0.25)
        #expect(text(page) == "# HELP load Load.\n# TYPE load gauge\nload 0.25\n")
    }

    @Test func labelledNumbersShareOneType() throws {
        var page = MetricsPage()
        page.counters(
            "asked_total", "Asked.",
            [(["method": "GET", "status": "2xx"], 3), (["method": "POST", "status": "4xx"], 1)])
        let lines = text(page).split(separator: "\n").dropFirst(2)
        #expect(
            Array(lines) == [
                "asked_total{method=\"GET\",status=\"2xx\"} 3",
                "asked_total{method=\"POST\",status=\"4xx\"} 1",
            ])
    }

    @Test func valuesOfLabelsAreEscaped() throws {
        let value = "a \"b\" \\ c\nd, e=\"f\"} 의자"
        var page = MetricsPage()
        page.gauges("a", "Quotes \" and \\ and\nlines.", [(["name": value], 1)])
        #expect(text(page).contains("# HELP a Quotes \" and \\\\ and\\nlines.\n"))
        #expect(try Exposition(text(page)).value("a", ["name": value]) == 1)
    }

    @Test func aHistogramIsCumulativeAndEndsWithAll() throws {
        var durations = DurationCounts()
        for nanoseconds in [1_000, 400_000, 700_000, 3_000_000, 60_000_000_000] {
            durations.count(Int64(nanoseconds))
        }
        var page = MetricsPage()
        page.histogram("took_seconds", "How long.", durations)
        let read = try Exposition(text(page))
        let buckets = read.samples.filter { $0.name == "took_seconds_bucket" }
        #expect(buckets.map(\.value) == [2, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5])
        #expect(
            buckets.map(\.labels["le"]) == [
                "0.0005", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5",
                "1.0", "2.5", "5.0", "10.0", "+Inf",
            ])
        #expect(try read.value("took_seconds_count") == 5)
        #expect(try read.value("took_seconds_sum") == 60.004101)
    }

    @Test func aHistogramMayBeOfPlainNumbers() throws {
        var page = MetricsPage()
        page.histogram("batch", "Writes at once.", [(1, 4), (2, 0), (nil, 1)], sum: 9)
        let lines = text(page).split(separator: "\n").dropFirst(2)
        #expect(
            Array(lines) == [
                "batch_bucket{le=\"1\"} 4", "batch_bucket{le=\"2\"} 4",
                "batch_bucket{le=\"+Inf\"} 5", "batch_sum 9", "batch_count 5",
            ])
    }

    @Test func theTypeNamesTheFormat() {
        let fields = String(decoding: MetricsPage().response.fields.bytes, as: UTF8.self)
        #expect(fields.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"))
    }
}

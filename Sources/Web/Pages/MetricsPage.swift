import HTTPServer

/// A page of metrics for Prometheus, in its text exposition format 0.0.4.
public struct MetricsPage: Sendable {
    public typealias Number = Numeric & CustomStringConvertible

    private var text = ""

    public init() {}

    public var response: Response {
        var response = Response(
            type: "text/plain; version=0.0.4; charset=utf-8", body: Array(text.utf8))
        response.append("Cache-Control", "no-store")
        return response
    }

    /// Values of one metric, distinguished by their labels.
    public typealias Samples = [(labels: KeyValuePairs<String, String>, value: Int)]

    /// Adds a value that only grows; its name ends in `_total`.
    public mutating func counter(_ name: String, _ help: String, _ value: some Number) {
        begin(name, "counter", help)
        add(name, [:], value)
    }

    /// Adds a value that goes up and down.
    public mutating func gauge(_ name: String, _ help: String, _ value: some Number) {
        begin(name, "gauge", help)
        add(name, [:], value)
    }

    /// Adds values that only grow.
    public mutating func counters(_ name: String, _ help: String, _ samples: Samples) {
        add(name, "counter", help, samples)
    }

    /// Adds values that go up and down.
    public mutating func gauges(_ name: String, _ help: String, _ samples: Samples) {
        add(name, "gauge", help, samples)
    }

    /// Adds a histogram of durations, in seconds.
    public mutating func histogram(_ name: String, _ help: String, _ durations: DurationCounts) {
        let buckets = durations.buckets.map { bucket in
            (bound: bucket.bound == .max ? nil : Self.seconds(bucket.bound), count: bucket.count)
        }
        histogram(name, help, buckets, sum: Self.seconds(durations.sum))
    }

    /// Adds a histogram. On the page each bucket includes the ones before it.
    /// - Parameters:
    ///   - buckets: the counts of values up to `bound` and above the previous bound; the last has no bound.
    ///   - sum: the sum of all values.
    public mutating func histogram<Value: Number>(
        _ name: String, _ help: String, _ buckets: [(bound: Value?, count: Int)], sum: Value
    ) {
        begin(name, "histogram", help)
        var count = 0
        for bucket in buckets {
            count += bucket.count
            let bound = bucket.bound.map { "\($0)" } ?? "+Inf"
            add(name + "_bucket", ["le": bound], count)
        }
        add(name + "_sum", [:], sum)
        add(name + "_count", [:], count)
    }

    private mutating func begin(_ name: String, _ kind: String, _ help: String) {
        text += "# HELP \(name) \(help.escaped(quotes: false))\n# TYPE \(name) \(kind)\n"
    }

    private mutating func add(
        _ name: String, _ kind: String, _ help: String, _ samples: Samples
    ) {
        begin(name, kind, help)
        for sample in samples { add(name, sample.labels, sample.value) }
    }

    private mutating func add(
        _ name: String, _ labels: KeyValuePairs<String, String>, _ value: some Number
    ) {
        let pairs = labels.map { "\($0.key)=\"\($0.value.escaped(quotes: true))\"" }
        text += name + (pairs.isEmpty ? "" : "{" + pairs.joined(separator: ",") + "}")
        text += " \(value)\n"
    }

    private static func seconds(_ nanoseconds: Int64) -> Double {
        Double(nanoseconds) / 1_000_000_000
    }
}

extension String {
    /// Escapes a help text, which may contain quotes, or a label's value, which may not.
    fileprivate func escaped(quotes: Bool) -> String {
        var text = ""
        for character in unicodeScalars {
            switch character {
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\"" where quotes: text += "\\\""
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }
}

/// A page in Prometheus's text format 0.0.4, parsed strictly.
public struct Exposition {
    public struct Sample {
        public let name: String
        public let labels: [String: String]
        public let value: Double
    }

    public private(set) var samples: [Sample] = []
    /// `counter`, `gauge` or `histogram`, by metric name.
    public private(set) var kinds: [String: String] = [:]
    private var helps: Set<String> = []

    /// - Throws: `Failure` that names the first line that violates the format.
    public init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Failure("the last line does not end") }
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            guard try read(String(line)) else { throw Failure("against the format: “\(line)”") }
        }
    }

    /// The value of the only sample of that name with exactly these labels.
    public func value(_ name: String, _ labels: [String: String] = [:]) throws -> Double {
        guard let sample = samples.first(where: { $0.name == name && $0.labels == labels }) else {
            throw Failure("no \(name) \(labels)")
        }
        return sample.value
    }

    /// The sum of all samples of a name.
    public func sum(_ name: String) -> Double {
        samples.filter { $0.name == name }.reduce(0) { $0 + $1.value }
    }

    private mutating func read(_ line: String) throws -> Bool {
        if let match = line.wholeMatch(of: /# HELP ([a-z][a-z0-9_]*) (.+)/) {
            return helps.insert(String(match.1)).inserted
        }
        if let match = line.wholeMatch(of: /# TYPE ([a-z][a-z0-9_]*) (counter|gauge|histogram)/) {
            let name = String(match.1)
            guard helps.contains(name), kinds[name] == nil else { return false }
            kinds[name] = String(match.2)
            return true
        }
        guard let match = line.wholeMatch(of: /([a-z][a-z0-9_]*)(?:\{(.+)\})? (\S+)/),
            let value = Double(match.3), let labels = Self.labels(match.2 ?? "")
        else { return false }
        let sample = Sample(name: String(match.1), labels: labels, value: value)
        guard isDeclared(sample), !isThere(sample) else { return false }
        samples.append(sample)
        return true
    }

    private func isDeclared(_ sample: Sample) -> Bool {
        switch kinds[sample.name] {
        case "counter": return sample.name.hasSuffix("_total") && sample.value >= 0
        case "gauge": return !sample.name.hasSuffix("_total")
        case nil, _:
            let parts = ["_bucket", "_sum", "_count"].filter { sample.name.hasSuffix($0) }
            guard let part = parts.first else { return false }
            return kinds[String(sample.name.dropLast(part.count))] == "histogram"
                && (part == "_bucket") == (sample.labels["le"] != nil)
        }
    }

    private func isThere(_ sample: Sample) -> Bool {
        samples.contains { $0.name == sample.name && $0.labels == sample.labels }
    }

    /// Returns nil if a label is malformed or occurs twice.
    private static func labels(_ text: some StringProtocol) -> [String: String]? {
        var (labels, rest) = ([String: String](), Substring(text))
        while !rest.isEmpty {
            guard let match = rest.prefixMatch(of: /([a-z_]+)="((?:[^"\\]|\\[\\n"])*)"(,|$)/),
                labels.updateValue(unescaped(match.2), forKey: String(match.1)) == nil
            else { return nil }
            rest = rest[match.range.upperBound...]
            if match.3 == ",", rest.isEmpty { return nil }
        }
        return labels
    }

    private static func unescaped(_ text: Substring) -> String {
        String(text.replacing(/\\(.)/) { $0.1 == "n" ? "\n" : String($0.1) })
    }
}

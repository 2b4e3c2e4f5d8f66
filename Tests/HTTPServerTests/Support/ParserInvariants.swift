@testable import HTTPServer

/// Checks the parsers' invariants for any input, for the fuzz loops of the tests and for libFuzzer
/// (`make fuzz-coverage`). Each returns a description of the violation, or nil.
enum ParserInvariants {
    /// A request parses the same however it is cut; a valid one has a safe path and consumes no
    /// more bytes than there are.
    static func violation(ofRequest bytes: [UInt8], using random: inout SplitMix64) -> String? {
        var whole = RequestParser(Limits())
        let result = whole.parse(bytes.span)
        var parser = RequestParser(Limits())
        var pieced = RequestParser.Result.needMore
        var end = 0
        for piece in Fuzz.pieces(bytes, using: &random) {
            end += piece.count
            pieced = parser.parse(bytes.span.extracting(0..<end))
            guard case .needMore = pieced else { break }
        }
        guard outcome(pieced) == outcome(result) else {
            return "in pieces \(outcome(pieced)), whole \(outcome(result))"
        }
        guard case .done(let head, let consumed) = result else { return nil }
        return violation(of: head, consumed: consumed, bytes)
    }

    private static func violation(
        of head: RequestHead, consumed: Int, _ bytes: [UInt8]
    ) -> String? {
        guard consumed <= bytes.count else { return "took more than there was" }
        guard bytes[..<consumed].suffix(4).elementsEqual([13, 10, 13, 10]) else {
            return "ends elsewhere than at the empty line"
        }
        let isSafe =
            (head.path == "*" || head.path.hasPrefix("/"))
            && head.path.utf8.allSatisfy { $0 >= 32 && $0 != 127 }
            && !head.path.split(separator: "/").contains { $0 == "." || $0 == ".." }
        return isSafe ? nil : "an unsafe path: \(head.path)"
    }

    /// A multipart body means the same however it is cut, down to single bytes.
    static func violation(ofMultipart bytes: [UInt8], using random: inout SplitMix64) -> String? {
        let whole = parts([bytes])
        for pieces in [Fuzz.pieces(bytes, using: &random), bytes.map { [$0] }] {
            let pieced = parts(pieces)
            guard pieced == whole else { return "in pieces \(pieced), whole \(whole)" }
        }
        return nil
    }

    /// All parts as text, or the kind of error.
    static func parts(_ pieces: [[UInt8]]) -> String {
        guard var parser = MultipartParser(boundary: "B", headerLimit: 500) else {
            return "boundary"
        }
        var parts: [String] = []
        var data: [UInt8] = []
        let sink: MultipartParser.Sink = { event in
            switch event {
            case .part(let head):
                let file = head.filename.map { "(\($0),\(head.contentType ?? ""))" } ?? ""
                parts.append(head.name + file + "=")
                data = []
            case .data(let bytes): data += bytes
            case .partEnd: parts[parts.count - 1] += String(decoding: data, as: UTF8.self)
            }
        }
        do throws(FormError) {
            for piece in pieces { try parser.feed(piece, sink) }
            try parser.finish(sink)
        } catch {
            return "error \(error)"
        }
        return parts.joined(separator: "|")
    }
}

/// A result that can be compared: the status of a fault, or what was parsed.
func outcome(_ result: RequestParser.Result) -> String {
    switch result {
    case .needMore: "more"
    case .invalid(let fault): "\(fault.status.code) \(fault.reason)"
    case .done(let head, let consumed):
        "\(head.method.rawValue) \(head.path) ?\(head.headers.bytes.span.text(head.query)) "
            + "1.\(head.minorVersion) \(head.framing) keep \(head.keepsAlive) "
            + "continue \(head.expectsContinue) fields \(head.headers.fields.count) took \(consumed)"
    }
}

/// What a request says about gzip in Accept-Encoding (RFC 9110 §12.5.3). Weights are in
/// thousandths; of two for the same coding the smaller counts.
struct AcceptEncoding {
    private static let full = 1000

    private var gzip: Int?
    private var identity: Int?
    /// `*`: whatever is not named.
    private var others: Int?

    init(_ headers: Headers) {
        let span = headers.bytes.span
        for field in headers.fields
        where span.extracting(field.name.wide).matches("Accept-Encoding") {
            take(span.extracting(field.value.wide))
        }
    }

    /// Whether gzip is acceptable, and wanted no less than the bytes as they are.
    ///
    /// A request without the field would have to take any coding, but whoever sends none mostly
    /// knows none.
    var prefersGzip: Bool {
        guard let gzip = gzip ?? others, gzip > 0 else { return false }
        return gzip >= identity ?? others ?? 0
    }

    private mutating func take(_ list: Span<UInt8>) {
        var start = 0
        while start < list.count {
            let end = list.firstIndex(of: .comma, from: start) ?? list.count
            takeMember(list.extracting(list.trimmed(start..<end)))
            start = end + 1
        }
    }

    /// codings [ OWS ";" OWS "q=" qvalue ]. A malformed member is as good as missing.
    private mutating func takeMember(_ member: Span<UInt8>) {
        var weight = Self.full
        var nameEnd = member.count
        if let semicolon = member.firstIndex(of: .semicolon, from: 0) {
            let rest = member.trimmed(semicolon + 1..<member.count)
            guard let number = Self.weight(member.extracting(rest)) else { return }
            weight = number
            nameEnd = semicolon
        }
        let name = member.extracting(member.trimmed(0..<nameEnd))
        // The name of old for the same coding (§8.4.1.3).
        if name.matches("gzip") || name.matches("x-gzip") {
            gzip = min(weight, gzip ?? weight)
        } else if name.matches("identity") {
            identity = min(weight, identity ?? weight)
        } else if name.equals("*") {
            others = min(weight, others ?? weight)
        }
    }

    /// qvalue (§12.4.2): from 0 to 1 with at most three digits behind the point.
    private static func weight(_ text: Span<UInt8>) -> Int? {
        guard (3...7).contains(text.count), text[0].lowered == UInt8(ascii: "q"),
            text[1] == .equals, text[2].isDigit, text.count == 3 || text[3] == .dot
        else { return nil }
        var number = Int(text[2] - 48) * full
        var place = full / 10
        for index in 4..<max(text.count, 4) {
            guard text[index].isDigit else { return nil }
            number += Int(text[index] - 48) * place
            place /= 10
        }
        return number <= full ? number : nil
    }
}

extension Request {
    /// Whether an answer may be compressed by gzip, and the client wants that no less than an
    /// uncompressed one; the field is read anew at each call.
    public var acceptsGzip: Bool { AcceptEncoding(headers).prefersGzip }
}

/// A resource's content with its validators (RFC 9110 §8.8), for conditional requests, range requests and
/// content negotiation: a file, a picture, a page. It may exist in the gzip coding too; each request is
/// answered in the coding it prefers.
public struct Representation: Sendable {
    private var identity: EncodedRepresentation
    private var gzip: EncodedRepresentation?

    /// The header fields are written once, here; each response copies them.
    ///
    /// - Parameters:
    ///   - lastModified: Unix seconds.
    ///   - acceptsRanges: whether a `Range` field is honoured.
    ///   - vary: the request fields, beside Accept-Encoding, that selected this representation (§12.5.5).
    ///   - gzip: the same content compressed; its tag is `tag` with `-gzip` appended.
    public init(
        _ content: Response.Body, mediaType: String, tag: EntityTag? = nil,
        lastModified: Int64? = nil, cacheControl: String? = nil, acceptsRanges: Bool = true,
        vary: StaticString? = nil, gzip: [UInt8]? = nil
    ) {
        func encoded(_ content: Response.Body, _ tag: EntityTag?) -> EncodedRepresentation {
            var encoded = EncodedRepresentation(
                content, tag: tag, lastModified: lastModified, acceptsRanges: acceptsRanges,
                isNegotiated: gzip != nil)
            encoded.complete.append("Content-Type", mediaType)
            if acceptsRanges { encoded.complete.append("Accept-Ranges", "bytes" as StaticString) }
            if let cacheControl { encoded.appendAlways("Cache-Control", cacheControl) }
            if let vary { encoded.appendAlways("Vary", "\(vary)") }
            return encoded
        }
        identity = encoded(content, tag)
        if let gzip {
            self.gzip = encoded(.bytes(gzip), tag?.gzipped)
            self.gzip?.complete.append("Content-Encoding", "gzip" as StaticString)
        }
    }

    /// The uncompressed content.
    public var content: Response.Body { identity.content }

    /// Adds a field to every response with content, such as `Content-Disposition`.
    public mutating func append(_ name: StaticString, _ value: some StringProtocol) {
        identity.complete.append(name, value)
        gzip?.complete.append(name, value)
    }

    /// Adds fields to every response with content.
    public mutating func append(_ fields: FieldLines) {
        identity.complete.append(fields)
        gzip?.complete.append(fields)
    }

    /// Answers 200, 206, 304, 412 or 416, in the coding that the request prefers. A request that accepts neither
    /// gets the uncompressed one (RFC 9110 §12.1: a preference may be disregarded).
    public func response(to request: Request) -> Response {
        if let gzip, request.acceptsGzip { return gzip.response(to: request) }
        return identity.response(to: request)
    }
}

/// A representation in one content coding (RFC 9110 §8.4), with the fields of its responses.
struct EncodedRepresentation: Sendable {
    let content: Response.Body
    let tag: EntityTag?
    let lastModified: Int64?
    private let acceptsRanges: Bool
    /// Whether the representation also exists in another coding.
    private let isNegotiated: Bool
    /// The fields of a 304.
    private var caching = FieldLines()
    /// The fields of a response with content.
    var complete = FieldLines()

    init(
        _ content: Response.Body, tag: EntityTag?, lastModified: Int64?, acceptsRanges: Bool,
        isNegotiated: Bool
    ) {
        self.content = content
        self.tag = tag
        self.lastModified = lastModified
        self.acceptsRanges = acceptsRanges
        self.isNegotiated = isNegotiated
        if let tag { caching.append(tag) }
        if let lastModified {
            caching.append("Last-Modified", bytes: HTTPDate.bytes(lastModified))
        }
        if isNegotiated { caching.append("Vary", "Accept-Encoding" as StaticString) }
        complete = caching
    }

    /// Adds a field to responses with content and to 304.
    mutating func appendAlways(_ name: StaticString, _ value: some StringProtocol) {
        caching.append(name, value)
        complete.append(name, value)
    }

    /// Evaluates the preconditions in the order of RFC 9110 §13.2.2, then a single range.
    func response(to request: Request) -> Response {
        let isReading = request.method == .get || request.method == .head
        guard mayProceed(request.headers) else { return Response(.preconditionFailed) }
        if isUnchanged(request.headers, isReading: isReading) {
            guard isReading else { return Response(.preconditionFailed) }
            var response = Response(.notModified)
            response.fields = caching
            return response
        }
        if acceptsRanges, request.method == .get, let field = request.headers["range"],
            let range = ByteRange(field, length: content.count), mayBePartial(request.headers)
        {
            return partial(range)
        }
        return whole(.ok, content)
    }

    private func whole(_ status: Status, _ body: Response.Body) -> Response {
        var response = Response(status, body: body)
        response.fields = complete
        return response
    }

    private func partial(_ range: ByteRange) -> Response {
        switch range {
        case .unsatisfiable:
            var response = Response(.rangeNotSatisfiable)
            response.append("Content-Range", "bytes */\(content.count)")
            return response
        case .range(let range):
            var response = whole(.partialContent, slice(range))
            let ends = "\(range.lowerBound)-\(range.upperBound - 1)"
            response.append("Content-Range", "bytes \(ends)/\(content.count)")
            return response
        }
    }

    private func slice(_ range: Range<Int>) -> Response.Body {
        switch content {
        case .none: .none
        case .stream: content
        case .bytes(let bytes): .bytes(Array(bytes[range]))
        case .file(let region):
            .file(
                FileRegion(
                    region.file, offset: region.offset + range.lowerBound, count: range.count))
        }
    }

    private var tags: [EntityTag] { tag.map { [$0] } ?? [] }

    /// If-Match (§13.1.1), or If-Unmodified-Since (§13.1.4) if that is absent.
    private func mayProceed(_ headers: Headers) -> Bool {
        if let answer = headers.ifMatch(tags) { return answer }
        guard let date = date(headers["if-unmodified-since"]), let lastModified else { return true }
        return lastModified <= date
    }

    /// If-None-Match (§13.1.2), or for GET and HEAD If-Modified-Since (§13.1.3) if that is absent.
    private func isUnchanged(_ headers: Headers, isReading: Bool) -> Bool {
        if let answer = headers.ifNoneMatch(tags) { return !answer }
        guard isReading, let date = date(headers["if-modified-since"]), let lastModified else {
            return false
        }
        return lastModified <= date
    }

    /// If-Range (§13.1.5): a strong tag that matches, or exactly Last-Modified.
    private func mayBePartial(_ headers: Headers) -> Bool {
        guard let condition = headers["if-range"] else { return true }
        if condition.utf8.contains(.quote) {
            guard let tag, let wanted = EntityTag.list(condition).first else { return false }
            return wanted.matchesStrongly(tag)
        }
        // A date is a strong validator only if no other coding shares it, and if it is old enough that
        // nothing else can have changed in the same second (§8.8.2.2): a minute.
        guard !isNegotiated, let lastModified, date(condition) == lastModified else {
            return false
        }
        return Clock.seconds() - lastModified >= 60
    }

    private func date(_ field: String?) -> Int64? {
        field.flatMap { HTTPDate.parse($0, now: Clock.seconds()) }
    }
}

/// The single range of a Range field (RFC 9110 §14.1.2).
enum ByteRange: Equatable {
    case range(Range<Int>)
    /// The range lies outside the content: 416.
    case unsatisfiable

    /// Nil if the field is malformed, in another unit, or holds several ranges; it is then ignored
    /// (RFC 9110 §14.2).
    init?(_ field: String, length: Int) {
        let parts = field.utf8.split(
            separator: .equals, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, String(parts[0])?.lowercased() == "bytes" else { return nil }
        let ends = parts[1].split(separator: .dash, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        guard !ends[0].isEmpty else {
            guard let count = ByteRange.number(ends[1]) else { return nil }
            let start = max(length - count, 0)
            self = count == 0 || length == 0 ? .unsatisfiable : .range(start..<length)
            return
        }
        guard let first = ByteRange.number(ends[0]) else { return nil }
        guard let last = ends[1].isEmpty ? Int.max : ByteRange.number(ends[1]), last >= first else {
            return nil
        }
        self = first >= length ? .unsatisfiable : .range(first..<min(last, length - 1) + 1)
    }

    /// Digits only; a number too large for `Int` becomes `Int.max`, as no file is that large.
    private static func number(_ digits: Substring.UTF8View) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        return Int(Substring(digits)) ?? .max
    }
}

/// A representation in one content coding, with what it takes to answer for it.
struct Variant: Sendable {
    let content: Response.Body
    let tag: EntityTag?
    let lastModified: Int64?
    private let isPartible: Bool
    /// Whether another request for the same would get another variant.
    private let isNegotiated: Bool
    /// What a 304 repeats.
    private var caching = FieldBlock()
    /// What an answer with content says: that and more.
    private var complete = FieldBlock()

    init(
        _ content: Response.Body, tag: EntityTag?, lastModified: Int64?, isPartible: Bool,
        isNegotiated: Bool
    ) {
        self.content = content
        self.tag = tag
        self.lastModified = lastModified
        self.isPartible = isPartible
        self.isNegotiated = isNegotiated
        if let tag { caching.append("ETag", tag.field) }
        if let lastModified {
            caching.append("Last-Modified", bytes: HTTPDate.bytes(lastModified))
        }
        if isNegotiated { caching.append("Vary", "Accept-Encoding" as StaticString) }
        complete = caching
    }

    /// Adds a field to answers that carry content.
    mutating func append(_ name: StaticString, _ value: some StringProtocol) {
        complete.append(name, value)
    }

    /// Adds fields to answers that carry content.
    mutating func append(_ fields: FieldBlock) {
        complete.append(fields)
    }

    /// Adds a field also to the answer that nothing changed.
    mutating func appendAlways(_ name: StaticString, _ value: some StringProtocol) {
        caching.append(name, value)
        complete.append(name, value)
    }

    /// Answers with the whole, a part, or just that nothing changed: the preconditions in the order
    /// of RFC 9110 §13.2.2, then a single range.
    func response(to request: Request) -> Response {
        let isReading = request.method == .get || request.method == .head
        guard mayProceed(request.headers) else { return Response(.preconditionFailed) }
        if isUnchanged(request.headers, isReading: isReading) {
            guard isReading else { return Response(.preconditionFailed) }
            var response = Response(.notModified)
            response.fields = caching
            return response
        }
        if isPartible, request.method == .get, let field = request.headers["range"],
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

    /// If-Match (§13.1.1), or If-Unmodified-Since (§13.1.4) when there is none.
    private func mayProceed(_ headers: Headers) -> Bool {
        if let answer = headers.ifMatch(tags) { return answer }
        guard let date = date(headers["if-unmodified-since"]), let lastModified else { return true }
        return lastModified <= date
    }

    /// If-None-Match (§13.1.2), or for GET and HEAD If-Modified-Since (§13.1.3) when there is none.
    private func isUnchanged(_ headers: Headers, isReading: Bool) -> Bool {
        if let answer = headers.ifNoneMatch(tags) { return !answer }
        guard isReading, let date = date(headers["if-modified-since"]), let lastModified else {
            return false
        }
        return lastModified <= date
    }

    /// If-Range (§13.1.5): a strong tag that matches, or exactly the date that was sent.
    private func mayBePartial(_ headers: Headers) -> Bool {
        guard let condition = headers["if-range"] else { return true }
        if condition.utf8.contains(.quote) {
            guard let tag, let wanted = EntityTag.list(condition).first else { return false }
            return wanted.matchesStrongly(tag)
        }
        // A date is a strong validator only when no other variant bears it, and when the state was
        // surely not replaced within its second (§8.8.2.2): a minute must lie between.
        guard !isNegotiated, let lastModified, date(condition) == lastModified else {
            return false
        }
        return Clock.seconds() - lastModified >= 60
    }

    private func date(_ field: String?) -> Int64? {
        field.flatMap { HTTPDate.parse($0, now: Clock.seconds()) }
    }
}

/// Something that can be asked for whole, in part, or only if it has changed: a file, a picture, a
/// page. It may have two variants, one of them compressed, between which each request chooses.
public struct Representation: Sendable {
    private var identity: Variant
    private var gzip: Variant?

    /// The fields are put together once, here; answering then copies them.
    ///
    /// - Parameters:
    ///   - lastModified: Unix seconds.
    ///   - isPartible: whether parts may be asked for by `Range`.
    ///   - gzip: the same content compressed; its tag is `tag` with `-gzip` behind it.
    public init(
        _ content: Response.Body, mediaType: String, tag: EntityTag? = nil,
        lastModified: Int64? = nil, cacheControl: String? = nil, isPartible: Bool = true,
        gzip: [UInt8]? = nil
    ) {
        func variant(_ content: Response.Body, _ tag: EntityTag?) -> Variant {
            var variant = Variant(
                content, tag: tag, lastModified: lastModified, isPartible: isPartible,
                isNegotiated: gzip != nil)
            variant.append("Content-Type", mediaType)
            if isPartible { variant.append("Accept-Ranges", "bytes") }
            if let cacheControl { variant.appendAlways("Cache-Control", cacheControl) }
            return variant
        }
        identity = variant(content, tag)
        if let gzip {
            self.gzip = variant(.bytes(gzip), tag?.gzipped)
            self.gzip?.append("Content-Encoding", "gzip")
        }
    }

    /// As it is without compression.
    public var content: Response.Body { identity.content }

    /// Names the uncompressed variant.
    public var tag: EntityTag? { identity.tag }

    /// Unix seconds.
    public var lastModified: Int64? { identity.lastModified }

    /// Adds a field to every answer that carries content, such as `Content-Disposition`.
    public mutating func append(_ name: StaticString, _ value: some StringProtocol) {
        identity.append(name, value)
        gzip?.append(name, value)
    }

    /// Adds fields to every answer that carries content.
    public mutating func append(_ fields: FieldBlock) {
        identity.append(fields)
        gzip?.append(fields)
    }

    /// Answers with the whole, a part, or just that nothing changed, each of the variant that the
    /// request prefers. One that accepts neither gets the uncompressed (RFC 9110 §12.1: a
    /// preference may be disregarded).
    public func response(to request: Request) -> Response {
        if let gzip, request.acceptsGzip { return gzip.response(to: request) }
        return identity.response(to: request)
    }
}

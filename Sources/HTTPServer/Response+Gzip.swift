extension Response {
    /// Compresses the body, which must be text, for this one request, if the client accepts that
    /// and it is worth it.
    ///
    /// What is kept for several requests is better a `Representation`, compressed once. The size of
    /// what is compressed tells something of it: no secret belongs on one page with text that a
    /// stranger chooses.
    ///
    /// - Parameter tag: names the uncompressed body; a compressed one gets it with `-gzip` behind.
    public mutating func compress(
        with gzip: Gzip, for request: Request, tag: EntityTag? = nil
    ) {
        var tag = tag
        if case .bytes(let bytes) = body, bytes.count >= Gzip.leastToCompress {
            append("Vary", "Accept-Encoding" as StaticString)
            if request.acceptsGzip, let compressed = gzip.variant(of: bytes) {
                body = .bytes(compressed)
                append("Content-Encoding", "gzip" as StaticString)
                tag = tag?.gzipped
            }
        }
        if let tag { append("ETag", tag.field) }
    }
}

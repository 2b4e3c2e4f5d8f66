extension Request {
    /// Whether it asks for something, or for a change of it, in a certain state only.
    public var isConditional: Bool {
        headers["if-match"] != nil || headers["if-none-match"] != nil
    }

    /// Whether what has this tag, compressed or not, may be changed: that is what 412 is for.
    public func mayChange(_ tag: EntityTag) -> Bool {
        let tags = [tag, tag.gzipped]
        return headers.ifMatch(tags) ?? true && headers.ifNoneMatch(tags) ?? true
    }
}

extension Headers {
    /// If-Match (RFC 9110 §13.1.1): whether it names one of the tags of what is there; nil without
    /// it.
    func ifMatch(_ tags: [EntityTag]) -> Bool? {
        list("if-match").map { names($0, tags) { $0.matchesStrongly($1) } }
    }

    /// If-None-Match (RFC 9110 §13.1.2): whether it names none of the tags of what is there; nil
    /// without it.
    func ifNoneMatch(_ tags: [EntityTag]) -> Bool? {
        list("if-none-match").map { !names($0, tags) { $0.matchesWeakly($1) } }
    }

    private func names(
        _ list: String, _ tags: [EntityTag], by matches: (EntityTag, EntityTag) -> Bool
    ) -> Bool {
        guard list != "*" else { return true }
        return EntityTag.list(list).contains { named in tags.contains { matches(named, $0) } }
    }
}

import Market

/// A path with a type for each of its variable segments.
struct Path<each Parameter: PathParameter>: Sendable, ExpressibleByStringLiteral {
    /// The path as the route table has it: `/items/:item/edit`.
    let pattern: String
    /// The same as a static string, to be written without a copy; empty if derived from another path.
    let literal: StaticString
    /// The literal text around the variable segments.
    private let pieces: [String]

    init(stringLiteral literal: StaticString) {
        self.init("\(literal)", literal)
    }

    private init(_ pattern: String, _ literal: StaticString) {
        (self.pattern, self.literal) = (pattern, literal)
        var pieces = [""]
        for segment in pattern.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            pieces[pieces.count - 1] += "/"
            if segment.hasPrefix(":") {
                pieces.append("")
            } else {
                pieces[pieces.count - 1] += segment
            }
        }
        self.pieces = pieces
    }

    /// The same path for the guest who posted the item: `/items/7/chats/9/offer` for a
    /// conversation's `/chats/9/offer`.
    var ofGuest: Path<Item.ID, repeat each Parameter> {
        Path<Item.ID, repeat each Parameter>("/items/:item" + pattern, "")
    }

    /// The path with its variable segments filled in.
    func callAsFunction(_ parameters: repeat each Parameter) -> String {
        var path = pieces[0]
        var next = 1
        func append(_ parameter: some PathParameter) {
            path += parameter.description
            path += pieces[next]
            next += 1
        }
        repeat append(each parameters)
        return path
    }

    /// Parses the values of the variable segments.
    /// - Throws: `.notFound` for a segment that is not written as links write it.
    func parameters(in segments: [Substring]) throws(SiteError) -> (repeat each Parameter) {
        var next = 0
        func value<Value: PathParameter>(_ type: Value.Type) throws(SiteError) -> Value {
            guard next < segments.count else { throw .notFound }
            defer { next += 1 }
            return try Value(segment: segments[next])
        }
        return (repeat try value((each Parameter).self))
    }
}

/// A value that may stand in a variable segment of a path.
protocol PathParameter: Sendable, CustomStringConvertible {
    /// - Throws: `.notFound` if the segment is not written as `description` writes it.
    init(segment: Substring) throws(SiteError)
}

extension Substring: PathParameter {
    init(segment: Substring) { self = segment }
}

extension Identifier: PathParameter {
    init(segment: Substring) throws(SiteError) {
        guard let number = Int64(segment: segment) else { throw .notFound }
        self.init(rawValue: number)
    }
}

extension Int64 {
    /// Rejects leading zeros, which links never have. Not part of `Identifier`'s generic
    /// initialiser, because the compiler would not specialise it there.
    fileprivate init?(segment: Substring) {
        guard segment.utf8.first != UInt8(ascii: "0") || segment.utf8.count == 1 else { return nil }
        self.init(digits: segment)
    }
}

extension Photo.ID: PathParameter, CustomStringConvertible {
    init(segment: Substring) throws(SiteError) {
        guard let id = Photo.ID(String(segment)) else { throw .notFound }
        self = id
    }

    public var description: String { text }
}

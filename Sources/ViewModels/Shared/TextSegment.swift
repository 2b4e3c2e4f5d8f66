/// A part of a text: plain, or a link.
public struct TextSegment: Equatable, Sendable {
    /// The text as written, which is also a link's URL.
    public let text: String
    /// Whether `text` is an absolute http or https URL.
    public let isLink: Bool

    /// Splits a text at its URLs; joined again, the segments are the text.
    static func segments(of text: String) -> [TextSegment] {
        guard mayHaveLinks(text) else { return [TextSegment(text: text, isLink: false)] }
        var segments: [TextSegment] = []
        func append(_ part: Substring, isLink: Bool) {
            if !part.isEmpty { segments.append(TextSegment(text: String(part), isLink: isLink)) }
        }
        var rest = text[...]
        while let link = nextLink(in: rest) {
            append(rest[..<link.lowerBound], isLink: false)
            append(rest[link], isLink: true)
            rest = rest[link.upperBound...]
        }
        append(rest, isLink: false)
        return segments
    }

    /// A quick check, since most texts have no URL: a URL has a colon followed by a slash. True
    /// also for an empty text, which has no segments.
    private static func mayHaveLinks(_ text: String) -> Bool {
        let bytes = text.utf8Span.span
        return text.isEmpty
            || bytes.indices.dropLast().contains { index in
                bytes[index] == UInt8(ascii: ":") && bytes[index + 1] == UInt8(ascii: "/")
            }
    }

    /// The first URL that has something after its scheme.
    private static func nextLink(in text: Substring) -> Range<String.Index>? {
        var rest = text.utf8
        while let start = rest.firstIndex(of: UInt8(ascii: "h")) {
            rest = rest[start...]
            for scheme in ["https://", "http://"] where rest.starts(with: scheme.utf8) {
                let body = rest.dropFirst(scheme.utf8.count)
                let end = addressEnd(of: body)
                if body.startIndex < end { return start..<end }
            }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// The end of a URL: the first byte that cannot be part of one, less trailing punctuation that
    /// belongs to the sentence around it.
    private static func addressEnd(of body: Substring.UTF8View) -> String.Index {
        var address = body.prefix { byte in
            (0x21...0x7E).contains(byte) && !"<>\"'`{}|\\^".utf8.contains(byte)
        }
        while let last = address.last, ".,;:!?)]".utf8.contains(last) {
            address = address.dropLast()
        }
        return address.endIndex
    }
}

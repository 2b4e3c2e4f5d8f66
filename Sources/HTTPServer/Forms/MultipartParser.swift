import Glibc

/// Parses `multipart/form-data` (RFC 7578, RFC 2046 §5.1.1), in pieces of any size.
///
/// Between pieces only a prefix of the delimiter is held back, so no data is buffered.
struct MultipartParser {
    enum Event: Equatable {
        case part(PartHeader)
        case data(ArraySlice<UInt8>)
        case partEnd
    }

    typealias Sink = (Event) throws(FormError) -> Void

    private enum State {
        case preamble
        case content
        /// Directly after a delimiter.
        case afterDelimiter
        case closingDash
        case padding
        case lineFeed
        case header
        case epilogue
    }

    /// CR LF `--` boundary. A boundary holds no CR, so a failed match can only restart at a CR.
    private let delimiter: [UInt8]
    private let headerLimit: Int
    private var state = State.preamble
    /// How many bytes of the delimiter the last piece ended with. It starts at 2, because the first delimiter
    /// may begin the body as if a line end preceded it.
    private var matched = 2
    private var header: [UInt8] = []

    /// Nil if RFC 2046 does not allow the boundary: 1 to 70 visible bytes or inner spaces.
    init?(boundary: String, headerLimit: Int) {
        let bytes = Array(boundary.utf8)
        guard (1...70).contains(bytes.count), bytes.last != .space,
            bytes.allSatisfy({ $0.isVisible || $0 == .space })
        else { return nil }
        delimiter = [13, 10, 45, 45] + bytes
        self.headerLimit = headerLimit
    }

    /// Calls `emit` with the events in the piece, in order.
    mutating func feed(_ piece: [UInt8], _ emit: Sink) throws(FormError) {
        var index = 0
        while index < piece.count {
            switch state {
            case .preamble, .content:
                try search(piece, &index, emit)
            case .header:
                try takeHeader(piece[index], emit)
                index += 1
            case .epilogue:
                return
            case .afterDelimiter, .closingDash, .padding, .lineFeed:
                try takeDelimiterEnd(piece[index])
                index += 1
            }
        }
    }

    /// Ends the body. A final delimiter line without the closing dashes is accepted, since some clients
    /// send it.
    mutating func finish(_ emit: Sink) throws(FormError) {
        switch state {
        case .epilogue, .afterDelimiter, .padding, .lineFeed: return
        case .header where header.isEmpty: return
        case .preamble: throw .malformed("no boundary in the body")
        case .content, .header, .closingDash: throw .malformed("the body ends within a part")
        }
    }

    private mutating func search(
        _ piece: [UInt8], _ index: inout Int, _ emit: Sink
    ) throws(FormError) {
        if matched > 0 {
            if match(piece, &index) { return try endPart(emit) }
            guard index < piece.count else { return }
            try pass(delimiter[..<matched], emit)
            matched = 0
        }
        let start = index
        while index < piece.count {
            guard let found = piece.span.firstIndex(of: .carriageReturn, from: index) else {
                index = piece.count
                break
            }
            index = found
            if match(piece, &index) {
                try pass(piece[start..<found], emit)
                return try endPart(emit)
            }
            if index == piece.count {
                try pass(piece[start..<found], emit)
                return
            }
            matched = 0
        }
        try pass(piece[start..<index], emit)
    }

    /// Continues the match; false with bytes left means a mismatch at `index`.
    private mutating func match(_ piece: [UInt8], _ index: inout Int) -> Bool {
        while index < piece.count, piece[index] == delimiter[matched] {
            index += 1
            matched += 1
            if matched == delimiter.count {
                matched = 0
                return true
            }
        }
        return false
    }

    private func pass(_ data: ArraySlice<UInt8>, _ emit: Sink) throws(FormError) {
        guard case .content = state, !data.isEmpty else { return }
        try emit(.data(data))
    }

    private mutating func endPart(_ emit: Sink) throws(FormError) {
        if case .content = state { try emit(.partEnd) }
        state = .afterDelimiter
    }

    /// "--" ends the body; otherwise transport padding (blanks) and CR LF follow.
    private mutating func takeDelimiterEnd(_ byte: UInt8) throws(FormError) {
        switch (state, byte) {
        case (.afterDelimiter, .dash): state = .closingDash
        case (.closingDash, .dash): state = .epilogue
        case (.afterDelimiter, _) where byte.isBlank, (.padding, _) where byte.isBlank:
            state = .padding
        case (.afterDelimiter, .carriageReturn), (.padding, .carriageReturn): state = .lineFeed
        case (.lineFeed, .lineFeed):
            state = .header
            header = []
        default: throw .malformed("something behind a boundary")
        }
    }

    private mutating func takeHeader(_ byte: UInt8, _ emit: Sink) throws(FormError) {
        guard header.count < headerLimit else { throw .partHeaderTooLarge }
        header.append(byte)
        guard byte == .lineFeed, header.suffix(4).elementsEqual([13, 10, 13, 10]) else {
            // A part must have a header, so an immediate empty line is malformed.
            if header == [13, 10] { throw .malformed("a part without a header") }
            return
        }
        let part = try PartHeader(header.dropLast(4))
        header = []
        state = .content
        try emit(.part(part))
    }
}

/// The header section of one part of a multipart body (RFC 7578 §4.2).
struct PartHeader: Equatable {
    var name: String
    /// Nil for a text field.
    var filename: String?
    var contentType: String?

    /// Reads the header lines, without the final empty line. Throws `.malformed` and `.notUTF8`.
    init(_ bytes: ArraySlice<UInt8>) throws(FormError) {
        var disposition: ParameterizedValue?
        for line in try PartHeader.lines(bytes) {
            guard let colon = line.firstIndex(of: .colon), colon > line.startIndex,
                line[..<colon].allSatisfy(\.isToken)
            else { throw .malformed("a malformed part header") }
            let value = line[(colon + 1)...].drop(while: \.isBlank)
            switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
            case "content-disposition":
                guard disposition == nil else { throw .malformed("two Content-Dispositions") }
                disposition = ParameterizedValue(value)
            case "content-type":
                contentType = String(decoding: value, as: UTF8.self)
            case "content-transfer-encoding":
                try PartHeader.checkEncoding(value)
            default: break
            }
        }
        guard let disposition, disposition.value.lowercased() == "form-data",
            let name = disposition.bytes(of: "name")
        else { throw .malformed("a part without a name") }
        guard let text = String(validating: PartHeader.unescaped(name)) else {
            throw .notUTF8(name: String(decoding: name, as: UTF8.self))
        }
        self.name = text
        filename = disposition.bytes(of: "filename").map {
            String(decoding: PartHeader.unescaped($0), as: UTF8.self)
        }
    }

    /// Splits at CR LF; a bare CR or LF, or any other control byte, is malformed.
    private static func lines(
        _ bytes: ArraySlice<UInt8>
    ) throws(FormError) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = bytes
        while let end = rest.firstIndex(of: .carriageReturn) {
            guard end + 1 < rest.endIndex, rest[end + 1] == .lineFeed else {
                throw .malformed("a malformed part header")
            }
            lines.append(rest[..<end])
            rest = rest[(end + 2)...]
        }
        lines.append(rest)
        guard lines.allSatisfy({ $0.allSatisfy(\.isFieldText) }) else {
            throw .malformed("a malformed part header")
        }
        return lines
    }

    /// RFC 7578 §4.7 deprecates the field; a part that would need decoding is refused.
    private static func checkEncoding(_ value: ArraySlice<UInt8>) throws(FormError) {
        let name = String(decoding: value, as: UTF8.self).lowercased()
        guard ["7bit", "8bit", "binary"].contains(name) else {
            throw .malformed("an encoded part")
        }
    }

    /// Browsers escape only quotes and line ends in names, as `%22`, `%0D` and `%0A` (WHATWG HTML
    /// §4.10.21.8).
    private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        bytes.span.percentDecoded { byte, _ in
            byte == .quote || byte == .carriageReturn || byte == .lineFeed
        }
    }
}

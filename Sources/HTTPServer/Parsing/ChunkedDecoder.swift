/// Decodes the chunked transfer coding (RFC 9112 §7.1), in pieces of any size. Extensions and trailers are
/// checked, counted and dropped.
struct ChunkedDecoder {
    private enum State {
        case size(digits: Int)
        case sizeEnd
        case beforeSemicolon
        case extensionNameStart
        case extensionName
        case beforeEquals
        case extensionValueStart
        case extensionValue
        case quotedString
        case quotedPair
        case sizeLineFeed
        case data
        case dataReturn
        case dataLineFeed
        case trailerStart
        case trailerName
        case trailerValue
        case trailerLineFeed
        case lastLineFeed
        case done
    }

    private var state = State.size(digits: 0)
    private var remaining = 0
    /// The sum of the sizes of all chunks so far.
    private var announced = 0
    private var overhead: Int

    /// - Parameter overhead: how many bytes extensions and trailers may take together.
    init(overhead: Int) {
        self.overhead = overhead
    }

    var isDone: Bool {
        if case .done = state { true } else { false }
    }

    /// Appends the data in `bytes` and returns how many bytes belonged to the body. Throws `.malformed`, or
    /// `.tooLarge` at the size of the chunk that takes the body past `limit` bytes. After an error the decoder
    /// cannot be used again.
    mutating func decode(
        _ bytes: Span<UInt8>, into data: inout [UInt8], upTo limit: Int = .max
    ) throws(BodyError) -> Int {
        var index = 0
        while index < bytes.count, !isDone {
            guard case .data = state else {
                try take(bytes[index])
                guard announced <= limit else { throw .tooLarge }
                index += 1
                continue
            }
            let end = index + min(remaining, bytes.count - index)
            data.append(copying: bytes.extracting(index..<end))
            remaining -= end - index
            index = end
            if remaining == 0 { state = .dataReturn }
        }
        return index
    }

    private mutating func take(_ byte: UInt8) throws(BodyError) {
        switch state {
        case .size(let digits):
            try takeSize(byte, digits: digits)
        case .sizeLineFeed:
            try expect(byte, .lineFeed, then: remaining == 0 ? .trailerStart : .data)
            announced += remaining
        case .dataReturn:
            try expect(byte, .carriageReturn, then: .dataLineFeed)
        case .dataLineFeed:
            try expect(byte, .lineFeed, then: .size(digits: 0))
        case .trailerStart, .trailerName, .trailerValue:
            try takeTrailer(byte)
        case .trailerLineFeed:
            try expect(byte, .lineFeed, then: .trailerStart)
        case .lastLineFeed:
            try expect(byte, .lineFeed, then: .done)
        case .data, .done:
            break
        default:
            try takeExtension(byte)
        }
    }

    private mutating func expect(
        _ byte: UInt8, _ wanted: UInt8, then next: State
    ) throws(BodyError) {
        guard byte == wanted else { throw .malformed }
        state = next
    }

    /// 1*HEXDIG, at most fifteen: more than any body needs, and without overflow.
    private mutating func takeSize(_ byte: UInt8, digits: Int) throws(BodyError) {
        if let value = byte.hexValue {
            guard digits < 15 else { throw .malformed }
            remaining = remaining << 4 | Int(value)
            state = .size(digits: digits + 1)
            return
        }
        guard digits > 0 else { throw .malformed }
        state = .sizeEnd
        try takeExtension(byte)
    }

    /// *( BWS ";" BWS token [ BWS "=" BWS ( token / quoted-string ) ] ) CRLF (RFC 9112 §7.1.1).
    private mutating func takeExtension(_ byte: UInt8) throws(BodyError) {
        if byte == .carriageReturn {
            switch state {
            case .sizeEnd, .extensionName, .extensionValue: state = .sizeLineFeed
            default: throw .malformed
            }
            return
        }
        try spend()
        guard let next = stateInExtension(after: byte) else { throw .malformed }
        state = next
    }

    /// Returns nil if the grammar does not allow the byte.
    private func stateInExtension(after byte: UInt8) -> State? {
        switch state {
        case .extensionNameStart:
            byte.isToken ? .extensionName : byte.isBlank ? .extensionNameStart : nil
        case .extensionName where byte.isToken, .extensionValue where byte.isToken:
            state
        case .extensionName where byte.isBlank, .beforeEquals where byte.isBlank:
            .beforeEquals
        case .extensionName where byte == .equals, .beforeEquals where byte == .equals:
            .extensionValueStart
        case .extensionValueStart where byte == .quote:
            .quotedString
        case .extensionValueStart:
            byte.isToken ? .extensionValue : byte.isBlank ? .extensionValueStart : nil
        case .quotedString where byte == .quote:
            .sizeEnd
        case .quotedString where byte == .backslash:
            .quotedPair
        case .quotedString, .quotedPair:
            byte.isFieldText ? .quotedString : nil
        default:
            byte == .semicolon ? .extensionNameStart : byte.isBlank ? .beforeSemicolon : nil
        }
    }

    /// *( field-line CRLF ) CRLF (RFC 9112 §7.1.2).
    private mutating func takeTrailer(_ byte: UInt8) throws(BodyError) {
        try spend()
        switch state {
        case .trailerStart where byte == .carriageReturn:
            state = .lastLineFeed
        case .trailerName where byte == .colon:
            state = .trailerValue
        case .trailerStart where byte.isToken, .trailerName where byte.isToken:
            state = .trailerName
        case .trailerValue where byte == .carriageReturn:
            state = .trailerLineFeed
        case .trailerValue where byte.isFieldText:
            break
        default:
            throw .malformed
        }
    }

    private mutating func spend() throws(BodyError) {
        overhead -= 1
        guard overhead >= 0 else { throw .malformed }
    }
}

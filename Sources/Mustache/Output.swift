/// A growing buffer of bytes. Not `[UInt8]`: each of its appends costs a uniqueness check and a
/// call, which is more than copying the text between two tags.
struct Output: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    /// One block less than is allocated, since the last block that is written may extend beyond.
    private var capacity: Int
    private(set) var count = 0
    /// Whether the output is in the memory that it was given; false once that was too small.
    private var usesInitialBuffer = true

    private init(in buffer: UnsafeMutablePointer<UInt8>, capacity: Int) {
        (base, self.capacity) = (buffer, capacity)
    }

    /// Returns what `write` writes, in the array into which it was written, which is larger than that.
    /// - Parameter capacity: the array's capacity in bytes; a larger output is copied once more.
    static func bytes(
        capacity: Int, _ write: (consuming Output) -> Output
    ) -> [UInt8] {
        var large: [UInt8]?
        let allocated = capacity + MemoryLayout<Block>.size
        let bytes = [UInt8](unsafeUninitializedCapacity: allocated) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            let output = write(Output(in: base, capacity: capacity))
            if output.usesInitialBuffer {
                count = output.count
            } else {
                large = Array(output.bytes)
            }
        }
        return large ?? bytes
    }

    deinit {
        if !usesInitialBuffer { base.deallocate() }
    }

    var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base, count: count)
    }

    mutating func append(_ source: UnsafePointer<UInt8>, count added: Int) {
        reserve(added)
        (base + count).update(from: source, count: added)
        count += added
    }

    mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
        if let start = source.baseAddress { append(start, count: source.count) }
    }

    /// The bytes that must follow the source of `appendLiteral`.
    static var padding: [UInt8] { [UInt8](repeating: 0, count: MemoryLayout<Block>.size) }

    private typealias Block = (UInt64, UInt64, UInt64, UInt64)

    /// Like `append`, but copies whole blocks: the text between two tags is mostly shorter than
    /// one, and calling a function to copy it would take longer than the copying.
    mutating func appendLiteral(_ source: UnsafePointer<UInt8>, count added: Int) {
        reserve(added)
        let from = UnsafeRawPointer(source)
        let to = UnsafeMutableRawPointer(base + count)
        var copied = 0
        repeat {
            let block = from.loadUnaligned(fromByteOffset: copied, as: Block.self)
            to.storeBytes(of: block, toByteOffset: copied, as: Block.self)
            copied &+= MemoryLayout<Block>.size
        } while copied < added
        count &+= added
    }

    /// Appends with & < > " ' as entities, eight bytes at a time as long as none of these is there.
    mutating func appendEscaped(_ source: UnsafeBufferPointer<UInt8>) {
        let raw = UnsafeRawBufferPointer(source)
        guard raw.count >= 8 else { return appendEscapedShort(raw) }
        var next = 0
        while next < raw.count {
            next = appendClean(raw, from: next)
            guard next < raw.count else { return }
            appendEscaped(raw[next])
            next += 1
        }
    }

    /// Appends whole words as long as no byte in them needs escaping, and returns where it stopped.
    private mutating func appendClean(_ raw: UnsafeRawBufferPointer, from start: Int) -> Int {
        reserve(raw.count - start)
        let to = UnsafeMutableRawPointer(base + count) - start
        var next = start
        while next < raw.count {
            // The last word may begin before `next`. Then it overwrites some bytes with what they are already.
            let place = min(next, raw.count &- 8)
            guard place >= start else { break }
            let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            guard !Escape.mayHaveSpecial(word) else { break }
            to.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
            next = place &+ 8
        }
        count += next - start
        return next
    }

    /// Like `appendEscaped`, for less than a word.
    private mutating func appendEscapedShort(_ raw: UnsafeRawBufferPointer) {
        let word = Self.word(of: raw)
        guard !Escape.mayHaveSpecial(word) else {
            for byte in raw { appendEscaped(byte) }
            return
        }
        reserve(raw.count)
        UnsafeMutableRawPointer(base + count).storeBytes(of: word.littleEndian, as: UInt64.self)
        count += raw.count
    }

    /// Less than eight bytes as a word, in their order and followed by zeros. They are read as two
    /// halves that overlap, rather than one by one.
    private static func word(of raw: UnsafeRawBufferPointer) -> UInt64 {
        let last = raw.count &- 1
        guard last >= 0 else { return 0 }
        func shifted(_ part: some FixedWidthInteger, _ place: Int) -> UInt64 {
            UInt64(truncatingIfNeeded: part.littleEndian) &<< UInt64(truncatingIfNeeded: place &* 8)
        }
        guard last >= 3 else {
            let middle = raw.count / 2
            return shifted(raw[0], 0) | shifted(raw[middle], middle) | shifted(raw[last], last)
        }
        return shifted(raw.loadUnaligned(as: UInt32.self), 0)
            | shifted(raw.loadUnaligned(fromByteOffset: last &- 3, as: UInt32.self), last &- 3)
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        guard !Escape.isSpecial(byte) else { return append(Escape.entity(of: byte)) }
        reserve(1)
        base[count] = byte
        count += 1
    }

    mutating func append(_ text: StaticString) {
        append(text.utf8Start, count: text.utf8CodeUnitCount)
    }

    mutating func append(_ number: Int64) {
        reserve(20)
        if number < 0 {
            base[count] = UInt8(ascii: "-")
            count += 1
        }
        var rest = number.magnitude
        var (digits, bound): (Int, UInt64) = (1, 10)
        while digits < 20, rest >= bound {
            digits &+= 1
            bound &*= 10
        }
        count += digits
        var place = base + count
        repeat {
            let tens = rest / 10
            place -= 1
            place.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest &- tens &* 10)
            rest = tens
        } while rest > 0
    }

    /// Removes what was appended since `count` was `mark`, and returns it as text.
    mutating func removeSuffix(from mark: Int) -> String {
        let text = String(decoding: bytes[mark...], as: UTF8.self)
        count = mark
        return text
    }

    private mutating func reserve(_ added: Int) {
        if capacity &- count < added { grow(by: added) }
    }

    @inline(never)
    private mutating func grow(by added: Int) {
        capacity = max(capacity * 2, count + added)
        let grown = UnsafeMutablePointer<UInt8>.allocate(
            capacity: capacity + MemoryLayout<Block>.size)
        grown.update(from: base, count: count)
        if !usesInitialBuffer { base.deallocate() }
        (base, usesInitialBuffer) = (grown, false)
    }
}

// MARK: - Escaping

/// The five characters that must be escaped in HTML text and in quoted attributes.
enum Escape {
    /// All five are below 64, so that a single word of bits serves as the table.
    private static let special: UInt64 = 1 << 34 | 1 << 38 | 1 << 39 | 1 << 60 | 1 << 62

    /// Whether one of the bytes may be one of the five. It may be wrong about that, but overlooks none.
    ///
    /// Setting a bit or two makes 34, 38 and 39 equal, and 60 and 62; but # (35) becomes equal to
    /// the former, too.
    static func mayHaveSpecial(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = (word | (5 &* ones)) ^ (39 &* ones)
        let angles = (word | (2 &* ones)) ^ (62 &* ones)
        let zeros = (quotes &- ones) & ~quotes | (angles &- ones) & ~angles
        return zeros & (0x80 &* ones) != 0
    }

    static func entity(of byte: UInt8) -> StaticString {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        default: "&#39;"
        }
    }

    /// A text with the five characters as entities.
    static func escaped(_ text: String) -> [UInt8] {
        Output.bytes(capacity: text.utf8.count) { output in
            var output = output
            Array(text.utf8).withUnsafeBufferPointer { output.appendEscaped($0) }
            return output
        }
    }

    static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 64 && special >> UInt64(byte) & 1 != 0
    }
}

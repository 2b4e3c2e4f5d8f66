/// Bytes that were read and are not consumed yet. Empty, it holds no memory.
struct Inbox {
    private var bytes: [UInt8] = []
    private var start = 0

    var isEmpty: Bool { start == bytes.count }
    var count: Int { bytes.count - start }

    /// What is there, for looking at.
    func withSpan<Result>(_ use: (Span<UInt8>) -> Result) -> Result {
        use(bytes.span.extracting(start..<bytes.count))
    }

    mutating func append(_ more: Span<UInt8>) {
        guard more.count > 0 else { return }
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        more.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    mutating func consume(_ count: Int) {
        start += count
        guard isEmpty else { return }
        bytes = []
        start = 0
    }
}

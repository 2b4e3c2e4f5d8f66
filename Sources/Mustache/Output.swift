/// Growing bytes. Not `[UInt8]`: its appends cost a uniqueness check and a call each, which is
/// more than copying what lies between two tags.
struct Output: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deallocate()
    }

    var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base, count: count)
    }

    mutating func append(_ source: UnsafePointer<UInt8>, count added: Int) {
        reserve(added)
        (base + count).update(from: source, count: added)
        count += added
    }

    /// Appends with & < > " ' as entities.
    mutating func appendEscaped(_ source: UnsafeBufferPointer<UInt8>) {
        guard let start = source.baseAddress else { return }
        var copied = 0
        var next = Escape.firstSpecial(source, from: 0)
        while next < source.count {
            append(start + copied, count: next - copied)
            append(Escape.entity(of: source[next]))
            copied = next + 1
            next = Escape.firstSpecial(source, from: copied)
        }
        append(start + copied, count: source.count - copied)
    }

    mutating func append(_ text: StaticString) {
        append(text.utf8Start, count: text.utf8CodeUnitCount)
    }

    mutating func append(_ number: Int64) {
        reserve(20)
        var rest = number.magnitude
        var digits = 1
        while rest >= 10 {
            rest /= 10
            digits += 1
        }
        if number < 0 {
            base[count] = UInt8(ascii: "-")
            count += 1
        }
        rest = number.magnitude
        for place in (count..<count + digits).reversed() {
            base[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += digits
    }

    /// Takes back what was appended since `count` was `mark`, as text.
    mutating func takeBack(to mark: Int) -> String {
        let text = String(decoding: bytes[mark...], as: UTF8.self)
        count = mark
        return text
    }

    private mutating func reserve(_ added: Int) {
        if capacity - count < added { grow(by: added) }
    }

    @inline(never)
    private mutating func grow(by added: Int) {
        capacity = max(capacity * 2, count + added)
        let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        grown.update(from: base, count: count)
        base.deallocate()
        base = grown
    }
}

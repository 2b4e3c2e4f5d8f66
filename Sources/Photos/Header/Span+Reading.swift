enum ByteOrder: Sendable { case big, little }

/// Numbers and names at a place, nil or false where the bytes end before they do.
extension Span<UInt8> {
    func uint16(at position: Int, _ order: ByteOrder) -> Int? {
        guard position >= 0, position + 2 <= count else { return nil }
        let (first, second) = (Int(self[position]), Int(self[position + 1]))
        return order == .big ? first << 8 | second : second << 8 | first
    }

    func uint32(at position: Int, _ order: ByteOrder) -> Int? {
        guard let first = uint16(at: position, order), let second = uint16(at: position + 2, order)
        else { return nil }
        return order == .big ? first << 16 | second : second << 16 | first
    }

    func holds(_ expected: [UInt8], at position: Int) -> Bool {
        guard position >= 0, position + expected.count <= count else { return false }
        for offset in expected.indices where self[position + offset] != expected[offset] {
            return false
        }
        return true
    }

    func holds(_ name: StaticString, at position: Int) -> Bool {
        guard position >= 0, position + name.utf8CodeUnitCount <= count else { return false }
        for offset in 0..<name.utf8CodeUnitCount
        where self[position + offset] != name.utf8Start[offset] {
            return false
        }
        return true
    }
}

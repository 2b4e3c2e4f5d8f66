import Synchronization

/// A cache of what one program's sections over recurring values (`RecurringData`) rendered. A text
/// is cached when its value comes for the second time, in one of the four slots for that value,
/// where it may replace another. If all texts are as long as allowed, it takes 2 MB.
final class SectionCache: Sendable {
    enum Lookup {
        /// The text was cached, and has been written.
        case hit
        /// The value has come before, but the text was not cached.
        case repeatedMiss
        case firstMiss
    }

    private struct Section {
        let body: Int32
        let version: Int64
        /// Retained, so that no other object can get the same identity.
        let object: AnyObject & Sendable
        let text: [UInt8]
    }

    private struct State {
        var sections: [Section?] = []
        /// Digests of the latest values, which distinguish most of them. There are as many as
        /// slots, so that values which come in turns are recognised.
        var seen: [UInt64] = []
        /// Selects which of a value's slots is replaced next.
        private var turn = 0

        mutating func makeRoom() {
            sections = Array(repeating: nil, count: SectionCache.slotCount)
            seen = Array(repeating: 0, count: SectionCache.slotCount)
        }

        mutating func next(of slots: Range<Int>) -> Int {
            turn = (turn + 1) % slots.count
            return slots.lowerBound + turn
        }
    }

    private static let slotCount = 512
    /// Slots for each value. With two, three cards of a list sometimes share their slots and are
    /// rendered anew each time.
    private static let ways = 4
    /// Maximum length of a text, in bytes.
    private static let longest = 4_096

    private let state = Mutex(State())

    /// Writes the cached text of a section over the object, if there is one. It does so under the
    /// lock, since copying at most 4 KB takes no longer than retaining and releasing the text.
    func write(
        _ body: Int32, of object: AnyObject, version: Int64, to output: inout Output
    ) -> Lookup {
        let slots = Self.slots(of: body, object)
        let digest = Self.spread(Self.number(body, object) ^ UInt64(bitPattern: version))
        return state.withLock { state in
            if state.sections.isEmpty { state.makeRoom() }
            for slot in slots {
                if let section = state.sections[slot], section.object === object,
                    section.version == version, section.body == body
                {
                    section.text.withUnsafeBufferPointer { output.append($0) }
                    return .hit
                }
            }
            if state.seen[slots].contains(digest) { return .repeatedMiss }
            state.seen[state.next(of: slots)] = digest
            return .firstMiss
        }
    }

    func keep(
        _ text: [UInt8], _ body: Int32, of object: AnyObject & Sendable, version: Int64
    ) {
        guard text.count <= Self.longest else { return }
        let section = Section(body: body, version: version, object: object, text: text)
        let slots = Self.slots(of: body, object)
        state.withLock { state in
            // An earlier version does not come again, so its text may be replaced.
            let slot =
                slots.first { slot in
                    state.sections[slot].map { $0.object === object && $0.body == body } ?? true
                } ?? state.next(of: slots)
            state.sections[slot] = section
        }
    }

    private static func slots(of body: Int32, _ object: AnyObject) -> Range<Int> {
        let first = Int(spread(number(body, object)) >> 32) % (slotCount / ways) * ways
        return first..<first + ways
    }

    private static func number(_ body: Int32, _ object: AnyObject) -> UInt64 {
        let address = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
        return address ^ UInt64(UInt32(bitPattern: body)) << 48
    }

    /// The upper half of the result depends on all bits of the number.
    private static func spread(_ number: UInt64) -> UInt64 { number &* 0x9E37_79B9_7F4A_7C15 }
}

import Synchronization

/// A cache of what one program's sections over recurring values (`RecurringData`) rendered. A text
/// is cached when its value comes for the second time, in one of the four places for that value,
/// where it may replace another. If all texts are as long as allowed, it takes 2 MB.
final class SectionCache: Sendable {
    enum Found {
        case written
        /// The value has come before, but the text was not cached.
        case wanted
        case unknown
    }

    private struct Section {
        let body: Int32
        let stage: Int64
        /// Retained, so that no other object can get the same identity.
        let object: AnyObject & Sendable
        let text: [UInt8]
    }

    private struct State {
        var sections: [Section?] = []
        /// Digests of the latest values, which distinguish most of them. There are as many as
        /// places, so that values which come in turns are recognised.
        var seen: [UInt64] = []
        /// Selects which of a value's places is replaced next.
        private var turn = 0

        mutating func makeRoom() {
            sections = Array(repeating: nil, count: SectionCache.places)
            seen = Array(repeating: 0, count: SectionCache.places)
        }

        mutating func next(of places: Range<Int>) -> Int {
            turn = (turn + 1) % places.count
            return places.lowerBound + turn
        }
    }

    private static let places = 512
    /// Places for each value. With two, three cards of a list sometimes share their places and are
    /// rendered anew each time.
    private static let choices = 4
    /// Maximum length of a text, in bytes.
    private static let longest = 4_096

    private let state = Mutex(State())

    /// Writes the cached text of a section over the object, if there is one. It does so under the
    /// lock, since copying at most 4 KB takes no longer than retaining and releasing the text.
    func write(
        _ body: Int32, of object: AnyObject, at stage: Int64, to output: inout Output
    ) -> Found {
        let places = Self.places(of: body, object)
        let digest = Self.spread(Self.number(body, object) ^ UInt64(bitPattern: stage))
        return state.withLock { state in
            if state.sections.isEmpty { state.makeRoom() }
            for place in places {
                if let section = state.sections[place], section.object === object,
                    section.stage == stage, section.body == body
                {
                    section.text.withUnsafeBufferPointer { output.append($0) }
                    return .written
                }
            }
            if state.seen[places].contains(digest) { return .wanted }
            state.seen[state.next(of: places)] = digest
            return .unknown
        }
    }

    func keep(
        _ text: [UInt8], _ body: Int32, of object: AnyObject & Sendable, at stage: Int64
    ) {
        guard text.count <= Self.longest else { return }
        let section = Section(body: body, stage: stage, object: object, text: text)
        let places = Self.places(of: body, object)
        state.withLock { state in
            // An earlier stage does not come again, so its text may be replaced.
            let place =
                places.first { place in
                    state.sections[place].map { $0.object === object && $0.body == body } ?? true
                } ?? state.next(of: places)
            state.sections[place] = section
        }
    }

    private static func places(of body: Int32, _ object: AnyObject) -> Range<Int> {
        let first = Int(spread(number(body, object)) >> 32) % (places / choices) * choices
        return first..<first + choices
    }

    private static func number(_ body: Int32, _ object: AnyObject) -> UInt64 {
        let address = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
        return address ^ UInt64(UInt32(bitPattern: body)) << 48
    }

    /// The upper half of the result depends on all bits of the number.
    private static func spread(_ number: UInt64) -> UInt64 { number &* 0x9E37_79B9_7F4A_7C15 }
}

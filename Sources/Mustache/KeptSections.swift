import Synchronization

/// What sections of one program made of values that come again (`RecurringData`). A text is kept when its
/// value comes the second time, at one of four places, where it takes that of another: at most 2 MB, of texts
/// as long as can be.
final class KeptSections: Sendable {
    enum Found {
        case written
        /// It has come before, but what was made of it was not kept.
        case wanted
        case unknown
    }

    private struct Section {
        let body: Int32
        let stage: Int64
        /// Held, so that no other object comes to bear its identity.
        let object: AnyObject & Sendable
        let text: [UInt8]
    }

    private struct State {
        var sections: [Section?] = []
        /// Of what came last, as many as there are places, so that values that come by turns are told
        /// apart: a number that tells each from most others.
        var seen: [UInt64] = []
        /// Which of the places of a value is next to make room.
        private var turn = 0

        mutating func makeRoom() {
            sections = Array(repeating: nil, count: KeptSections.places)
            seen = Array(repeating: 0, count: KeptSections.places)
        }

        mutating func next(of places: Range<Int>) -> Int {
            turn = (turn + 1) % places.count
            return places.lowerBound + turn
        }
    }

    private static let places = 512
    /// Of one value. With two it happens that three cards of a list have the same places, and are made anew
    /// each time.
    private static let choices = 4
    /// In bytes.
    private static let longest = 4_096

    private let state = Mutex(State())

    /// Writes what the section made of the object, where it is kept: under the lock, since a copy of at most
    /// 4 KB takes no longer than counting references to it.
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
            // An earlier stage does not come again.
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

    /// The upper half depends on all of the number.
    private static func spread(_ number: UInt64) -> UInt64 { number &* 0x9E37_79B9_7F4A_7C15 }
}

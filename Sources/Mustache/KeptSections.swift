import Synchronization

/// What sections of one program made of values that come again (`RecurringData`). A text is kept when its
/// value comes the second time, at one of two places, where it takes that of another.
final class KeptSections: Sendable {
    enum Found {
        case made([UInt8])
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
        /// Of what came last, for each pair of places.
        var seen: [UInt64] = []

        mutating func makeRoom() {
            sections = Array(repeating: nil, count: KeptSections.places)
            seen = Array(repeating: 0, count: KeptSections.places / 2)
        }
    }

    private static let places = 512
    /// In bytes.
    private static let longest = 4_096

    private let state = Mutex(State())

    func find(_ body: Int32, of object: AnyObject, at stage: Int64) -> Found {
        let digest = Self.digest(body, object, stage)
        return state.withLock { state in
            if state.sections.isEmpty { state.makeRoom() }
            for place in Self.pair(of: digest) {
                if let section = state.sections[place], section.object === object,
                    section.stage == stage, section.body == body
                {
                    return .made(section.text)
                }
            }
            let pair = Self.pair(of: digest).lowerBound / 2
            if state.seen[pair] == digest { return .wanted }
            state.seen[pair] = digest
            return .unknown
        }
    }

    func keep(
        _ text: [UInt8], _ body: Int32, of object: AnyObject & Sendable, at stage: Int64
    ) {
        guard text.count <= Self.longest else { return }
        let section = Section(body: body, stage: stage, object: object, text: text)
        let pair = Self.pair(of: Self.digest(body, object, stage))
        state.withLock { state in
            // An earlier stage of the same object does not come again.
            let place =
                pair.first { state.sections[$0].map { $0.object === object } ?? true }
                ?? (pair.lowerBound + Int.random(in: 0...1))
            state.sections[place] = section
        }
    }

    private static func pair(of digest: UInt64) -> Range<Int> {
        let first = Int(digest >> 32) % (places / 2) * 2
        return first..<first + 2
    }

    /// The upper half is spread evenly.
    private static func digest(_ body: Int32, _ object: AnyObject, _ stage: Int64) -> UInt64 {
        let address = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
        let stage = UInt64(bitPattern: stage) << 32
        return (address ^ stage ^ UInt64(UInt32(bitPattern: body)) << 4) &* 0x9E37_79B9_7F4A_7C15
    }
}

/// What several clients asked of one thing, each from when until when, and what they were told.
struct Event<Step: Sendable>: Sendable {
    let client: Int
    var step: Step
    /// In nanoseconds: it cannot have been done before.
    var start: UInt64
    /// When it was answered; nil where nobody knows whether it was done at all.
    var end: UInt64?
}

/// A thing as it would be were everything done to it one after the other.
protocol SequentialModel: Hashable {
    associatedtype Step: Sendable

    /// The thing after a step; none when the step cannot have been answered like that, several where
    /// the answer leaves open what was done.
    func after(_ step: Step) -> [Self]

    /// Whether a step leaves everything as it is, whenever it is taken.
    static func onlyLooks(_ step: Step) -> Bool
}

/// Whether one order of all steps explains every answer, in which each was done at a moment between its
/// start and its end: linearizability (Herlihy and Wing, 1990), searched for as Wing and Gong do, with
/// Lowe's memory of what was looked at before, as in Porcupine.
/// - Parameter mostLooks: after so many states it is given up.
/// - Returns: nil where it was given up.
func isLinearizable<Model: SequentialModel>(
    _ events: [Event<Model.Step>], from model: Model, mostLooks: Int = 2_000_000
) -> Bool? {
    let events = events.sorted { $0.start < $1.start }
    var search = LinearizationSearch(events: events, model: model)
    return search.run(mostLooks: mostLooks)
}

private struct LinearizationSearch<Model: SequentialModel> {
    struct State: Hashable {
        var done: [UInt64]
        /// All before it are done.
        var first = 0
        var answeredLeft: Int
        var model: Model

        func isDone(_ place: Int) -> Bool { done[place / 64] & 1 << UInt64(place % 64) != 0 }
    }

    let events: [Event<Model.Step>]
    private var stack: [State]
    private var seen: Set<State> = []

    init(events: [Event<Model.Step>], model: Model) {
        self.events = events
        let words = [UInt64](repeating: 0, count: events.count / 64 + 1)
        let answered = events.count { $0.end != nil }
        stack = [State(done: words, answeredLeft: answered, model: model)]
    }

    mutating func run(mostLooks: Int) -> Bool? {
        while let state = stack.popLast() {
            guard state.answeredLeft > 0 else { return true }
            guard seen.count < mostLooks else { return nil }
            for place in places(of: state).reversed() { push(place, after: state) }
        }
        return false
    }

    /// Those that may have been done first of all that are left: none begins after another one's end.
    private func next(in state: State) -> [Int] {
        var places: [Int] = []
        var firstEnd = UInt64.max
        for place in state.first..<events.count {
            guard events[place].start <= firstEnd else { break }
            guard !state.isDone(place) else { continue }
            places.append(place)
            firstEnd = min(firstEnd, events[place].end ?? .max)
        }
        return places.filter { events[$0].start <= firstEnd }
            .sorted { (events[$0].end ?? .max) < (events[$1].end ?? .max) }
    }

    /// Those to be tried: one is enough that only looks, and sees what is there.
    private func places(of state: State) -> [Int] {
        let places = next(in: state)
        let look = places.first {
            Model.onlyLooks(events[$0].step) && !state.model.after(events[$0].step).isEmpty
        }
        return look.map { [$0] } ?? places
    }

    private mutating func push(_ place: Int, after state: State) {
        for model in state.model.after(events[place].step) {
            var following = state
            following.model = model
            following.done[place / 64] |= 1 << UInt64(place % 64)
            if events[place].end != nil { following.answeredLeft -= 1 }
            while following.first < events.count, following.isDone(following.first) {
                following.first += 1
            }
            if seen.insert(following).inserted { stack.append(following) }
        }
    }
}

extension Array {
    /// Reads may show what was there a moment before, but never what was there before the reader's own
    /// last write.
    /// - Parameters:
    ///   - bound: how long a moment is, in nanoseconds.
    ///   - isRead: tells them from writes.
    func allowing<Step>(
        staleness bound: UInt64, ofReads isRead: (Step) -> Bool
    ) -> [Event<Step>] where Element == Event<Step> {
        var ownWrites: [Int: UInt64] = [:]
        return sorted { $0.start < $1.start }.map { event in
            guard isRead(event.step) else {
                ownWrites[event.client] = event.end ?? ownWrites[event.client]
                return event
            }
            var event = event
            let earliest = event.start > bound ? event.start - bound : 0
            event.start = Swift.max(earliest, ownWrites[event.client].map { $0 + 1 } ?? 0)
            return event
        }
    }
}

// MARK: - What is looked at

/// A price that is written and read; nil where the listing is gone.
struct PriceModel: SequentialModel {
    enum Step: Sendable, Equatable {
        case write(Int)
        case read(Int?)
        case delete
        /// What there is no more.
        case refused
    }

    var price: Int?

    func after(_ step: Step) -> [PriceModel] {
        switch step {
        case .write(let new): price == nil ? [] : [PriceModel(price: new)]
        case .read(let seen): seen == price ? [self] : []
        case .delete: price == nil ? [] : [PriceModel(price: nil)]
        case .refused: price == nil ? [self] : []
        }
    }

    static func onlyLooks(_ step: Step) -> Bool {
        switch step {
        case .write, .delete: false
        case .read, .refused: true
        }
    }
}

/// How many are interested, each once.
struct CountModel: SequentialModel {
    enum Step: Sendable, Equatable {
        case add
        case read(Int)
    }

    var count = 0

    func after(_ step: Step) -> [CountModel] {
        switch step {
        case .add: [CountModel(count: count + 1)]
        case .read(let seen): seen == count ? [self] : []
        }
    }

    static func onlyLooks(_ step: Step) -> Bool { step != .add }
}

/// For whom one of a stock is kept.
struct ReservationModel: SequentialModel {
    enum Step: Sendable, Equatable {
        /// - isRetried: whether it was sent before without an answer.
        case reserve(Int, isAllowed: Bool, isRetried: Bool)
        case release(Int, isAllowed: Bool, isRetried: Bool)
    }

    let stock: Int
    var held: Set<Int> = []

    func after(_ step: Step) -> [ReservationModel] {
        var other = self
        switch step {
        case .reserve(let person, let isAllowed, let isRetried):
            let isPossible = !held.contains(person) && held.count < stock
            other.held.insert(person)
            return results(isPossible, isAllowed, isRetried, other)
        case .release(let person, let isAllowed, let isRetried):
            let isPossible = held.contains(person)
            other.held.remove(person)
            return results(isPossible, isAllowed, isRetried, other)
        }
    }

    /// What was sent twice may have been done before it was refused.
    static func onlyLooks(_ step: Step) -> Bool {
        switch step {
        case .reserve(_, let isAllowed, let isRetried), .release(_, let isAllowed, let isRetried):
            !isAllowed && !isRetried
        }
    }

    /// What was sent twice may have been refused the second time since it was done the first time.
    private func results(
        _ isPossible: Bool, _ isAllowed: Bool, _ isRetried: Bool, _ other: ReservationModel
    ) -> [ReservationModel] {
        switch (isPossible, isAllowed, isRetried) {
        case (true, true, _), (true, false, true): [other]
        case (false, false, _): [self]
        default: []
        }
    }
}

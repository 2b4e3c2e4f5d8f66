/// One request of several clients for the same thing: when it began and ended, and what was answered.
struct Event<Step: Sendable>: Sendable {
    let client: Int
    var step: Step
    /// In nanoseconds: the step cannot have been done before.
    var start: UInt64
    /// When it was answered; nil if it is unknown whether the step was done at all.
    var end: UInt64?
}

/// A thing to which everything is done one step after the other.
protocol SequentialModel: Hashable {
    associatedtype Step: Sendable

    /// The possible states after a step: none if the step cannot have been answered like that,
    /// several if the answer leaves open what was done.
    func after(_ step: Step) -> [Self]

    /// Whether a step never changes anything.
    static func isReadOnly(_ step: Step) -> Bool
}

/// Whether one order of all steps explains every answer, with each step done at some moment between
/// its start and its end: linearizability (Herlihy and Wing, 1990), searched for as by Wing and
/// Gong, with Lowe's cache of states seen before, as in Porcupine.
/// - Parameter mostStates: the number of states after which the search gives up.
/// - Returns: nil if the search gave up.
func isLinearizable<Model: SequentialModel>(
    _ events: [Event<Model.Step>], from model: Model, mostStates: Int = 2_000_000
) -> Bool? {
    let events = events.sorted { $0.start < $1.start }
    var search = LinearizationSearch(events: events, model: model)
    return search.run(mostStates: mostStates)
}

private struct LinearizationSearch<Model: SequentialModel> {
    struct State: Hashable {
        var done: [UInt64]
        /// All events before this one are done.
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

    mutating func run(mostStates: Int) -> Bool? {
        while let state = stack.popLast() {
            guard state.answeredLeft > 0 else { return true }
            guard seen.count < mostStates else { return nil }
            for place in places(of: state).reversed() { push(place, after: state) }
        }
        return false
    }

    /// The events left that may have been done first: none begins after the end of another.
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

    /// The events to try: a single one is enough if it only reads, and reads the present state.
    private func places(of state: State) -> [Int] {
        let places = next(in: state)
        let read = places.first {
            Model.isReadOnly(events[$0].step) && !state.model.after(events[$0].step).isEmpty
        }
        return read.map { [$0] } ?? places
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
    /// Lets reads show what was there a moment before, but never from before the reader's own last write.
    /// - Parameters:
    ///   - bound: how long that moment is, in nanoseconds.
    ///   - isRead: tells reads from writes.
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

// MARK: - Models

/// A price that is written and read; nil after the item is deleted.
struct PriceModel: SequentialModel {
    enum Step: Sendable, Equatable {
        case write(Int)
        case read(Int?)
        case delete
        /// A step on an item that no longer exists.
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

    static func isReadOnly(_ step: Step) -> Bool {
        switch step {
        case .write, .delete: false
        case .read, .refused: true
        }
    }
}

/// The number of people interested, each counted once.
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

    static func isReadOnly(_ step: Step) -> Bool { step != .add }
}

/// The clients that hold a reservation of an item with that stock.
struct ReservationModel: SequentialModel {
    enum Step: Sendable, Equatable {
        /// - isRetried: whether the form was sent before without an answer.
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

    /// A step sent twice may have been done before it was refused.
    static func isReadOnly(_ step: Step) -> Bool {
        switch step {
        case .reserve(_, let isAllowed, let isRetried), .release(_, let isAllowed, let isRetried):
            !isAllowed && !isRetried
        }
    }

    /// A step sent twice may be refused the second time because it was done the first time.
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

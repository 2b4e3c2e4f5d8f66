/// Neighbourhoods, each once, in the order of their numbers however they were named: the same ones are the
/// same filter, with one address.
public struct Neighbourhoods: Hashable, Sendable, RandomAccessCollection,
    ExpressibleByArrayLiteral
{
    /// How many a list can be asked for at a time: each of its links names them all.
    public static let most = 50

    @usableFromInline var inOrder: [Neighbourhood] = []

    /// Of any order, and any number.
    public init(_ neighbourhoods: some Sequence<Neighbourhood>) {
        for neighbourhood in neighbourhoods { insert(neighbourhood) }
    }

    /// As they stand in code.
    public init(arrayLiteral neighbourhoods: Neighbourhood...) {
        self.init(neighbourhoods)
    }

    /// Where the first one is.
    @inlinable public var startIndex: Int { inOrder.startIndex }
    /// Behind the last one.
    @inlinable public var endIndex: Int { inOrder.endIndex }

    /// The one at a place of the order.
    @inlinable public subscript(place: Int) -> Neighbourhood { inOrder[place] }

    /// Adds one, unless it is there.
    public mutating func insert(_ neighbourhood: Neighbourhood) {
        let place = inOrder.firstIndex { $0.id >= neighbourhood.id } ?? inOrder.endIndex
        guard place == inOrder.endIndex || inOrder[place].id != neighbourhood.id else { return }
        inOrder.insert(neighbourhood, at: place)
    }

    /// The others.
    public func without(_ neighbourhood: Neighbourhood) -> Neighbourhoods {
        Neighbourhoods(inOrder.filter { $0.id != neighbourhood.id })
    }

    /// What they are called: `망원동, 합정동`.
    public var names: String { inOrder.map(\.name).joined(separator: ", ") }
}

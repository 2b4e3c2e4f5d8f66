/// A set of neighbourhoods in the order of their numbers. The same neighbourhoods, named in any
/// order, are the same filter with the same address.
public struct Neighbourhoods: Hashable, Sendable, RandomAccessCollection,
    ExpressibleByArrayLiteral
{
    /// The most that one list can be filtered by, since each of its links names them all.
    public static let most = 50

    @usableFromInline var inOrder: [Neighbourhood] = []

    /// From neighbourhoods in any order, repeated or not.
    public init(_ neighbourhoods: some Sequence<Neighbourhood>) {
        for neighbourhood in neighbourhoods { insert(neighbourhood) }
    }

    /// The set with these neighbourhoods.
    public init(arrayLiteral neighbourhoods: Neighbourhood...) {
        self.init(neighbourhoods)
    }

    /// The index of the first one.
    @inlinable public var startIndex: Int { inOrder.startIndex }
    /// The index after the last one.
    @inlinable public var endIndex: Int { inOrder.endIndex }

    /// The neighbourhood at an index.
    @inlinable public subscript(place: Int) -> Neighbourhood { inOrder[place] }

    /// Adds a neighbourhood, unless it is there.
    public mutating func insert(_ neighbourhood: Neighbourhood) {
        let place = inOrder.firstIndex { $0.id >= neighbourhood.id } ?? inOrder.endIndex
        guard place == inOrder.endIndex || inOrder[place].id != neighbourhood.id else { return }
        inOrder.insert(neighbourhood, at: place)
    }

    /// The set without a neighbourhood.
    public func without(_ neighbourhood: Neighbourhood) -> Neighbourhoods {
        Neighbourhoods(inOrder.filter { $0.id != neighbourhood.id })
    }

    /// The names, joined: `망원동, 합정동`.
    public var names: String { inOrder.map(\.name).joined(separator: ", ") }
}

import Market

/// A list, task or memo, with what only the storage knows of it.
struct Kept<Value: Identifiable & Sendable> {
    var value: Value
    /// What deleted it; nil while it lives.
    var deletion: Deletion.ID?
    var isDismissed = false

    var isAlive: Bool { deletion == nil }
}

/// All of a kind, by ascending id.
struct Shelf<Value: Identifiable & Sendable> {
    private(set) var all: [Kept<Value>] = []

    var alive: [Value] {
        all.compactMap { kept in kept.isAlive ? kept.value : nil }
    }

    mutating func append(_ value: Value) {
        all.append(Kept(value: value))
    }

    /// - Throws: `.notFound` also when it is deleted.
    func alive(_ id: Value.ID) throws(StorageError) -> Value {
        all[try index(of: id)].value
    }

    /// - Throws: `.notFound` also when it is deleted, and what `body` throws.
    mutating func change(
        _ id: Value.ID, _ body: (inout Kept<Value>) throws(StorageError) -> Void
    ) throws(StorageError) {
        try body(&all[try index(of: id)])
    }

    mutating func changeAll(_ body: (inout Kept<Value>) -> Void) {
        for index in all.indices { body(&all[index]) }
    }

    /// - Returns: how many lived.
    mutating func delete(_ deletion: Deletion.ID, where isMeant: (Value) -> Bool) -> Int {
        var count = 0
        for index in all.indices where all[index].isAlive && isMeant(all[index].value) {
            all[index].deletion = deletion
            count += 1
        }
        return count
    }

    mutating func purge(where isMeant: (Kept<Value>) -> Bool) {
        all.removeAll(where: isMeant)
    }

    private func index(of id: Value.ID) throws(StorageError) -> Int {
        guard let index = all.firstIndex(where: { kept in kept.value.id == id && kept.isAlive })
        else { throw .notFound }
        return index
    }
}

extension Builder {
    /// Where a name leads: what it is, and how rendering gets there.
    struct Found {
        let shape: Shape
        let lookup: Node.Lookup

        /// Whether its value may turn out to be a dynamic one, whatever its shape.
        var mayBeDynamic: Bool {
            if case .search = lookup { true } else { shape.isDynamic }
        }

        func tag(_ action: Action, dynamic: Action) -> Node.Tag {
            switch lookup {
            case .field(let slot, let reader): .field(slot: slot, reader: reader, action)
            case .search(let search): .search(search, dynamic, typed: action)
            }
        }
    }

    /// Reports what is wrong and returns nil when the name leads nowhere.
    mutating func resolve(_ name: Name, at item: Item, in emitter: Emitter) -> Found? {
        guard let first = name.parts.first else { return current(at: item, in: emitter) }
        var slots: [Int32] = []
        for frame in emitter.scope.frames.reversed() {
            if frame.shape.isDynamic {
                slots.append(Int32(frame.slot))
            } else if let field = frame.shape.field(first) {
                return found(field, in: frame, behind: slots, name, at: item, in: emitter)
            }
        }
        guard slots.isEmpty else { return search(name, slots, fallback: nil) }
        let reason = "nothing offers “\(first)” (\(emitter.scope.titles))"
        report(emitter.source, item.offset, reason)
        return nil
    }

    private mutating func current(at item: Item, in emitter: Emitter) -> Found? {
        guard let frame = emitter.scope.frames.last else {
            report(emitter.source, item.offset, "there is no current value here")
            return nil
        }
        return Found(shape: frame.shape, lookup: lookup(frame.shape.itself, in: frame))
    }

    private mutating func found(
        _ field: AnyField, in frame: Scope.Frame, behind slots: [Int32], _ name: Name,
        at item: Item, in emitter: Emitter
    ) -> Found? {
        var path = [field.reader]
        var shape = field.shape()
        for (index, part) in name.parts.enumerated().dropFirst() {
            switch shape.kind {
            case .dynamic:
                path.append(Value.member(part))
            case .object:
                guard let next = shape.field(part) else { fallthrough }
                path.append(next.reader)
                shape = next.shape()
            case .text, .flag, .list:
                let outer = name.parts[..<index].joined(separator: ".")
                let reason = "“\(outer)” (\(shape.noun)) does not offer “\(part)”"
                report(emitter.source, item.offset, reason)
                return nil
            }
        }
        guard let reader = Reader.path(path) else { return nil }
        let lookup = lookup(reader, in: frame)
        guard !slots.isEmpty, case .field(let slot, let index) = lookup else {
            return Found(shape: shape, lookup: lookup)
        }
        return search(name, slots, fallback: (slot, index), shape)
    }

    private mutating func lookup(_ reader: Reader, in frame: Scope.Frame) -> Node.Lookup {
        readers.append(reader)
        return .field(slot: Int32(frame.slot), reader: Int32(readers.count - 1))
    }

    private mutating func search(
        _ name: Name, _ slots: [Int32], fallback: (slot: Int32, reader: Int32)?,
        _ shape: Shape = Value.shape
    ) -> Found {
        let members = name.parts.dropFirst().map(Value.member)
        let found = Reader.path([Value.whole] + members) ?? Value.whole
        let key = name.parts.first ?? ""
        searches.append(Search(slots: slots, key: key, found: found, fallback: fallback))
        return Found(shape: shape, lookup: .search(Int32(searches.count - 1)))
    }

    /// The scope inside a section, with room for its frame.
    mutating func enter(_ shape: Shape, from emitter: Emitter, at item: Item) -> Scope.Entry {
        let entry = emitter.scope.entering(shape)
        slotCount = max(slotCount, entry.slot + 1)
        if entry.scope.frames.count > Scope.limit {
            let reason = "more than \(Scope.limit) types of values within each other"
            report(emitter.source, item.offset, reason)
        }
        return entry
    }
}

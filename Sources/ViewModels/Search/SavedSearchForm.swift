import Market

/// The form that edits a saved search: its name, its alerts, and what it looks for.
public struct SavedSearchForm: Sendable {
    private let storage: any ItemStorage & PlaceStorage & SavedSearchStorage

    /// Reads from and writes to `storage`.
    public init(storage: any ItemStorage & PlaceStorage & SavedSearchStorage) {
        self.storage = storage
    }

    /// What was typed. Whatever is nil stays unchanged.
    public struct Input: Equatable, Sendable {
        /// The name as typed; if blank, the search is named after what it looks for.
        public var name: String?
        /// Whether it gives no alerts.
        public var isQuiet: Bool?
        /// What it looks for, as the input of a list.
        public var conditions: ItemList.Input?

        /// A sent form.
        public init(
            name: String? = nil, isQuiet: Bool? = nil, conditions: ItemList.Input? = nil
        ) {
            (self.name, self.isQuiet, self.conditions) = (name, isQuiet, conditions)
        }
    }

    /// The form.
    public struct Output: FormOutput {
        /// The search as it is saved.
        public let search: SavedSearchList.Entry
        /// The name as typed.
        public let name: String
        /// Whether it gives no alerts.
        public let isQuiet: Bool
        /// The words as typed.
        public let text: String
        /// The other conditions; nil for the search of a wanted post, whose conditions come from the post.
        public let controls: ListControls?
        /// Why the form was refused; nil before it is sent.
        public let refusal: Refusal?
    }

    /// The form filled in with the saved search.
    /// - Throws: `.notFound` when the account has no such search.
    public func output(
        for id: SavedSearch.ID, of account: Account.ID
    ) async throws(StorageError) -> Output {
        let search = try await storage.savedSearch(id, of: account)
        return Output(Input(), search, in: try await storage.places())
    }

    /// Saves the search, or answers the form as typed with its refusal. Changed words are read as a
    /// list reads them: words that name filters become filters.
    /// - Throws: `.notFound` when the account has no such search.
    public func submit(
        _ input: Input, for id: SavedSearch.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Void, Output> {
        let search = try await storage.savedSearch(id, of: account)
        let places = try await storage.places()
        let refusal: Refusal?
        switch input.edit(of: search, in: places) {
        case .failure(let found): refusal = found
        case .success(var edit):
            if let typed = edit.filter, typed.search != search.filter.search {
                let reading = SearchInterpretation(storage: storage, places: places)
                edit.filter = try await reading.filter(toKeep: typed)
            }
            refusal = try await save(edit, of: id, account, at: now)
        }
        guard let refusal else { return .saved(()) }
        return .refused(Output(input, search, in: places, refusal))
    }

    /// - Returns: why it was not saved; nil if it was.
    private func save(
        _ edit: SavedSearch.Edit, of id: SavedSearch.ID, _ account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Refusal? {
        do throws(StorageError) {
            let other = try await storage.update(id, of: account, edit, at: now)
            return other.map { _ in Refusal.searchIsKeptAlready }
        } catch .busy, .full {
            return .unavailable
        }
    }
}

extension SavedSearchForm.Output {
    fileprivate init(
        _ input: SavedSearchForm.Input, _ saved: SavedSearch, in places: PlaceDirectory,
        _ refusal: Refusal? = nil
    ) {
        let conditions = input.conditions ?? ItemList.Input(saved.filter)
        search = SavedSearchList.Entry(saved)
        name = input.name ?? saved.name ?? ""
        isQuiet = input.isQuiet ?? saved.isQuiet
        text = conditions.text
        controls =
            saved.post == nil
            ? ListControls.of(ListRequest(conditions, in: places), nil, in: places) : nil
        self.refusal = refusal
    }
}

extension SavedSearchForm.Input {
    /// The edit of a search, or a refusal with every fault in the fields.
    fileprivate func edit(
        of search: SavedSearch, in places: PlaceDirectory
    ) -> Result<SavedSearch.Edit, Refusal> {
        var reader = FieldReader()
        var edit = SavedSearch.Edit(name: search.name, isQuiet: isQuiet ?? search.isQuiet)
        if let name {
            let isNamed = !name.trimmedLine.isEmpty
            edit.name =
                isNamed
                ? reader.line(name, "name", called: .searchName, atMost: Limits.title) : nil
        }
        if let conditions, search.post == nil {
            edit.filter = reader.filter(conditions, in: places)
        }
        return reader.result(edit)
    }
}

extension FieldReader {
    /// Reads what a search is to look for.
    fileprivate mutating func filter(
        _ typed: ItemList.Input, in places: PlaceDirectory
    ) -> ItemFilter {
        let request = ListRequest(typed, in: places)
        let filter = request.selection.filter
        let words = typed.text.trimmedLine
        if words.isLonger(than: SearchQuery.longest) {
            let most = Phrase.Argument.number(Int64(SearchQuery.longest))
            add("q", Phrase(.tooLong, .phrase(Phrase(.soughtText)), most))
        } else if !words.isEmpty, filter.search == nil {
            add("q", Phrase(.nothingSought))
        }
        if typed.unknown.contains(.category) { add("category", Phrase(.chooseCategory)) }
        if typed.neighbourhoods.count > Neighbourhoods.most {
            add("place", Phrase(.tooManyPlaces, Neighbourhoods.most))
        } else if typed.unknown.contains(.place)
            || filter.neighbourhoods.count < Set(typed.neighbourhoods).count
        {
            add("place", Phrase(.neighbourhoodIsUnknown))
        }
        let currency = ItemFilter.currency(ofPrices: typed.minimumPrice, typed.maximumPrice)
        requireRange(typed.minimumPrice, in: currency, "min", called: .minimumPrice)
        requireRange(typed.maximumPrice, in: currency, "max", called: .maximumPrice)
        if typed.isFree, !typed.minimumPrice.isEmpty || !typed.maximumPrice.isEmpty {
            add("min", Phrase(.freeHasNoPrice))
        }
        if faults.isEmpty, !filter.isSelective { add("q", Phrase(.nothingToKeep)) }
        return filter
    }

    /// Adds a fault if this is neither a price nor a range of prices.
    private mutating func requireRange(
        _ typed: String, in currency: Currency, _ field: String, called name: Phrase.Key
    ) {
        do throws(TypedPriceError) {
            _ = try currency.priceRange(typed: typed.trimmed)
        } catch {
            add(field, error.message(ofRange: name, in: currency))
        }
    }
}

extension ItemList.Input {
    /// The input that asks for what a saved search looks for.
    fileprivate init(_ filter: ItemFilter) {
        self.init()
        text = filter.search?.text ?? ""
        category = filter.category
        neighbourhoods = filter.neighbourhoods.map(\.id)
        purpose = filter.purpose
        isFree = filter.isFree
        (minimumPrice, maximumPrice) = filter.typedPrices
    }
}

extension Refusal {
    fileprivate static let searchIsKeptAlready = Refusal([
        Fault("q", Phrase(.searchIsKeptAlready))
    ])
}

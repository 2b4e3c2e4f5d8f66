import Market

/// The categories, to filter the list by.
public struct CategoryList: Sendable {
    /// The list that they filter, with the one chosen.
    public typealias Input = ItemList.Input

    private let storage: any PlaceStorage

    /// Reads the places that a list may be filtered by from `storage`.
    public init(storage: any PlaceStorage) {
        self.storage = storage
    }

    /// All of them.
    public struct Output: Sendable {
        /// The list of every category.
        public let everything: CategoryChoice
        /// In their order.
        public let categories: [CategoryChoice]
    }

    /// What else the list is asked for stays.
    public func output(for input: Input) async throws(StorageError) -> Output {
        let places = try await storage.places()
        let controls = ListControls.of(ListRequest(input, in: places), nil, in: places)
        return Output(everything: controls.everything, categories: controls.categories)
    }
}

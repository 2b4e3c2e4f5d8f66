import Market

/// The categories, to filter the list by.
public struct CategoryList: Sendable {
    /// The list to filter, with the chosen category.
    public typealias Input = ItemList.Input

    private let storage: any PlaceStorage

    /// Reads the places that a list may be filtered by from `storage`.
    public init(storage: any PlaceStorage) {
        self.storage = storage
    }

    /// All of the categories.
    public struct Output: Sendable {
        /// The choice of all categories together.
        public let everything: CategoryChoice
        /// The single categories, in order.
        public let categories: [CategoryChoice]
    }

    /// The choices; the other conditions of the list stay as they are.
    public func output(for input: Input) async throws(StorageError) -> Output {
        let places = try await storage.places()
        let controls = ListControls.of(ListRequest(input, in: places), nil, in: places)
        return Output(everything: controls.everything, categories: controls.categories)
    }
}

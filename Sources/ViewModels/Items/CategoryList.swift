import Market

/// The categories, to filter the list by or to choose one for a listing.
public struct CategoryList: Sendable {
    public init() {}

    public struct Input: Equatable, Sendable {
        public var selected: Category?

        public init(selected: Category? = nil) {
            self.selected = selected
        }
    }

    public struct Output: Sendable {
        public let categories: [CategoryChoice]
    }

    public func output(for input: Input) -> Output {
        Output(categories: CategoryChoice.all(selected: input.selected))
    }
}

/// A category among those to choose from.
public struct CategoryChoice: Equatable, Sendable {
    public let id: Int
    public let name: String
    public let isSelected: Bool

    static func all(selected: Category?) -> [CategoryChoice] {
        Category.allCases.map { category in
            CategoryChoice(
                id: category.rawValue, name: category.name, isSelected: category == selected)
        }
    }
}

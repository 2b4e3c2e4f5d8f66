import Market

extension ItemForm {
    /// A neighbourhood to choose from, with its spots.
    public struct PlaceGroup: Equatable, Sendable {
        /// The neighbourhood's name.
        public let name: String
        /// The neighbourhood as a whole, then its spots.
        public let choices: [PlaceChoice]

        /// The operator's places, and after them the chosen one if it is no longer offered.
        static func all(in places: PlaceDirectory, selected input: Input) -> [PlaceGroup] {
            var groups = places.entries.map { entry in
                PlaceGroup(entry.neighbourhood, entry.spots, selected: input.place)
            }
            if let chosen = input.chosenPlace(in: places), !places.offers(chosen) {
                groups.append(
                    PlaceGroup(
                        chosen.neighbourhood, [chosen.spot].compactMap(\.self),
                        selected: input.place))
            }
            return groups
        }

        private init(_ neighbourhood: Neighbourhood, _ spots: [Spot], selected value: String) {
            name = neighbourhood.name
            let places = [Place(neighbourhood)] + spots.map { Place(neighbourhood, $0) }
            choices = places.map { PlaceChoice($0, isSelected: PlaceChoice.value(of: $0) == value) }
        }
    }

    /// A place to choose from.
    public struct PlaceChoice: Equatable, Sendable {
        /// The form's value: `3`, or with a spot `3-7`.
        public let value: String
        /// The name people see.
        public let name: Phrase
        /// Whether it is the one chosen.
        public let isSelected: Bool

        init(_ place: Place, isSelected: Bool) {
            value = Self.value(of: place)
            name =
                place.spot.map { Phrase(.placeName, .text($0.name)) }
                ?? Phrase(.anywhereIn, .text(place.neighbourhood.name))
            self.isSelected = isSelected
        }

        static func value(of place: Place) -> String {
            let neighbourhood = place.neighbourhood.id.description
            return place.spot.map { "\(neighbourhood)-\($0.id)" } ?? neighbourhood
        }
    }
}

extension ItemForm.Input {
    /// The chosen place; nil if none is chosen, or the value is not valid.
    func chosenPlace(in places: PlaceDirectory) -> Place? {
        let parts = place.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first, let neighbourhood = Int64(digits: first)
        else { return nil }
        guard parts.count == 2 else {
            return places.place(Neighbourhood.ID(rawValue: neighbourhood), nil)
        }
        guard let spot = Int64(digits: parts[1]) else { return nil }
        return places.place(Neighbourhood.ID(rawValue: neighbourhood), Spot.ID(rawValue: spot))
    }
}

import Market

extension ItemList {
    /// One page. It is a class because each name in a template would copy much of a struct to read a
    /// part of it.
    public final class Output: Sendable {
        /// The page's heading.
        public let heading: Phrase
        /// Where it begins.
        public let position: ItemQuery.Position
        /// How the entries are laid out.
        public let mode: Mode
        /// The filters and sortings to choose from.
        public let controls: ListControls
        /// The search text, as the search field shows it.
        public let text: String
        /// Which conditions were left out, and why.
        public let notes: [Phrase]
        /// Says that something else was searched for, because nothing matches what was typed;
        /// otherwise nil.
        public let reading: Phrase?
        /// Leads back to what was typed, or to words that were left out, if these may be meant;
        /// otherwise nil.
        public let exact: SearchAlternative?
        /// Says that the words were found in descriptions only; nil if a title on the page has them all.
        public let whereFound: Phrase?
        /// The index of the first entry whose words were not all found in its title; nil if no entry with all
        /// of them in its title comes before it, on this page or the one before.
        public let firstInDescriptions: Int?
        /// Leads to items in other currencies; nil if there are none, or they are shown here.
        public let otherCurrencies: OtherCurrencies?
        /// The operators' announcement; nil if there is none, after the first page, and in a search.
        public let announcement: AnnouncementBoard.Top?
        /// What an operator does first, if the market is empty.
        public let firstSteps: FirstSteps.Output
        /// The entries, in the requested order.
        public let entries: [Entry]
        /// The key after which the next page continues; nil on the last page.
        public let next: ItemKey?
        /// The key before which the previous page ends; nil on the first page.
        public let previous: ItemKey?
        /// Says why there is nothing to show, and what to do about it; nil if there are entries.
        public let emptyText: Phrase?
        /// Other lists to go on to when little or nothing was found.
        public let alternatives: [SearchAlternative]
        /// Whether so little was found, or so little of it in titles, that `alternatives` is shown below it.
        public let isShort: Bool
        /// The viewer's saved search for this selection; nil if there is none.
        public let keptSearch: SavedSearch.ID?
        /// When an age on the page next changes its wording.
        public let freshUntil: Timestamp

        /// The selection that is shown.
        public var selection: ItemSelection { controls.selection }
        /// The selection to save or follow: the one shown, with all words that were left out of it.
        public var sought: ItemSelection { selection.sought }
        /// The same selection as a wanted post, whose title is made from the words.
        public var wanted: ItemSelection {
            sought.with {
                ($0.purpose, $0.search) = (.request, $0.search?.withoutExclusions)
            }
        }
        /// The button that saves the search. It names the words if the page shows items without some of them.
        public var keepText: Phrase {
            soughtWords.map { Phrase(.keepWords, $0) } ?? Phrase(.keepSearch)
        }
        /// Says that the search is saved; it names the words if the page shows items without some of them.
        public var keptText: Phrase {
            soughtWords.map { Phrase(.wordsAreKept, $0) } ?? Phrase(.searchIsKept)
        }
        /// The words of the search to save, if some of them were left out of what is shown; else nil.
        private var soughtWords: Phrase.Argument? {
            guard let words = sought.filter.search, words != selection.filter.search else {
                return nil
            }
            return .phrase(Phrase(.quoted, .text(words.text)))
        }
        /// Whether it is the first page.
        public var isFirstPage: Bool {
            if case .start = position { true } else { false }
        }

        init(
            _ request: ListRequest, _ input: Input, _ page: ItemPage, counts: ItemCounts?,
            _ reading: SearchInterpretation.Found?, alternatives: [SearchAlternative],
            keptSearch: SavedSearch.ID?, firstInDescriptions: Int?,
            in places: PlaceDirectory, at now: Timestamp
        ) {
            let (selection, items) = (request.selection, page.items)
            heading = ItemList.heading(selection)
            (position, mode) = (request.position, input.mode)
            controls = .of(request, counts, in: places)
            text = request.typed ?? (input.text.isEmpty ? "" : TypedSearch.shown(input.text))
            // The other filters may leave nothing even for other words; the text would be untrue then.
            let isTrue = reading?.tellsOfHits != true || !page.isOfNothing
            (notes, self.reading) = (request.notes, isTrue ? reading?.text : nil)
            exact = reading?.way
            whereFound = ItemList.whereFound(page, request)
            self.firstInDescriptions = firstInDescriptions
            otherCurrencies = OtherCurrencies(beside: page, of: request)
            let isTold = request.position == .start && selection.filter.search == nil
            announcement = isTold ? input.announcement : nil
            entries = ItemList.entries(items, selection.filter.search, at: now)
            (next, previous) = (page.next, page.previous)
            let isEmpty = page.isOfNothing
            emptyText = isEmpty ? ItemList.emptyText(request) : nil
            let isFirst = request.position == .start && selection.filter.category == nil
            firstSteps = isEmpty && isFirst && selection.isPlain ? input.firstSteps : []
            isShort = !isEmpty && ItemList.isShort(page, of: request)
            (self.alternatives, self.keptSearch) = (alternatives, keptSearch)
            let end = announcement?.ends ?? Timestamp(seconds: .max)
            freshUntil = min(entries.lazy.map(\.freshUntil).min() ?? end, end)
        }
    }
}

extension ItemList {
    private static func entries(
        _ items: [ItemSummary], _ search: SearchQuery?, at now: Timestamp
    ) -> [Entry] {
        guard let search else { return items.map { Entry($0, at: now) } }
        return items.map { Entry($0, matching: search, at: now) }
    }

    /// In the order of best match, and only there, the first matches tell how good all are.
    private static func whereFound(_ page: ItemPage, _ request: ListRequest) -> Phrase? {
        guard let search = request.selection.filter.search, request.position == .start,
            request.selection.order == .bestMatch, page.isInDescriptionsOnly(search)
        else { return nil }
        return Phrase(.foundInDescriptions)
    }

    private static func heading(_ selection: ItemSelection) -> Phrase {
        switch (selection.filter.search, selection.filter.category) {
        case (let search?, nil): Phrase(.results, .text(search.text))
        case (let search?, let category?):
            Phrase(.resultsInCategory, .text(search.text), .phrase(category.name))
        case (nil, let category?): category.name
        case (nil, nil): headingOfAllCategories(selection)
        }
    }

    private static func headingOfAllCategories(_ selection: ItemSelection) -> Phrase {
        guard !selection.isPlain else { return Phrase(.newItems) }
        // Sorted otherwise, it is still everything.
        guard selection.isFiltered else { return Phrase(.someItems) }
        let places = selection.filter.neighbourhoods
        if places.count == 1, let place = places.first,
            selection.filter == ItemFilter(status: .unsold, neighbourhoods: places)
        {
            return Phrase(.placeName, .text(place.name))
        }
        return Phrase(.matchingItems)
    }

    private static func emptyText(_ request: ListRequest) -> Phrase {
        switch (request.position, request.selection.filter.category) {
        case (.start, _) where request.selection.isFiltered:
            Phrase(request.selection.filter.search == nil ? .nothingFits : .nothingFound)
        case (.start, nil): Phrase(.noItems)
        case (.start, let category?): Phrase(.noItemsInCategory, .phrase(category.name))
        default: pastTheEndText
        }
    }
}

extension ItemPage {
    /// Whether nothing is found. An empty page may still continue, past many items that are left out.
    var isOfNothing: Bool { items.isEmpty && next == nil && previous == nil }

    /// Whether it has items, of which none has all the words in its title.
    func isInDescriptionsOnly(_ search: SearchQuery?) -> Bool {
        guard let search, !items.isEmpty else { return false }
        return items.allSatisfy { search.match(title: SearchText($0.title)) == nil }
    }
}

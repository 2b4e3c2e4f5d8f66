import Market

extension Refusal {
    /// Refuses an edit because another window has saved one since the form was filled in, and lists
    /// the stored values that it would overwrite.
    static func undoing(_ item: Item, by edit: ItemEdit) -> Refusal {
        let lines = [Alert.Line(Phrase(.compareVersions))] + edit.differences(from: item)
        return Refusal(.conflict, Alert(.failure, title: .changedMeanwhile, lines: lines))
    }
}

extension ItemEdit {
    /// The stored value of each row that this edit would change.
    fileprivate func differences(from item: Item) -> [Alert.Line] {
        let (typed, present) = (content(over: item.content), item.content)
        let (price, tag) = (present.price, PriceTag(present.price))
        let discount = price.discountedAmount.map { amount in
            Phrase.Argument.phrase(price.currency.text(amount))
        }
        let place = present.place.map { Phrase.Argument.text($0.fullName) }
        let description = oneLine(present.description, atMost: 100)
        let lines: [Alert.Line?] = [
            photos == item.photos.map(\.id)
                ? nil
                : Alert.Line(Phrase(.photosAreNow, item.photos.count), field: "photos"),
            line(
                .purpose, .purposeLabel, .phrase(present.purpose.name),
                if: typed.purpose != present.purpose),
            line(.title, .itemTitle, .text(present.title), if: typed.title != present.title),
            line(
                .category, .categoryLabel, .phrase(present.category.name),
                if: typed.category != present.category),
            line(
                .price, .priceLabel, .phrase(tag.formerText ?? tag.text),
                if: !typed.price.asks(as: price)),
            line(
                .discountedPrice, .discountedPriceLabel, discount,
                if: typed.price.discountedAmount != price.discountedAmount),
            line(.place, .tradePlaceLabel, place, if: typed.place != present.place),
            line(.stock, .stockLabel, .number(present.stock), if: typed.stock != present.stock),
            line(
                .content, .content, .text(description),
                if: typed.description != present.description),
        ]
        return lines.compactMap(\.self)
    }

    /// - Parameter value: the stored value; nil if the row is empty.
    private func line(
        _ field: ItemForm.Field, _ name: Phrase.Key, _ value: Phrase.Argument?, if differs: Bool
    ) -> Alert.Line? {
        guard differs else { return nil }
        let name = Phrase.Argument.phrase(Phrase(name))
        let text = value.map { Phrase(.rowIsNow, name, $0) } ?? Phrase(.rowIsEmptyNow, name)
        return Alert.Line(text, field: field.rawValue)
    }
}

extension Price {
    /// Whether both prices are the same before any discount.
    fileprivate func asks(as other: Price) -> Bool {
        (amount, isOpen, currency) == (other.amount, other.isOpen, other.currency)
    }
}

extension Place {
    /// `망원동 망원역 2번 출구`.
    fileprivate var fullName: String {
        [neighbourhood.name, spot?.name].compactMap(\.self).joined(separator: " ")
    }
}

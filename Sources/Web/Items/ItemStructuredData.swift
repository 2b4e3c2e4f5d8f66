import Market
import Mustache
import ViewModels

/// An item as schema.org/Product in JSON-LD for search engines, inside a script element that browsers do not
/// run. The page's template begins the object, with the members that need the site's origin.
struct ItemStructuredData: TemplateValue {
    let item: ItemDetail.Output

    var isTruthy: Bool { true }

    func write(_ action: Action, _ renderer: inout Renderer) {
        JSONWriter.bytes(of: item, isInMarkup: true).withUnsafeBufferPointer {
            // Omits the opening brace, which the template has written.
            renderer.write(UnsafeBufferPointer(rebasing: $0.dropFirst()), for: action)
        }
    }
}

extension ItemDetail.Output: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            if case .request = purpose { writeDemand(to: &json) } else { writeProduct(to: &json) }
        }
    }

    private func writeProduct(to json: inout JSONWriter) {
        json.field("@type", "Product")
        writeThing(to: &json)
        guard let offer else { return }
        json.key("offers")
        json.object { json in
            json.field("@type", "Offer")
            json.field("price", offer.amount)
            json.field("priceCurrency", offer.currency.rawValue)
            json.field("availability", "https://schema.org/" + availability)
            json.field("itemCondition", "https://schema.org/UsedCondition")
            writePlace(to: &json)
        }
    }

    /// A wanted listing (schema.org/Demand), with the most that its author would pay.
    private func writeDemand(to json: inout JSONWriter) {
        json.field("@type", "Demand")
        json.key("itemOffered")
        json.object { json in
            json.field("@type", "Product")
            writeThing(to: &json)
        }
        if let offer {
            json.key("priceSpecification")
            json.object { json in
                json.field("@type", "PriceSpecification")
                json.field("maxPrice", offer.amount)
                json.field("priceCurrency", offer.currency.rawValue)
            }
        }
        writePlace(to: &json)
    }

    private func writeThing(to json: inout JSONWriter) {
        json.field("name", title)
        json.field("description", summary)
    }

    private func writePlace(to json: inout JSONWriter) {
        guard let place else { return }
        json.key("areaServed")
        json.object { json in
            json.field("@type", "Place")
            json.field("name", place.name)
        }
    }

    private var availability: String {
        switch status {
        case .sold: "SoldOut"
        case .selling, .reserved: isSoldOut ? "SoldOut" : "InStock"
        }
    }
}

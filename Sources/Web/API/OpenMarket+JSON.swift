import OpenMarket

// The answers of calls as JSON, member by member: a page of 20 takes a fifth of the time that
// `Encodable` needs for it. The tests hold both to the same names.

extension OpenMarket.ItemPage: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("page", page)
            json.field("items", items)
        }
    }
}

extension OpenMarket.ItemSummary: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }

    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.field("id", id)
        json.field("title", title)
        json.field("price", price)
        json.field("currency", currency)
        json.field("stock", stock)
        if let discountedPrice { json.field("discounted_price", discountedPrice) }
        json.field("thumbnails", thumbnails)
        json.field("registration_date", registrationDate)
    }
}

extension OpenMarket.Item: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            summary.writeMembers(to: &json)
            json.field("descriptions", descriptions)
            json.field("images", images)
        }
    }
}

extension ProductPage: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("pageNo", pageNo)
            json.field("itemsPerPage", itemsPerPage)
            json.field("totalCount", totalCount)
            json.field("offset", offset)
            json.field("limit", limit)
            json.field("lastPage", lastPage)
            json.field("hasNext", hasNext)
            json.field("hasPrev", hasPrev)
            json.field("pages", pages)
            json.field("page_no", pageNo)
            json.field("items_per_page", itemsPerPage)
            json.field("total_count", totalCount)
            json.field("last_page", lastPage)
            json.field("has_next", hasNext)
            json.field("has_prev", hasPrev)
        }
    }
}

extension ProductSummary: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }

    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.field("id", id)
        json.field("vendor_id", vendorID)
        json.field("vendorName", vendorName)
        json.field("name", name)
        json.field("description", description)
        json.field("thumbnail", thumbnail)
        json.field("currency", currency)
        json.field("price", price)
        json.field("bargain_price", bargainPrice)
        json.field("discounted_price", discountedPrice)
        json.field("stock", stock)
        json.field("created_at", createdAt)
        json.field("issued_at", issuedAt)
    }
}

extension Product: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            summary.writeMembers(to: &json)
            json.field("images", images)
            json.field("vendors", vendors)
        }
    }
}

extension Product.Image: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id)
            json.field("url", url)
            json.field("thumbnail_url", thumbnailURL)
            json.field("succeed", succeed)
            json.field("issued_at", issuedAt)
        }
    }
}

extension Product.Vendor: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id)
            json.field("name", name)
            json.field("created_at", createdAt)
            json.field("issued_at", issuedAt)
        }
    }
}

extension Failure: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("message", message)
            json.key("fields")
            json.object { json in
                for (name, message) in fields.sorted(by: { $0.key < $1.key }) {
                    json.key(name)
                    json.value(message)
                }
            }
        }
    }
}

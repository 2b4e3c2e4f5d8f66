/// The content of a new product: the part `params` of `POST /api/products`, beside `images`.
public struct NewProduct: Codable, Equatable, Sendable {
    /// The title: one line.
    public var name: String
    /// Plain text of any number of lines.
    public var description: String
    /// In the units of the currency: won, dollars.
    public var price: Double
    /// An ISO 4217 code.
    public var currency: String
    /// The amount taken off the price; nil means none.
    public var discountedPrice: Double?
    /// Nil means 0, which is sold out.
    public var stock: Int64?
    /// The password needed to change and delete the product.
    public var secret: String

    /// Without a discount and sold out, unless stated otherwise.
    public init(
        name: String, description: String, price: Double, currency: String,
        discountedPrice: Double? = nil, stock: Int64? = nil, secret: String
    ) {
        self.name = name
        self.description = description
        self.price = price
        self.currency = currency
        self.discountedPrice = discountedPrice
        self.stock = stock
        self.secret = secret
    }

    /// The names in JSON.
    public enum CodingKeys: String, CodingKey {
        case name, description, price, currency
        case discountedPrice = "discounted_price"
        case stock, secret
    }
}

/// The body of `PATCH /api/products/{id}`; nil members leave the product unchanged.
public struct ProductChanges: Codable, Equatable, Sendable {
    /// The password of the product.
    public var secret: String
    /// The new title.
    public var name: String?
    /// The complete new text.
    public var description: String?
    /// The image to show first, by its `Product.Image.id`.
    public var thumbnailID: Int64?
    /// In the units of the currency: won, dollars.
    public var price: Double?
    /// An ISO 4217 code.
    public var currency: String?
    /// The amount taken off the price; 0 means none.
    public var discountedPrice: Double?
    /// Pieces left; 0 is sold out.
    public var stock: Int64?

    /// Changes nothing yet.
    public init(secret: String) {
        self.secret = secret
    }

    /// The names in JSON.
    public enum CodingKeys: String, CodingKey {
        case secret, name, description
        case thumbnailID = "thumbnail_id"
        case price, currency
        case discountedPrice = "discounted_price"
        case stock
    }
}

/// The body of `DELETE /api/item/{id}`.
public struct Password: Codable, Equatable, Sendable {
    /// The item's password, as the seller chose it.
    public var password: String

    /// Takes the password in plain text.
    public init(password: String) {
        self.password = password
    }

    /// The names in JSON.
    public enum CodingKeys: String, CodingKey {
        case password
    }
}

/// The body of a request for the deletion of a product: `POST /api/products/{id}/archived` or `…/secret`.
public struct Secret: Codable, Equatable, Sendable {
    /// The password of the product.
    public var secret: String

    /// Takes the password in plain text.
    public init(secret: String) {
        self.secret = secret
    }

    /// The names in JSON.
    public enum CodingKeys: String, CodingKey {
        case secret
    }
}

// MARK: - Failure

/// Why a call failed.
public struct Failure: Codable, Equatable, Sendable, Error {
    /// The message for people.
    public var message: String
    /// The reason for developers, in English.
    public var reason: String
    /// Always true; some clients recognise a failure by it.
    public var error: Bool
    /// The HTTP status of the response.
    public var code: Int64
    /// What to correct, by the names of the fields; empty if no field is at fault.
    public var fields: [String: String]

    /// A failure of the whole call, unless fields are named.
    public init(message: String, reason: String, code: Int64, fields: [String: String] = [:]) {
        self.message = message
        self.reason = reason
        error = true
        self.code = code
        self.fields = fields
    }

    /// The names in JSON.
    public enum CodingKeys: String, CodingKey {
        case message, reason, error, code, fields
    }
}

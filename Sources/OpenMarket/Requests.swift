/// What a product is posted with: the part `params` of `POST /api/products`, beside `images`.
public struct NewProduct: Codable, Equatable, Sendable {
    /// The title: one line.
    public var name: String
    /// Plain text of any number of lines.
    public var description: String
    /// In the units of the currency: won, dollars.
    public var price: Double
    /// An ISO 4217 code.
    public var currency: String
    /// What is taken off the price; nil is nothing.
    public var discountedPrice: Double?
    /// Nil is 0, which is sold out.
    public var stock: Int64?
    /// The password with which it is changed and deleted.
    public var secret: String

    /// Without a discount and sold out, unless it is said otherwise.
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

/// What `PATCH /api/products/{id}` is sent: what is nil stays as it is.
public struct ProductChanges: Codable, Equatable, Sendable {
    /// The password of the product.
    public var secret: String
    /// The new title.
    public var name: String?
    /// The new text, whole.
    public var description: String?
    /// The image to be shown first, by its `Product.Image.id`.
    public var thumbnailID: Int64?
    /// In the units of the currency: won, dollars.
    public var price: Double?
    /// An ISO 4217 code.
    public var currency: String?
    /// What is taken off the price; 0 is nothing.
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

/// What `DELETE /api/item/{id}` is sent.
public struct Password: Codable, Equatable, Sendable {
    /// That of the item, as its seller chose it.
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

/// What the deletion of a product is asked for with: `POST /api/products/{id}/archived` or
/// `…/secret`.
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

/// Why a call was not answered.
public struct Failure: Codable, Equatable, Sendable, Error {
    /// For people.
    public var message: String
    /// For developers, in English.
    public var reason: String
    /// Always true: what some clients tell a failure by.
    public var error: Bool
    /// The status of the answer.
    public var code: Int64
    /// What has to be put right, by the names of the fields; empty when it is none of them.
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

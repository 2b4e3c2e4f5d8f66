/// What `DELETE /api/item/{id}` is sent.
public struct Password: Codable, Equatable, Sendable {
    public var password: String

    public init(password: String) {
        self.password = password
    }
}

/// What the deletion of a product is asked for with.
public struct Secret: Codable, Equatable, Sendable {
    public var secret: String

    public init(secret: String) {
        self.secret = secret
    }
}

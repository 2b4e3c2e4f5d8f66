import HTTPServer
import Market
import OpenMarket
import Secrets
import ViewModels

/// Deletes products in two steps: the secret earns a key, and the key deletes the product.
struct ProductDeletionEndpoints: Sendable {
    private let operations: ItemOperations
    private let answers: APIResponses
    private let keys: DeletionKey

    init(_ dependencies: Dependencies) {
        operations = ItemOperations(dependencies, names: [.password: "secret"])
        answers = APIResponses(dependencies)
        keys = DeletionKey(signer: dependencies.signer)
    }

    /// `POST …/{id}/archived`: answers with the path to DELETE.
    func giveURI(_ context: RequestContext, _ id: Market.Item.ID) async throws -> Response {
        let key = try await key(for: id, context)
        return Response.text(Link.apiProductByKey(key[...])).unkept
    }

    /// `POST …/{id}/secret`: answers with the key to append to the product's path.
    func giveKey(_ context: RequestContext, _ id: Market.Item.ID) async throws -> Response {
        Response.text(try await key(for: id, context)).unkept
    }

    /// `DELETE …/{key}`: deletes the product and answers with it.
    /// - Throws: 403 if the key is not valid.
    func delete(_ context: RequestContext, _ key: Substring) async throws -> Response {
        try await delete(context, keys.item(openedBy: key, at: context.now))
    }

    /// `DELETE …/{id}/{key}`: the same.
    /// - Throws: 403 also if the key belongs to another product than the path.
    func delete(
        _ context: RequestContext, _ product: Substring, _ key: Substring
    ) async throws -> Response {
        let id = keys.item(openedBy: key, at: context.now)
        return try await delete(context, id?.description == String(product) ? id : nil)
    }

    private func delete(
        _ context: RequestContext, _ id: Market.Item.ID?
    ) async throws -> Response {
        guard let id else {
            throw APIError(
                .forbidden, "지우는 열쇠가 틀렸거나 오래되었어요. 다시 받아주세요.",
                reason: "The key is wrong, of another product, or too old.")
        }
        let expected = try await operations.expected(id, context) { item in
            answers.tag(for: context) { Product(item, $0) }
        }
        let item = try await operations.delete(id, .granted(nil), of: expected, context)
        return answers.response(for: context) { Product(item, $0) }
    }

    private func key(
        for id: Market.Item.ID, _ context: RequestContext
    ) async throws -> String {
        var fields = try await operations.fields(of: context)
        let secret = fields.text(.secret)
        try fields.check()
        try await operations.prove(secret, for: id, context)
        return keys.make(for: id, at: context.now)
    }
}

/// A key that a client gets for a product's secret; for a while it allows deleting the product.
struct DeletionKey: Sendable {
    private static let separator: Character = "-"

    private let tokens: SignedToken

    init(signer: Signer) {
        tokens = SignedToken(signer: signer, lifetime: 10 * 60, separator: Self.separator)
    }

    /// Makes a key: letters, digits, `-` and `_`; never just a number.
    func make(for id: Market.Item.ID, at now: Timestamp) -> String {
        "\(id)\(Self.separator)\(tokens.make(for: purpose(id), at: now))"
    }

    /// Whether the text has the form of a key, or begins like one.
    static func mayBeOne(_ text: Substring) -> Bool {
        let parts = text.split(separator: separator, maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 && parts[..<2].allSatisfy { Int64(digits: $0) != nil }
    }

    /// The product that the key may delete; nil if the key is not one of ours or has expired.
    func item(openedBy key: Substring, at now: Timestamp) -> Market.Item.ID? {
        let parts = key.split(separator: Self.separator, maxSplits: 1)
        guard parts.count == 2, let id = Market.Item.ID(digits: parts[0]),
            tokens.isValid(parts[1], for: purpose(id), at: now)
        else { return nil }
        return id
    }

    private func purpose(_ id: Market.Item.ID) -> String { "delete item \(id)" }
}

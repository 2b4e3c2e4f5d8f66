import HTTPServer
import Market
import OpenMarket
import ViewModels

/// How products are deleted, in two steps: for the secret a client gets a key, and with it deletes.
struct ProductDeletionEndpoints: Sendable {
    private let operations: ItemOperations
    private let answers: APIResponses
    private let keys = DeletionKey()

    init(_ dependencies: Dependencies) {
        operations = ItemOperations(dependencies, names: [.password: "secret"])
        answers = APIResponses(dependencies)
    }

    /// `POST …/{id}/archived`: answers the path to delete.
    func giveURI(_ context: RequestContext) async throws -> Response {
        Response.text("\(API.root)/products/\(try await key(for: context))").unkept
    }

    /// `POST …/{id}/secret`: answers the key, to be put behind the path of the product.
    func giveKey(_ context: RequestContext) async throws -> Response {
        Response.text(try await key(for: context)).unkept
    }

    /// `DELETE …/{key}` and `DELETE …/{id}/{key}`: answers what was deleted.
    /// - Throws: 403 when the key opens nothing, or another product than the path names.
    func delete(_ context: RequestContext) async throws -> Response {
        let names = context.parameters
        guard let key = names.last, let id = keys.item(openedBy: key, at: context.now),
            names.count == 1 || names[0] == "\(id)"
        else { throw APIError(.forbidden, "지우는 열쇠가 틀렸거나 오래되었어요. 다시 받아주세요.") }
        let expected = try await operations.expected(id, context) { item in
            answers.tag(for: context) { Product(item, $0) }
        }
        let item = try await operations.delete(id, .granted(nil), of: expected, context)
        return answers.response(for: context) { Product(item, $0) }
    }

    private func key(for context: RequestContext) async throws -> String {
        let id = try context.itemID
        var fields = try await operations.fields(of: context)
        let secret = fields.text(.secret)
        try fields.check()
        try await operations.prove(secret, for: id, context)
        return keys.make(for: id, at: context.now)
    }
}

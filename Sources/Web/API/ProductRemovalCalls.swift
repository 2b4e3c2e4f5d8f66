import HTTPServer
import Market
import OpenMarket
import ViewModels

/// How products are deleted, in two steps: for the secret a client gets a key, and with it deletes.
struct ProductRemovalCalls: Sendable {
    private let desk: ListingDesk
    private let answers: CallAnswers
    private let keys = DeletionKey()

    init(_ parts: SiteParts) {
        desk = ListingDesk(parts, names: [.password: "secret"])
        answers = CallAnswers(parts)
    }

    /// `POST …/{id}/archived`: answers the path to delete.
    func giveURI(_ visit: Visit) async throws -> Response {
        Response.text("\(Call.root)/products/\(try await key(for: visit))").unkept
    }

    /// `POST …/{id}/secret`: answers the key, to be put behind the path of the product.
    func giveKey(_ visit: Visit) async throws -> Response {
        Response.text(try await key(for: visit)).unkept
    }

    /// `DELETE …/{key}` and `DELETE …/{id}/{key}`: answers what was deleted.
    /// - Throws: 403 when the key opens nothing, or another product than the path names.
    func delete(_ visit: Visit) async throws -> Response {
        let names = visit.parameters
        guard let key = names.last, let id = keys.item(openedBy: key, at: visit.now),
            names.count == 1 || names[0] == "\(id)"
        else { throw CallError(.forbidden, "지우는 열쇠가 틀렸거나 오래되었어요. 다시 받아주세요.") }
        let expected = try await desk.expected(id, visit) { item in
            answers.tag(for: visit) { Product(item, $0) }
        }
        let item = try await desk.delete(id, .granted(nil), of: expected, visit)
        return answers.response(for: visit) { Product(item, $0) }
    }

    private func key(for visit: Visit) async throws -> String {
        let id = try visit.itemID
        var fields = try await desk.fields(of: visit)
        let secret = fields.text(.secret)
        try fields.check()
        try await desk.prove(secret, for: id, visit)
        return keys.make(for: id, at: visit.now)
    }
}

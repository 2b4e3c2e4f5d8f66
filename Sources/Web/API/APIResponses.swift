import HTTPServer
import Market
import OpenMarket
import ViewModels

/// Turns values into the answers of calls.
struct APIResponses: Sendable {
    private static let kind = Pages.Kind(
        mediaType: "\(API.mediaType)", cacheControl: "no-cache", fields: FieldLines())

    private let pages: Pages
    private let origin: Origin

    init(_ dependencies: Dependencies) {
        pages = dependencies.pages
        origin = dependencies.origin
    }

    /// What may be asked for again: it has an `ETag`, and is kept as it was sent.
    /// - Parameter isNamedByBytes: whether the tag stays while the answer does, whatever else
    ///   changes in the market; what is long takes its time to be named so.
    /// - Throws: 412; what `value` throws.
    func kept(
        for context: RequestContext, isNamedByBytes: Bool = false,
        value: (PhotoLinks) async throws -> some JSONValue
    ) async throws -> Response {
        let links = links(for: context)
        let response = try await pages.response(
            for: context, variant: "json", at: links.origin, Self.kind
        ) { _ in
            let bytes = JSONWriter.bytes(of: try await value(links))
            return Pages.Content(
                bytes: bytes, tag: isNamedByBytes ? EntityTag(digestOf: bytes) : nil)
        }
        guard response.status != Status.preconditionFailed else {
            throw APIError(.preconditionFailed)
        }
        return response
    }

    /// The tag of an answer that is named by its bytes.
    func tag(for context: RequestContext, value: (PhotoLinks) -> some JSONValue) -> EntityTag {
        EntityTag(digestOf: JSONWriter.bytes(of: value(links(for: context))))
    }

    /// What became of a change.
    func response(
        for context: RequestContext, value: (PhotoLinks) -> some JSONValue
    ) -> Response {
        .call(JSONWriter.bytes(of: value(links(for: context))))
    }

    private func links(for context: RequestContext) -> PhotoLinks {
        PhotoLinks(origin: origin.text(for: context.request))
    }
}

extension Response {
    /// A JSON text that is for this once.
    static func call(_ json: [UInt8], status: Status = .ok) -> Response {
        Response(status, type: API.mediaType, body: json).unkept
    }

    /// The same, not to be kept by anybody.
    var unkept: Response {
        var response = self
        response.append("Cache-Control", "no-store")
        return response
    }
}

/// Where the photos of an answer are: absolute URLs.
struct PhotoLinks: Sendable {
    /// `https://market.example`.
    let origin: String

    /// What stands for the photo of an item without any: clients expect one at least.
    var missing: String { origin + "/no-photo.png" }

    func url(_ photo: Photo.ID, _ size: Photo.Size) -> String {
        "\(origin)/photos/\(photo.text)/\(size.rawValue).jpg"
    }

    /// Of every photo, in the order shown.
    func urls(_ photos: [Photo.ID], _ size: Photo.Size) -> [String] {
        photos.isEmpty ? [missing] : photos.map { url($0, size) }
    }
}

extension Failure: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field(CodingKeys.message, message)
            json.field(CodingKeys.reason, reason)
            json.field(CodingKeys.error, error)
            json.field(CodingKeys.code, code)
            json.key(CodingKeys.fields.rawValue)
            json.object { json in
                for (name, message) in fields.sorted(by: { $0.key < $1.key }) {
                    json.key(name)
                    json.value(message)
                }
            }
        }
    }
}

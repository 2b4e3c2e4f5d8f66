import HTTPServer
import Market
import ViewModels

/// Turns values into the answers of calls.
struct CallAnswers: Sendable {
    private static let mediaType: StaticString = "application/json"

    private let pages: Pages
    private let origin: Origin

    init(_ parts: SiteParts) {
        pages = parts.pages
        origin = parts.origin
    }

    /// What may be asked for again: it has an `ETag`, and is kept as it was sent.
    func kept(
        for visit: Visit, value: (PhotoLinks) async throws -> some JSONValue
    ) async throws -> Response {
        let links = links(for: visit)
        return try await pages.response(for: visit, variant: "json", at: links.origin, .call) { _ in
            Pages.Content(bytes: JSONWriter.bytes(of: try await value(links)))
        }
    }

    /// What became of a change.
    func response(
        for visit: Visit, value: (PhotoLinks) -> some JSONValue
    ) -> Response {
        let body = JSONWriter.bytes(of: value(links(for: visit)))
        var response = Response(type: Self.mediaType, body: body)
        response.append("Cache-Control", "no-store")
        return response
    }

    private func links(for visit: Visit) -> PhotoLinks {
        PhotoLinks(origin: origin.text(for: visit.request))
    }
}

extension Pages.Kind {
    fileprivate static let call = Pages.Kind(
        mediaType: "application/json", cacheControl: "no-cache", fields: FieldBlock())
}

/// Where the photos of an answer are: absolute URLs.
struct PhotoLinks: Sendable {
    /// `https://market.example`.
    let origin: String

    /// What stands for the photo of a listing without any: clients expect one at least.
    var missing: String { origin + "/no-photo.png" }

    func url(_ photo: Photo.ID, _ size: Photo.Size) -> String {
        "\(origin)/photos/\(photo.text)/\(size.rawValue).jpg"
    }

    /// Of every photo, in the order shown.
    func urls(_ photos: [Photo.ID], _ size: Photo.Size) -> [String] {
        photos.isEmpty ? [missing] : photos.map { url($0, size) }
    }
}

import HTTPServer
import Market
import OpenMarket
import ViewModels

/// Turns values into answers to calls.
struct APIResponses: Sendable {
    private static let kind = Pages.Kind(mediaType: "\(API.mediaType)", cacheControl: "no-cache")

    private let pages: Pages
    private let origin: Origin
    private let dates: APIDates
    private let zone: MarketTimeZone

    init(_ dependencies: Dependencies) {
        pages = dependencies.pages
        origin = dependencies.origin
        dates = dependencies.apiDates
        zone = dependencies.zone
    }

    /// A cacheable answer to a read; it has an `ETag`.
    /// - Parameter isNamedByBytes: whether the tag is a digest of the answer, so that it stays the same while
    ///   the answer does, whatever else changes in the market; this is too slow for long answers.
    /// - Throws: 412; whatever `body` throws.
    func kept(
        for context: RequestContext, isNamedByBytes: Bool = false,
        body: (AnswerStyle) async throws -> Response.Body
    ) async throws -> Response {
        let style = style(for: context)
        let response = try await pages.response(
            for: context, variant: style.dates.variant, at: style.origin, Self.kind
        ) { _ in
            let body = try await body(style)
            guard isNamedByBytes, case .bytes(let json) = body else {
                return Pages.Content(body: body)
            }
            return Pages.Content(body: body, tag: EntityTag(digestOf: json))
        }
        guard response.status != Status.preconditionFailed else {
            throw APIError(.preconditionFailed)
        }
        return response
    }

    /// The tag of an answer that is identified by its bytes.
    func tag(for context: RequestContext, value: (AnswerStyle) -> some JSONValue) -> EntityTag {
        EntityTag(digestOf: JSONWriter.bytes(of: value(style(for: context))))
    }

    /// The answer to a change.
    func response(
        for context: RequestContext, value: (AnswerStyle) -> some JSONValue
    ) -> Response {
        .call(JSONWriter.bytes(of: value(style(for: context))))
    }

    private func style(for context: RequestContext) -> AnswerStyle {
        AnswerStyle(
            origin: origin.text(for: context.request), dates: dates.style(for: context.request),
            zone: zone)
    }
}

extension Response {
    /// A JSON answer that must not be cached.
    static func call(_ json: [UInt8], status: Status = .ok) -> Response {
        Response(status, type: API.mediaType, body: json).unkept
    }

    /// The same response, marked as not to be cached.
    var unkept: Response {
        var response = self
        response.append("Cache-Control", "no-store")
        return response
    }
}

extension Response.Body {
    static func json(_ value: some JSONValue) -> Response.Body {
        .bytes(JSONWriter.bytes(of: value))
    }
}

/// What an answer takes from the address that was called: absolute URLs and the form of dates.
struct AnswerStyle: Sendable {
    /// `https://market.example`.
    let origin: String
    /// The form of the second generation's dates.
    let dates: APIDateStyle
    let zone: MarketTimeZone

    /// A day as the second generation writes it.
    func day(_ moment: Timestamp) -> String { dates.day(moment, in: zone) }

    /// The image for an item without photos: clients expect at least one.
    var missing: String { origin + "/no-photo.png" }

    func url(_ photo: Photo.ID, _ size: Photo.Size) -> String {
        "\(origin)/photos/\(photo.text)/\(size.rawValue).jpg"
    }

    /// The URLs of all photos, in the order shown.
    func urls(_ photos: [Photo.ID], _ size: Photo.Size) -> [String] {
        photos.isEmpty ? [missing] : photos.map { url($0, size) }
    }
}

extension Failure: JSONObject {
    func writeFields(to json: inout JSONWriter) {
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

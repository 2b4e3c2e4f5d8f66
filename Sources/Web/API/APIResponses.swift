import HTTPServer
import Market
import OpenMarket
import ViewModels

/// Turns values into the answers of calls.
struct APIResponses: Sendable {
    private static let kind = Pages.Kind(
        mediaType: "\(API.mediaType)", cacheControl: "no-cache")

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

    /// What may be asked for again: it has an `ETag`, and is kept as it was sent.
    /// - Parameter isNamedByBytes: whether the tag stays while the answer does, whatever else
    ///   changes in the market; what is long takes its time to be named so.
    /// - Throws: 412; what `body` throws.
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

    /// The tag of an answer that is named by its bytes.
    func tag(for context: RequestContext, value: (AnswerStyle) -> some JSONValue) -> EntityTag {
        EntityTag(digestOf: JSONWriter.bytes(of: value(style(for: context))))
    }

    /// What became of a change.
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

extension Response.Body {
    static func json(_ value: some JSONValue) -> Response.Body {
        .bytes(JSONWriter.bytes(of: value))
    }
}

/// What of an answer depends on the address that was asked: absolute URLs and dates.
struct AnswerStyle: Sendable {
    /// `https://market.example`.
    let origin: String
    /// Of the second generation.
    let dates: APIDateStyle
    let zone: MarketTimeZone

    /// As the second generation is told it.
    func day(_ moment: Timestamp) -> String { dates.day(moment, in: zone) }

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

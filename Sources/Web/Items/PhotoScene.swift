import HTTPServer
import Market
import ViewModels

/// `/photos/{digest}/{size}.jpg`, and `POST /photos` for a form that shows a photo before it is
/// sent.
struct PhotoScene: Sendable {
    private let storage: any PhotoStorage
    private let intake: PhotoUploads
    private let forms: FormLimiter
    private let pages: Pages

    init(_ dependencies: Dependencies) {
        storage = dependencies.storage
        intake = dependencies.photoUploads
        forms = dependencies.formLimiter
        pages = dependencies.pages
    }

    /// A photo never changes under its digest, so it may be kept for ever.
    func show(_ context: RequestContext) async throws -> Response {
        let (name, file) = (context.parameters[0], context.parameters[1])
        guard let id = Photo.ID(String(name)), file.hasSuffix(".jpg"),
            let size = Photo.Size(rawValue: String(file.dropLast(".jpg".count)))
        else { throw SiteError.notFound }
        func representation(_ content: Response.Body) -> Representation {
            Representation(
                content, mediaType: "image/jpeg",
                tag: EntityTag("\(id.text)-\(size.rawValue)"),
                cacheControl: "public, max-age=31536000, immutable")
        }
        if context.request.headers["If-None-Match"] != nil {
            // To say that nothing changed takes no bytes: only that the photo is still there.
            let response = representation(.none).response(to: context.request)
            if response.status == .notModified {
                _ = try await storage.photos([id])
                return response
            }
        }
        let bytes = try await storage.bytes(of: id, size)
        return representation(.bytes(bytes)).response(to: context.request)
    }

    /// Takes one photo in ahead of its form, and answers the tile that stands for it there.
    func upload(_ context: RequestContext) async throws -> Response {
        let entry = try await forms.withForm(of: context, intake.formLimits(photos: 1)) { form in
            let photo = form.entries.filter { $0.name == PhotoUploads.field }.prefix(1)
            return try await intake.entries(Array(photo), from: context.address, at: context.now)
                .first
        }
        switch entry {
        case nil: throw SiteError.badRequest
        case .refused(let fileName, let fault):
            let refusal = entry?.refusal ?? .invalid
            var response = Response.text(fault.message(for: fileName), status: refusal.status)
            refusal.appendRetryAfter(to: &response)
            return response
        case .kept(let id):
            let tile = ItemForm.PhotoTile(id: id, number: 1, isFirst: true, isLast: true)
            let html = try pages.oldTemplates.photoTile.render(tile)
            return Response(.created, type: "text/html; charset=utf-8", body: html)
        }
    }
}

import HTTPServer
import Market
import ViewModels

/// `/photos/{digest}/{size}.jpg`, and `POST /photos` for a form that shows a photo before it is sent.
struct PhotoScene: Sendable {
    private let storage: any PhotoStorage
    private let intake: PhotoIntake
    private let pages: Pages

    init(_ parts: SiteParts) {
        storage = parts.storage
        intake = parts.photoIntake
        pages = parts.pages
    }

    /// A photo never changes under its digest, so it may be kept for ever.
    func show(_ visit: Visit) async throws -> Response {
        let (name, file) = (visit.parameters[0], visit.parameters[1])
        guard let id = Photo.ID(String(name)), file.hasSuffix(".jpg"),
            let size = Photo.Size(rawValue: String(file.dropLast(".jpg".count)))
        else { throw SiteError.notFound }
        let bytes: [UInt8]
        do throws(StorageError) {
            bytes = try await storage.bytes(of: id, size)
        } catch {
            throw ViewModelError(error)
        }
        let photo = Representation(
            .bytes(bytes), mediaType: "image/jpeg",
            tag: EntityTag("\(id.text)-\(size.rawValue)"),
            cacheControl: "public, max-age=31536000, immutable")
        return photo.response(to: visit.request)
    }

    /// Takes one photo in ahead of its form, and answers the tile that stands for it there.
    func upload(_ visit: Visit) async throws -> Response {
        let form = try await visit.request.form(intake.formLimits)
        guard let entry = try await intake.entries(form.entries, at: visit.now).first else {
            throw SiteError.badRequest
        }
        switch entry {
        case .refused(let fileName, let fault):
            let refusal: Refusal = entry.isUnavailable ? .unavailable : .invalid
            var response = Response.text(fault.message(for: fileName), status: refusal.status)
            refusal.appendRetryAfter(to: &response)
            return response
        case .kept(let id):
            let tile = ItemForm.PhotoTile(id: id, number: 1, isFirst: true, isLast: true)
            let html = try pages.templates.current().photoTile.render(tile)
            return Response(.created, type: "text/html; charset=utf-8", body: html)
        }
    }
}

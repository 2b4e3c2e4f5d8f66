import HTTPServer
import Market
import Mustache
import Photos
import Secrets
import ViewModels

/// `/photos/{digest}/{size}.jpg`, and `POST /photos` for a form that shows a photo before it is
/// sent.
struct PhotoScene: Sendable {
    private let storage: any PhotoStorage
    private let sessions: Sessions
    private let grants: EditGrant
    private let uploads: PhotoUploads
    private let forms: FormLimiter
    private let pages: Pages
    private let tile: BareTemplate<ItemForm.PhotoTile>

    init(_ dependencies: Dependencies) throws {
        storage = dependencies.storage
        sessions = dependencies.sessions
        grants = dependencies.grants
        uploads = dependencies.photoUploads
        forms = dependencies.formLimiter
        pages = dependencies.pages
        tile = try dependencies.pages.templates.bare("items/photo-tile")
    }

    /// A photo never changes under its digest, so it may be cached for ever; but for those that only
    /// hidden items have, which are shown to whose they are and who looks after the market, and are
    /// kept by no cache.
    func show(
        _ context: RequestContext, _ id: Photo.ID, _ file: Substring
    ) async throws -> Response {
        guard let size = Photo.Size(file: file) else { throw SiteError.notFound }
        func representation(
            _ content: Response.Body,
            cacheControl: String = "public, max-age=31536000, immutable"
        ) -> Representation {
            Representation(
                content, mediaType: "image/jpeg",
                tag: EntityTag("\(id.text)-\(size.rawValue)"), cacheControl: cacheControl)
        }
        do {
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
        } catch StorageError.photoNotFound {
            let bytes = try await hiddenBytes(of: id, size, for: context)
            return representation(.bytes(bytes), cacheControl: "no-store")
                .response(to: context.request)
        }
    }

    /// For who holds an item's grant or is signed in. The route knows no visitor, as nearly all
    /// photos are anybody's.
    private func hiddenBytes(
        of id: Photo.ID, _ size: Photo.Size, for context: RequestContext
    ) async throws(StorageError) -> [UInt8] {
        if let item = grants.itemOfPhotos(context) {
            do throws(StorageError) {
                return try await storage.bytes(of: id, size, for: .editor(item))
            } catch {
                guard error == .photoNotFound else { throw error }
            }
        }
        guard let member = try await sessions.member(of: context, mayRenew: false) else {
            throw .photoNotFound
        }
        let viewer: Photo.Viewer = member.isOperator ? .operator : .account(member.account.id)
        return try await storage.bytes(of: id, size, for: viewer)
    }

    /// Takes one photo in ahead of its form, and answers the tile that stands for it there.
    func upload(_ context: RequestContext) async throws -> Response {
        let entry = try await entry(context)
        switch entry {
        case nil: throw SiteError.badRequest
        case .refused(let fileName, let fault):
            let error = SiteError(entry?.refusal ?? .invalid)
            let message = pages.text(fault.message(for: fileName), for: context)
            var response = Response.text(
                message, status: error.status ?? .unprocessableContent)
            error.appendHints(to: &response)
            return response
        case .stored(let id):
            let language = pages.languages.language(of: context)
            let html = try tile.render(ItemForm.PhotoTile(id: id), in: language)
            var response = Response(.created, type: "text/html; charset=utf-8", body: html)
            response.append("Content-Language", language.tag)
            return response
        }
    }

    /// The photo that was sent; nil for none.
    private func entry(_ context: RequestContext) async throws -> PhotoEntry? {
        do {
            return try await forms.withForm(of: context, uploads.formLimits(photos: 1)) { form in
                let photo = form.entries.filter { $0.name == PhotoUploads.field }.prefix(1)
                return try await uploads.entries(
                    Array(photo), from: context.address, isGuest: context.member == nil,
                    at: context.now
                ).first
            }
        } catch FormError.body(.tooLarge) {
            return .refused(fileName: "", .tooLarge(mostMegabytes: uploads.mostMegabytes))
        }
    }
}

extension Photo.Size {
    /// - Parameter file: as in paths: `medium.jpg`.
    init?(file: Substring) {
        guard file.hasSuffix(".jpg") else { return nil }
        self.init(rawValue: String(file.dropLast(".jpg".count)))
    }
}

extension ItemForm.PhotoTile: TemplateData {
    public static let fields: [Field<ItemForm.PhotoTile>] = [
        Field("id") { $0.id },
        Field("number") { $0.number },
        Field("isFirst") { $0.isFirst },
        Field("isLast") { $0.isLast },
    ]
}

import HTTPServer
import Market
import Mustache
import Photos
import Secrets
import ViewModels

/// `/photos/{digest}/{size}.jpg`, and `POST /photos` for a form that shows a photo before it is sent.
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

    /// Sends a photo. A digest's photo never changes, so it may be cached for ever. The exception are photos
    /// that only hidden items have: only their owner and operators see them, and they must not be cached.
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
                // A 304 needs no bytes, only proof that the photo still exists.
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

    /// The bytes of a hidden photo, for a holder of the item's grant or a member. The visitor is
    /// looked up only here, not by the route, because nearly all photos are public.
    private func hiddenBytes(
        of id: Photo.ID, _ size: Photo.Size, for context: RequestContext
    ) async throws(StorageError) -> [UInt8] {
        if let item = await grants.itemOfPhotos(context) {
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

    /// Stores one photo before its form is sent, and answers with the tile that represents it in the form.
    func upload(_ context: RequestContext) async throws -> Response {
        let entry = try await entry(context)
        switch entry {
        case nil: throw SiteError.badRequest
        case .refused(let fileName, let fault):
            let error = SiteError(entry?.refusal ?? .invalid)
            let message = pages.text(fault.message(for: fileName), for: context)
            var response = Response.text(message, status: error.status ?? .unprocessableContent)
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

    /// The uploaded photo; nil if there is none.
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
    /// - Parameter file: the file name in the path: `medium.jpg`.
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

import HTTPServer
import Market
import Mustache
import Photos
import Secrets
import ViewModels

/// What scenes are made of: view models with their storage, pages, and what both need.
struct SiteParts: Sendable {
    /// How much may wait for a worker before visitors are asked to come back later.
    private static let mostWaiting = 64

    let storage: any MarketStorage
    let assets: StaticFiles
    let pages: Pages
    let cookies: CookieJar
    let grants: EditGrant
    let passwordCheck: PasswordCheck
    let itemForm: ItemForm
    let photoIntake: PhotoIntake

    init(_ options: SiteOptions, storage: any MarketStorage) throws {
        self.storage = storage
        let assets = try StaticFiles(
            options.root + "/Public", reloading: options.isDevelopment)
        self.assets = assets
        cookies = CookieJar(areSecure: options.isBehindTLS)
        pages = Pages(
            templates: try TemplateStore(
                folder: options.root + "/Templates", isReloading: options.isDevelopment),
            cookies: cookies,
            stylesheet: { assets.versionedPath("/app.css") },
            script: { assets.versionedPath("/app.js") })
        grants = EditGrant(signer: Signer(), cookies: cookies)
        let passwords = PasswordHashing(
            PasswordHash(
                passes: UInt64(options.passwordPasses), memoryBytes: options.passwordMemory),
            gate: WorkGate(mostRunning: options.workers, mostWaiting: Self.mostWaiting))
        passwordCheck = PasswordCheck(
            storage: storage, passwords: passwords,
            limiter: TryLimiter(mostTries: options.passwordTries))
        itemForm = ItemForm(storage: storage, passwords: passwords, check: passwordCheck)
        // A photo of 40 megapixels takes up to 400 MB while it is developed: few at once.
        photoIntake = PhotoIntake(
            upload: PhotoUpload(storage: storage),
            mostMegabytes: options.mostPhotoMegabytes,
            gate: WorkGate(
                mostRunning: options.workers > 2 ? 2 : 1, mostWaiting: Self.mostWaiting),
            temporaryFolder: options.temporaryFolder)
    }
}

extension StaticFiles {
    /// The path of a file with its version, so that browsers keep it until it changes.
    fileprivate func versionedPath(_ path: String) -> String {
        guard let tag = etag(of: path) else { return path }
        return path + "?v=" + tag
    }
}

extension PasswordHashing {
    /// Argon2id, run where it holds up no request.
    fileprivate init(_ argon2id: PasswordHash, gate: WorkGate) {
        self.init(
            hash: { password throws(PasswordHashingError) in
                try await Self.gated(gate) { try argon2id.hash(password) }
            },
            verify: { password, hash throws(PasswordHashingError) in
                try await Self.gated(gate) { argon2id.verify(password, against: hash) }
            })
    }

    private static func gated<Value: Sendable>(
        _ gate: WorkGate, _ work: @Sendable () throws -> Value
    ) async throws(PasswordHashingError) -> Value {
        do {
            return try await gate.run(work)
        } catch is WorkGate.Full {
            throw .busy
        } catch {
            throw .failed
        }
    }
}

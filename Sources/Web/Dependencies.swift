import HTTPServer
import Market
import Mustache
import Photos
import Secrets
import ViewModels

/// What scenes are made from: the storage, pages, limiters, and what they share.
struct Dependencies: Sendable {
    let storage: any MarketStorage
    /// Returns the current time, for work that outlasts its request.
    let clock: @Sendable () -> Timestamp
    let assets: StaticFiles
    let pages: Pages
    let zone: MarketTimeZone
    let cookies: CookieJar
    let origin: Origin
    let apiDates: APIDates
    let temporaryFolder: String
    /// Makes signatures that every server process over the database accepts, also after a restart;
    /// without a shared key, only this process accepts them.
    let signer: Signer
    let grants: EditGrant
    let marks: PostingMark
    let passwordLimiter: TurnLimiter
    let passwordCheck: PasswordCheck
    let itemForm: ItemForm
    let photoUploads: PhotoUploads
    let formLimiter: FormLimiter
    let searchLimiter = TurnLimiter(mostRunning: 2)
    let streams: EventStreams
    let sessions: Sessions
    let accountCheck: AccountCheck
    let secrets: SecretMaking
    let reservedNicknames: ReservedNicknames
    let signUp: SignUp
    let conversationRates: ConversationRates
    /// Limits the reports of an account.
    let reportRate: TryLimiter?
    /// Limits the exports of an account.
    let exportRate: TryLimiter
    /// The key with which browsers subscribe to pushes; nil if the site sends none.
    let pushKey: String?
    let pushSettings: PushSettings?
    /// The program's version.
    let version: String
    /// When the server started.
    let start: Timestamp

    init(
        _ options: SiteOptions, files: SiteFiles, storage: any MarketStorage,
        clock: @escaping @Sendable () -> Timestamp
    ) {
        self.storage = storage
        self.clock = clock
        assets = files.assets
        cookies = CookieJar(areSecure: options.isBehindTLS)
        zone = options.timeZone
        origin = Origin(isBehindTLS: options.isBehindTLS, publicURL: options.publicURL)
        pages = Pages(
            options, templates: files.templates, cookies: cookies, origin: origin,
            storage: storage)
        apiDates = APIDates(usual: options.apiDates, hosts: options.apiHosts)
        temporaryFolder = options.temporaryFolder
        signer = storage.sharedKey.flatMap { Signer(key: $0) } ?? Signer()
        grants = EditGrant(signer: signer, storage: storage, cookies: cookies)
        marks = PostingMark(storage: storage, cookies: cookies)
        passwordLimiter = TurnLimiter(mostRunning: options.workers)
        let passwords = PasswordHashing(options.passwordHash, limiter: passwordLimiter)
        let itemTries = TryLimiter(mostTries: options.passwordTries)
        // A whole campus may share one address.
        let addressTries = TryLimiter(mostTries: 10 * options.passwordTries)
        // Item passwords may be short, some only a few digits.
        let itemTriesADay = TryLimiter(
            mostTries: 10 * options.passwordTries, windowSeconds: 86_400)
        let allItemTriesADay = TryLimiter(
            mostTries: 100 * options.passwordTries, windowSeconds: 86_400)
        passwordCheck = PasswordCheck(
            storage: storage, passwords: passwords,
            tries: PasswordTries(
                atOne: itemTries, atAll: addressTries, atOneForLong: itemTriesADay,
                fromEverywhere: allItemTriesADay))
        let posts = TryLimiter(options.postsPerMinute, in: 60)
        let newcomerPosts = TryLimiter(options.newcomerItemsPerDay, in: 86_400)
        itemForm = ItemForm(
            storage: storage, passwords: passwords, check: passwordCheck, posts: posts,
            newcomerPosts: newcomerPosts)
        photoUploads = PhotoUploads(options, storage: storage)
        formLimiter = FormLimiter(mostForms: options.mostForms)
        streams = EventStreams(most: options.mostStreams)
        sessions = Sessions(
            storage: storage, cookies: cookies, signer: signer, operators: options.operators,
            zone: options.timeZone)
        secrets = SecretMaking(
            random: { Token.randomBytes($0) },
            digest: { SecretDigest(Digest.blake2b($0, size: 32)) })
        let accountTries = TryLimiter(mostTries: options.passwordTries)
        accountCheck = AccountCheck(
            storage: storage, passwords: passwords,
            tries: PasswordTries(atOne: accountTries, atAll: addressTries))
        let accounts = TryLimiter(options.postsPerMinute, in: 60)
        reservedNicknames = options.reservedNicknames
        signUp = SignUp(
            storage: storage, passwords: passwords, secrets: secrets,
            reserved: reservedNicknames, rate: accounts)
        conversationRates = ConversationRates(
            newcomerConversations: options.newcomerConversationsPerHour,
            newcomerLinks: options.newcomerLinksPerDay, messages: options.messagesPerMinute,
            sameTexts: options.sameTextsPerHour)
        reportRate = TryLimiter(options.reportsPerHour, in: 3_600)
        exportRate = TryLimiter(mostTries: 5, windowSeconds: 3_600)
        pushKey = options.push?.key
        pushSettings = options.push.map {
            PushSettings(storage: storage, services: $0.services)
        }
        version = options.version
        start = clock()
        let limits = [
            "item passwords": itemTries, "item passwords a day": itemTriesADay,
            "item passwords from everywhere": allItemTriesADay, "posts": posts,
            "newcomers' posts": newcomerPosts, "photos": photoUploads.rate,
            "guests' photos": photoUploads.guestRate, "account passwords": accountTries,
            "passwords from an address": addressTries, "accounts": accounts, "reports": reportRate,
            "exports": exportRate,
        ]
        storage.share(limits.compactMapValues { $0 }.merging(conversationRates.limits) { $1 })
    }

    /// The presenter of a scene's page.
    /// - Throws: `TemplateErrors` if the template uses a name that its output does not have.
    func page<Output>(_ template: String) throws -> Presenter<Output> {
        Presenter(pages: pages, forms: formLimiter, template: try pages.templates.page(template))
    }
}

extension Pages {
    fileprivate init(
        _ options: SiteOptions, templates: TemplateStore, cookies: CookieJar, origin: Origin,
        storage: any CommitCounting & AnnouncementStorage
    ) {
        self.init(
            templates: templates,
            cookies: cookies,
            languages: LanguageChoice(cookies: cookies),
            operatorText: options.operatorText,
            zone: options.timeZone,
            otherZone: options.timeZone == .seoul ? nil : options.timeZone.name,
            origin: origin,
            sendsPushes: options.push != nil,
            storage: storage,
            // A changed template does not change the commit count.
            cache: PageCache(mostPages: options.isDevelopment ? 0 : options.cachedPages),
            // The fastest level: a third of the size in 28 us; the best level takes 48 us for little more.
            gzip: Gzip(level: 1),
            processName: ShortText(copying: Token.random(bytes: 6)))
    }
}

extension PhotoUploads {
    /// A photo of 40 megapixels takes up to 400 MB while it is processed, so few are processed at once.
    fileprivate init(_ options: SiteOptions, storage: any PhotoStorage) {
        self.init(
            upload: PhotoUpload(storage: storage),
            mostMegabytes: options.mostPhotoMegabytes,
            limiter: TurnLimiter(
                mostRunning: options.workers > 2 ? 2 : 1, longestWait: .seconds(30)),
            rate: TryLimiter(options.photosPerMinute, in: 60),
            guestRate: TryLimiter(10 * options.photosPerMinute, in: 86_400),
            temporaryFolder: options.temporaryFolder)
    }
}

extension PasswordHashing {
    /// Argon2id, off the event loops.
    fileprivate init(_ argon2id: PasswordHash, limiter: TurnLimiter) {
        self.init(
            hash: { password, address throws(StorageError) in
                try await Self.limited(limiter, address) { try argon2id.hash(password) }
            },
            verify: { password, hash, address throws(StorageError) in
                try await Self.limited(limiter, address) {
                    argon2id.verify(password, against: hash)
                }
            })
    }

    private static func limited<Value: Sendable>(
        _ limiter: TurnLimiter, _ address: String, _ work: @escaping @Sendable () throws -> Value
    ) async throws(StorageError) -> Value {
        do {
            return try await limiter.run(for: address, work)
        } catch SiteError.unavailable {
            throw .busy
        } catch {
            throw .failed("password hashing failed")
        }
    }
}

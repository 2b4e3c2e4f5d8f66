import HTTPServer
import Market
import Mustache
import Photos
import Secrets
import ViewModels

/// What scenes are made of: view models with their storage, pages, and what both need.
struct Dependencies: Sendable {
    let storage: any MarketStorage
    /// The time now, for what goes on after its request.
    let clock: @Sendable () -> Timestamp
    let assets: StaticFiles
    let pages: Pages
    let zone: MarketTimeZone
    let cookies: CookieJar
    let origin: Origin
    let apiDates: APIDates
    let temporaryFolder: String
    /// Of what every program over the database believes; of one program, until that ends.
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
    /// Counts the reports of an account.
    let reportRate: TryLimiter?
    /// Counts its exports.
    let exportRate: TryLimiter
    /// By which browsers subscribe to pushes; nil where none are sent.
    let pushKey: String?
    let pushSettings: PushSettings?
    /// Of the program.
    let version: String
    /// When it began to serve.
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
        grants = EditGrant(signer: signer, cookies: cookies)
        marks = PostingMark(storage: storage, cookies: cookies)
        passwordLimiter = TurnLimiter(mostRunning: options.workers)
        let passwords = PasswordHashing(options.passwordHash, limiter: passwordLimiter)
        let itemTries = TryLimiter(mostTries: options.passwordTries)
        // A whole campus may come from one address.
        let addressTries = TryLimiter(mostTries: 10 * options.passwordTries)
        // Passwords of items may be short, and some are a few numerals.
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
        storage.share(
            limits.compactMapValues { $0 }.merging(conversationRates.limits) { $1 })
    }

    /// What a scene presents its outputs by.
    /// - Throws: `TemplateErrors` for what names something that its output does not have.
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
            // A changed template changes no count.
            cache: PageCache(mostPages: options.isDevelopment ? 0 : options.cachedPages),
            // Quick: a third of the size for 28 us, where the best takes 48 for little more.
            gzip: Gzip(level: 1),
            processName: ShortText(copying: Token.random(bytes: 6)))
    }
}

extension PhotoUploads {
    /// A photo of 40 megapixels takes up to 400 MB while it is developed: few at once.
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
    /// Argon2id, run where it holds up no request.
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

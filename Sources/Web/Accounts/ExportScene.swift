import Archives
import HTTPServer
import Market
import ViewModels

/// `/my/export`: all data of an account as one file.
struct ExportScene: Sendable {
    private let export: AccountExport
    private let limiter: TurnLimiter
    private let temporaryFolder: String
    private let pages: Pages

    init(_ dependencies: Dependencies) {
        export = AccountExport(
            storage: dependencies.storage, zone: dependencies.zone,
            limiter: dependencies.exportRate)
        // A single export reads as fast as the disk allows; a second one would only slow both.
        limiter = TurnLimiter(mostRunning: 1, longestWait: .seconds(600))
        temporaryFolder = dependencies.temporaryFolder
        pages = dependencies.pages
    }

    /// Sends the archive. A visitor from another site is redirected to the button instead, because
    /// that site may want to use up the account's hourly exports. A HEAD request does not count.
    func send(_ context: RequestContext) async throws -> Response {
        let account = try context.signedIn.account
        guard CrossSite.allows(context.request) else {
            return .redirect(to: Link.profile() + "#export")
        }
        guard context.request.method != .head else {
            // The length is not known in advance.
            return Self.download(.stream(Response.Stream { _ in }))
        }
        switch export.output(for: account, at: context.now) {
        case .failure(let refusal): throw SiteError(refusal.reason)
        case .success(let output):
            do {
                return try await response(output, to: context) { pages.text($0, for: context) }
            } catch {
                export.refund(account)
                throw error
            }
        }
    }

    private func response(
        _ output: AccountExport.Output, to context: RequestContext,
        _ text: @escaping @Sendable (Phrase) -> String
    ) async throws -> Response {
        let file = try await limiter.run(for: context.address) { [temporaryFolder] in
            try await ExportArchive.write(output, in: temporaryFolder, text)
        }
        var response = Self.download(.file(file))
        response.append("Content-Disposition", Self.attachment(output.fileName))
        return response
    }

    private static func download(_ body: Response.Body) -> Response {
        var response = Response(.ok, body: body)
        response.append("Content-Type", "application/zip")
        response.append("Cache-Control", "private, no-store")
        return response
    }

    /// A `Content-Disposition` with both forms of the name (RFC 6266 section 4.3, RFC 8187): one in ASCII, and
    /// one in which every byte that is not an `attr-char` (RFC 8187 section 3.2.1) is escaped.
    private static func attachment(_ name: String) -> String {
        let plain = String(name.unicodeScalars.filter { $0.isASCII && $0 != "\"" && $0 != "\\" })
        let encoded = name.percentEncoded(keeping: "!#$&+^`|")
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }
}

/// Writes all data of an account into a zip archive: a README, the data as JSON, and the photos
/// unchanged. Neither the archive nor any long list is held in memory as a whole.
struct ExportArchive {
    /// How many bytes of JSON are collected before they are written to the archive.
    private static let chunk = 64 << 10

    private let export: AccountExport.Output
    private let zip: ZipWriter
    /// Translates a phrase into the account's language.
    private let text: (Phrase) -> String
    private var json = JSONWriter()
    /// The photos that the data refers to, in order.
    private var photos: [ExportedPhoto] = []

    /// Writes the archive. File writes block the thread; reads suspend.
    /// - Returns: the whole of an unnamed temporary file.
    /// - Throws: `ArchiveError`, `StorageError`; `SiteError.failed` if no temporary file can be made.
    static func write(
        _ export: AccountExport.Output, in temporaryFolder: String,
        _ text: @escaping (Phrase) -> String
    ) async throws -> FileRegion {
        guard let file = OpenFile.temporary(in: temporaryFolder) else {
            throw SiteError.failed("no file for an export can be made in \(temporaryFolder)")
        }
        var archive = ExportArchive(
            export: export, zip: try ZipWriter(to: file.descriptor), text: text)
        try await archive.write()
        return FileRegion(file, count: try archive.zip.finish())
    }

    private mutating func write() async throws {
        let modified = export.date.seconds
        try zip.begin("README.txt", modified: modified)
        try zip.write(Array(ExportPart.readme(text).utf8))
        try zip.begin("data.json", modified: modified)
        json.beginObject()
        json.field("format", "jangteo-export-1")
        json.field("exported_at", export.date)
        for part in ExportPart.allCases {
            json.key(part.rawValue)
            try await write(part)
        }
        json.endObject()
        try zip.write(json.take())
        for photo in photos {
            guard let bytes = try await export.photo(photo.source) else { continue }
            try zip.store(bytes, as: photo.path, modified: modified)
        }
    }

    private mutating func write(_ part: ExportPart) async throws {
        switch part {
        case .profile:
            photos += export.account.profile.picture.map { [.profile($0)] } ?? []
            let neighbourhood = try await export.neighbourhood()
            json.value(
                ExportedAccount(
                    account: export.account, facts: try await export.facts(),
                    neighbourhood: neighbourhood))
        case .items: try await writeItems()
        case .draft: json.value(try await export.draft())
        case .lists: try await write(export.lists)
        case .memos: try await write(export.memos)
        case .interests: try await write(export.interests)
        case .follows: json.value(try await export.followedSellers())
        case .searches: json.value(try await export.savedSearches())
        case .reminders: json.value(try await export.reminders())
        case .trash: try await writeTrash()
        case .conversations: try await writeConversations()
        case .purchases: try await write(export.deals(.purchase))
        case .sales: try await write(export.deals(.sale))
        case .reviews: try await writeReviews()
        case .blocks: json.value(try await export.blockedPeople().map(ExportedPerson.init))
        case .reports: try await write(export.reports)
        case .checklist: json.value(try await export.checklist())
        case .pushes: json.value(try await export.pushSubscriptions())
        }
    }

    private mutating func writeItems() async throws {
        json.beginArray()
        for status in Item.Status.allCases {
            for try await item in export.items(status) {
                photos += ExportedPhoto.all(of: item)
                let category = text(item.content.category.name)
                try write(ExportedItem(item: item, category: category))
            }
        }
        json.endArray()
    }

    private mutating func writeTrash() async throws {
        json.beginArray()
        for deletion in try await export.deletions() {
            let item = try await export.item(in: deletion)
            photos += item.map { ExportedPhoto.all(of: $0) } ?? []
            try write(
                ExportedDeletion(
                    deletion: deletion,
                    item: item.map {
                        ExportedItem(item: $0, category: text($0.content.category.name))
                    }))
        }
        json.endArray()
    }

    private mutating func writeConversations() async throws {
        json.beginArray()
        for try await conversation in export.conversations {
            json.beginObject()
            json.field("id", conversation.id)
            json.fields(of: conversation)
            json.field("muted", conversation.isMuted)
            json.field("archived", conversation.isArchived)
            json.key("messages")
            json.beginArray()
            for try await message in export.messages(in: conversation) where message.isTold {
                let photo = ExportedPhoto.sent(message, in: conversation.id)
                photos += photo.map { [$0] } ?? []
                try write(
                    ExportedMessage(
                        message: message, isOwn: message.author == conversation.party,
                        photo: photo))
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
    }

    private mutating func writeReviews() async throws {
        json.beginArray()
        for try await review in export.reviews {
            let remarks = Remark.allCases.filter(review.content.remarks.contains)
            try write(ExportedReview(review: review, remarks: remarks.map { text($0.name) }))
        }
        json.endArray()
    }

    private mutating func write<Element: JSONValue, Key>(
        _ elements: Paged<Element, Key>
    ) async throws {
        json.beginArray()
        for try await element in elements { try write(element) }
        json.endArray()
    }

    private mutating func write(_ value: some JSONValue) throws {
        json.value(value)
        if json.bytes.count >= Self.chunk { try zip.write(json.take()) }
    }
}

import HTTPServer
import Market
import ViewModels

/// `/my/export`: all that an account has, as one file.
struct ExportScene: Sendable {
    /// How many may wait until others have been written.
    private static let mostWaiting = 16

    private let export: AccountExport
    private let archive: ExportArchive
    private let gate: ConcurrencyLimiter

    init(_ dependencies: Dependencies) {
        export = AccountExport(storage: dependencies.storage)
        archive = ExportArchive(export: export, temporaryFolder: dependencies.temporaryFolder)
        // One reads as fast as the disk does: another beside it would make both slower.
        gate = ConcurrencyLimiter(mostRunning: 1, mostWaiting: Self.mostWaiting)
    }

    func send(_ context: RequestContext) async throws -> Response {
        let account = try context.signedIn.account
        if let wait = export.secondsToWait(account.id, at: context.now) {
            throw SiteError.tooOften(wait: wait)
        }
        do {
            let archive = try await gate.run { [archive] in
                try await archive.write(of: account, at: context.now)
            }
            var response = Response(.ok, body: .file(archive))
            response.append("Content-Type", "application/zip")
            response.append(
                "Content-Disposition",
                Self.attachment(export.fileName(of: account, at: context.now)))
            response.append("Cache-Control", "private, no-store")
            return response
        } catch {
            export.takeBack(account.id)
            throw error
        }
    }

    /// Both forms of a name (RFC 6266 section 4.3, RFC 8187): the first is for who reads ASCII.
    private static func attachment(_ name: String) -> String {
        let plain = String(name.unicodeScalars.filter { $0.isASCII && $0 != "\"" && $0 != "\\" })
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(name.percentEncoded)"
    }
}

extension String {
    /// Every byte that is no `attr-char` escaped (RFC 8187 section 3.2.1).
    fileprivate var percentEncoded: String {
        let digits = Array("0123456789ABCDEF".utf8)
        let plain = Set("!#$&+-.^_`|~".utf8)
        var bytes: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                bytes.append(byte)
            case _ where plain.contains(byte): bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

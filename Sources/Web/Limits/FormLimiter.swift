import HTTPServer

/// Lets so many large forms, and calls as large, be read at once, each of which takes memory and
/// room on the disk.
struct FormLimiter: Sendable {
    /// In bytes; a form up to this size is read at any time.
    static let small = 16 << 10

    private let shares: AddressLimiter

    init(mostForms: Int) {
        shares = AddressLimiter(most: mostForms)
    }

    /// Large forms that hold a place now.
    var forms: Int { shares.places }

    /// Reads the form of a visit and lends it; a large one keeps its place until `use` is done.
    /// - Throws: `SiteError.unavailable` before anything is read when there is no place;
    ///   `FormError`; what `use` throws.
    func withForm<Result>(
        of context: RequestContext, _ limits: FormLimits = .withoutFiles,
        _ use: (Form) async throws -> Result
    ) async throws -> Result {
        try await withPlace(for: context) { try await use(try await context.request.form(limits)) }
    }

    /// Holds a place while a large body is read and used, whatever is in it.
    /// - Throws: `SiteError.unavailable` when there is none; what `use` throws.
    func withPlace<Result>(
        for context: RequestContext, _ use: () async throws -> Result
    ) async throws -> Result {
        if let length = context.request.body.length, length <= Self.small { return try await use() }
        guard shares.enter(context.address) else { throw SiteError.unavailable }
        defer { shares.leave(context.address) }
        return try await use()
    }
}

extension FormLimits {
    /// For a form without files, which is as small however it is encoded.
    static let withoutFiles: FormLimits = {
        var limits = FormLimits.withMessages
        limits.body = limits.encodedBody
        return limits
    }()

    /// For a form whose view model says beside these fields what cannot be read in them.
    static let withMessages: FormLimits = {
        var limits = FormLimits()
        limits.repairedNames = ["answer", "date", "price", "spot", "text", "time"]
        return limits
    }()
}

extension Form {
    subscript(name: String) -> String { text(name) ?? "" }

    /// What names one sending of the form, so that it is done once; empty for what none of this site's
    /// forms holds.
    func sendingToken(_ name: String) -> String {
        let token = self[name]
        return token.utf8.count <= 64 ? token : ""
    }
}

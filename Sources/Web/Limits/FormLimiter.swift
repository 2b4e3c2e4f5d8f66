import HTTPServer

/// Limits how many large forms, and equally large API calls, are read at once, because each takes
/// memory and disk space.
struct FormLimiter: Sendable {
    /// In bytes; a form up to this size needs no place.
    static let small = 16 << 10

    private let shares: AddressLimiter

    init(mostForms: Int) {
        shares = AddressLimiter(most: mostForms)
    }

    /// How many large forms hold a place now.
    var forms: Int { shares.places }

    /// Reads the request's form and passes it to `use`; a large one keeps its place until `use` returns.
    /// - Throws: `SiteError.unavailable` before anything is read if there is no place; `FormError`;
    ///   whatever `use` throws.
    func withForm<Result>(
        of context: RequestContext, _ limits: FormLimits = .withoutFiles,
        _ use: (Form) async throws -> Result
    ) async throws -> Result {
        try await withPlace(for: context) { try await use(try await context.request.form(limits)) }
    }

    /// Holds a place while a large body of any kind is read and used.
    /// - Throws: `SiteError.unavailable` if there is none; whatever `use` throws.
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
    /// For a form without files; its limit is the same in either encoding.
    static let withoutFiles: FormLimits = {
        var limits = FormLimits.withMessages
        limits.body = limits.encodedBody
        return limits
    }()

    /// For a form whose view model reports invalid UTF-8 in these fields beside the field itself.
    static let withMessages: FormLimits = {
        var limits = FormLimits()
        limits.repairedNames = ["answer", "date", "price", "spot", "text", "time"]
        return limits
    }()
}

extension Form {
    subscript(name: String) -> String { text(name) ?? "" }

    /// A token that identifies one sending of the form, so that it is carried out only once; empty
    /// if it is longer than any that this site's forms contain.
    func sendingToken(_ name: String) -> String {
        let token = self[name]
        return token.utf8.count <= 64 ? token : ""
    }
}

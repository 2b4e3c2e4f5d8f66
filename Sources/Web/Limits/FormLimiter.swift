import HTTPServer
import Market
import Synchronization

/// Limits how many large forms, and equally large API calls, are read at once, because each takes
/// memory and disk space. If there is no place left, the form that arrives most slowly gives up its
/// place, so that a few senders of single bytes cannot keep everybody else out.
final class FormLimiter: Sendable {
    /// In bytes; a form up to this size needs no place.
    static let small = 16 << 10
    /// In bytes per second, less than most phones manage; a form that arrives faster keeps its place.
    static let slow: Int64 = 8 << 10
    /// In seconds; a form keeps its place for at least this long, however slow it is.
    static let leastTime: Int64 = 5

    /// A large form that has a place.
    private final class Holder: Sendable {
        let address: String
        private let body: Body
        private let date: Timestamp

        init(_ context: RequestContext) {
            (address, body, date) = (context.address, context.request.body, context.now)
        }

        /// The bytes received per second; nil while nothing is being waited for, and during `leastTime`.
        func rate(at now: Timestamp) -> Int64? {
            let seconds = now.since(date)
            guard seconds >= FormLimiter.leastTime, let received = body.receivedWhileWaiting
            else { return nil }
            return Int64(received) / seconds
        }

        func giveUp() { body.giveUp() }
    }

    private let shares: AddressLimiter
    private let holders = Mutex<[ObjectIdentifier: Holder]>([:])

    init(mostForms: Int) {
        shares = AddressLimiter(most: mostForms)
    }

    /// How many large forms hold a place now.
    var forms: Int { shares.places }

    /// Reads the request's form and passes it to `use`; a large one keeps its place until `use` returns.
    /// - Throws: `SiteError.unavailable` before anything is read if there is no place; `FormError`, which is
    ///   `.body(.timedOut)` if the form has lost its place; whatever `use` throws.
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
        guard let holder = enter(context) else { throw SiteError.unavailable }
        defer { leave(holder) }
        return try await use()
    }

    private func enter(_ context: RequestContext) -> Holder? {
        let address = context.address
        guard shares.enter(address) || takePlace(for: address, at: context.now) else {
            return nil
        }
        let holder = Holder(context)
        holders.withLock { $0[ObjectIdentifier(holder)] = holder }
        return holder
    }

    /// Takes the place of the form that arrives most slowly. An address that has used up its own share
    /// gets only the place of another form of its own.
    /// - Returns: whether the address has a place now.
    private func takePlace(for address: String, at now: Timestamp) -> Bool {
        let isOwn = shares.holdsPlace(address)
        let slowest = holders.withLock { holders -> Holder? in
            let rates = holders.values.compactMap { holder -> (holder: Holder, rate: Int64)? in
                guard !isOwn || holder.address == address, let rate = holder.rate(at: now)
                else { return nil }
                return (holder, rate)
            }
            guard let slowest = rates.min(by: { $0.rate < $1.rate }), slowest.rate < Self.slow
            else { return nil }
            return holders.removeValue(forKey: ObjectIdentifier(slowest.holder))
        }
        guard let slowest else { return false }
        slowest.giveUp()
        // The share may have become smaller than what the address holds, but it keeps this place.
        if slowest.address == address { return true }
        shares.leave(slowest.address)
        return shares.enter(address)
    }

    /// Gives the place back, unless the form has lost it.
    private func leave(_ holder: Holder) {
        let held = holders.withLock { $0.removeValue(forKey: ObjectIdentifier(holder)) }
        if held != nil { shares.leave(holder.address) }
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

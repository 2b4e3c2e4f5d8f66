import HTTPServer
import Synchronization

/// Lets so many large forms be read at once, each of which takes memory and room on the disk, and
/// lets no address hold more than its share of the places.
final class FormGate: Sendable {
    /// In bytes; a form up to this size is read at any time.
    static let small = 16 << 10

    private struct State {
        var forms = 0
        var formsByAddress: [String: Int] = [:]
    }

    private let mostForms: Int
    private let mostOfAddress: Int
    private let state = Mutex(State())

    /// An address may hold a quarter of the places.
    init(mostForms: Int) {
        self.mostForms = mostForms
        mostOfAddress = max(mostForms / 4, 1)
    }

    /// Large forms that hold a place now.
    var forms: Int { state.withLock(\.forms) }

    /// Reads the form of a visit and lends it; a large one keeps its place until `use` is done.
    /// - Throws: `SiteError.unavailable` before anything is read when there is no place;
    ///   `FormError`; what `use` throws.
    func withForm<Result>(
        of visit: Visit, _ limits: FormLimits, _ use: (Form) async throws -> Result
    ) async throws -> Result {
        if let length = visit.request.body.length, length <= Self.small {
            return try await use(try await visit.request.form(limits))
        }
        guard enter(visit.address) else { throw SiteError.unavailable }
        defer { leave(visit.address) }
        return try await use(try await visit.request.form(limits))
    }

    private func enter(_ address: String) -> Bool {
        state.withLock { state in
            let own = state.formsByAddress[address, default: 0]
            guard state.forms < mostForms, own < mostOfAddress else { return false }
            state.forms += 1
            state.formsByAddress[address] = own + 1
            return true
        }
    }

    private func leave(_ address: String) {
        state.withLock { state in
            state.forms -= 1
            let own = state.formsByAddress[address, default: 0] - 1
            state.formsByAddress[address] = own > 0 ? own : nil
        }
    }
}

extension FormLimits {
    /// For a form without files, which is as small however it is encoded.
    static var withoutFiles: FormLimits {
        var limits = FormLimits()
        limits.body = limits.encodedBody
        return limits
    }
}

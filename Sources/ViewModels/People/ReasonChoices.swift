import Market

/// The latest reasons that operators gave for a kind of decision, offered where the next one is typed.
public struct ReasonChoices: Equatable, Sendable {
    /// How many reasons are offered.
    static let most = 5

    /// The kind of decision that they were given for.
    public let kind: Decision.Kind
    /// Each reason once, the latest first.
    public let reasons: [String]
}

extension ReportStorage {
    /// - Parameter kinds: the kinds of decision for which a page asks for a reason.
    func reasonChoices(
        for kinds: Decision.Kind...
    ) async throws(StorageError) -> [ReasonChoices] {
        var choices: [ReasonChoices] = []
        for kind in kinds {
            let reasons = try await reasons(for: kind, limit: ReasonChoices.most)
            choices.append(ReasonChoices(kind: kind, reasons: reasons))
        }
        return choices
    }
}

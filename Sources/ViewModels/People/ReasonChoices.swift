import Market

/// The reasons that operators gave last for a kind of decision, to choose from where the next one is typed.
public struct ReasonChoices: Equatable, Sendable {
    /// So many are offered.
    static let most = 5

    /// What they were given for.
    public let kind: Decision.Kind
    /// Each once, the latest first.
    public let reasons: [String]
}

extension ReportStorage {
    /// - Parameter kinds: for which a page asks for reasons.
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

import Market

/// What became of a form that was sent.
public enum FormResult<Saved: Sendable, Output: FormOutput>: Sendable {
    /// It was done; with what the next page has to know of it.
    case saved(Saved)
    /// Nothing was saved; the form holds what was typed, and its `refusal` says why.
    case refused(Output)

    /// - Parameter output: the form as it comes back.
    init(_ result: Result<Saved, Refusal>, refused output: (Refusal) -> Output) {
        switch result {
        case .success(let saved): self = .saved(saved)
        case .failure(let refusal): self = .refused(output(refusal))
        }
    }
}

extension FormResult {
    /// Saves what was typed, or shows its form again.
    /// - Parameters:
    ///   - content: what was typed, checked.
    ///   - limit: says that there are as many as there may be.
    init<Content: Sendable>(
        _ content: Result<Content, Refusal>, limit: (Int) -> Fault,
        save: (Content) async throws(StorageError) -> Saved,
        refused: (Refusal) async throws(StorageError) -> Output
    ) async throws(StorageError) {
        switch try await content.saved(limit: limit, save) {
        case .success(let saved): self = .saved(saved)
        case .failure(let refusal): self = .refused(try await refused(refusal))
        }
    }
}

/// A form as its page shows it.
public protocol FormOutput: Sendable {
    /// Why what was sent was not done; nil on a form that is shown for the first time.
    var refusal: Refusal? { get }
}

extension FormOutput {
    /// What the page says first.
    public var alert: Alert? { refusal?.alert }

    /// What has to be put right in a field; nil when nothing has.
    public func message(_ field: String) -> Lines? { refusal?.faults.message(field) }
}

extension Result where Success: Sendable, Failure == Refusal {
    /// Saves what was typed, unless something in it has to be put right. What its writer can mend or
    /// wait for is a refusal.
    /// - Parameter limit: says that there are as many as there may be.
    func saved<Value: Sendable>(
        limit: (Int) -> Fault, _ save: (Success) async throws(StorageError) -> Value
    ) async throws(StorageError) -> Result<Value, Refusal> {
        switch self {
        case .failure(let refusal): return .failure(refusal)
        case .success(let content):
            do {
                return .success(try await save(content))
            } catch .limitReached(let most) {
                return .failure(Refusal([limit(most)]))
            } catch .itemNotFound {
                return .failure(Refusal([Fault("item", Phrase(.pinnedItemGone))]))
            } catch .changedMeanwhile {
                return .failure(.changedMeanwhile)
            } catch .busy, .full {
                return .failure(.unavailable)
            }
        }
    }
}

/// Reads what was typed field by field, and collects what has to be put right in it.
struct FieldReader {
    private(set) var faults: [Fault] = []

    /// Nil when nothing has to be put right.
    var refusal: Refusal? { faults.isEmpty ? nil : Refusal(faults) }

    /// Any text but none.
    /// - Parameter name: what the field is for.
    mutating func require(_ typed: String, _ field: String, called name: Phrase.Key) {
        if typed.isEmpty { add(field, Phrase(.enter, .phrase(Phrase(name)))) }
    }

    /// One line; line ends become spaces.
    /// - Parameter name: what the field is for.
    mutating func line(
        _ typed: String, _ field: String, called name: Phrase.Key, atMost most: Int
    ) -> String {
        checked(typed.trimmedLine, field, name, most)
    }

    /// The same of several lines.
    mutating func text(
        _ typed: String, _ field: String, called name: Phrase.Key, atMost most: Int
    ) -> String {
        checked(typed.trimmed, field, name, most)
    }

    /// A moment; nil when nothing was typed. It may not have passed, unless it is what was there before,
    /// to the minute: that is kept. So it is where the form has an earlier time of what repeats, which
    /// was dismissed meanwhile.
    mutating func reminder(
        _ typed: String, at now: Timestamp, in zone: MarketTimeZone,
        keeping kept: (any RevisedContent)?
    ) -> Timestamp? {
        let text = typed.trimmed
        guard !text.isEmpty else { return nil }
        guard let moment = zone.moment(typed: text) else {
            add("reminder", Phrase(.reminderIsNoTime))
            return nil
        }
        if let kept, let reminder = kept.reminder {
            if zone.typed(reminder) == zone.typed(moment) { return reminder }
            if let repetition = kept.repetition, moment <= now, moment < reminder,
                repetition.comes(at: moment, by: zone.calendar)
            {
                return reminder
            }
        }
        // Fields tell the minute, which may be the present one.
        if moment + 60 <= now { add("reminder", Phrase(.reminderHasPassed)) }
        return moment
    }

    mutating func icon(_ typed: String) -> Icon {
        if let icon = Icon(rawValue: typed) { return icon }
        add("icon", Phrase(.chooseIcon))
        return .check
    }

    /// What was read, unless something has to be put right.
    func result<Content>(_ content: Content) -> Result<Content, Refusal> {
        faults.isEmpty ? .success(content) : .failure(Refusal(faults))
    }

    /// Notes something to put right.
    mutating func add(_ field: String, _ message: Phrase) {
        faults.append(Fault(field, message))
    }

    private mutating func checked(
        _ text: String, _ field: String, _ name: Phrase.Key, _ most: Int
    ) -> String {
        require(text, field, called: name)
        if text.isLonger(than: most) {
            add(field, Phrase(.tooLong, .phrase(Phrase(name)), .number(Int64(most))))
        }
        // What came as no text of Unicode has this in its place.
        if text.unicodeScalars.contains("\u{FFFD}") {
            add(field, Phrase(.unreadable, .phrase(Phrase(name))))
        }
        return text
    }
}

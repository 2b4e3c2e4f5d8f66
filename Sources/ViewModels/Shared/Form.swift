import Market

/// The result of sending a form.
public enum FormResult<Saved: Sendable, Output: FormOutput>: Sendable {
    /// It was saved; with what the next page needs.
    case saved(Saved)
    /// Nothing was saved; the form holds what was typed, and its `refusal` says why.
    case refused(Output)

    /// - Parameter output: makes the refused form.
    init(_ result: Result<Saved, Refusal>, refused output: (Refusal) -> Output) {
        switch result {
        case .success(let saved): self = .saved(saved)
        case .failure(let refusal): self = .refused(output(refusal))
        }
    }
}

extension FormResult {
    /// Saves what was typed, or makes the refused form.
    /// - Parameters:
    ///   - content: what was typed, checked.
    ///   - limit: makes the fault for when there are as many as allowed.
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

/// A form as its page shows it, or as it was refused.
public protocol FormOutput: Sendable {
    /// Why the form was refused; nil when it is shown for the first time.
    var refusal: Refusal? { get }
}

extension FormOutput {
    /// The message at the top of the page; nil for none.
    public var alert: Alert? { refusal?.alert }

    /// The faults in a field, one line each; nil for none.
    public func message(_ field: String) -> Lines? { refusal?.faults.message(field) }
}

extension Result where Success: Sendable, Failure == Refusal {
    /// Saves what was typed, unless it has faults. Errors that the writer can correct or wait out
    /// become refusals.
    /// - Parameter limit: makes the fault for when there are as many as allowed.
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

/// Reads a form field by field, and collects the faults.
struct FieldReader {
    private(set) var faults: [Fault] = []

    /// Nil when there are no faults.
    var refusal: Refusal? { faults.isEmpty ? nil : Refusal(faults) }

    /// Adds a fault if the text is empty.
    /// - Parameter name: the name of the field.
    mutating func require(_ typed: String, _ field: String, called name: Phrase.Key) {
        if typed.isEmpty { add(field, Phrase(.enter, .phrase(Phrase(name)))) }
    }

    /// Reads one line; line breaks become spaces.
    /// - Parameter name: the name of the field.
    mutating func line(
        _ typed: String, _ field: String, called name: Phrase.Key, atMost most: Int
    ) -> String {
        checked(typed.trimmedLine, field, name, most)
    }

    /// Reads text of several lines.
    mutating func text(
        _ typed: String, _ field: String, called name: Phrase.Key, atMost most: Int
    ) -> String {
        checked(typed.trimmed, field, name, most)
    }

    /// Reads a reminder's time; nil when nothing was typed. It must not have passed, unless it is
    /// the stored time to the minute, which is kept. The stored time is also kept if the form has
    /// an earlier time of a repeating reminder that was dismissed meanwhile.
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
        // The field has minute precision, and the current minute is allowed.
        if moment + 60 <= now { add("reminder", Phrase(.reminderHasPassed)) }
        return moment
    }

    mutating func icon(_ typed: String) -> Icon {
        if let icon = Icon(rawValue: typed) { return icon }
        add("icon", Phrase(.chooseIcon))
        return .check
    }

    /// The content that was read, or a refusal if there are faults.
    func result<Content>(_ content: Content) -> Result<Content, Refusal> {
        faults.isEmpty ? .success(content) : .failure(Refusal(faults))
    }

    /// Notes something to put right.
    mutating func add(_ field: String, _ message: Phrase) { faults.append(Fault(field, message)) }

    private mutating func checked(
        _ text: String, _ field: String, _ name: Phrase.Key, _ most: Int
    ) -> String {
        require(text, field, called: name)
        if text.isLonger(than: most) {
            add(field, Phrase(.tooLong, .phrase(Phrase(name)), .number(Int64(most))))
        }
        // Input that is not valid Unicode text has this replacement character in it.
        if text.unicodeScalars.contains("\u{FFFD}") {
            add(field, Phrase(.unreadable, .phrase(Phrase(name))))
        }
        return text
    }
}

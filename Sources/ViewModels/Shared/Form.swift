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
    public func message(_ field: String) -> String? { refusal?.faults.message(field) }
}

/// Why a form was not saved, and what its page says about it when it comes back.
public struct Refusal: Error, Equatable, Sendable {
    /// What programs go by, where people read the alert.
    public let reason: Reason
    /// What has to be put right, in the order of the form; empty when nothing typed is at fault.
    public let faults: [Fault]
    /// What its page says first; nil when it says nothing.
    public let alert: Alert?

    /// What kind of refusal it is, for programs.
    public enum Reason: Equatable, Sendable {
        /// Something that was typed has to be put right.
        case invalid
        /// What the form changes is not there any more.
        case notFound
        case wrongPassword
        /// - Parameter wait: seconds until the next try.
        case tooManyTries(wait: Int64)
        /// The storage or the password hashing has no time or room now.
        case unavailable
    }

    init(_ reason: Reason = .invalid, _ alert: Alert, _ faults: [Fault] = []) {
        self.reason = reason
        self.alert = alert
        self.faults = faults
    }

    /// - Parameter reason: another one where what is at fault is no mistake of the writer's, as a
    ///   photo that could not be kept now.
    init(_ faults: [Fault], _ reason: Reason = .invalid) {
        self.reason = reason
        self.faults = faults
        alert = Alert(faults)
    }

    static let unavailable = Refusal(.unavailable, .unavailable)
    static let changedMeanwhile = Refusal(.invalid, .changedMeanwhile)
}

/// Something to put right in a form.
public struct Fault: Equatable, Sendable {
    /// The name of the field it stands in.
    public let field: String
    /// What to do about it, in a sentence: `아이콘을 골라주세요.`
    public let message: String

    init(_ field: String, _ message: String) {
        self.field = field
        self.message = message
    }
}

extension [Fault] {
    /// What is wrong with a field, a line each; nil when nothing is.
    public func message(_ field: String) -> String? {
        let messages = filter { $0.field == field }.map(\.message)
        return messages.isEmpty ? nil : messages.joined(separator: "\n")
    }
}

extension Alert {
    /// One line for each fault; nil when there is none.
    init?(_ faults: [Fault]) {
        guard !faults.isEmpty else { return nil }
        self.init(
            .failure, title: "실패",
            lines: faults.map { Line("~ " + $0.message, field: $0.field) })
    }

    static let changedMeanwhile = Alert(
        .failure, title: "그사이 바뀌었어요",
        lines: [Line("다른 창에서 먼저 고쳤어요. 지금 저장된 것과 적은 것을 견주어 보고 다시 눌러주세요.")])
}

/// Runs storage work for a form. What its writer can mend or wait for is a refusal.
/// - Parameter limit: says that there are as many as there may be.
func saving<Value: Sendable>(
    limit: (Int) -> Fault,
    _ work: () async throws(StorageError) -> Value
) async throws(StorageError) -> Result<Value, Refusal> {
    do {
        return .success(try await work())
    } catch .limitReached(let most) {
        return .failure(Refusal([limit(most)]))
    } catch .itemNotFound {
        return .failure(Refusal([Fault("item", "붙이려던 글이 지워졌어요. 붙이지 않고 저장해주세요.")]))
    } catch .changedMeanwhile {
        return .failure(.changedMeanwhile)
    } catch .busy, .full {
        return .failure(.unavailable)
    }
}

extension Result where Success: Sendable, Failure == Refusal {
    /// Saves what was typed, unless something in it has to be put right.
    func saved<Value: Sendable>(
        limit: (Int) -> Fault, _ save: (Success) async throws(StorageError) -> Value
    ) async throws(StorageError) -> Result<Value, Refusal> {
        switch self {
        case .failure(let refusal): return .failure(refusal)
        case .success(let content):
            return try await saving(limit: limit) { () async throws(StorageError) in
                try await save(content)
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
    /// - Parameter name: what the field is for, with its particle: `복구 코드를`.
    mutating func require(_ typed: String, _ field: String, called name: String) {
        if typed.isEmpty { add(field, "\(name) 입력해주세요.") }
    }

    /// One line; line ends become spaces.
    /// - Parameter name: what the field is for, with its particle: `목록 이름을`.
    mutating func line(
        _ typed: String, _ field: String, called name: String, atMost most: Int
    ) -> String {
        checked(typed.trimmedLine, field, name, most)
    }

    /// The same of several lines.
    mutating func text(
        _ typed: String, _ field: String, called name: String, atMost most: Int
    ) -> String {
        checked(typed.trimmed, field, name, most)
    }

    /// A moment of Korean time; nil when nothing was typed.
    mutating func reminder(_ typed: String) -> Timestamp? {
        let text = typed.trimmed
        guard !text.isEmpty else { return nil }
        let moment = Timestamp(koreanTime: text)
        if moment == nil { add("reminder", "알림 시각을 날짜와 시각으로 입력해주세요.") }
        return moment
    }

    mutating func icon(_ typed: String) -> Icon {
        if let icon = Icon(rawValue: typed) { return icon }
        add("icon", "아이콘을 골라주세요.")
        return .check
    }

    /// What was read, unless something has to be put right.
    func result<Content>(_ content: Content) -> Result<Content, Refusal> {
        faults.isEmpty ? .success(content) : .failure(Refusal(faults))
    }

    /// Notes something to put right.
    mutating func add(_ field: String, _ message: String) {
        faults.append(Fault(field, message))
    }

    private mutating func checked(
        _ text: String, _ field: String, _ name: String, _ most: Int
    ) -> String {
        require(text, field, called: name)
        if text.isLonger(than: most) {
            add(field, "\(name) \(grouped(Int64(most)))자까지 입력해주세요.")
        }
        return text
    }
}

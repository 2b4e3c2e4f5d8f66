import Fixtures
import Synchronization

/// What one person was told about their actions in conversations, and the action under way.
struct ExpectedChats: Sendable {
    /// An action that is sent until it is answered.
    enum Action: Sendable {
        case write(String, in: String, token: String)
        /// Takes back the person's last message.
        case takeBack(form: String, in: String)
        case reserve(String)
        case release(String)
    }

    /// The person's messages in each conversation, by its path; empty once taken back.
    var texts: [String: [String]] = [:]
    /// The conversations with a reservation.
    var held: Set<String> = []
    /// The action that was not answered yet; nil if there is none.
    var pendingAction: Action?

    /// What may hold while an action is unanswered: that it was not done, or that it was.
    var possibleOutcomes: [ExpectedChats] {
        var done = self
        done.completeAction()
        return [self, done]
    }

    /// Records the action under way as done.
    mutating func completeAction() {
        switch pendingAction {
        case .write(let text, let path, _): texts[path, default: []].append(text)
        case .takeBack(_, let path):
            texts[path]?.removeLast()
            texts[path]?.append("")
        case .reserve(let path): held.insert(path)
        case .release(let path): held.remove(path)
        case nil: break
        }
        pendingAction = nil
    }
}

/// A person with an account who resumes the action under way after the connection broke.
final class ChatClient: Sendable {
    let nickname: String
    private let session: String
    private let state: Mutex<State>

    private struct State {
        var expected = ExpectedChats()
        var random: SplitMix64
        var count = 0
        var wasRefused = false
    }

    /// Creates an account.
    init(_ nickname: String, at port: UInt16) throws {
        let client = try Client(port: port, keepsCookies: true)
        let answer = try client.post("/signup", ["nickname": nickname, "password": "달빛처럼 환하게"])
        guard let session = client.cookie("session") else {
            throw Failure("not signed up: \(answer.status)")
        }
        self.nickname = nickname
        self.session = session
        let seed = nickname.utf8.reduce(SplitMix64.usualSeed) { $0 &* 31 &+ UInt64($1) }
        state = Mutex(State(random: SplitMix64(seed: seed)))
    }

    var expected: ExpectedChats { state.withLock(\.expected) }
    /// Whether a reservation was ever refused because all pieces were reserved.
    var wasRefused: Bool { state.withLock(\.wasRefused) }

    func client(at port: UInt16) throws -> Client {
        let client = try Client(port: port, keepsCookies: true)
        client.set(cookie: "session", to: session)
        return client
    }

    /// Begins a conversation, and returns its path.
    func ask(about item: String, at port: UInt16) throws -> String {
        let answer = try client(at: port).post(item + "/conversation", ["text": "저요"])
        guard let path = answer["Location"] else { throw Failure("not asked: \(answer.status)") }
        state.withLock { $0.expected.texts[path] = ["저요"] }
        return path
    }

    /// Joins a conversation that somebody else has begun.
    func add(_ path: String) {
        state.withLock { $0.expected.texts[path] = [] }
    }

    /// Performs one action after the other until the connection breaks.
    func act(at port: UInt16, answered: () -> Void) {
        guard let client = try? client(at: port) else { return }
        while true {
            do {
                try resume(client)
                answered()
                let next = try nextAction(client)
                state.withLock { $0.expected.pendingAction = next }
            } catch { return }
        }
    }

    /// Completes the action under way.
    func resume(at port: UInt16) throws {
        try resume(client(at: port))
    }

    // MARK: - One action

    private func resume(_ client: Client) throws {
        guard let pendingAction = expected.pendingAction else { return }
        let answer: Answer
        switch pendingAction {
        case .write(let text, let path, let token):
            answer = try client.post(path + "/messages", ["text": text, "token": token])
        case .takeBack(let form, _): answer = try client.post(form, [:])
        case .reserve(let path):
            answer = try client.post(path + "/reservation", ["term": ""])
        case .release(let path):
            answer = try client.post(path + "/reservation/deletion", [:])
        }
        try note(answer.status, pendingAction)
    }

    /// A step that was taken without an answer is refused when it is taken again.
    private func note(_ status: Int, _ pendingAction: ExpectedChats.Action) throws {
        try state.withLock { state in
            switch (status, pendingAction) {
            case (303, _), (409, .release): state.expected.completeAction()
            case (409, .reserve) where state.expected.held.count < 3:
                state.expected.completeAction()
            case (409, .reserve):
                state.wasRefused = true
                state.expected.pendingAction = nil
            default: throw Failure("\(pendingAction): \(status)")
            }
        }
    }

    /// - Parameter client: reads which message can be taken back.
    private func nextAction(_ client: Client) throws -> ExpectedChats.Action {
        let (path, choice, isHeld, number) = state.withLock { state in
            let paths = state.expected.texts.keys.sorted()
            let path = paths[Int.random(in: paths.indices, using: &state.random)]
            state.count += 1
            return (
                path, Int.random(in: 0..<10, using: &state.random),
                state.expected.held.contains(path), state.count
            )
        }
        let isSeller = expected.texts.count > 1
        if choice == 0, let form = try lastForm(client, path) {
            return .takeBack(form: form, in: path)
        }
        if choice > 4, isSeller { return isHeld ? .release(path) : .reserve(path) }
        return .write("\(nickname) \(number)", in: path, token: "\(nickname)-\(number)")
    }

    /// The form that takes back the person's last message in a conversation; nil if it is taken
    /// back already.
    private func lastForm(_ client: Client, _ path: String) throws -> String? {
        guard let last = expected.texts[path]?.last, !last.isEmpty else { return nil }
        let form = /action="([^"]*\/messages\/\d+\/deletion)"/
        guard let form = try client.get(path).text.matches(of: form).last else {
            throw Failure("“\(last)” is not there to take back")
        }
        return String(form.1)
    }
}

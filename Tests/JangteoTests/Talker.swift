import Fixtures
import Synchronization

/// What one person was told about their actions in conversations, and the action under way.
struct Diary: Sendable {
    /// An action that is sent until it is answered.
    enum Deed: Sendable {
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
    var deed: Deed?

    /// The diaries that are possible while an action is unanswered.
    var possible: [Diary] {
        var done = self
        done.note()
        return [self, done]
    }

    /// Records the action under way as done.
    mutating func note() {
        switch deed {
        case .write(let text, let path, _): texts[path, default: []].append(text)
        case .takeBack(_, let path):
            texts[path]?.removeLast()
            texts[path]?.append("")
        case .reserve(let path): held.insert(path)
        case .release(let path): held.remove(path)
        case nil: break
        }
        deed = nil
    }
}

/// A person with an account who resumes the action under way after the connection broke.
final class Talker: Sendable {
    let nickname: String
    private let session: String
    private let state: Mutex<State>

    private struct State {
        var diary = Diary()
        var random: SplitMix64
        var count = 0
        var wasRefused = false
    }

    /// Creates an account.
    init(_ nickname: String, at port: UInt16) throws {
        let client = try Client(port: port, keepsCookies: true)
        let answer = try client.post(
            "/signup", .urlencoded(["nickname": nickname, "password": "달빛처럼 환하게"]))
        guard let session = client.cookie("session") else {
            throw Failure("not signed up: \(answer.status)")
        }
        self.nickname = nickname
        self.session = session
        let seed = nickname.utf8.reduce(SplitMix64.usualSeed) { $0 &* 31 &+ UInt64($1) }
        state = Mutex(State(random: SplitMix64(seed: seed)))
    }

    var diary: Diary { state.withLock(\.diary) }
    /// Whether a reservation was ever refused because all pieces were reserved.
    var wasRefused: Bool { state.withLock(\.wasRefused) }

    func client(at port: UInt16) throws -> Client {
        let client = try Client(port: port, keepsCookies: true)
        client.set(cookie: "session", to: session)
        return client
    }

    /// Begins a conversation, and returns its path.
    func ask(about item: String, at port: UInt16) throws -> String {
        let answer = try client(at: port).post(
            item + "/conversation", .urlencoded(["text": "저요"]))
        guard let path = answer["Location"] else { throw Failure("not asked: \(answer.status)") }
        state.withLock { $0.diary.texts[path] = ["저요"] }
        return path
    }

    /// Joins a conversation that somebody else has begun.
    func add(_ path: String) {
        state.withLock { $0.diary.texts[path] = [] }
    }

    /// Performs one action after the other until the connection breaks.
    func talk(at port: UInt16, answered: () -> Void) {
        guard let client = try? client(at: port) else { return }
        while true {
            do {
                try goOn(client)
                answered()
                let next = try nextDeed(client)
                state.withLock { $0.diary.deed = next }
            } catch { return }
        }
    }

    /// Completes the action under way.
    func goOn(at port: UInt16) throws {
        try goOn(client(at: port))
    }

    // MARK: - One action

    private func goOn(_ client: Client) throws {
        guard let deed = diary.deed else { return }
        let answer: Answer
        switch deed {
        case .write(let text, let path, let token):
            let form = FormBody.urlencoded(["text": text, "token": token])
            answer = try client.post(path + "/messages", form)
        case .takeBack(let form, _): answer = try client.post(form, .urlencoded([:]))
        case .reserve(let path):
            answer = try client.post(path + "/reservation", .urlencoded(["term": ""]))
        case .release(let path):
            answer = try client.post(path + "/reservation/deletion", .urlencoded([:]))
        }
        try note(answer.status, deed)
    }

    /// A step that was taken without an answer is refused when it is taken again.
    private func note(_ status: Int, _ deed: Diary.Deed) throws {
        try state.withLock { state in
            switch (status, deed) {
            case (303, _), (409, .release): state.diary.note()
            case (409, .reserve) where state.diary.held.count < 3: state.diary.note()
            case (409, .reserve):
                state.wasRefused = true
                state.diary.deed = nil
            default: throw Failure("\(deed): \(status)")
            }
        }
    }

    /// - Parameter client: reads which message can be taken back.
    private func nextDeed(_ client: Client) throws -> Diary.Deed {
        let (path, choice, isHeld, number) = state.withLock { state in
            let paths = state.diary.texts.keys.sorted()
            let path = paths[Int.random(in: paths.indices, using: &state.random)]
            state.count += 1
            return (
                path, Int.random(in: 0..<10, using: &state.random),
                state.diary.held.contains(path), state.count
            )
        }
        let isSeller = diary.texts.count > 1
        if choice == 0, let form = try lastForm(client, path) {
            return .takeBack(form: form, in: path)
        }
        if choice > 4, isSeller { return isHeld ? .release(path) : .reserve(path) }
        return .write("\(nickname) \(number)", in: path, token: "\(nickname)-\(number)")
    }

    /// The form that takes back the person's last message in a conversation; nil if it is taken
    /// back already.
    private func lastForm(_ client: Client, _ path: String) throws -> String? {
        guard let last = diary.texts[path]?.last, !last.isEmpty else { return nil }
        let form = /action="([^"]*\/messages\/\d+\/deletion)"/
        guard let form = try client.get(path).text.matches(of: form).last else {
            throw Failure("“\(last)” is not there to take back")
        }
        return String(form.1)
    }
}

/// A push without anything in it: that there is news, and no more.
public struct PushRequest: Equatable, Sendable {
    /// Where it goes, in ASCII without quotes, backslashes and controls.
    public let address: String
    /// Of the push service.
    public let origin: String
    /// Of those with the same one that wait for a browser, the last is kept (RFC 8030 section 5.4): up
    /// to 32 letters of base64url.
    public let topic: String

    /// A push on its way.
    public init(address: String, origin: String, topic: String) {
        (self.address, self.origin, self.topic) = (address, origin, topic)
    }
}

/// What a push service says to a push.
public enum PushAnswer: Equatable, Sendable {
    /// It is on its way.
    case sent
    /// The browser takes none any more.
    case gone
    /// Not now; with the seconds to wait, where it says so.
    case later(after: Int64?)
    /// Nothing: nobody is there, or nobody says anything in time.
    case silence
    /// Nobody knows: perhaps it was not even asked.
    case unknown
    /// Never, with its status.
    case refused(Int)
}

/// Sends pushes (RFC 8030) by the system's `curl`, many by one process: none of what it talks to comes
/// near this one's memory.
public actor PushClient {
    /// So many go with one process, and so many of these at once.
    public static let mostRequests = 32
    private static let mostAtOnce = 16
    /// How long a service keeps one for a browser that is away, in seconds: a day.
    private static let timeToLive = 86_400

    private static let curl = ExternalProgram(name: "curl")
    /// Of one push, in seconds.
    private let timeout: Int
    private var tokens: VAPIDTokens

    /// The first of the programs that pushes need and this machine lacks; nil when all are there.
    public static var missingProgram: String? {
        ["openssl", "curl"].first { !ExternalProgram(name: $0).isInstalled }
    }

    /// - Parameters:
    ///   - key: of the site.
    ///   - contact: of the operator, as push services may want to reach them.
    ///   - timeout: when a push is given up, in seconds.
    public init(key: VAPIDKey, contact: String, timeout: Int = 15) {
        self.timeout = timeout
        tokens = VAPIDTokens(key: key, contact: contact)
    }

    /// Sends pushes at once.
    /// - Parameters:
    ///   - requests: those past `mostRequests` are left out.
    ///   - now: in Unix time.
    /// - Returns: an answer to each, `.unknown` to what too many were signed before, and to what curl
    ///   says nothing of.
    /// - Throws: `.programFailed`.
    public func send(
        _ requests: [PushRequest], at now: Int64
    ) async throws(WebPushError) -> [PushAnswer] {
        let requests = requests.prefix(Self.mostRequests)
        // An actor's own goes nowhere while it is changed; what was signed before one fails is kept.
        var tokens = self.tokens
        defer { self.tokens = tokens }
        var transfers: [String] = []
        for (number, request) in requests.enumerated() {
            if let authorization = try await tokens.authorization(for: request.origin, at: now) {
                transfers.append(config(of: request, authorization, number))
            }
        }
        guard !transfers.isEmpty else { return Self.answers("", to: requests.count) }
        // None waits for another's connection, so that all have ended before the limit: what curl has
        // not said by then is lost.
        let config =
            "parallel\nparallel-immediate\nparallel-max = \(Self.mostAtOnce)\n"
            + transfers.joined(separator: "next\n")
        let limit = Duration.seconds(timeout * Self.mostRequests / Self.mostAtOnce + 10)
        let outcome = await Self.curl.run(
            ["-q", "--config", "-"], input: Array(config.utf8), within: limit)
        guard let outcome else { throw .programFailed(Self.curl.name) }
        return Self.answers(String(decoding: outcome.output, as: UTF8.self), to: requests.count)
    }

    /// What curl is told of a request; it follows no redirects by itself.
    private func config(
        of request: PushRequest, _ authorization: String, _ number: Int
    ) -> String {
        // Of a service on this machine, which tests have, the operator has said so.
        let scheme = request.address.hasPrefix("http:") ? "http" : "https"
        return """
            url = "\(request.address)"
            globoff
            path-as-is
            proto = "=\(scheme)"
            data-binary = ""
            header = "Content-Type:"
            header = "Authorization: \(authorization)"
            header = "TTL: \(Self.timeToLive)"
            header = "Urgency: normal"
            header = "Topic: \(request.topic)"
            connect-timeout = \(min(timeout, 5))
            max-time = \(timeout)
            silent
            output = "/dev/null"
            write-out = "\(number) %{http_code} %header{retry-after}\\n"

            """
    }

    /// Reads what curl says of each, in whatever order.
    static func answers(_ text: String, to count: Int) -> [PushAnswer] {
        var answers = Array(repeating: PushAnswer.unknown, count: count)
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 2, let number = Int(words[0]), answers.indices.contains(number),
                let status = Int(words[1])
            else { continue }
            answers[number] = answer(status, words.count == 3 ? Int64(words[2]) : nil)
        }
        return answers
    }

    private static func answer(_ status: Int, _ wait: Int64?) -> PushAnswer {
        switch status {
        case 200..<300: .sent
        case 404, 410: .gone
        case 0: .silence
        case 429, 500...: .later(after: wait.flatMap { $0 >= 0 ? $0 : nil })
        default: .refused(status)
        }
    }
}

import HTTPServer

/// A push without a payload: it says only that there is news.
public struct PushRequest: Equatable, Sendable {
    /// The URL of the subscription, in ASCII without quotes, backslashes and control characters.
    public let address: String
    /// The origin of the push service.
    public let origin: String
    /// Of the waiting pushes with the same topic, a push service delivers the last one only (RFC 8030 section
    /// 5.4). Up to 32 characters of base64url.
    public let topic: String

    /// A push to be sent.
    public init(address: String, origin: String, topic: String) {
        (self.address, self.origin, self.topic) = (address, origin, topic)
    }
}

/// The answer of a push service to a push.
public enum PushAnswer: Equatable, Sendable {
    /// Accepted for delivery.
    case sent
    /// The browser does not accept pushes any more.
    case gone
    /// Not now; with the number of seconds to wait, if the service says so.
    case later(after: Int64?)
    /// No answer: the host cannot be reached, or does not answer in time.
    case silence
    /// The outcome is not known; the request may not even have been sent.
    case unknown
    /// Refused for good, with the status.
    case refused(Int)
}

/// Sends pushes (RFC 8030) with the system's `curl`, many per process, so that foreign data is not parsed in
/// this process's memory.
public actor PushClient {
    /// The number of pushes per curl process, and how many of them run in parallel.
    public static let mostRequests = 32
    private static let mostAtOnce = 16
    /// How long a service keeps a push for a browser that is offline, in seconds: a day.
    private static let timeToLive = 86_400

    private static let curl = ExternalProgram(name: "curl")
    /// For one push, in seconds.
    private let timeout: Int
    private var tokens: VAPIDTokens

    /// The first of the programs needed for pushes that is not installed; nil if all are.
    public static var missingProgram: String? {
        ["openssl", "curl"].first { !ExternalProgram(name: $0).isInstalled }
    }

    /// - Parameters:
    ///   - key: the site's key.
    ///   - contact: the operator's address, for push services to reach them.
    ///   - timeout: when a push is given up, in seconds.
    public init(key: VAPIDKey, contact: String, timeout: Int = 15) {
        self.timeout = timeout
        tokens = VAPIDTokens(key: key, contact: contact)
    }

    /// Sends pushes in parallel.
    /// - Parameters:
    ///   - requests: those beyond `mostRequests` are ignored.
    ///   - now: the current Unix time.
    /// - Returns: an answer for each; `.unknown` if too many tokens were signed just now, or if curl reported
    ///   nothing for it.
    /// - Throws: `.programFailed`.
    public func send(
        _ requests: [PushRequest], at now: Int64
    ) async throws(WebPushError) -> [PushAnswer] {
        let requests = requests.prefix(Self.mostRequests)
        // A copy, since an actor's property cannot be passed inout to an async call. Kept even after an error.
        var tokens = self.tokens
        defer { self.tokens = tokens }
        var transfers: [String] = []
        for (number, request) in requests.enumerated() {
            if let authorization = try await tokens.authorization(for: request.origin, at: now) {
                transfers.append(config(of: request, authorization, number))
            }
        }
        guard !transfers.isEmpty else { return Self.answers("", to: requests.count, at: now) }
        // With `parallel-immediate` no transfer waits for another's connection, so all of them end before
        // the limit. A result that curl has not printed by then is lost.
        let config =
            "parallel\nparallel-immediate\nparallel-max = \(Self.mostAtOnce)\n"
            + transfers.joined(separator: "next\n")
        let limit = Duration.seconds(timeout * Self.mostRequests / Self.mostAtOnce + 10)
        let outcome = await Self.curl.run(
            ["-q", "--config", "-"], input: Array(config.utf8), within: limit)
        guard let outcome else { throw .programFailed(Self.curl.name) }
        return Self.answers(
            String(decoding: outcome.output, as: UTF8.self), to: requests.count, at: now)
    }

    /// The part of curl's configuration for one request; curl follows no redirects by default.
    private func config(
        of request: PushRequest, _ authorization: String, _ number: Int
    ) -> String {
        // Plain HTTP is for push services on this machine, as in tests, which the operator has to allow.
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

    /// Parses the lines that curl printed, which may come in any order.
    /// - Parameter now: the current Unix time.
    static func answers(_ text: String, to count: Int, at now: Int64) -> [PushAnswer] {
        var answers = Array(repeating: PushAnswer.unknown, count: count)
        for line in text.split(separator: "\n") {
            // A date has spaces in it.
            let words = line.split(separator: " ", maxSplits: 2)
            guard words.count >= 2, let number = Int(words[0]), answers.indices.contains(number),
                let status = Int(words[1])
            else { continue }
            answers[number] = answer(status, words.count == 3 ? wait(words[2], at: now) : nil)
        }
        return answers
    }

    /// The seconds to wait according to a `Retry-After`, which is a number of seconds or a date (RFC 9110
    /// section 10.2.3); nil if it is neither.
    private static func wait(_ text: Substring, at now: Int64) -> Int64? {
        if let seconds = Int64(text) { return seconds }
        return HTTPDate.parse(String(text), now: now).map { max($0 - now, 0) }
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

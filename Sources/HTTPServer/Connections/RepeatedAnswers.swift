import Glibc

/// What a loop has answered at once of late, by the bytes of the requests. Who sends the same bytes again,
/// as the many do who follow one link, is sent the same again as long as it holds: the same bytes are the
/// same request, so nothing of it is parsed, and nothing is looked up.
struct RepeatedAnswers {
    /// A response that a connection can stay open behind, sent whole and at once.
    final class Answer {
        let request: Request
        let response: Response
        fileprivate let holds: () -> Bool
        /// Header section and content, as they were sent in the second at `seconds`: the kernel takes one
        /// piece sooner than two.
        fileprivate var bytes: [UInt8] = []
        fileprivate var seconds = Int64.min

        fileprivate init(_ request: Request, _ response: Response, holds: @escaping () -> Bool) {
            (self.request, self.response, self.holds) = (request, response, holds)
        }

        /// Nothing in answer to HEAD, nor with a status that has no content.
        private var content: [UInt8] {
            guard request.method != .head, !response.status.isBodiless,
                case .bytes(let bytes) = response.body
            else { return [] }
            return bytes
        }

        /// - Parameter head: the header section, which is as long each time.
        fileprivate func write(_ head: [UInt8], at seconds: Int64) {
            self.seconds = seconds
            if bytes.isEmpty {
                bytes = head + content
            } else {
                bytes.replaceSubrange(..<head.count, with: head)
            }
        }
    }

    /// Each has one place that it may be at, where it takes that of the one before. All that is kept takes at
    /// most 9 MB, of requests and answers as long as can be; what does not hold any more stays until then.
    private static let places = 128
    /// In bytes.
    private static let longestRequest = 4_096
    /// In bytes; of what is longer the parsing is the least, and it would be held twice.
    private static let longestContent = 32 << 10

    private var answers = [Answer?](repeating: nil, count: places)

    /// - Parameter bytes: all that the client has sent by now.
    mutating func answer(to bytes: Span<UInt8>) -> Answer? {
        guard bytes.count <= Self.longestRequest else { return nil }
        let place = Self.place(bytes)
        guard let answer = answers[place], bytes.equals(answer.request.headers.bytes) else {
            return nil
        }
        guard answer.holds() else {
            answers[place] = nil
            return nil
        }
        return answer
    }

    /// - Parameter response: what has been sent, with nothing left of it.
    mutating func keep(_ response: Response, to request: Request, holds: @escaping () -> Bool) {
        let bytes = request.headers.bytes
        guard bytes.count <= Self.longestRequest, response.body.count <= Self.longestContent else {
            return
        }
        answers[Self.place(bytes.span)] = Answer(request, response, holds: holds)
    }

    private static func place(_ bytes: Span<UInt8>) -> Int {
        Int(bytes.withUnsafeBytes { RequestKey.digest($0) } % UInt64(places))
    }
}

extension Connection {
    /// Sends it once more.
    /// - Returns: whether the next request may be read now.
    func answer(again answer: RepeatedAnswers.Answer) -> Bool {
        if answer.seconds != loop.seconds {
            var head = loop.takeHead()
            let isVersion10 = answer.request.minorVersion == 0
            answer.response.writeHead(
                into: &head, date: loop.date, common: service.configuration.fields.bytes,
                delivery: Response.Delivery(keepsAlive: true, isVersion10: isVersion10))
            answer.write(head, at: loop.seconds)
            loop.keepHead(head)
        }
        let (bytes, exchange) = (answer.bytes, Exchange(again: answer.request, at: loop.now))
        var sent = 0
        if case .moved(let count) = channel.send(bytes, []) { sent = count }
        guard sent == bytes.count else {
            let outgoing = Outgoing(
                response: answer.response, sending: .rest(head: bytes, body: .none, sent: sent),
                stream: nil, keepsAlive: true)
            return keepsOpen(inTask { await self.finish(outgoing, exchange) })
        }
        record(answer.response, exchange)
        return true
    }
}

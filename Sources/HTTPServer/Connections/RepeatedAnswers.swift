import Glibc

/// The immediate answers that a loop has sent lately, by the bytes of their requests. A request with exactly
/// the same bytes, as when many clients follow one link, is sent the same answer again while that is still
/// valid, without parsing or looking anything up.
struct RepeatedAnswers {
    /// A response that was sent whole and at once, and after which the connection can stay open.
    final class Answer {
        let request: Request
        let response: Response
        fileprivate let isValid: () -> Bool
        /// The header section and content as sent in the second `seconds`, in one piece: the kernel takes one
        /// piece faster than two.
        fileprivate var bytes: [UInt8] = []
        fileprivate var seconds = Int64.min

        fileprivate init(_ request: Request, _ response: Response, isValid: @escaping () -> Bool) {
            (self.request, self.response, self.isValid) = (request, response, isValid)
        }

        /// Empty in answer to HEAD and for a status that has no content.
        private var content: [UInt8] {
            guard request.method != .head, !response.status.isBodiless,
                case .bytes(let bytes) = response.body
            else { return [] }
            return bytes
        }

        /// - Parameter head: the header section, which has the same length each time.
        fileprivate func write(_ head: [UInt8], at seconds: Int64) {
            self.seconds = seconds
            if bytes.isEmpty {
                bytes = head + content
            } else {
                bytes.replaceSubrange(..<head.count, with: head)
            }
        }
    }

    /// An answer has one possible slot, and replaces whatever is there. All of them take at most 9 MB, with
    /// requests and answers of maximum length. An outdated answer stays until it is replaced or asked for.
    private static let slotCount = 128
    /// In bytes.
    private static let longestRequest = 4_096
    /// In bytes. For longer content parsing hardly counts, and the content would be held twice.
    private static let longestContent = 32 << 10

    private var answers = [Answer?](repeating: nil, count: slotCount)

    /// - Parameter bytes: everything that the client has sent so far.
    mutating func answer(to bytes: Span<UInt8>) -> Answer? {
        guard bytes.count <= Self.longestRequest else { return nil }
        let slot = Self.slot(of: bytes)
        guard let answer = answers[slot], bytes.equals(answer.request.headers.bytes) else {
            return nil
        }
        guard answer.isValid() else {
            answers[slot] = nil
            return nil
        }
        return answer
    }

    /// - Parameter response: a response that has been sent completely.
    mutating func keep(_ response: Response, to request: Request, isValid: @escaping () -> Bool) {
        let bytes = request.headers.bytes
        guard bytes.count <= Self.longestRequest, response.body.count <= Self.longestContent else {
            return
        }
        answers[Self.slot(of: bytes.span)] = Answer(request, response, isValid: isValid)
    }

    private static func slot(of bytes: Span<UInt8>) -> Int {
        Int(bytes.withUnsafeBytes { RequestKey.digest($0) } % UInt64(slotCount))
    }
}

extension Connection {
    /// Sends the answer once more.
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

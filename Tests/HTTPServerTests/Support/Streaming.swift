import HTTPServer
import Testing

let getStream = "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"

/// Streams what `write` writes at `/stream`, and answers with the path at any other path.
func streaming(
    heartbeat: String = "", _ write: @escaping @Sendable (StreamWriter) async throws -> Void
) -> Handler {
    { request in
        guard request.path == "/stream" else { return .text(request.path) }
        let stream = Response.Stream(heartbeat: Array(heartbeat.utf8), write: write)
        return Response(.ok, body: .stream(stream))
    }
}

/// A client that has asked for the stream and read the head of the response.
func streamClient(_ port: UInt16) throws -> RawClient {
    let client = try RawClient(port)
    client.send(getStream)
    let answer = try client.answer()
    #expect(answer.status == 200)
    #expect(answer.fields["transfer-encoding"] == "chunked")
    #expect(answer.fields["content-length"] == nil)
    return client
}

func untilCancelled() async {
    for await _ in AsyncStream<Void>.makeStream().stream {}
}

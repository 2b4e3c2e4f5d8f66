import Fixtures
import Testing

extension ServedSite {
    /// Makes a call on a connection of its own, with only the given fields and the length of the body.
    func call(
        _ method: String, _ path: String, _ fields: KeyValuePairs<String, String> = [:],
        host: String? = nil, body: [UInt8]? = nil
    ) throws -> Answer {
        let client = try Client(port: port)
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(host ?? self.host)\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        try client.send(Array((head + "\r\n").utf8) + (body ?? []))
        return try client.readAnswer()
    }

    /// Makes a call with JSON.
    func call(_ method: String, _ path: String, json: String) throws -> Answer {
        try call(method, path, ["Content-Type": "application/json"], body: Array(json.utf8))
    }

    /// Makes a call with a form.
    func call(
        _ method: String, _ path: String, _ form: HandmadeForm,
        _ fields: KeyValuePairs<String, String> = [:]
    ) throws -> Answer {
        try request(method, path, fields, form.body)
    }

    /// Posts a listing through the first generation, and returns its id.
    @discardableResult
    func postItem(_ form: HandmadeForm = .item) throws -> Int64 {
        try id(in: call("POST", "/api/item", form))
    }

    /// Posts a listing through the second generation, and returns its id.
    @discardableResult
    func postProduct(_ form: HandmadeForm = .product) throws -> Int64 {
        try id(in: call("POST", "/api/products", form))
    }

    private func id(in answer: Answer) throws -> Int64 {
        guard answer.status == 200, let id = try answer.json["id"].int else {
            throw Failure("not posted: \(answer.status) \(answer.text)")
        }
        return id
    }

    /// A key that can delete the product.
    func deletionKey(of id: Int64) throws -> String {
        let answer = try call(
            "POST", "/api/products/\(id)/secret", json: #"{"secret": "\#(HandmadeForm.password)"}"#)
        guard answer.status == 200 else { throw Failure("no key: \(answer.text)") }
        return answer.text
    }

    /// Expects that the call names those fields as faulty, and that nothing is stored.
    func expectRefusal(
        of form: HandmadeForm, at path: String, _ status: Int, _ fields: [String],
        _ location: SourceLocation
    ) throws {
        let before = try storedRows()
        let answer = try call("POST", path, form)
        #expect(answer.status == status, sourceLocation: location)
        #expect(answer.faultyFields == fields, sourceLocation: location)
        #expect(try storedRows() == before, sourceLocation: location)
    }

    /// Expects that a body that ends after every so many bytes is refused, and that nothing is stored.
    func expectRefusals(of body: FormBody, cutEvery step: Int, at path: String) throws {
        // After the last part, the plain delimiter ends the body, too.
        let end = body.bytes.count - Array("--\r\n".utf8).count
        let before = try storedRows()
        for length in Array(stride(from: 0, to: end, by: step)) + [end - 1] {
            let answer = try call(
                "POST", path, ["Content-Type": body.contentType],
                body: Array(body.bytes[..<length]))
            #expect(answer.status == 400, "\(length)")
            #expect(answer.faultyFields != nil, "\(length)")
        }
        #expect(try storedRows() == before)
    }

    /// How many listings and how many photos are in the storage's file.
    func storedRows() throws -> [Int64] {
        let file = try OtherProgram(opening: database)
        return [try file.count("item"), try file.count("photo")]
    }
}

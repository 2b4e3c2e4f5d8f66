import Foundation
import FoundationNetworking

/// An app of the first generation as its developers wrote it: URLSession with completion handlers,
/// forms built by hand from a dictionary, and its own types.
final class ItemClient: Sendable {
    enum Currency: String, Decodable {
        case krw = "KRW"
        case usd = "USD"
    }

    struct Item: Decodable, Equatable {
        let id: Int
        let title: String
        let price: Int
        let currency: Currency
        let stock: Int
        let discountedPrice: Int?
        let thumbnails: [URL]
        let registrationDate: Double
        /// Present in single listings only.
        let descriptions: String?
        let images: [URL]?

        enum CodingKeys: String, CodingKey {
            case id, title, price, currency, stock, thumbnails, descriptions, images
            case discountedPrice = "discounted_price"
            case registrationDate = "registration_date"
        }
    }

    struct Page: Decodable {
        let page: Int
        let items: [Item]
    }

    enum NetworkError: Error, Equatable {
        case notHTTP
        case badStatus(Int)
    }

    private struct Password: Encodable {
        let password: String
    }

    private let base: String
    private let session: URLSession

    init(base: String) {
        self.base = base
        let configuration = URLSessionConfiguration.ephemeral
        configuration.connectionProxyDictionary = [:]
        session = URLSession(configuration: configuration)
    }

    func list(page: Int, completion: @escaping @Sendable (Result<Page, any Error>) -> Void) {
        send(request("GET", "items/\(page)"), completion)
    }

    func show(id: Int, completion: @escaping @Sendable (Result<Item, any Error>) -> Void) {
        send(request("GET", "item/\(id)"), completion)
    }

    func post(
        _ fields: [String: Any?], images: [Data],
        completion: @escaping @Sendable (Result<Item, any Error>) -> Void
    ) {
        send(form(request("POST", "item"), fields, images), completion)
    }

    func edit(
        id: Int, _ fields: [String: Any?], images: [Data] = [],
        completion: @escaping @Sendable (Result<Item, any Error>) -> Void
    ) {
        send(form(request("PATCH", "item/\(id)"), fields, images), completion)
    }

    func delete(
        id: Int, password: String, completion: @escaping @Sendable (Result<Item, any Error>) -> Void
    ) {
        var request = request("DELETE", "item/\(id)")
        request.httpBody = try? JSONEncoder().encode(Password(password: password))
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        send(request, completion)
    }

    func image(at url: URL, completion: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        load(URLRequest(url: url), completion)
    }

    private func request(_ method: String, _ path: String) -> URLRequest {
        var request = URLRequest(url: URL(string: base + "/" + path)!)
        request.httpMethod = method
        return request
    }

    /// A dictionary's order differs each time; nil is sent as an empty part.
    private func form(
        _ request: URLRequest, _ fields: [String: Any?], _ images: [Data]
    ) -> URLRequest {
        let boundary = "Boundary-\(UUID().uuidString)"
        var body = Data()
        for (name, value) in fields {
            body.append(Data("--\(boundary)\r\n".utf8))
            body.append(Data("Content-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8))
            body.append(Data("\(value.map { "\($0)" } ?? "")\r\n".utf8))
        }
        for image in images {
            body.append(Data("--\(boundary)\r\n".utf8))
            let disposition = "form-data; name=\"images[]\"; filename=\"image.png\""
            body.append(Data("Content-Disposition: \(disposition)\r\n".utf8))
            body.append(Data("Content-Type: image/png\r\n\r\n".utf8))
            body.append(image)
            body.append(Data("\r\n".utf8))
        }
        body.append(Data("--\(boundary)\r\n".utf8))
        var request = request
        request.setValue(
            "multipart/form-data; boundary=\(boundary)", forHTTPHeaderField: "Content-Type")
        request.httpBody = body
        return request
    }

    private func send<Value: Decodable & SendableMetatype>(
        _ request: URLRequest, _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        load(request) { result in
            completion(Result { try JSONDecoder().decode(Value.self, from: result.get()) })
        }
    }

    private func load(
        _ request: URLRequest, _ completion: @escaping @Sendable (Result<Data, any Error>) -> Void
    ) {
        session.dataTask(with: request) { data, response, error in
            if let error { return completion(.failure(error)) }
            guard let response = response as? HTTPURLResponse else {
                return completion(.failure(NetworkError.notHTTP))
            }
            guard (200..<300).contains(response.statusCode) else {
                return completion(.failure(NetworkError.badStatus(response.statusCode)))
            }
            completion(.success(data ?? Data()))
        }.resume()
    }
}

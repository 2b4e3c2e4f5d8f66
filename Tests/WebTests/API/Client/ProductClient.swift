import Foundation
import FoundationNetworking

/// An app of the second generation as its developers wrote it: URLSession, a strict date formatter,
/// and its own types.
final class ProductClient: Sendable {
    enum Currency: String, Codable {
        case krw = "KRW"
        case usd = "USD"
    }

    struct Page: Decodable {
        let pageNo: Int
        let itemsPerPage: Int
        let totalCount: Int
        let offset: Int
        let limit: Int
        let lastPage: Int
        let hasNext: Bool
        let hasPrev: Bool
        let pages: [Product]
    }

    struct Product: Decodable, Equatable {
        let id: Int
        let vendorID: Int
        let vendorName: String
        let name: String
        let description: String?
        let thumbnail: URL
        let currency: Currency
        let price: Int
        let bargainPrice: Int
        let discountedPrice: Int
        let stock: Int
        let createdAt: Date
        let issuedAt: Date
        /// Present in single products only.
        let images: [Image]?
        let vendor: Vendor?

        enum CodingKeys: String, CodingKey {
            case id, name, description, thumbnail, currency, price, stock, images, vendorName
            case vendorID = "vendor_id"
            case bargainPrice = "bargain_price"
            case discountedPrice = "discounted_price"
            case createdAt = "created_at"
            case issuedAt = "issued_at"
            case vendor = "vendors"
        }
    }

    struct Image: Decodable, Equatable {
        let id: Int32
        let url: URL
        let thumbnailURL: URL
        let succeed: Bool
        let issuedAt: Date

        enum CodingKeys: String, CodingKey {
            case id, url, succeed
            case thumbnailURL = "thumbnail_url"
            case issuedAt = "issued_at"
        }
    }

    struct Vendor: Decodable, Equatable {
        let id: Int
        let name: String
    }

    struct Params: Encodable {
        var name: String
        var descriptions: String
        var price: Double
        var currency: Currency
        var discountedPrice: Double
        var stock: Int
        var secret: String

        enum CodingKeys: String, CodingKey {
            case name, descriptions, price, currency, stock, secret
            case discountedPrice = "discounted_price"
        }
    }

    enum NetworkError: Error, Equatable {
        case badStatus(Int)
    }

    private let host: String
    private let session: URLSession
    private let identifier: String
    private let dateFormat: String

    /// The formats that older and newer apps read.
    static let fraction = "yyyy-MM-dd'T'HH:mm:ss.SS"
    static let plain = "yyyy-MM-dd'T'HH:mm:ss"
    /// The identifier that the app's vendor sends.
    static let identifier = "cd706a3e-66db-11ec-9626-796401f2341a"

    init(host: String, dateFormat: String = fraction, identifier: String = identifier) {
        self.host = host
        self.dateFormat = dateFormat
        self.identifier = identifier
        let configuration = URLSessionConfiguration.ephemeral
        configuration.connectionProxyDictionary = [:]
        session = URLSession(configuration: configuration)
    }

    func isWell() async throws -> Bool {
        try await load(request("GET", "/healthChecker")) == Data("\"OK\"".utf8)
    }

    func list(page: Int, size: Int, search: String? = nil) async throws -> Page {
        var components = URLComponents(string: host + "/api/products")!
        components.queryItems = [
            URLQueryItem(name: "page_no", value: "\(page)"),
            URLQueryItem(name: "items_per_page", value: "\(size)"),
        ]
        if let search {
            components.queryItems?.append(URLQueryItem(name: "search_value", value: search))
        }
        return try decoded(try await load(URLRequest(url: components.url!)))
    }

    func show(id: Int) async throws -> Product {
        try decoded(try await load(request("GET", "/api/products/\(id)")))
    }

    func post(_ params: Params, images: [Data]) async throws -> Product {
        let boundary = UUID().uuidString
        var request = request("POST", "/api/products")
        request.setValue(
            "multipart/form-data; boundary=\"\(boundary)\"", forHTTPHeaderField: "Content-Type")
        var parts = ["params": [try JSONEncoder().encode(params)]]
        parts["images"] = images
        var body = Data()
        for (name, contents) in parts {
            for content in contents {
                body.append(Data("\r\n--\(boundary)\r\n".utf8))
                body.append(Data("Content-Disposition: form-data; name=\"\(name)\"".utf8))
                if name == "images" {
                    body.append(Data("; filename=\"\(UUID().uuidString).jpeg\"\r\n".utf8))
                    body.append(Data("Content-Type: image/jpeg".utf8))
                }
                body.append(Data("\r\n\r\n".utf8))
                body.append(content)
                body.append(Data("\r\n".utf8))
            }
        }
        body.append(Data("\r\n--\(boundary)--".utf8))
        request.httpBody = body
        return try decoded(try await load(request))
    }

    /// - Parameter changes: a dictionary for `JSONSerialization`.
    func edit(id: Int, _ changes: [String: Any], secret: String) async throws -> Product {
        var request = request("PATCH", "/api/products/\(id)")
        request.httpBody = try JSONSerialization.data(
            withJSONObject: changes.merging(["secret": secret]) { $1 })
        return try decoded(try await load(request))
    }

    /// Gets the URI to delete, joins it to the host, and deletes the product.
    func delete(id: Int, secret: String) async throws -> Product {
        var request = request("POST", "/api/products/\(id)/archived")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(["secret": secret])
        let uri = String(decoding: try await load(request), as: UTF8.self)
        return try decoded(try await load(self.request("DELETE", uri)))
    }

    /// The older way: gets a key, appends it to the product's path, and deletes the product.
    func deleteByKey(id: Int, secret: String) async throws -> Product {
        var request = request("POST", "/api/products/\(id)/secret")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("{\"secret\": \"\(secret)\"}".utf8)
        let key = String(decoding: try await load(request), as: UTF8.self)
        return try decoded(try await load(self.request("DELETE", "/api/products/\(id)/\(key)")))
    }

    func image(at url: URL) async throws -> Data {
        try await load(URLRequest(url: url))
    }

    private func request(_ method: String, _ path: String) -> URLRequest {
        var request = URLRequest(url: URL(string: host + path)!)
        request.httpMethod = method
        request.setValue(identifier, forHTTPHeaderField: "identifier")
        return request
    }

    private func load(_ request: URLRequest) async throws -> Data {
        let (data, response) = try await session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200...299).contains(status) else { throw NetworkError.badStatus(status) }
        return data
    }

    private func decoded<Value: Decodable>(_ data: Data) throws -> Value {
        let formatter = DateFormatter()
        formatter.dateFormat = dateFormat
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "Asia/Seoul")
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .formatted(formatter)
        return try decoder.decode(Value.self, from: data)
    }
}

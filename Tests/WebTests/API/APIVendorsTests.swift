import Fixtures
import Testing

/// Vendors, who are identified by the header `identifier`.
@Blocking
final class APIVendorsTests: SiteSuite {
    /// Posts with that identifier, and returns the vendor numbers and names that all answers contain.
    private func vendors(
        _ identifier: String?, field: String = "identifier", of other: ServedSite? = nil
    ) throws -> Set<JSON> {
        let site = other ?? self.site
        let body = HandmadeForm.product.body
        var head = "POST /api/products HTTP/1.1\r\nHost: \(site.host)\r\n"
        if let identifier { head += "\(field): \(identifier)\r\n" }
        head += "Content-Type: \(body.contentType)\r\nContent-Length: \(body.bytes.count)\r\n\r\n"
        let client = try Client(port: site.port)
        try client.send(Array(head.utf8) + body.bytes)
        let posted = try client.readAnswer().json
        let id = try #require(posted["id"].int)
        let seen = try site.get("/api/products/\(id)").json
        #expect(seen == posted)
        let listed = try site.get("/api/products").json["pages"][0]
        let products = [posted, listed]
        #expect(posted["vendors"]["id"] == posted["vendor_id"])
        #expect(posted["vendors"]["name"] == posted["vendorName"])
        return Set(products.map { .array([$0["vendor_id"], $0["vendorName"]]) })
    }

    @Test func withoutAnIdentifierThereIsNoNumber() throws {
        for identifier in [nil, "", "a b", "민지", String(repeating: "x", count: 129)] {
            #expect(try vendors(identifier) == [.array([0, "비회원"])])
        }
        try site.postItem()
        #expect(try site.get("/api/products/6").json["vendor_id"] == 0)
    }

    @Test func anIdentifierKeepsItsNumber() throws {
        for _ in 0..<2 {
            #expect(try vendors("alpha") == [.array([1_000_000, "비회원"])])
            #expect(try vendors("beta", field: "Identifier") == [.array([1_000_001, "비회원"])])
        }
        // Identifiers are case-sensitive.
        #expect(try vendors("Alpha") == [.array([1_000_002, "비회원"])])
    }

    @Test func theOperatorsNumberIsAnswered() throws {
        let site = try ServedSite(vendors: ["alpha": (29, "초록 “상점”")])
        #expect(try vendors("alpha", of: site) == [.array([29, "초록 “상점”"])])
        let path = "/api/products?search_value=%EC%83%81%EC%A0%90"
        #expect(try site.get(path).json["totalCount"] == 1)
    }

    /// No vendor has an account's number, and only the account is named as the seller.
    @Test func anItemTakenOverIsTheAccounts() throws {
        let site = try ServedSite(vendors: ["alpha": (29, "초록상점")])
        _ = try vendors("alpha", of: site)
        let member = try site.member("하늘이네")
        let password: FormBody = ["password": HandmadeForm.password]
        #expect(try member.post("/items/1/takeover", password).status == 303)
        let product = try site.get("/api/products/1").json
        #expect(product["vendor_id"] == .whole(1 << 30 + 1))
        #expect(product["vendorName"] == "하늘이네")
        for (name, count) in [
            ("%EC%B4%88%EB%A1%9D", 0), ("%ED%95%98%EB%8A%98%EC%9D%B4%EB%84%A4", 1),
        ] as [(String, JSON)] {
            #expect(try site.get("/api/products?search_value=\(name)").json["totalCount"] == count)
        }
    }

    /// Only the password decides who may change a product.
    @Test func anotherVendorWithThePasswordMayChange() throws {
        _ = try vendors("alpha")
        let body = Array(#"{"secret": "달빛1234", "stock": 2}"#.utf8)
        let fields: KeyValuePairs = ["identifier": "beta", "Content-Type": "application/json"]
        let changed = try site.call("PATCH", "/api/products/1", fields, body: body).json
        #expect(changed["stock"] == 2)
        #expect(changed["vendor_id"] == 1_000_000)
    }
}

import Fixtures
import HTTPServer
import Localization
import Market
import Storage
import Testing

@testable import ViewModels
@testable import Web

/// The document describes exactly what the server does.
@Blocking @Suite(.sharing)
struct OpenAPIDocumentTests {
    private let site: ServedSite
    private let document: OpenAPIDocument

    init() async throws {
        let site = try await ServedSite.shared { try ServedSite() }
        self.site = site
        document = try await SharedValues.value("document") { try OpenAPIDocument(site) }
    }

    @Test func itIsServedAsOpenAPI31() throws {
        let answer = try site.get("/api/openapi.json")
        #expect(answer.status == 200)
        #expect(answer["Content-Type"] == "application/json")
        #expect(String(validating: answer.body, as: UTF8.self) != nil)
        #expect(document.root["openapi"].string?.hasPrefix("3.1.") == true)
    }

    @Test func itDescribesEveryCallAndNoOther() throws {
        let routes = try APIRoutes.all(.overNothing())
        let calls = routes.filter { $0.pattern != Link.apiGuide.pattern }
            .map { "\($0.method.rawValue) \(OpenAPIDocument.anonymous($0.pattern))" }
        #expect(calls.count == 14)
        #expect(Set(calls) == Set(document.operations.map(\.name)))
    }

    @Test func everyReferenceLeadsSomewhere() {
        let references = document.objects.compactMap { $0["$ref"].string }
        #expect(references.count > 100)
        #expect(references.filter { document.target(of: $0) == .null } == [])
        let ids = Set(document.operations.map(\.id))
        let linked = document.objects.flatMap { $0["links"].members }
            .compactMap { $0.value["operationId"].string }
        #expect(linked.filter { !ids.contains($0) } == [])
    }

    @Test func everyPartOfItIsUsed() {
        let references = Set(document.objects.compactMap { $0["$ref"].string })
        for (kind, parts) in document.root["components"].members {
            for name in parts.names {
                #expect(references.contains("#/components/\(kind)/\(name)"), "\(kind) \(name)")
            }
        }
    }

    @Test func everyCallHasANameAndItsParameters() {
        let operations = document.operations
        #expect(Set(operations.map(\.id)).count == operations.count)
        for operation in operations {
            #expect(operation.json["summary"].string?.isEmpty == false)
            let named = operation.parameters.filter { $0["in"] == .text("path") }
                .compactMap { $0["name"].string }
            #expect(Set(named) == Set(operation.path.stretches(from: "{", to: "}")))
            #expect(operation.parameters.allSatisfy { $0["schema"] != .null })
        }
    }

    @Test func itsLimitsAreThoseOfTheCode() {
        let schemas = document.root["components"]["schemas"]
        #expect(schemas["Title"]["maxLength"].int == Int64(ItemContent.longestTitle))
        #expect(schemas["Description"]["maxLength"].int == Int64(ItemContent.longestDescription))
        #expect(schemas["NewPassword"]["maxLength"].int == Int64(Item.longestPassword))
        #expect(schemas["Stock"]["maximum"].int == ItemContent.largestStock)
        for name in ["Price", "LoweredPrice", "AmountOff"] {
            #expect(schemas[name]["maximum"].int == Price.largestAmount)
        }
        let photos = schemas["Photos"]
        #expect(photos["maxItems"].int == Int64(Item.mostPhotos))
        let megabytes = SiteOptions(root: "").mostPhotoMegabytes
        #expect(photos["description"].string?.contains("\(megabytes) MB each") == true)
        let currencies = schemas["Currency"]["enum"].elements.compactMap(\.string)
        #expect(currencies == Market.Currency.allCases.map(\.rawValue))
        let items = schemas["ItemPage"]["properties"]["items"]
        #expect(items["maxItems"].int == ItemCatalog.usualPageSize)
        let size = schemas["ProductPage"]["properties"]["itemsPerPage"]
        #expect(size["maximum"].int == ItemCatalog.largestPageSize)
    }

    @Test func itsCategoriesAreThoseOfTheCode() throws {
        let words = try Words(folder: Program.packageRoot + "/Templates/words")
        let schema = document.schema("CategoryID")
        let names = Market.Category.allCases.map {
            "\($0.rawValue) \(words.text($0.name, in: .korean))"
        }
        #expect(schema["maximum"].int == Int64(names.count))
        #expect(schema["description"].string == names.joined(separator: ", ") + ".")
    }

    @Test func itsExamplesAreRight() {
        var count = 0
        for object in document.objects where object["schema"] != .null {
            let several = object["examples"].members.map { document.resolved($0.value)["value"] }
            for example in several + (object["example"] == .null ? [] : [object["example"]]) {
                count += 1
                #expect(document.faults(in: example, against: object["schema"]) == [])
            }
        }
        for (name, schema) in document.root["components"]["schemas"].members {
            for example in schema["examples"].elements {
                count += 1
                #expect(document.faults(in: example, against: schema) == [], "\(name)")
            }
        }
        #expect(count > 50)
    }

    /// Proves that the checker finds faults.
    @Test(arguments: [
        ("Title", #""""#), ("Title", #""  ""#), ("Title", "5"), ("Stock", "-1"), ("Stock", "1.5"),
        ("Stock", "1000000000000001"), ("Currency", #""BTC""#), ("Day", #""2026-11-21T00:00:00Z""#),
        ("Photos", "[]"), ("Photos", #"["","","","","",""]"#), ("Photos", "[5]"),
        ("Failure", #"{"message": "x"}"#), ("NewProduct", "[]"),
        (
            "Failure",
            #"{"message": "x", "reason": "x", "error": true, "code": 400, "fields": {"a": 1}}"#
        ),
        (
            "Failure",
            #"{"message": "x", "reason": "x", "error": false, "code": 400, "fields": {}}"#
        ),
        ("Failure", #"{"message": "x", "reason": "x", "error": true, "code": 200, "fields": {}}"#),
    ])
    func plantedFaultsAreFound(schema: String, json: String) throws {
        let value = try JSON(Array(json.utf8))
        #expect(!document.faults(in: value, against: document.schema(schema)).isEmpty)
    }
}

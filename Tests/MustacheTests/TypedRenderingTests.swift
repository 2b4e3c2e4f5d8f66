import Fixtures
import Synchronization
import Testing

@testable import Mustache

@Suite
struct TypedRenderingTests {
    static let reserved = Listing(
        note: "A&B", isReserved: true, photos: [Photo(path: "/1"), Photo(path: "/2", alt: "뒤")],
        tags: ["의자", "<원목>"], sizes: [[1, 2], [3]], lastBid: Seller(bio: "목수"))

    @Test(arguments: [
        ("{{title}}: {{price}}", "원목의자: 35000"),
        ("[{{note}}]", "[]"),
        ("{{#note}}x{{/note}}{{^note}}없음{{/note}}", "없음"),
        ("{{#isReserved}}예약{{/isReserved}}{{^isReserved}}판매{{/isReserved}}", "판매"),
        ("{{seller.nickname}}, {{seller.area}}", "연남동 목수, 연남동"),
        ("{{#seller}}{{nickname}} {{title}}{{/seller}}", "연남동 목수 원목의자"),
        ("{{^photos}}사진 없음{{/photos}}", "사진 없음"),
        ("[{{lastBid.nickname}}]", "[]"),
        ("{{^lastBid.nickname}}아직{{/lastBid.nickname}}", "아직"),
        ("[{{#lastBid.bio}}x{{/lastBid.bio}}]", "[]"),
        ("{{#stock}}{{.}}개{{/stock}}", "1개"),
    ])
    func plainListing(template: String, expected: String) throws {
        #expect(try rendered(template, Listing()) == expected)
    }

    @Test(arguments: [
        ("{{note}} {{{note}}} {{&note}}", "A&amp;B A&B A&B"),
        ("{{#note}}{{.}}|{{note}}|{{title}}{{/note}}", "A&amp;B|A&amp;B|원목의자"),
        ("{{#isReserved}}{{title}}{{/isReserved}}", "원목의자"),
        ("{{#tags}}({{.}}){{/tags}}", "(의자)(&lt;원목&gt;)"),
        ("{{#photos}}{{path}}{{#alt}} {{.}}{{/alt}};{{/photos}}", "/1;/2 뒤;"),
        (
            "{{#photos}}{{#seller}}{{path}}{{nickname}};{{/seller}}{{/photos}}",
            "/1연남동 목수;/2연남동 목수;"
        ),
        ("{{#sizes}}[{{#.}}{{.}},{{/.}}]{{/sizes}}", "[1,2,][3,]"),
        ("{{lastBid.bio}} {{#lastBid}}{{bio}}{{/lastBid}}", "목수 목수"),
        ("{{#lastBid.bio}}<{{.}}>{{/lastBid.bio}}", "<목수>"),
        ("{{#lastBid}}{{#seller}}[{{bio}}]{{/seller}}{{bio}}{{/lastBid}}", "[]목수"),
    ])
    func reservedListing(template: String, expected: String) throws {
        #expect(try rendered(template, Self.reserved) == expected)
    }

    @Test func zeroIsNotEntered() throws {
        #expect(try rendered("{{^stock}}품절{{/stock}}", Listing(stock: 0)) == "품절")
    }

    @Test(arguments: [0, 7, -1, 10, 99, 1_000_000, Int64.max, Int64.min])
    func numbersShowTheirDigits(number: Int64) throws {
        #expect(try rendered("<{{price}}>", Listing(price: number)) == "<\(number)>")
    }

    @Test func rootMayBeAList() throws {
        let photos = [Photo(path: "/1"), Photo(path: "/2")]
        #expect(try rendered("{{#.}}{{path}} {{/.}}", photos) == "/1 /2 ")
    }

    @Test func elementsThatAreNothingAreSkipped() throws {
        #expect(try rendered("{{#.}}[{{.}}]{{/.}}", ["가", nil, "나"]) == "[가][나]")
    }

    @Test func innerNamesWinOverThoseOfTheChrome() throws {
        let text = try rendered("{{title}} - {{site}}", Listing(), within: Chrome())
        #expect(text == "원목의자 - 장터")
    }

    @Test func chromeOfTheSameTypeIsHidden() throws {
        let inner = Chrome(site: "안", title: "글")
        #expect(try rendered("{{site}}", inner, within: Chrome()) == "안")
    }

    @Test func outputGrowsAsNeeded() throws {
        let long = String(repeating: "긴 <글> ", count: 40_000)
        let expected = long.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        #expect(try rendered("{{title}}", Listing(title: long)) == expected)
    }

    @Test func outputOfEverySizeAroundItsBufferIsWhole() throws {
        for size in 16_300...16_500 {
            let title = String(repeating: "a", count: size)
            #expect(try rendered("{{title}}", Listing(title: title)) == title)
        }
    }

    // MARK: - Objects that never change

    @Test func aSectionOverAPermanentObjectIsRenderedOnce() throws {
        let menus = [Menu("<차>", isPermanent: true), Menu("밥", isPermanent: true)]
        let library = try library("{{#menu}}{{name}} {{/menu}}{{#menu}}{{count}}{{/menu}}", [:])
        let template = try library.template("page", for: Meal.self)
        for menu in menus + menus {
            let text = String(decoding: try template.render(Meal(menu: menu)), as: UTF8.self)
            #expect(text == (menu === menus[0] ? "&lt;차&gt; 1" : "밥 1"))
        }
        #expect(menus.map { $0.reads.load(ordering: .relaxed) } == [1, 1])
    }

    @Test func aSectionOverAnyOtherObjectIsRenderedEachTime() throws {
        let menu = Menu("차", isPermanent: false)
        let template = try library("{{#menu}}{{name}}{{/menu}}", [:])
            .template("page", for: Meal.self)
        for _ in 1...3 { #expect(try template.render(Meal(menu: menu)) == Array("차".utf8)) }
        #expect(menu.reads.load(ordering: .relaxed) == 3)
    }

    // MARK: - Recurring values

    private func recurring(_ template: String) throws -> Template<Course> {
        try library(template, [:]).template("page", for: Course.self)
    }

    @Test func aRecurringValueIsCachedFromTheSecondTimeOn() throws {
        let template = try recurring("{{#dishes}}[{{name}} {{version}}]{{/dishes}}")
        let dishes = [Dish("<국>"), Dish("밥")]
        for _ in 1...5 {
            let bytes = try template.render(Course(dishes: dishes))
            #expect(String(decoding: bytes, as: UTF8.self) == "[&lt;국&gt; 0][밥 0]")
        }
        #expect(dishes.map { $0.recipe.reads.load(ordering: .relaxed) } == [2, 2])
    }

    @Test func anotherVersionIsRenderedAnew() throws {
        let template = try recurring("{{#dishes}}{{name}} {{version}}{{/dishes}}")
        var dish = Dish("국")
        for version in [0, 0, 0, 1, 1, 1, 0, 2] as [Int64] {
            dish.version = version
            let bytes = try template.render(Course(dishes: [dish]))
            #expect(String(decoding: bytes, as: UTF8.self) == "국 \(version)")
        }
    }

    @Test func aValueWithoutASourceIsRenderedEachTime() throws {
        let template = try recurring("{{#dishes}}{{name}}{{/dishes}}")
        for number in 1...5 {
            let bytes = try template.render(Course(dishes: [Dish("국 \(number)", isKept: false)]))
            #expect(String(decoding: bytes, as: UTF8.self) == "국 \(number)")
        }
    }

    @Test(arguments: [(4_096, 2), (4_097, 5)])
    func aLongSectionIsRenderedEachTime(length: Int, times: Int) throws {
        let template = try recurring("{{#dishes}}{{name}}{{/dishes}}")
        let dish = Dish(String(repeating: "a", count: length))
        for _ in 1...5 {
            #expect(try template.render(Course(dishes: [dish, Dish("국")])).count == length + 3)
        }
        #expect(dish.recipe.reads.load(ordering: .relaxed) == times)
    }

    @Test func eachSectionCachesAValueForItself() throws {
        let template = try recurring(
            "{{#dishes}}a{{name}}{{/dishes}}{{#dishes}}b{{name}}{{/dishes}}")
        let course = Course(dishes: [Dish("국")])
        for _ in 1...4 { #expect(try template.render(course) == Array("a국b국".utf8)) }
    }

    /// Of twenty values, two share a pair of slots in every other list, and three in one list out
    /// of sixty.
    @Test func valuesSharingSlotsAreBothCached() throws {
        var kept = 0
        // Kept alive, so that no list reuses the identities of the one before.
        let courses = (1...50).map { _ in Course(dishes: (0..<20).map { Dish("\($0)") }) }
        for course in courses {
            let template = try recurring("{{#dishes}}{{name}}{{/dishes}}")
            func reads() -> Int {
                course.dishes.reduce(0) { $0 + $1.recipe.reads.load(ordering: .relaxed) }
            }
            for _ in 1...8 { _ = try template.render(course) }
            let before = reads()
            _ = try template.render(course)
            if reads() == before { kept += 1 }
        }
        #expect(kept > 40)
    }

    /// Objects come and go, and their identities are reused.
    @Test func eachOfManyValuesShowsItsOwnText() throws {
        let template = try recurring("{{#dishes}}{{name}}{{version}} {{/dishes}}")
        var random = SplitMix64(seed: 7)
        var dishes = (0..<300).map { Dish("\($0)") }
        for round in 0..<3_000 {
            let place = Int.random(in: 0..<300, using: &random)
            if round.isMultiple(of: 3) { dishes[place] = Dish("\(round)") }
            if round.isMultiple(of: 7) { dishes[place].version += 1 }
            let start = Int.random(in: 0..<280, using: &random)
            let course = Course(dishes: Array(dishes[start..<start + 20]))
            let expected = course.dishes.map { "\($0.name)\($0.version) " }.joined()
            #expect(try template.render(course) == Array(expected.utf8))
        }
    }

    @Test func manyThreadsMayRenderThem() async throws {
        let template = try recurring("{{#dishes}}{{name}} {{/dishes}}")
        let dishes = (0..<40).map { Dish("\($0)") }
        await withTaskGroup { group in
            for seed in 1...4 as ClosedRange<UInt64> {
                group.addTask {
                    var random = SplitMix64(seed: seed)
                    for _ in 0..<500 {
                        let chosen = Array(dishes.shuffled(using: &random).prefix(10))
                        let expected = chosen.map { $0.name + " " }.joined()
                        let bytes = try? template.render(Course(dishes: chosen))
                        #expect(bytes == Array(expected.utf8))
                    }
                }
            }
        }
    }

    @Test func recurringValuesSeeNothingAroundThem() {
        for (template, count) in [
            ("{{#dishes}}{{guest}}{{/dishes}}", 1), ("{{guest}}{{#dishes}}{{name}}{{/dishes}}", 0),
        ] {
            #expect(faults(template, for: Course.self).count == count)
        }
    }

    @Test func permanentObjectsSeeNothingAroundThem() {
        for (template, count) in [
            ("{{#menu}}{{guest}}{{/menu}}", 1), ("{{guest}}{{#menu}}{{/menu}}{{guest}}", 0),
            ("{{#menu}}{{#dishes}}{{.}}{{name}}{{/dishes}}{{/menu}}", 0),
        ] {
            #expect(faults(template, for: Meal.self).count == count)
        }
    }
}

private struct Course: TemplateData {
    let dishes: [Dish]

    static let fields: [Field<Course>] = [
        Field("guest") { _ in "이웃" },
        Field("dishes") { $0.dishes },
    ]
}

private struct Dish: RecurringData {
    final class Recipe: Sendable {
        /// Reads of the name.
        let reads = Atomic(0)
    }

    let name: String
    let recipe = Recipe()
    var version: Int64 = 0
    private let isKept: Bool

    var source: (AnyObject & Sendable)? { isKept ? recipe : nil }

    init(_ name: String, isKept: Bool = true) {
        (self.name, self.isKept) = (name, isKept)
    }

    static let fields: [Field<Dish>] = [
        Field("name") { dish in
            dish.recipe.reads.add(1, ordering: .relaxed)
            return dish.name
        },
        Field("version") { $0.version },
    ]
}

private struct Meal: TemplateData {
    let menu: Menu

    static let fields: [Field<Meal>] = [
        Field("guest") { _ in "이웃" },
        Field("menu") { $0.menu },
    ]
}

private final class Menu: ConstantData {
    let name: String
    let isPermanent: Bool
    /// Reads of the name.
    let reads = Atomic(0)

    init(_ name: String, isPermanent: Bool) {
        (self.name, self.isPermanent) = (name, isPermanent)
    }

    static let fields: [Field<Menu>] = [
        Field("name") { menu in
            menu.reads.add(1, ordering: .relaxed)
            return menu.name
        },
        Field("dishes") { _ in ["국", "밥"] },
        Field("count") { $0.reads.load(ordering: .relaxed) },
    ]
}

import Fixtures
import Foundation

/// Content of a member for looking at pages: long titles, long words, and a page of each kind.
@Blocking
enum OwnThings {
    private static let longTitle = "겨울이 오기 전에 꼭 끝내야 하는 베란다 정리 그리고 버릴 것 내놓기"
    private static let longWord = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk"

    /// The paths of the member's pages that need no id.
    static let pages = [
        "/my", "/my/lists", "/my/completed", "/my/memos", "/my/memos/new", "/my/reminders",
        "/my/days", "/my/trash", "/my/checklist", "/my/profile", "/my/feeds",
        "/my/items?status=selling", "/my/follows",
        "/my/interests", "/my/purchases", "/my/sales", "/my/searches", "/my/password",
        "/my/recovery-codes",
        "/my/account/deletion", "/items/new", "/chats", "/chats/waiting", "/chats?archived=1",
        "/items/2/conversation", "/my/blocks", "/reports/new?item=2",
        "/people/1/block",
    ]

    private static var tomorrow: String {
        String(Date(timeIntervalSinceNow: 86_400).formatted(.iso8601).prefix(10))
    }

    /// Makes lists, tasks, memos and listings for the signed-in member, without the forms, which
    /// are tested elsewhere.
    static func fill(_ browser: Browser) throws {
        let client = try browser.client()
        try client.submit("/my/lists", ["title": longTitle, "icon": "tortoise"])
        try client.submit("/my/lists", ["title": "장보기", "icon": "cart"])
        let list = try client.submit("/my/lists", ["title": longWord, "icon": "plane"])
        let titles = ["상자 사기", longWord, longTitle, "가스 끊기"]
        for title in titles { try client.submit("\(list)/tasks", ["title": title]) }
        let paths = try client.get(list).text.matches(of: /action="(\/my\/tasks\/\d+)\/completion"/)
            .map { String($0.1) }
        guard paths.count == titles.count else { throw Failure("tasks: \(paths)") }
        // The newest comes first.
        for path in paths.suffix(2) { try client.submit("\(path)/completion", [:]) }
        try client.submit("\(paths[0])/deletion", [:])
        try client.submit("/my/memos", ["text": longWord, "reminder": "\(tomorrow)T12:30"])
        for memo in ["사다리차 3시\n관리실에 말해두기", longTitle + "\n" + longTitle] {
            try client.submit("/my/memos", ["text": memo])
        }
        try deal(as: client)
        try client.sell("\(longWord) 책장")
        try client.sell("원목 책장", withChecklist: true)
        try client.submit("/items/1/interest", [:])
        try client.submit("/people/1/follow", [:])
        for category in [9, 2] {
            try client.submit("/my/searches", ["query": "/?category=\(category)"])
        }
        try client.submit("/items/1/conversation", ["text": "\(longTitle)\n\(longWord)"])
        // A listing of somebody else's.
        try Fixture.client().post(Listing(title: "접이식 책장"))
    }

    /// Another member sells them one thing, buys one of theirs and proposes to meet about a third.
    private static func deal(as seller: Client) throws {
        let asker = try Fixture.member("사는 이 \(UUID().uuidString.prefix(8))")
        let sold = try seller.ask("저요", about: asker.sell("\(longWord) 화분"))
        try asker.submit("\(sold)/closing", ["price": "1만"])
        let bought = try asker.ask(longTitle, about: seller.sell("원목 탁자"))
        try seller.submit("\(bought)/closing", ["price": "3만"])
        try asker.submit("\(bought)/review", ["rating": "3", "text": longTitle])
        let reserved = try asker.ask("010-1234-5678 \(longWord)", about: seller.sell("원목 의자"))
        try seller.submit("\(reserved)/reservation", ["term": "3"])
        try asker.submit(
            "\(reserved)/appointment", ["date": tomorrow, "time": "12:30", "spot": longTitle])
        try asker.submit("/reports", ["item": "1", "reason": "1", "text": longTitle])
    }

    /// The pages of their things that need an id: the name each is kept under, the page to start
    /// from (none: the one before), what is clicked, and what shows that it has come.
    private static let ways: [(name: String, start: String?, clicks: [String], mark: String)] = [
        (
            "search-empty", "/my/searches", [".tasks li:first-child a"],
            ".listing form[action$='/deletion']"
        ),
        (
            "search", "/my/searches", [".tasks li:last-child a"],
            ".listing form[action$='/deletion']"
        ),
        ("search-edit", nil, [".listing a[href$='/edit']"], "#alerts"),
        ("chat", "/chats", [".talks a"], ".writing"),
        ("chat-reserved", "/chats", [".talks li:nth-child(2) a"], ".steps b"),
        ("chat-sold", "/chats", [".talks li:nth-child(3) a"], ".steps b"),
        ("review", nil, [".steps a[href$='/review']"], ".ratings"),
        ("person", "/my/items?status=sold", [".entries h2 a", ".seller a"], ".person"),
        ("list", "/my/lists", ["a:has(use[href$='#plane'])"], ".tasks"),
        ("list-refused", nil, [".adding .submit"], "[role=alert]"),
        ("task", nil, [".tasks li > a > span"], "form[action^='/my/tasks/'] #reminder"),
        ("list-undo", nil, [".danger[formaction]"], "dialog[open] form[action$='/restoration']"),
        (
            "list-settings", nil,
            [".alert [method=dialog] button", ".settings > summary", "#icon"], ".icons"
        ),
        ("list-deletion", nil, ["a.danger"], ".send .danger"),
        ("memo", "/my/memos", [".rows a"], ".shared"),
        ("own-detail", "/my/items?status=selling", [".entries h2 a"], ".notes"),
        (
            "sale", "/my/items?status=reserved",
            [".entries h2 a", "button[formaction$='/sale']"], "form[action$='/elsewhere']"
        ),
        ("neighbour-detail", "/items/1", [], "main"),
    ]

    /// Opens those of their things that have a page of their own; each is kept under a name.
    static func visit(_ browser: Browser, _ keep: (String) throws -> Void) throws {
        for way in ways {
            if let start = way.start { try browser.open(start) }
            for selector in way.clicks { try browser.click(selector) }
            _ = try browser.find(way.mark)
            try keep(way.name)
        }
    }
}

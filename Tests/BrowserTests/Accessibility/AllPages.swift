import Fixtures

/// A walk through the pages of the market, for what must hold on each.
@Blocking
enum AllPages {
    private static let everybodys = [
        "/", "/?view=grid", "/categories", "/items/1", "/items/1/conversation", "/items/1/chats",
        "/items/new", "/items/1/deletion", "/items/1/management", "/signin",
        "/signup", "/recovery", "/items/viewed", "/rules", "/privacy", "/offline", "/nowhere",
        "/api", "/search", "/near", "/announcements",
        "/?q=%EC%9D%98%EC%9E%90&max=3%EB%A7%8C&status=all", "/?q=qqqqq", "/?sort=low&category=x",
    ]

    /// An account of the sample data.
    nonisolated static let operatorName = "보리네"
    nonisolated static let operatorPassword = "장터1234"

    /// Opens every page: as a new member with a filled organiser, as the operator, and signed out.
    /// - Parameter nickname: the nickname of an account that the walk makes.
    static func walk(
        _ browser: Browser, as nickname: String, _ look: (_ page: String) throws -> Void
    ) throws {
        try browser.forgetCookies()
        try browser.signUp(nickname)
        try OwnThings.fill(browser)
        for page in OwnThings.pages + ["/", "/?view=grid", "/nowhere", "/api"] {
            try browser.open(page)
            try look(page)
        }
        try OwnThings.visit(browser, look)
        try browser.forgetCookies()
        try browser.comeBack(as: operatorName, password: operatorPassword)
        for page in [
            "/reports", "/reports?settled=1", "/reports/hidden", "/reports/suspended",
            "/reports/decisions", "/people", "/items/1/hiding", "/announcements/new",
        ] {
            try browser.open(page)
            try look(page)
        }
        try browser.forgetCookies()
        for page in everybodys {
            try browser.open(page)
            try look(page)
        }
        try browser.open("/items/new")
        try browser.submit()
        _ = try browser.find("[role=alert]")
        try look("a refused form")
    }
}

import Fixtures
import Testing

/// What a person with an account does, with or without scripts.
extension Browser {
    static let password = Client.password

    /// Signs up a new account, and shows `/my`. Does not use the form, because most tests only need
    /// an account; the form has tests of its own.
    func signUp(_ nickname: String) throws {
        try begin(at: "/signup", nickname, Self.password)
    }

    /// Signs in to an existing account without using the form, and shows `/my`.
    func comeBack(as nickname: String, password: String = Browser.password) throws {
        try begin(at: "/signin", nickname, password)
    }

    private func begin(at path: String, _ nickname: String, _ password: String) throws {
        let client = try Fixture.client(keepsCookies: true)
        let answer = try client.post(path, ["nickname": nickname, "password": password])
        guard let token = client.cookie("session") else {
            throw Failure("\(nickname) is not signed in: \(answer.status)")
        }
        try set(cookie: "session", to: token)
        try open("/my")
    }

    /// A connection with this browser's session, for setting up what a test is not about.
    func client() throws -> Client {
        let client = try Fixture.client(keepsCookies: true)
        client.set(cookie: "session", to: try cookie("session"))
        return client
    }

    /// The nickname in the header, whether visible or not; a phone's tabs have no room for it.
    var signedInAs: String? {
        get throws {
            try run("return document.querySelector('a.member .far')?.textContent") as? String
        }
    }

    /// Signs in on the sign-in page; the caller checks where that leads.
    func signIn(_ nickname: String, password: String = Browser.password) throws {
        try open("/signin?return=/my")
        try fillIn(nickname, password: password)
        try submit()
    }

    private func fillIn(_ nickname: String, password: String = Browser.password) throws {
        try find("#nickname").retype(nickname)
        try type(password, into: "#password")
    }

    func signOut() throws {
        try open("/my")
        try click("form[action='/signout'] button")
        try arrive(at: "/")
    }

    /// Waits until the page at `path` is shown.
    func arrive(at path: String) throws {
        try waitUntil("\(path) is shown") { try address == path }
    }

    /// Posts a listing as the signed-in member without its form, shows its page and returns its path.
    func sell(_ title: String) throws -> String {
        let path = try client().sell(title)
        try open(path)
        return path
    }

    /// Posts a listing with a checklist through its form, and returns its path.
    func sellByForm(_ title: String) throws -> String {
        try open("/items/new")
        try type(title, into: "#title")
        try choose(category: 9)
        try type("이사하면서 내놓습니다.", into: "#content")
        try click("[name=checklist]")
        try submit()
        return try arriveAtItem()
    }

    /// Makes a list without its form, shows its page and returns its path.
    func makeList(_ title: String) throws -> String {
        let path = try client().submit("/my/lists", ["title": title, "icon": "cart"])
        try open(path)
        return path
    }

    /// Unfolds the icons and chooses one.
    func choose(icon: String) throws {
        try click("#icon")
        try click(".icons label:has([value=\(icon)])")
    }

    /// Adds a task to the list on the page.
    func add(task title: String) throws {
        try type(title, into: "#title")
        try click(".adding .submit")
        try waitUntil("the task is there") { try tasks.contains(title) }
    }

    /// Completes a task on the page, or reopens it.
    func tick(_ title: String) throws {
        try click(".tick[aria-label='‘\(title)’ 완료']")
    }

    /// Presses a button that deletes one thing without asking, and waits for the alert.
    func delete(atOnceBy button: String) throws {
        try click(button)
        _ = try find("dialog[open] form[action$='/restoration']")
    }

    /// Presses `되돌리기` in the alert.
    func bringBack() throws {
        try click("dialog[open] form[action$='/restoration'] button")
        try waitUntil("the alert says so") { try alert() == ["되돌렸어요"] }
    }

    /// The titles of the tasks on the page, from the top.
    var tasks: [String] {
        get throws { try texts(of: ".tasks li > a > span") }
    }

    /// Writes a memo, after which the page of all memos is shown.
    func write(memo text: String) throws {
        try open("/my/memos/new")
        try type(text, into: "#text")
        try submit()
        try arrive(at: "/my/memos")
    }

    /// The memos on the page from the top, each with its beginning and the line below it.
    var memos: [String] {
        get throws { try all(".rows a > div").map { try $0.text } }
    }
}

extension Client {
    /// Sends a form and returns the path that it redirects to.
    @discardableResult
    func submit(_ path: String, _ form: FormBody) throws -> String {
        let answer = try post(path, form)
        guard answer.status == 303, let target = answer["Location"] else {
            throw Failure("\(path) answers \(answer.status)")
        }
        return String(target.prefix { $0 != "?" })
    }

    /// Writes to the seller of the listing at that path, and returns the conversation's path.
    @discardableResult
    func ask(_ text: String = "아직 있나요?", about item: String) throws -> String {
        try submit(item + "/conversation", ["text": text])
    }

    /// Posts a listing as a guest and returns its path.
    @discardableResult
    func post(_ listing: Listing) throws -> String {
        try submit(
            "/items",
            [
                "title": listing.title, "category": "\(listing.category)", "price": listing.price,
                "currency": "KRW", "stock": "1", "content": listing.content,
                "password": listing.password,
            ])
    }

    /// Posts a listing and returns its path.
    @discardableResult
    func sell(_ title: String, withChecklist: Bool = false) throws -> String {
        var form = FormBody.urlencoded([
            "title": title, "category": "9", "price": "", "currency": "KRW", "stock": "1",
            "content": "이사하면서 내놓습니다.",
        ])
        if withChecklist { form.bytes += "&checklist=1".utf8 }
        return try submit("/items", form)
    }
}

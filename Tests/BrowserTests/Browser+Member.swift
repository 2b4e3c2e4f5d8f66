import Fixtures
import Testing

/// What a person with an account does, with or without scripts.
extension Browser {
    static let password = "달빛처럼 환하게"

    /// Begins as somebody new, and has put the recovery codes away.
    func signUp(_ nickname: String) throws {
        try open("/signup?return=/my")
        try fillIn(nickname)
        try submit()
        try click(".send a")
        try arrive(at: "/my")
    }

    /// Signs in on the page for it; where that leads is the caller's to see.
    func signIn(_ nickname: String, password: String = Browser.password) throws {
        try open("/signin?return=/my")
        try fillIn(nickname, password: password)
        try submit()
    }

    private func fillIn(_ nickname: String, password: String = Browser.password) throws {
        try find("#nickname").retype(nickname)
        try find("#password").type(password)
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

    /// Posts a listing as somebody signed in, who keeps no password for it, and answers its path.
    func sell(_ title: String, withChecklist: Bool = false) throws -> String {
        try open("/items/new")
        try find("#title").type(title)
        try choose(category: 9)
        try find("#content").type("이사하면서 내놓습니다.")
        if withChecklist { try click("[name=checklist]") }
        try submit()
        return try arriveAtItem()
    }

    /// Makes a list, whose page is shown then, and answers its path.
    func makeList(_ title: String, icon: String = "cart") throws -> String {
        try open("/my/lists")
        try find("#title").type(title)
        try click(".icons label:has([value=\(icon)])")
        try click("form.part .submit")
        try waitUntil("the list is shown") {
            try address.wholeMatch(of: /\/my\/lists\/\d+/) != nil
        }
        return try address
    }

    /// Adds a task to the list that is shown.
    func add(task title: String) throws {
        try find("#title").type(title)
        try click(".adding .submit")
        try waitUntil("the task is there") { try tasks.contains(title) }
    }

    /// Completes a task that is shown, or takes it back.
    func tick(_ title: String) throws {
        try click(".tick[aria-label='‘\(title)’ 완료']")
    }

    /// Deletes something by the link to its deletion, says yes, and waits for the alert.
    func delete(by link: String) throws {
        try click(link)
        try click(".send .danger")
        _ = try find("dialog[open] form[action$='/restoration']")
    }

    /// Presses `되돌리기` in the alert.
    func bringBack() throws {
        try click("dialog[open] form[action$='/restoration'] button")
        try waitUntil("the alert says so") { try alert() == ["되돌리기 성공"] }
    }

    /// The titles of the tasks that are shown, from the top.
    var tasks: [String] {
        get throws { try all(".tasks li > a > span").map { try $0.text } }
    }

    /// Writes a memo; the page of all memos is shown then.
    func write(memo text: String) throws {
        try open("/my/memos/new")
        try find("#text").type(text)
        try submit()
        try arrive(at: "/my/memos")
    }

    /// How the memos that are shown begin, from the top, each with the line below it.
    var memos: [String] {
        get throws { try all(".rows a > span").map { try $0.text } }
    }
}

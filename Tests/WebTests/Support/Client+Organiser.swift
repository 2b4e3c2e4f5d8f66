import Fixtures

extension Client {
    /// Makes a list and returns its path.
    func makeList(_ title: String = "장보기") throws -> String {
        try post("/my/lists", ["title": title, "icon": "cart"]).redirection()
    }

    /// Adds a task to the list at that path and returns the task's path.
    func makeTodo(_ title: String = "우유 사기", in list: String) throws -> String {
        _ = try post(list + "/tasks", ["title": title]).redirection()
        return try first("/my/tasks/", on: list)
    }

    /// Writes a memo and returns its path.
    func makeMemo(_ text: String = "의자 다리 길이 42cm") throws -> String {
        _ = try post("/my/memos", ["text": text]).redirection()
        let links = try get("/my/memos").page.links
        let memo = links.first { $0.hasPrefix("/my/memos/") && $0 != "/my/memos/new" }
        guard let memo else { throw Failure("no memo at /my/memos") }
        return memo
    }

    /// Deletes what is at that path, and returns the page that this leads to.
    func delete(_ path: String) throws -> Answer {
        try get(press(path + "/deletion").redirection())
    }

    /// Presses a button of the page that the `Referer` names, here unless another host is given.
    func press(_ path: String, on page: String, host: String? = nil) throws -> Answer {
        try send(head("POST", path, [:]) + "Referer: http://\(host ?? self.host)\(page)\r\n\r\n")
        return try readAnswer()
    }

    /// Requests a page as after one of its own buttons was pressed.
    func getAgain(_ page: String) throws -> Answer {
        try send(head("GET", page, [:]) + "Referer: http://\(host)\(page)\r\n\r\n")
        return try readAnswer()
    }

    private func first(_ prefix: String, on page: String) throws -> String {
        let links = try get(page).page.links
        guard let link = links.first(where: { $0.hasPrefix(prefix) }) else {
            throw Failure("no link to \(prefix) at \(page)")
        }
        return link
    }
}

extension Page {
    /// The path that the alert's `되돌리기` posts to; nil if it offers none.
    var undoPath: String? {
        actions.first { $0.hasSuffix("/restoration") }
    }
}

import Fixtures

extension ServedSite {
    /// 민지 sells an item of that stock for 35,000 won each, and 지수 has asked about it.
    func asked(
        _ text: String = "아직 있나요?", ofStock stock: Int = 1
    ) throws -> (seller: Client, item: String, asker: Client, path: String) {
        let seller = try member("민지")
        let item = try seller.post(.ownLamp.with("stock", "\(stock)"))
        let asker = try member("지수")
        return (seller, item, asker, try asker.ask(text, about: item))
    }
    /// A guest who has given the password of their item at that path.
    func guest(of item: String) throws -> Client {
        let guest = try visitor()
        _ = try guest.post(item + "/chats", ["password": "달빛1234"]).redirection()
        return guest
    }
}

extension Client {
    /// Writes to the seller of the item at that path, and returns the conversation's path.
    func ask(_ text: String = "아직 있나요?", about item: String) throws -> String {
        try post(item + "/conversation", ["text": text]).redirection()
    }

    func write(_ text: String, in conversation: String, token: String = "") throws -> Answer {
        try post(conversation + "/messages", ["text": text, "token": token])
    }

    func send(
        _ files: [(String, [UInt8])], text: String = "", token: String = "",
        in conversation: String
    ) throws -> Answer {
        let parts = files.map { name, bytes in
            FormBody.Part.file("photos", named: name, type: "image/jpeg", bytes: bytes)
        }
        return try post(
            conversation + "/messages",
            .multipart([.text("text", text), .text("token", token)] + parts))
    }

    /// The texts in a conversation, oldest first.
    func messages(in conversation: String) throws -> [String] {
        try get(conversation).page.messages
    }
}

extension Page {
    /// The texts of the messages on the page.
    var messages: [String] {
        html.stretches(from: "<li", to: "</li>").filter { $0.contains("id=\"message-") }
            .compactMap { $0.stretches(from: "<p", to: "</p>").first }
            .map { Page(html: "<p" + $0).texts.joined() }
    }

    /// The addresses of the page's images that begin with that path.
    func sources(below path: String) -> [String] {
        tags("img").compactMap { $0["src"] }.filter { $0.hasPrefix(path) }
    }

    /// The last form's action that ends like that; nil if there is none.
    func action(endingWith end: String) -> String? {
        actions.last {
            $0.hasSuffix(end) && $0.contains("?") == end.contains("?")
        }
    }

    /// The number beside the tab of conversations; nil if there is none.
    var unreadMessages: String? {
        html.stretches(from: "class=\"chats\"", to: "</a>").first
            .flatMap { $0.stretches(from: "<b><span aria-hidden=\"true\">", to: "<").first }
    }
}

import Fixtures

extension ServedSite {
    static let password = Client.password

    /// A visitor who has just opened an account and is signed in.
    func member(_ nickname: String = "하늘이네") throws -> Client {
        let visitor = try visitor()
        try visitor.signUp(nickname)
        return visitor
    }

    /// The form of the sign-up and the sign-in.
    static func credentials(
        _ nickname: String = "하늘이네", _ password: String = password
    ) -> FormBody {
        ["nickname": nickname, "password": password]
    }
}

extension FilledForm {
    /// A member's filled-in form for a listing.
    static let ownLamp = FilledForm([
        "of_account": "1", "title": "북유럽풍 장스탠드", "category": "9", "price": "35,000",
        "currency": "KRW", "stock": "3", "content": "이사하면서 내놓습니다.",
    ])
}

extension Client {
    /// Posts a listing as a member, and returns its path.
    func post(_ form: FilledForm = .ownLamp) throws -> String {
        try post("/items", form.multipart).redirection()
    }

    /// Presses a button that sends no fields.
    func press(_ path: String) throws -> Answer {
        try post(path, [:])
    }

    /// The data in the account's export.
    func exportedData() throws -> JSON {
        let entries = try ZipEntry.all(in: get("/my/export").body)
        guard let data = entries.first(where: { $0.name == "data.json" }) else {
            throw Failure("no data.json in the export")
        }
        return try JSON(data.bytes)
    }

    /// Reports an item, a person or a message by its number, as fraud.
    func report(_ subject: String, _ number: String, _ text: String = "") throws {
        let answer = try post("/reports", [subject: number, "reason": "1", "text": text])
        guard answer.status == 303 else {
            throw Failure("not reported: \(answer.status) \(answer.text)")
        }
    }
}

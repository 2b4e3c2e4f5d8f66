import Fixtures

/// A seller's filled-in form for a listing.
struct FilledForm {
    private var rows: [(name: String, value: String)]
    private var files: [FormBody.Part] = []

    init(_ rows: KeyValuePairs<String, String> = [:]) {
        self.rows = rows.map { ($0.key, $0.value) }
    }

    /// A complete form.
    static let lamp = FilledForm([
        "title": "북유럽풍 장스탠드", "category": "9", "price": "35,000",
        "discounted_price": "30000", "currency": "KRW", "stock": "3",
        "content": "이사하면서 내놓습니다.\r\n직거래는 역 3번 출구에서요.", "password": "달빛1234",
    ])

    /// The same form with one row changed.
    func with(_ name: String, _ value: String) -> FilledForm {
        var form = self
        if let index = rows.firstIndex(where: { $0.name == name }) {
            form.rows[index].value = value
        } else {
            form.rows.append((name, value))
        }
        return form
    }

    /// Adds a row, even if there is one of that name.
    mutating func add(_ name: String, _ value: String) {
        rows.append((name, value))
    }

    /// The same form with the hidden fields of a page.
    func with(hiddenFieldsOf page: Page) -> FilledForm {
        var form = self
        for tag in page.tags("input") where tag["type"] == "hidden" {
            form.add(tag["name"] ?? "", tag["value"] ?? "")
        }
        return form
    }

    /// The filled-in form of a page on the way to an account.
    static func credentials(
        on page: Page, _ nickname: String = "하늘이네", _ password: String = ServedSite.password
    ) -> FilledForm {
        FilledForm(["nickname": nickname, "password": password]).with(hiddenFieldsOf: page)
    }

    /// The same form with a hidden field for a photo that was sent before.
    func with(keptPhoto id: String) -> FilledForm {
        var form = self
        form.rows.append(("photos", id))
        return form
    }

    func with(photo bytes: [UInt8], named name: String = "사진.jpg") -> FilledForm {
        var form = self
        form.files.append(.file("photos", named: name, type: "image/jpeg", bytes: bytes))
        return form
    }

    var multipart: FormBody {
        .multipart(rows.map { .text($0.name, $0.value) } + files)
    }

    /// The urlencoded body, without files, which only a multipart body can contain.
    var urlencoded: FormBody {
        FormBody(urlencoded: rows.map { ($0.name, $0.value) })
    }
}

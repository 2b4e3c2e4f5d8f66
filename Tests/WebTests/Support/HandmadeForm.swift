import Fixtures

/// A multipart form as client programs build it by hand.
struct HandmadeForm: Sendable {
    var parts: [Part]
    var boundary = "Boundary-7D3F0A62"
    /// Comes before the first delimiter.
    var opening = ""
    /// Comes after the last delimiter.
    var ending = "--\r\n"
    /// Nil for the one that suits the boundary.
    var contentType: String?

    struct Part: Sendable {
        var name: String
        /// The lines of its header.
        var lines: [String]
        var content: [UInt8]

        static func text(_ name: String, _ value: String) -> Part {
            raw(name, Array(value.utf8))
        }

        static func raw(_ name: String, _ content: [UInt8]) -> Part {
            Part(
                name: name, lines: ["Content-Disposition: form-data; name=\"\(name)\""],
                content: content)
        }

        static func photo(
            _ name: String, _ bytes: [UInt8] = Picture.red, named file: String = "photo.jpg",
            type: String = "image/jpeg"
        ) -> Part {
            let disposition = "form-data; name=\"\(name)\"; filename=\"\(file)\""
            return Part(
                name: name,
                lines: ["Content-Disposition: \(disposition)", "Content-Type: \(type)"],
                content: bytes)
        }
    }

    init(_ parts: [Part]) {
        self.parts = parts
    }

    /// The same form with that text, replacing one of that name.
    func with(_ name: String, _ value: String) -> HandmadeForm {
        with(.text(name, value))
    }

    func with(_ part: Part) -> HandmadeForm {
        var form = self
        if let index = parts.firstIndex(where: { $0.name == part.name }) {
            form.parts[index] = part
        } else {
            form.parts.append(part)
        }
        return form
    }

    /// The same form with another part at the end.
    func adding(_ part: Part) -> HandmadeForm {
        var form = self
        form.parts.append(part)
        return form
    }

    func without(_ name: String) -> HandmadeForm {
        var form = self
        form.parts.removeAll { $0.name == name }
        return form
    }

    var body: FormBody {
        var bytes = Array(opening.utf8)
        for part in parts {
            let head = ["--" + boundary] + part.lines + ["", ""]
            bytes += head.joined(separator: "\r\n").utf8
            bytes += part.content
            bytes += "\r\n".utf8
        }
        bytes += "--\(boundary)\(ending)".utf8
        return FormBody(
            contentType: contentType ?? "multipart/form-data; boundary=\(boundary)", bytes: bytes)
    }
}

extension HandmadeForm {
    static let password = "달빛1234"

    /// A complete listing for the first generation.
    static let item = HandmadeForm([
        .text("title", "원목 의자"), .text("descriptions", "튼튼해요.\n직거래만 합니다."),
        .text("price", "165"), .text("currency", "KRW"), .text("stock", "1000000000000"),
        .text("discounted_price", "160"), .text("password", password), .photo("images[]"),
    ])

    /// The same listing for the second generation.
    static let product = product(params)

    static let params = """
        {"name": "원목 의자", "description": "튼튼해요.\\n직거래만 합니다.", "price": 165, \
        "currency": "KRW", "discounted_price": 5, "stock": 1000000000000, "secret": "\(password)"}
        """

    static func product(_ params: String) -> HandmadeForm {
        let disposition = "Content-Disposition: form-data; name=\"params\""
        return HandmadeForm([
            Part(
                name: "params", lines: [disposition, "Content-Type: application/json"],
                content: Array(params.utf8)),
            .photo("images"),
        ])
    }
}

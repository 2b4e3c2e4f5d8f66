/// Text of a statement, put together from literals only: no value can become part of it.
struct SQL: Hashable, Sendable, ExpressibleByStringLiteral {
    let text: String

    init(stringLiteral text: String) {
        self.text = text
    }

    static func + (left: SQL, right: SQL) -> SQL {
        SQL(stringLiteral: left.text + right.text)
    }
}

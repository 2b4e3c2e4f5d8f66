import Market
import Mustache

/// Who is signed in on a visit.
struct Member: Sendable {
    let account: Account
    /// Of the session's token.
    let session: SecretDigest
    /// How many reminders are due.
    let dueReminders: Int
    /// Goes out with the answer: of a session just begun, or in place of a token grown old.
    let newToken: String?
}

extension Member: TemplateData {
    static let fields: [Field<Member>] = [
        Field("nickname") { $0.account.profile.nickname.text },
        Field("dueReminders") { $0.dueReminders },
    ]
}

import Mustache
import ViewModels

/// The sign-up with where to go on after it.
struct SignUpPage: Sendable {
    let output: SignUp.Output
    let returnPath: ReturnPath
}

extension SignUpPage: TemplateData {
    static let fields: [Field<SignUpPage>] = [
        Field("nickname") { $0.output.nickname },
        Field("nicknameFault") { $0.output.faults.message("nickname") },
        Field("passwordFault") { $0.output.faults.message("password") },
        Field("returnPath") { $0.returnPath.text },
        Field("signInPath") { $0.returnPath.path(by: Link.signIn) },
    ]
}

/// The codes, shown once, and where to go on.
struct RecoveryCodesPage: Sendable {
    let output: RecoveryCodes.Output
    let returnPath: ReturnPath
    /// Whether the account was opened just now.
    let isNew: Bool

    /// As the box shows it and the file holds it.
    private var text: String {
        output.codes.joined(separator: "\n")
    }
}

extension RecoveryCodesPage: TemplateData {
    static let fields: [Field<RecoveryCodesPage>] = [
        Field("isNew") { $0.isNew },
        Field("count") { $0.output.codes.count },
        Field("text") { $0.text },
        Field("file") { page in
            "data:text/plain;charset=utf-8," + page.text.percentEncoded(keeping: "-")
        },
        Field("returnPath") { $0.returnPath.text },
    ]
}

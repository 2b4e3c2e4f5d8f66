import Mustache
import ViewModels

/// The sign-in with what goes through it: where to go on, or a form to go on with.
struct SignInPage: Sendable {
    let output: SignIn.Output
    let returnPath: ReturnPath
    let carried: CarriedForm?
}

extension SignInPage: TemplateData {
    static let fields: [Field<SignInPage>] = [
        Field("nickname") { $0.output.nickname },
        Field("nicknameFault") { $0.output.faults.message("nickname") },
        Field("passwordFault") { $0.output.faults.message("password") },
        Field("returnPath") { $0.returnPath.text },
        Field("signUpPath") { $0.returnPath.path(by: Link.signUp) },
        Field("hiddenFields") { $0.carried?.hiddenFields ?? [] },
    ]
}

/// Asks whether a form that came through the sign-in is to be sent now.
struct ResumptionPage: Sendable {
    let form: CarriedForm
}

extension ResumptionPage: TemplateData {
    static let fields: [Field<ResumptionPage>] = [
        Field("action") { $0.form.action.text },
        Field("hiddenFields") { $0.form.fields },
        Field("shownFields") { page in
            page.form.fields.filter { $0.label != nil && !$0.value.isEmpty }
        },
    ]
}

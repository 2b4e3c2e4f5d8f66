import Mustache
import ViewModels

/// The templates of the scenes of accounts and of what they do with listings.
struct AccountTemplates: Sendable {
    let signIn: Page<SignInPage>
    let resumption: Page<ResumptionPage>
    let signUp: Page<SignUpPage>
    let recoveryCodes: Page<RecoveryCodesPage>
    let recovery: Page<PasswordRecovery.Output>
    let passwordChange: Page<PasswordChange.Output>
    let prompt: Page<AccountPrompt.Output>
    let profile: Page<ProfileForm.Output>
    let ownItems: Page<OwnItems.Output>
    let interests: Page<Interests.Output>

    /// - Throws: what is malformed, or names what its output does not have, in all of them.
    init(_ store: TemplateStore) throws {
        func page<Output: TemplateData>(
            _ name: String, _ output: Output.Type
        ) throws -> Page<Output> {
            try store.page(name, for: output)
        }
        signIn = try page("sign-in", SignInPage.self)
        resumption = try page("resumption", ResumptionPage.self)
        signUp = try page("sign-up", SignUpPage.self)
        recoveryCodes = try page("recovery-codes", RecoveryCodesPage.self)
        recovery = try page("password-recovery", PasswordRecovery.Output.self)
        passwordChange = try page("password-change", PasswordChange.Output.self)
        prompt = try page("account-prompt", AccountPrompt.Output.self)
        profile = try page("profile", ProfileForm.Output.self)
        ownItems = try page("own-items", OwnItems.Output.self)
        interests = try page("interests", Interests.Output.self)
    }
}

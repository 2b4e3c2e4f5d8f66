/// The routes of signing up, in and out, and of the viewer's own account.
enum AccountRoutes {
    static func all(_ dependencies: Dependencies, signIn: SignInScene) throws -> [Route] {
        let signOut = SignOutScene(dependencies)
        let signUp = try SignUpScene(dependencies, signIn.resumption)
        let recovery = try PasswordRecoveryScene(dependencies, signIn.resumption)
        let change = try PasswordChangeScene(dependencies)
        let prompt = try AccountPromptScene(dependencies)
        let profile = try ProfileScene(dependencies)
        return [
            .get(Link.export, ExportScene(dependencies).send),
            .get(Link.signIn, signIn.show),
            .post(Link.signIn, signIn.submit),
            .post(Link.signOut, signOut.signOut),
            .get(Link.signUp, signUp.show),
            .post(Link.signUp, signUp.submit),
            .post(Link.language, LanguageScene(dependencies).choose),
            .get(Link.recovery, recovery.show),
            .post(Link.recovery, recovery.submit),
            .post(Link.sessionsDeletion, signOut.signOutEverywhere),
            .get(Link.password, change.show),
            .post(Link.password, change.submit),
            .get(Link.recoveryCodes, prompt.showCodes),
            .post(Link.recoveryCodes, prompt.renewCodes),
            .get(Link.accountDeletion, prompt.showDeletion),
            .post(Link.accountDeletion, prompt.delete),
            .get(Link.profile, profile.show),
            .post(Link.profile, profile.submit),
        ]
    }
}

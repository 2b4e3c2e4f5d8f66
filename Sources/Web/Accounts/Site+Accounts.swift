extension Site {
    /// Every path of signing up, in and out, and of one's own account.
    static func accountRoutes(_ dependencies: Dependencies) -> [Route] {
        let signIn = SignInScene(dependencies)
        let signOut = SignOutScene(dependencies)
        let signUp = SignUpScene(dependencies)
        let recovery = PasswordRecoveryScene(dependencies)
        let change = PasswordChangeScene(dependencies)
        let codes = RecoveryCodesScene(dependencies)
        let deletion = AccountDeletionScene(dependencies)
        let profile = ProfileScene(dependencies)
        return [
            .get("/signin", signIn.show),
            .post("/signin", signIn.submit),
            .post("/signout", signOut.signOut),
            .get("/signup", signUp.show),
            .post("/signup", signUp.submit),
            .get("/recovery", recovery.show),
            .post("/recovery", recovery.submit),
            .post("/my/sessions/deletion", signOut.signOutEverywhere),
            .get("/my/password", change.show),
            .post("/my/password", change.submit),
            .get("/my/recovery-codes", codes.show),
            .post("/my/recovery-codes", codes.submit),
            .get("/my/account/deletion", deletion.show),
            .post("/my/account/deletion", deletion.submit),
            .get("/my/profile", profile.show),
            .post("/my/profile", profile.submit),
        ]
    }

    /// Every path of what an account does with listings.
    static func sellingRoutes(_ dependencies: Dependencies) -> [Route] {
        let own = OwnItemScene(dependencies)
        let items = OwnItemsScene(dependencies)
        let interests = InterestScene(dependencies)
        let prompt = PasswordPromptScene(dependencies)
        return [
            .get("/my/items", items.show),
            .get("/my/interests", interests.show),
            // What could not be done stands at the path it was sent to; asked for again, it is
            // there.
            .get("/items/:item/interest", own.goBack),
            .get("/items/:item/pull-up", own.goBack),
            .post("/items/:item/interest", interests.add),
            .post("/items/:item/interest/deletion", interests.remove),
            .post("/items/:item/reservation", own.reserve),
            .post("/items/:item/reservation/deletion", own.unreserve),
            .post("/items/:item/sale", own.sell),
            .post("/items/:item/sale/deletion", own.unsell),
            .post("/items/:item/pull-up", own.pullUp),
            .get("/items/:item/takeover", prompt.showTakeover),
            .post("/items/:item/takeover", prompt.takeOver),
        ]
    }
}

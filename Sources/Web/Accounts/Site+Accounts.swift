extension Site {
    /// Every path of signing up, in and out, and of one's own account.
    static func accountRoutes(_ parts: SiteParts) -> [Route] {
        let signIn = SignInScene(parts)
        let signOut = SignOutScene(parts)
        let signUp = SignUpScene(parts)
        let recovery = PasswordRecoveryScene(parts)
        let change = PasswordChangeScene(parts)
        let codes = RecoveryCodesScene(parts)
        let deletion = AccountDeletionScene(parts)
        let profile = ProfileScene(parts)
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
    static func sellingRoutes(_ parts: SiteParts) -> [Route] {
        let own = OwnItemScene(parts)
        let items = OwnItemsScene(parts)
        let interests = InterestScene(parts)
        let prompt = PasswordPromptScene(parts)
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

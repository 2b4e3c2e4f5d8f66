/// Why a password, or what stands in its place, does not open what it was typed for.
extension Refusal {
    static let passwordMissing = Refusal([Fault("password", "비밀번호를 입력해주세요.")])
    static let wrongPassword = Refusal(.wrongPassword, .wrongPassword)
    /// The same on a page that asks for nothing but the password: its field says so too.
    static let wrongPromptedPassword = Refusal(
        .wrongPassword, .wrongPassword, [Fault("password", "비밀번호가 틀렸습니다.")])
    /// Of a nickname that nobody has too, so that nobody learns which those are.
    static let wrongSignIn = Refusal(
        .wrongPassword,
        Alert(
            .failure, title: "로그인 실패",
            lines: [
                Alert.Line("닉네임이나 비밀번호가 맞지 않아요. 다시 한번 확인해주세요.", field: "nickname")
            ]))
    static let wrongRecoveryCode = Refusal(
        .wrongPassword,
        Alert(
            .failure, title: "복구 실패",
            lines: [Alert.Line("닉네임이나 복구 코드가 맞지 않아요. 다시 한번 확인해주세요.", field: "code")]))

    static func tooManyTries(wait seconds: Int64) -> Refusal {
        Refusal(.tooManyTries(wait: seconds), .tooManyTries(wait: seconds))
    }

    /// The storage or the password hashing has no time now.
    static let cannotCheck = Refusal(.unavailable, .cannotCheck)
}

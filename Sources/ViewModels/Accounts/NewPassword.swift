/// A password that somebody chooses for an account.
enum NewPassword {
    static let shortest = 8
    /// In bytes of UTF-8.
    static let longest = 1_000

    /// What is wrong with it; nil when nothing is.
    static func fault(_ password: String, in field: String, nickname: String) -> Fault? {
        if password.isEmpty { return Fault(field, "비밀번호를 입력해주세요.") }
        if password.utf8.count > longest {
            return Fault(field, "비밀번호를 더 짧게 입력해주세요.")
        }
        if password.count < shortest {
            return Fault(field, "비밀번호를 \(shortest)자 이상 입력해주세요.")
        }
        if password == nickname.trimmed {
            return Fault(field, "비밀번호를 닉네임과 다르게 입력해주세요.")
        }
        return nil
    }
}

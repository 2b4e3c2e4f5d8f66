extension Alert {
    /// The answers of what is done to one's own account.
    public static let signedIn = Alert(.success, title: "로그인 성공")
    public static let signedOut = Alert(.success, title: "로그아웃 성공")
    public static let signedOutEverywhere = Alert(
        .success, title: "로그아웃 성공", lines: [Line("모든 기기에서 로그아웃했어요.")])
    public static let passwordChanged = Alert(
        .success, title: "비밀번호 변경 성공", lines: [Line("다른 기기에서는 모두 로그아웃했어요.")])
    public static let profileSaved = Alert(.success, title: "프로필 저장 성공")
    public static let accountDeleted = Alert(
        .success, title: "탈퇴 성공", lines: [Line("그동안 함께해주셔서 고마웠어요.")])
    public static let statusChanged = Alert(.success, title: "상태 변경 성공")
    public static let pulledUp = Alert(.success, title: "끌올 성공")
    public static let takenOver = Alert(.success, title: "내 글로 가져오기 성공")
    public static let feedRenewed = Alert(
        .success, title: "새 주소 만들기 성공", lines: [Line("전 주소로는 이제 아무것도 볼 수 없어요.")])
    /// What somebody wanted to do takes an account.
    public static let signInFirst = Alert(
        .failure, title: "로그인이 필요해요",
        lines: [Line("적은 것은 그대로 있으니 로그인하고 이어서 해주세요.")])

    static let wrongSignIn = Alert(
        .failure, title: "로그인 실패",
        lines: [Line("닉네임이나 비밀번호가 맞지 않아요. 다시 한번 확인해주세요.", field: "nickname")])
    static let cannotCheck = Alert(
        .failure, title: "실패",
        lines: [Line("지금은 확인할 수 없어요. 잠시 뒤에 다시 눌러주세요.")])

    static func tooManyAccounts(wait seconds: Int64) -> Alert {
        Alert(
            .failure, title: "계정을 너무 자주 만들었습니다",
            lines: [Line("적은 것은 그대로 있으니 \(seconds)초 뒤에 다시 눌러주세요.")])
    }
}

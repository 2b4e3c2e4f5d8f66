import Market

/// What a page says first: that something worked, or what has to be put right.
public struct Alert: Equatable, Sendable {
    /// Decides how the page shows it.
    public let kind: Kind
    /// The whole message where there are no lines.
    public let title: String
    /// The message, a line each; empty for an alert that is its title alone.
    public let lines: [Line]
    /// What it offers to bring back.
    public let deletion: Deletion.ID?

    /// - Parameter deletion: what the alert offers to bring back.
    public init(
        _ kind: Kind, title: String, lines: [Line] = [], undoing deletion: Deletion.ID? = nil
    ) {
        self.kind = kind
        self.title = title
        self.lines = lines
        self.deletion = deletion
    }

    /// Whether what was asked for was done.
    public enum Kind: Sendable {
        /// Done; a failure says in its lines what to do about it.
        case success
        case failure
    }

    /// One line of the message, and the name of the form field it speaks of.
    public struct Line: Equatable, Sendable {
        /// As the page shows it; a fault's begins with `~`.
        public let text: String
        /// Nil when it speaks of none.
        public let field: String?

        /// - Parameter field: the name of the form field that it speaks of.
        public init(_ text: String, field: String? = nil) {
            self.text = text
            self.field = field
        }
    }
}

extension Alert {
    /// Says in one line what to do about a failure.
    init(failed title: String, _ line: String, field: String? = nil) {
        self.init(.failure, title: title, lines: [Line(line, field: field)])
    }

    /// One line for each fault; nil when there is none.
    init?(_ faults: [Fault]) {
        guard !faults.isEmpty else { return nil }
        self.init(
            .failure, title: "실패",
            lines: faults.map { Line("~ " + $0.message, field: $0.field) })
    }
}

extension Alert {
    /// The answers of the market's own actions, worded as the product words them.
    public static let posted = Alert(.success, title: "성공")
    public static let updated = Alert(.success, title: "수정 성공")
    public static let deleted = Alert(.success, title: "삭제 성공")
    public static let restored = Alert(.success, title: "되돌리기 성공")
    public static let wrongPassword = Alert(
        failed: "비밀번호가 틀렸습니다", "다시 한번 확인해주세요", field: "password")

    /// The answers of what an account does with its own items and feeds.
    public static let statusChanged = Alert(.success, title: "상태 변경 성공")
    public static let pulledUp = Alert(.success, title: "끌올 성공")
    public static let takenOver = Alert(.success, title: "내 글로 가져오기 성공")
    public static let feedRenewed = Alert(
        .success, title: "새 주소 만들기 성공", lines: [Line("전 주소로는 이제 아무것도 볼 수 없어요.")])

    /// Something of the organiser is deleted, and may be brought back.
    public static func trashed(_ deletion: Deletion.ID) -> Alert {
        Alert(
            .success, title: "삭제 성공", lines: [Line("30일 동안 휴지통에 있어요.")],
            undoing: deletion)
    }
}

/// The answers of what is done to one's own account.
extension Alert {
    /// A session began, or one or all of them ended.
    public static let signedIn = Alert(.success, title: "로그인 성공")
    public static let signedOut = Alert(.success, title: "로그아웃 성공")
    public static let signedOutEverywhere = Alert(
        .success, title: "로그아웃 성공", lines: [Line("모든 기기에서 로그아웃했어요.")])
    /// All sessions have ended but the one that changed it.
    public static let passwordChanged = Alert(
        .success, title: "비밀번호 변경 성공", lines: [Line("다른 기기에서는 모두 로그아웃했어요.")])
    /// The profile is changed, or gone with its account.
    public static let profileSaved = Alert(.success, title: "프로필 저장 성공")
    public static let accountDeleted = Alert(
        .success, title: "탈퇴 성공", lines: [Line("그동안 함께해주셔서 고마웠어요.")])
    /// What somebody wanted to do takes an account.
    public static let signInFirst = Alert(
        failed: "로그인이 필요해요", "적은 것은 그대로 있으니 로그인하고 이어서 해주세요.")
}

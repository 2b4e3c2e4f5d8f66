import Market
import Photos

/// A seller with an account: a line of `Neighbours.txt`.
public struct Neighbour: Hashable, Sendable {
    let nickname: Nickname
    /// Nil for a neighbour without a profile picture.
    let avatar: SamplePicture?
    let about: String
    let writesEnglish: Bool

    static let all = korean + english
    private static let korean = lines("korean")
    private static let english = lines("english")

    /// The neighbours who write in that language.
    static func all(writingEnglish: Bool) -> [Neighbour] { writingEnglish ? english : korean }

    private static func lines(_ section: String) -> [Neighbour] {
        SectionedText(PackageResources.Neighbours_txt).fields(of: section)
            .compactMap { Neighbour($0, writesEnglish: section == "english") }
    }

    public static func == (one: Neighbour, other: Neighbour) -> Bool {
        one.nickname == other.nickname
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(nickname) }

    /// Nil for a malformed line.
    init?(_ fields: [String], writesEnglish: Bool = false) {
        guard fields.count == 3, let nickname = Nickname(fields[0]) else { return nil }
        let look = Look(fields[1])
        guard look != nil || fields[1] == "-" else { return nil }
        self.nickname = nickname
        avatar = look.map { SamplePicture(motif: $0.motif, color: $0.color, shot: .avatar) }
        about = fields[2] == "-" ? "" : fields[2]
        self.writesEnglish = writesEnglish
    }
}

/// The nicknames by which operators are named when the server starts. Nobody else can take one, and
/// an account that has one keeps it. Otherwise whoever took a nickname that an operator gave up
/// would become an operator at the next start.
public struct ReservedNicknames: Equatable, Sendable {
    private let keys: Set<String>
    private let looks: Set<String>

    /// Reserves these nicknames; none by default.
    public init(_ nicknames: [Nickname] = []) {
        keys = Set(nicknames.map(\.key))
        looks = Set(nicknames.map(\.look))
    }

    /// Whether the nickname, or one that counts as equal to it, is reserved.
    public func contains(_ nickname: Nickname) -> Bool { keys.contains(nickname.key) }

    /// Whether people would take the nickname for a reserved one.
    public func hasOneLike(_ nickname: Nickname) -> Bool {
        !looks.isEmpty && looks.contains(nickname.look)
    }
}

extension Nickname {
    /// The same for all nicknames that look alike at a glance: written with letters of another
    /// script or in another form. It covers far from all of them (Unicode Technical Standard 39
    /// lists thousands).
    fileprivate var look: String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let letter = scalar.inPlainForm
            plain.append(Self.lookAlikes[letter] ?? letter)
        }
        return Self.key(of: String(plain))
    }

    /// Maps letters to the Latin letter that they look like; upper and lower case only where they look like it.
    private static let lookAlikes: [Unicode.Scalar: Unicode.Scalar] = {
        let groups: KeyValuePairs<Unicode.Scalar, String> = [
            "a": "АаΑαɑᴀ", "b": "ВвьΒʙ", "c": "СсϹϲᴄ", "d": "Ԁԁᴅ", "e": "ЕеΕεєᴇ", "g": "ɡɢ",
            "h": "НнҺһΗʜ", "j": "Јјᴊ", "k": "КкΚκᴋ", "l": "IiІіΙι1|Ӏӏıɩɪʟ", "m": "МмΜᴍ",
            "n": "Νηɴ", "o": "ОоΟοσ0ᴏ", "p": "РрΡρᴘ", "q": "Ԛԛ", "r": "гʀ", "s": "Ѕѕꜱ",
            "t": "ТтΤτᴛ", "u": "υᴜ", "v": "Ѵѵνᴠ", "w": "Ԝԝωᴡ", "x": "ХхΧχ", "y": "УуҮүΥγʏ",
            "z": "Ζᴢ",
        ]
        var letters: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (letter, others) in groups {
            for other in others.unicodeScalars { letters[other] = letter }
        }
        return letters
    }()
}

extension Unicode.Scalar {
    /// The plain form of a Latin letter, digit or sign that is full-width, circled or in a
    /// mathematical typeface, by Unicode's compatibility mappings; else the scalar itself.
    fileprivate var inPlainForm: Unicode.Scalar {
        let plain: UInt32 =
            switch value {
            case 0xFF01...0xFF5E: value - 0xFF01 + 0x21
            case 0x24B6...0x24CF: value - 0x24B6 + 0x41
            case 0x24D0...0x24E9: value - 0x24D0 + 0x61
            // Capital and small letters in thirteen typefaces, then digits in five.
            case 0x1D400...0x1D6A3:
                (value - 0x1D400) % 52 < 26
                    ? (value - 0x1D400) % 52 + 0x41 : (value - 0x1D400) % 52 - 26 + 0x61
            case 0x1D7CE...0x1D7FF: (value - 0x1D7CE) % 10 + 0x30
            default: value
            }
        return Unicode.Scalar(plain) ?? self
    }
}

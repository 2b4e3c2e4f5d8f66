/// The nicknames that operators are named by at the start: nobody takes one, and who has one keeps it. Else
/// who takes one that was given up would look after the market from the next start on.
public struct ReservedNicknames: Equatable, Sendable {
    private let keys: Set<String>
    private let looks: Set<String>

    /// None, unless said otherwise.
    public init(_ nicknames: [Nickname] = []) {
        keys = Set(nicknames.map(\.key))
        looks = Set(nicknames.map(\.look))
    }

    /// Whether it, or one that passes for it, is among them.
    public func contains(_ nickname: Nickname) -> Bool { keys.contains(nickname.key) }

    /// Whether one is among them that people would take it for.
    public func hasOneLike(_ nickname: Nickname) -> Bool {
        !looks.isEmpty && looks.contains(nickname.look)
    }
}

extension Nickname {
    /// The same for all nicknames that look alike to who does not look for it: by letters of another
    /// script, or of another form. Far from all that do (Unicode Technical Standard 39 knows thousands).
    fileprivate var look: String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let letter = scalar.inPlainForm
            plain.append(Self.lookAlikes[letter] ?? letter)
        }
        return Self.key(of: String(plain))
    }

    /// Latin letters by others that look like them, in the case in which they do.
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
    /// Of a Latin letter, digit or sign that has another width, a circle around it or another type: the
    /// usual one, as Unicode's compatibility forms have it; else itself.
    fileprivate var inPlainForm: Unicode.Scalar {
        let plain: UInt32 =
            switch value {
            case 0xFF01...0xFF5E: value - 0xFF01 + 0x21
            case 0x24B6...0x24CF: value - 0x24B6 + 0x41
            case 0x24D0...0x24E9: value - 0x24D0 + 0x61
            // Capitals and small letters of thirteen types, then digits of five.
            case 0x1D400...0x1D6A3:
                (value - 0x1D400) % 52 < 26
                    ? (value - 0x1D400) % 52 + 0x41 : (value - 0x1D400) % 52 - 26 + 0x61
            case 0x1D7CE...0x1D7FF: (value - 0x1D7CE) % 10 + 0x30
            default: value
            }
        return Unicode.Scalar(plain) ?? self
    }
}

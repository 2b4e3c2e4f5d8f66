/// A Korean particle, whose form depends on how the word before it ends when it is read aloud.
public struct Particle: Equatable, Sendable {
    /// After a final consonant: `은`.
    public let afterConsonant: String
    /// After a vowel: `는`.
    public let afterVowel: String
    /// If it is not known how the word is read: `은(는)`.
    public let either: String
    /// Whether it behaves like `으로`, which takes the form for vowels after a final ㄹ, too.
    private let takesRieulAsVowel: Bool

    /// Finds a particle as written in a catalogue, with the form after a consonant first: `은/는`.
    /// - Returns: nil if there is no such particle.
    public init?(_ pair: String) {
        guard let known = Self.all.first(where: { $0.pair == pair }) else { return nil }
        self = known
    }

    /// All particles that a catalogue may use.
    public static let all: [Particle] = [
        Particle("은", "는"), Particle("이", "가"), Particle("을", "를"), Particle("과", "와"),
        Particle("으로", "로", either: "(으)로", takesRieulAsVowel: true),
        Particle("으로서", "로서", either: "(으)로서", takesRieulAsVowel: true),
        Particle("으로써", "로써", either: "(으)로써", takesRieulAsVowel: true),
        Particle("으로부터", "로부터", either: "(으)로부터", takesRieulAsVowel: true),
        Particle("이나", "나", either: "(이)나"), Particle("이랑", "랑", either: "(이)랑"),
        Particle("이라고", "라고", either: "(이)라고"), Particle("이라는", "라는", either: "(이)라는"),
        Particle("이라서", "라서", either: "(이)라서"), Particle("이에요", "예요"),
        Particle("이고", "고", either: "(이)고"), Particle("이며", "며", either: "(이)며"),
        Particle("아", "야"),
    ]

    private init(
        _ afterConsonant: String, _ afterVowel: String, either: String? = nil,
        takesRieulAsVowel: Bool = false
    ) {
        self.afterConsonant = afterConsonant
        self.afterVowel = afterVowel
        self.either = either ?? "\(afterConsonant)(\(afterVowel))"
        self.takesRieulAsVowel = takesRieulAsVowel
    }

    /// As written in a catalogue: `은/는`.
    public var pair: String { "\(afterConsonant)/\(afterVowel)" }

    /// The form that follows a word.
    public func form(after word: String) -> String {
        switch Ending(of: word) {
        case .consonant: afterConsonant
        case .rieul: takesRieulAsVowel ? afterVowel : afterConsonant
        case .vowel: afterVowel
        case nil: either
        }
    }
}

/// How a word ends when it is read aloud in Korean.
enum Ending: Equatable {
    case vowel, rieul, consonant

    /// Returns nil if that is not known: the word ends with neither a letter nor a digit, or with a
    /// letter of another script.
    init?(of word: String) {
        let scalars = Self.spoken(word)
        guard let last = scalars.last else { return nil }
        if let ending = Ending(hangul: last) {
            self = ending
        } else if last.digit != nil {
            self = Ending(number: scalars)
        } else if last.isLatin {
            self = Ending(latin: scalars.reversed().prefix(while: \.isLatin).reversed())
        } else {
            return nil
        }
    }

    /// The word without what is not read aloud at its end: quotation marks, punctuation, spaces,
    /// and a part in brackets, with which a particle does not agree unless there is nothing else.
    private static func spoken(_ word: String) -> [Unicode.Scalar] {
        var scalars = Array(word.unicodeScalars)
        while let last = scalars.last {
            if let open = Self.brackets[last] {
                let inside = scalars.lastIndex(of: open)
                if let inside, scalars[..<inside].contains(where: { !$0.isUnread }) {
                    scalars.removeSubrange(inside...)
                } else {
                    scalars.removeLast()
                }
            } else if last.isUnread {
                scalars.removeLast()
            } else {
                break
            }
        }
        return scalars
    }

    private static let brackets: [Unicode.Scalar: Unicode.Scalar] = [
        ")": "(", "]": "[", "}": "{", "）": "（", "〉": "〈", "》": "《", "」": "「", "』": "『",
        "】": "【",
    ]

    /// The ending of a syllable, of a letter by its name (ㄱ is 기역, ㅏ is 아), or of the last part of
    /// a decomposed syllable, as in Unicode's NFD.
    private init?(hangul scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0xAC00...0xD7A3:
            // The final varies fastest in the numbers of syllables (Unicode 3.12): none first, then 27 of them.
            switch (scalar.value - 0xAC00) % 28 {
            case 0: self = .vowel
            case 8: self = .rieul
            default: self = .consonant
            }
        case 0x3139, 0x11AF: self = .rieul
        case 0x3131...0x314E, 0x11A8...0x11C2: self = .consonant
        case 0x314F...0x3163, 0x1161...0x1175: self = .vowel
        default: return nil
        }
    }

    /// The ending of a number at the end of a text. Trailing zeros are read by their place: 10 is
    /// 십, 10,000 만. After a decimal point each digit is read by itself.
    private init(number scalars: [Unicode.Scalar]) {
        let number = scalars.reversed().prefix { $0.digit != nil || $0 == "," || $0 == "." }
        let digits = number.compactMap(\.digit)
        let zeros = digits.prefix { $0 == 0 }.count
        guard zeros > 0, zeros < digits.count, !number.contains(".") else {
            // 영 일 이 삼 사 오 육 칠 팔 구
            let endings: [Ending] = [
                .consonant, .rieul, .vowel, .consonant, .vowel,
                .vowel, .consonant, .rieul, .rieul, .vowel,
            ]
            self = endings[digits.first ?? 0]
            return
        }
        switch zeros {
        case 12..<16, 20..<24: self = .vowel  // 조, 해
        default: self = .consonant  // 십 백 천 만 억 경
        }
    }

    /// The ending of a word in Latin letters. Capitals and single letters are read by their names
    /// (엘 엠 엔 알 end in consonants, two of them in ㄹ). Other words are read as the rules for loan
    /// words write them (외래어 표기법 3.1): l, m, n and ng end in consonants, and so do p, t and k after
    /// a short vowel.
    private init(latin letters: [Unicode.Scalar]) {
        var letters = letters
        if letters.count == 1 || letters.allSatisfy(\.properties.isUppercase) {
            let name = letters.last?.properties.lowercaseMapping ?? ""
            self =
                ["l", "r"].contains(name)
                ? .rieul : ["m", "n"].contains(name) ? .consonant : .vowel
            return
        }
        letters = letters.flatMap(\.properties.lowercaseMapping.unicodeScalars)
        // A silent e: phone is 폰, apple 애플.
        if letters.count > 3, letters.last == "e", "lmn".unicodeScalars.contains(letters.beforeLast)
        {
            letters.removeLast()
        }
        switch letters.last {
        case "l": self = .rieul
        case "m", "n": self = .consonant
        case "g" where letters.beforeLast == "n": self = .consonant
        case "p", "t", "k", "c":
            self = "aeiou".unicodeScalars.contains(letters.beforeLast) ? .consonant : .vowel
        default: self = .vowel
        }
    }
}

extension [Unicode.Scalar] {
    /// The second to last scalar; a space if there is none.
    fileprivate var beforeLast: Unicode.Scalar { count > 1 ? self[count - 2] : " " }
}

extension Unicode.Scalar {
    /// The value of a decimal digit, also of a full-width one.
    fileprivate var digit: Int? {
        switch value {
        case 0x30...0x39: Int(value - 0x30)
        case 0xFF10...0xFF19: Int(value - 0xFF10)
        default: nil
        }
    }

    fileprivate var isLatin: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self)
    }

    /// Spaces, punctuation and marks at the end of a word, which nobody reads aloud.
    fileprivate var isUnread: Bool {
        switch properties.generalCategory {
        case .closePunctuation, .openPunctuation, .finalPunctuation, .initialPunctuation,
            .otherPunctuation, .dashPunctuation, .spaceSeparator, .control, .format,
            .nonspacingMark:
            true
        default: false
        }
    }
}

/// How syllables of Hangul are put together (Unicode 3.12), and which keys type them.
public enum Hangul {
    /// The 19 consonants that a syllable may begin with, each as a letter by itself.
    public static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
    /// The 21 vowels.
    public static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ".unicodeScalars)
    /// The 27 consonants that a syllable may end with; that of number 0 is none.
    public static let finals = Array(" ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars)

    /// A syllable in its parts, each a place in the lists above.
    public struct Syllable: Hashable, Sendable {
        /// In `Hangul.initials`.
        public var initial: Int
        /// In `Hangul.vowels`.
        public var vowel: Int
        /// In `Hangul.finals`; 0 when it ends with its vowel.
        public var final: Int

        /// A syllable of these parts.
        public init(initial: Int, vowel: Int, final: Int = 0) {
            (self.initial, self.vowel, self.final) = (initial, vowel, final)
        }

        /// Nil for what is no syllable.
        public init?(_ scalar: Unicode.Scalar) {
            guard 0xAC00...0xD7A3 ~= scalar.value else { return nil }
            let number = Int(scalar.value) - 0xAC00
            self.init(initial: number / 588, vowel: number % 588 / 28, final: number % 28)
        }

        /// As it is written.
        public var scalar: Unicode.Scalar {
            Unicode.Scalar(UInt32(0xAC00 + initial * 588 + vowel * 28 + final)) ?? "\u{FFFD}"
        }
    }

    /// The consonant that a letter begins with: that of a syllable, or the letter itself.
    public static func initial(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        Syllable(scalar).map { initials[$0.initial] } ?? scalar
    }

    /// Whether it is a consonant standing alone, which may be the beginning of any syllable.
    public static func isConsonant(_ scalar: Unicode.Scalar) -> Bool {
        0x3131...0x314E ~= scalar.value
    }

    /// Whether it is a vowel standing alone, which begins no syllable.
    public static func isVowel(_ scalar: Unicode.Scalar) -> Bool {
        0x314F...0x3163 ~= scalar.value
    }

    /// Whether it is a consonant or a vowel standing alone.
    public static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        isConsonant(scalar) || isVowel(scalar)
    }

    /// Two consonants that a keyboard joins to one letter when they are typed one after another.
    public static let joined: [Unicode.Scalar: [Unicode.Scalar]] = [
        "ㄳ": ["ㄱ", "ㅅ"], "ㄵ": ["ㄴ", "ㅈ"], "ㄶ": ["ㄴ", "ㅎ"], "ㄺ": ["ㄹ", "ㄱ"], "ㄻ": ["ㄹ", "ㅁ"],
        "ㄼ": ["ㄹ", "ㅂ"], "ㄽ": ["ㄹ", "ㅅ"], "ㄾ": ["ㄹ", "ㅌ"], "ㄿ": ["ㄹ", "ㅍ"], "ㅀ": ["ㄹ", "ㅎ"],
        "ㅄ": ["ㅂ", "ㅅ"],
    ]
}

/// The letters of Hangul, and how they make up syllables (Unicode 3.12).
public enum Hangul {
    /// The 19 consonants that can begin a syllable, as separate letters.
    public static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
    /// The 21 vowels.
    public static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ".unicodeScalars)
    /// The 27 consonants that can end a syllable; index 0 stands for none.
    public static let finals = Array(" ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars)

    /// A syllable as indexes into the lists above.
    public struct Syllable: Hashable, Sendable {
        /// Index into `Hangul.initials`.
        public var initial: Int
        /// Index into `Hangul.vowels`.
        public var vowel: Int
        /// Index into `Hangul.finals`; 0 if the syllable ends with its vowel.
        public var final: Int

        /// A syllable with these parts.
        public init(initial: Int, vowel: Int, final: Int = 0) {
            (self.initial, self.vowel, self.final) = (initial, vowel, final)
        }

        /// Returns nil if the scalar is not a composed syllable.
        public init?(_ scalar: Unicode.Scalar) {
            guard 0xAC00...0xD7A3 ~= scalar.value else { return nil }
            let number = Int(scalar.value) - 0xAC00
            self.init(initial: number / 588, vowel: number % 588 / 28, final: number % 28)
        }

        /// The composed syllable.
        public var scalar: Unicode.Scalar {
            Unicode.Scalar(UInt32(0xAC00 + initial * 588 + vowel * 28 + final)) ?? "\u{FFFD}"
        }
    }

    /// The consonant with which a letter begins: a syllable's initial, or else the letter itself.
    public static func initial(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        Syllable(scalar).map { initials[$0.initial] } ?? scalar
    }

    /// Whether the letter is a separate consonant, which may stand for any syllable that begins with it.
    public static func isConsonant(_ scalar: Unicode.Scalar) -> Bool {
        0x3131...0x314E ~= scalar.value
    }

    /// Whether the letter is a separate vowel, with which no syllable begins.
    public static func isVowel(_ scalar: Unicode.Scalar) -> Bool {
        0x314F...0x3163 ~= scalar.value
    }

    /// Whether the letter is a separate consonant or vowel.
    public static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        isConsonant(scalar) || isVowel(scalar)
    }

    /// Letters of two consonants, which a keyboard joins when they are typed one after another.
    public static let joined: [Unicode.Scalar: [Unicode.Scalar]] = [
        "ㄳ": ["ㄱ", "ㅅ"], "ㄵ": ["ㄴ", "ㅈ"], "ㄶ": ["ㄴ", "ㅎ"], "ㄺ": ["ㄹ", "ㄱ"], "ㄻ": ["ㄹ", "ㅁ"],
        "ㄼ": ["ㄹ", "ㅂ"], "ㄽ": ["ㄹ", "ㅅ"], "ㄾ": ["ㄹ", "ㅌ"], "ㄿ": ["ㄹ", "ㅍ"], "ㅀ": ["ㄹ", "ㅎ"],
        "ㅄ": ["ㅂ", "ㅅ"],
    ]
}

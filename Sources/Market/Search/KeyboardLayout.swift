/// Reads text that was typed with the keyboard set to the wrong language. Nearly all Korean
/// keyboards use the two-set layout of KS X 5002, with consonants on the left and vowels on the
/// right.
public enum KeyboardLayout {
    /// The Korean letter on each key.
    static let letters: [Character: Unicode.Scalar] = [
        "q": "ㅂ", "w": "ㅈ", "e": "ㄷ", "r": "ㄱ", "t": "ㅅ", "y": "ㅛ", "u": "ㅕ", "i": "ㅑ",
        "o": "ㅐ", "p": "ㅔ", "a": "ㅁ", "s": "ㄴ", "d": "ㅇ", "f": "ㄹ", "g": "ㅎ", "h": "ㅗ",
        "j": "ㅓ", "k": "ㅏ", "l": "ㅣ", "z": "ㅋ", "x": "ㅌ", "c": "ㅊ", "v": "ㅍ", "b": "ㅠ",
        "n": "ㅜ", "m": "ㅡ",
        "Q": "ㅃ", "W": "ㅉ", "E": "ㄸ", "R": "ㄲ", "T": "ㅆ", "O": "ㅒ", "P": "ㅖ",
    ]
    private static let keyOfLetter = Dictionary(uniqueKeysWithValues: letters.map { ($1, $0) })
    /// Vowels that are typed with two keys.
    private static let joinedVowels: [Unicode.Scalar: [Unicode.Scalar]] = [
        "ㅘ": ["ㅗ", "ㅏ"], "ㅙ": ["ㅗ", "ㅐ"], "ㅚ": ["ㅗ", "ㅣ"], "ㅝ": ["ㅜ", "ㅓ"], "ㅞ": ["ㅜ", "ㅔ"],
        "ㅟ": ["ㅜ", "ㅣ"], "ㅢ": ["ㅡ", "ㅣ"],
    ]

    /// What the same keys type in the other language.
    public struct Reading: Equatable, Sendable {
        /// What may have been meant.
        public let text: String
        /// Whether the typed text may be meant literally: `ro` for `개`, or `개` for `ro`. Then each
        /// word of the reading has to be a whole word of a title.
        public let isDoubtful: Bool
    }

    /// What a text may mean if the keyboard was set to the wrong language. Returns nil if the
    /// result is not made of words: Latin letters must become whole syllables (`tv` is not `ㅅㅍ`),
    /// and consonants alone count as initials only beside a word that has become syllables.
    public static func reading(of text: String) -> Reading? {
        guard let other = Self.other(text) else { return nil }
        guard text.contains(where: \.isLatin) else {
            // Hardly anybody types single vowels in Korean, except for crying (`ㅠㅠ`).
            let isHangul = !text.unicodeScalars.contains(where: Hangul.isVowel)
            return Reading(text: other, isDoubtful: isHangul || other.count < 3)
        }
        let words = zip(text.split(separator: " "), other.split(separator: " "))
            .filter { $0.0.contains(where: \.isLatin) }.map { $0.1.unicodeScalars }
        let syllables = words.filter { !$0.contains(where: Hangul.isLetter) }
        let initials = words.filter { $0.allSatisfy(Hangul.isConsonant) }
        guard !syllables.isEmpty, syllables.count + initials.count == words.count else {
            return nil
        }
        return Reading(text: other, isDoubtful: syllables.contains { $0.count == 1 })
    }

    /// The text as the same keys type it in the other language: `dmlwk` becomes `의자`, `ㅑㅔㅙㅜㄷ`
    /// becomes `iphone`. In a text with both languages, Latin letters become Hangul. Returns nil if
    /// it has letters of neither.
    static func other(_ text: String) -> String? {
        if text.contains(where: \.isLatin) { return hangul(text) }
        let typed = keys(text)
        return typed == text ? nil : typed
    }

    /// The Hangul that the keys of these Latin letters type.
    static func hangul(_ text: String) -> String {
        let letters = text.filter(\.isLatin)
        // Nobody types every letter with Shift, so caps lock must be on.
        let isLocked = letters.count > 1 && letters.allSatisfy(\.isUppercase)
        var composer = Composer()
        for character in text {
            let key = isLocked ? Character(character.lowercased()) : character
            if let letter = Self.letters[key] ?? Self.letters[Character(key.lowercased())] {
                composer.append(letter)
            } else {
                composer.append(other: character)
            }
        }
        return composer.text
    }

    /// The keys that type a text.
    static func keys(_ text: String) -> String {
        var typed = ""
        for scalar in text.unicodeScalars {
            let keys = parts(of: scalar).compactMap { keyOfLetter[$0] }
            if keys.isEmpty { typed.unicodeScalars.append(scalar) }
            typed += keys
        }
        return typed
    }

    /// The letters that are typed for a scalar, one after another; the scalar itself if it is not Hangul.
    private static func parts(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        guard let syllable = Hangul.Syllable(scalar) else {
            return joinedVowels[scalar] ?? Hangul.joined[scalar] ?? [scalar]
        }
        let final = syllable.final == 0 ? [] : parts(of: Hangul.finals[syllable.final])
        return [Hangul.initials[syllable.initial]]
            + parts(of: Hangul.vowels[syllable.vowel]) + final
    }

    /// The letter that a keyboard makes of two letters; nil if it does not join them.
    fileprivate static func joined(
        _ one: Unicode.Scalar, _ other: Unicode.Scalar
    ) -> Unicode.Scalar? {
        pairs[[one, other]]
    }

    private static let pairs = Dictionary(
        uniqueKeysWithValues: (Array(joinedVowels) + Array(Hangul.joined)).map { ($1, $0) })
}

extension Character {
    fileprivate var isLatin: Bool { isASCII && isLetter }
}

// MARK: - Syllables

/// Composes letters to syllables as they are typed: a consonant after a vowel ends its syllable,
/// until a following vowel takes the consonant over as its initial.
private struct Composer {
    private var done = String.UnicodeScalarView()
    private var initial: Unicode.Scalar?
    private var vowel: Unicode.Scalar?
    private var final: Unicode.Scalar?

    var text: String {
        var composer = self
        composer.end()
        return String(composer.done)
    }

    mutating func append(other character: Character) {
        end()
        done.append(contentsOf: character.unicodeScalars)
    }

    mutating func append(_ letter: Unicode.Scalar) {
        if Hangul.isConsonant(letter) { append(consonant: letter) } else { append(vowel: letter) }
    }

    private mutating func append(consonant letter: Unicode.Scalar) {
        if initial != nil, vowel != nil {
            if let final, let joined = KeyboardLayout.joined(final, letter) {
                return self.final = joined
            }
            if final == nil, Hangul.finals.contains(letter) { return final = letter }
        }
        end()
        initial = letter
    }

    private mutating func append(vowel letter: Unicode.Scalar) {
        if let final {
            let (kept, taken) = Hangul.joined[final].map { ($0.first, $0.last) } ?? (nil, final)
            self.final = kept
            end()
            (initial, vowel) = (taken, letter)
        } else if let vowel {
            guard let joined = KeyboardLayout.joined(vowel, letter) else {
                end()
                return self.vowel = letter
            }
            self.vowel = joined
        } else {
            vowel = letter
        }
    }

    private mutating func end() {
        if let syllable {
            done.append(syllable)
        } else {
            done.append(contentsOf: [initial, vowel, final].compactMap(\.self))
        }
        (initial, vowel, final) = (nil, nil, nil)
    }

    private var syllable: Unicode.Scalar? {
        guard let initial = initial.flatMap(Hangul.initials.firstIndex(of:)),
            let vowel = vowel.flatMap(Hangul.vowels.firstIndex(of:))
        else { return nil }
        let final = final.flatMap(Hangul.finals.firstIndex(of:)) ?? 0
        return Hangul.Syllable(initial: initial, vowel: vowel, final: final).scalar
    }
}

// MARK: - Half a syllable

extension Hangul {
    /// Separates the final consonant of the last syllable, which begins the next syllable while
    /// that is still being typed: `읮` becomes `의ㅈ`, on the way to `의자`. Returns nil if there is
    /// none.
    public static func continued(_ text: String) -> String? {
        guard let last = text.unicodeScalars.last, let (syllable, next) = Syllable(last)?.split
        else { return nil }
        var scalars = text.unicodeScalars
        scalars.removeLast()
        scalars += [syllable.scalar, next]
        return String(scalars)
    }
}

/// Writes Hangul in Latin letters by the Revised Romanization of Korean (Ministry of Culture and
/// Tourism, notice 2000-8), which follows the pronunciation of neighbouring letters: `Sillim` for
/// `신림`.
public enum Romanization {
    /// The romanization of each initial if nothing before it changes its sound; in the order of
    /// `Hangul.initials`.
    private static let initials = [
        "g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t",
        "p", "h",
    ]
    /// In the order of `Hangul.vowels`.
    private static let vowels = [
        "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo",
        "we", "wi", "yu", "eu", "ui", "i",
    ]
    /// Final consonants, grouped by how they are pronounced.
    private static let lettersBySound: [(String, String)] = [
        ("k", "ㄱㄲㄳㄺㅋ"), ("n", "ㄴㄵㄶ"), ("t", "ㄷㅅㅆㅈㅊㅌㅎ"), ("l", "ㄹㄼㄽㄾㅀ"),
        ("m", "ㅁㄻ"), ("p", "ㅂㄿㅄㅍ"), ("ng", "ㅇ"),
    ]
    private static let finals: [Unicode.Scalar: String] = {
        var finals: [Unicode.Scalar: String] = [:]
        for (sound, letters) in lettersBySound {
            for letter in letters.unicodeScalars { finals[letter] = sound }
        }
        return finals
    }()

    /// The romanized text in lower case, with digits left as they are; nil if it has anything but
    /// syllables and digits.
    public static func text(of name: String) -> String? {
        var text = ""
        /// The final of the previous syllable; nil if that ends with its vowel, and after a digit.
        var final: Unicode.Scalar?
        for scalar in SearchText(name).scalars {
            guard let syllable = Hangul.Syllable(scalar) else {
                guard SearchSpelling.digits.contains(scalar) else { return nil }
                text += final.flatMap { finals[$0] } ?? ""
                text.unicodeScalars.append(scalar)
                final = nil
                continue
            }
            text += consonants(final, in: syllable.initial) + vowels[syllable.vowel]
            final = syllable.final == 0 ? nil : Hangul.finals[syllable.final]
        }
        return text + (final.flatMap { finals[$0] } ?? "")
    }

    /// The final of a syllable and the initial of the next one, as pronounced together.
    private static func consonants(_ final: Unicode.Scalar?, in initial: Int) -> String {
        let own = initials[initial]
        guard let final, let sound = finals[final] else { return own }
        switch Hangul.initials[initial] {
        case "ㅇ": return linked(final)
        case "ㄴ" where sound == "l": return "ll"
        case "ㄹ" where sound == "n" || sound == "l": return "ll"
        case "ㄹ": return nasal(sound) + "n"
        case "ㄴ", "ㅁ": return nasal(sound) + own
        default: return sound + own
        }
    }

    /// Before a vowel, a final consonant moves to the next syllable; of two, only the second one does.
    private static func linked(_ final: Unicode.Scalar) -> String {
        if final == "ㅇ" { return "ng" }
        guard let joined = Hangul.joined[final] else { return initial(final) }
        return joined[1] == "ㅎ"
            ? initial(joined[0]) : (finals[joined[0]] ?? "") + initial(joined[1])
    }

    private static func initial(_ letter: Unicode.Scalar) -> String {
        guard letter != "ㅎ", let number = Hangul.initials.firstIndex(of: letter) else { return "" }
        return initials[number]
    }

    /// The sound of a final before a nasal.
    private static func nasal(_ sound: String) -> String {
        switch sound {
        case "k": "ng"
        case "t": "n"
        case "p": "m"
        default: sound
        }
    }
}

extension Romanization {
    /// Last syllables of district names, which say what kind of district it is.
    private static let kinds: Set<Unicode.Scalar> = ["동", "로", "구", "가", "리", "면", "읍"]
    /// Minimum number of syllables by which a district can be named without its kind.
    private static let fewestSyllables = 2

    /// The romanized spellings of a neighbourhood, without signs between the letters: `mangwon` and
    /// `mangwondong` for `망원동`. The kind of district is also romanized by itself, as people write
    /// it after a hyphen: `jongro` beside `jongno`. Empty if the name has anything but syllables
    /// and digits.
    static func names(of neighbourhood: String) -> Set<String> {
        let syllables = SearchText(neighbourhood).scalars
        guard let last = syllables.last, let whole = text(of: neighbourhood) else { return [] }
        guard kinds.contains(last), syllables.count > 1 else { return [whole, whole + "dong"] }
        let stem = String(String.UnicodeScalarView(syllables.dropLast()))
        guard let front = text(of: stem), let kind = text(of: String(last)) else { return [whole] }
        let isAlone = syllables.count > fewestSyllables
        return isAlone ? [whole, front + kind, front] : [whole, front + kind]
    }
}

/// Hangul as the Revised Romanization writes it (Ministry of Culture and Tourism, notice 2000-8): by how names
/// sound together, `Sillim` for `신림`.
public enum Romanization {
    /// Of each initial, where nothing in front of it makes it sound otherwise; in the order of
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
    /// The consonants that end a syllable, by what they sound like there.
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

    /// In small letters, digits among them as they are. Nil for what has anything else in it.
    public static func text(of name: String) -> String? {
        var text = ""
        /// What ends the syllable in front; nil where it ends with its vowel, and behind a digit.
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

    /// The end of a syllable and the initial behind it, as they sound together.
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

    /// In front of a vowel a consonant begins its syllable, of two the second one.
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

    /// What a final sounds like in front of a nasal.
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
    /// What parts of a town are called by their last syllable.
    private static let kinds: Set<Unicode.Scalar> = ["동", "로", "구", "가", "리", "면", "읍"]
    /// Syllables that name a part of a town without saying what it is, at least.
    private static let fewestSyllables = 2

    /// The ways to write the name of a neighbourhood, without signs between its letters: `mangwon` and
    /// `mangwondong` for `망원동`. What it is stands as it is by itself there, too, as behind a hyphen:
    /// `jongro` beside `jongno`. None where it has anything but syllables and digits.
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

// A client's preferences (RFC 9110 §12.5): lists whose members have weights.

extension Headers {
    private static let fullWeight = 1000

    /// Calls `take` with each member of a preference list, over all lines of the field in order: the choice, and
    /// its weight in thousandths. A malformed member is ignored.
    func forEachPreference(
        in name: StaticString, _ take: (_ choice: Span<UInt8>, _ weight: Int) -> Void
    ) {
        let span = bytes.span
        for field in fields where span.extracting(field.name.wide).matches(name) {
            let list = span.extracting(field.value.wide)
            var start = 0
            while start < list.count {
                let end = list.firstIndex(of: .comma, from: start) ?? list.count
                Self.read(list.extracting(list.trimmed(start..<end)), take)
                start = end + 1
            }
        }
    }

    /// choice [ OWS ";" OWS "q=" qvalue ].
    private static func read(_ member: Span<UInt8>, _ take: (Span<UInt8>, Int) -> Void) {
        guard let semicolon = member.firstIndex(of: .semicolon, from: 0) else {
            return take(member, fullWeight)
        }
        let rest = member.trimmed(semicolon + 1..<member.count)
        guard let weight = weight(member.extracting(rest)) else { return }
        take(member.extracting(member.trimmed(0..<semicolon)), weight)
    }

    /// qvalue (§12.4.2): from 0 to 1 with at most three decimals.
    private static func weight(_ text: Span<UInt8>) -> Int? {
        guard (3...7).contains(text.count), text[0].lowered == UInt8(ascii: "q"),
            text[1] == .equals, text[2].isDigit, text.count == 3 || text[3] == .dot
        else { return nil }
        var number = Int(text[2] - 48) * fullWeight
        var place = fullWeight / 10
        for index in 4..<max(text.count, 4) {
            guard text[index].isDigit else { return nil }
            number += Int(text[index] - 48) * place
            place /= 10
        }
        return number <= fullWeight ? number : nil
    }
}

/// The weights of gzip and identity in Accept-Encoding (RFC 9110 §12.5.3), in thousandths. If a coding is
/// listed twice, the smaller weight counts.
struct AcceptEncoding {
    private var gzip: Int?
    private var identity: Int?
    /// `*`: any coding that is not listed.
    private var others: Int?

    init(_ headers: Headers) {
        headers.forEachPreference(in: "Accept-Encoding") { take($0, $1) }
    }

    /// Whether gzip is acceptable and its weight is no less than that of identity.
    ///
    /// A request without the field accepts any coding, but a client that does not send it usually cannot
    /// decode any.
    var prefersGzip: Bool {
        guard let gzip = gzip ?? others, gzip > 0 else { return false }
        return gzip >= identity ?? others ?? 0
    }

    private mutating func take(_ coding: Span<UInt8>, _ weight: Int) {
        // §8.4.1.3: x-gzip is equivalent to gzip.
        if coding.matches("gzip") || coding.matches("x-gzip") {
            gzip = min(weight, gzip ?? weight)
        } else if coding.matches("identity") {
            identity = min(weight, identity ?? weight)
        } else if coding.equals("*") {
            others = min(weight, others ?? weight)
        }
    }
}

// MARK: - Languages

extension Headers {
    /// The language out of `tags` that the client prefers by Accept-Language (RFC 9110 §12.5.4), matched by the
    /// lookup of RFC 4647 section 3.4: a client that asks for `en-GB` gets `en`. Of two with the same weight,
    /// the one the client names first.
    /// - Parameter tags: BCP 47 language tags; the first is the default if the client names none of them.
    /// - Returns: nil if the client refuses all of them by a weight of 0.
    public func preferredLanguage(of tags: [String]) -> String? {
        var accepted = AcceptLanguage(tags)
        forEachPreference(in: "Accept-Language") { accepted.take($0, $1) }
        return accepted.best
    }
}

/// What Accept-Language says about some languages.
private struct AcceptLanguage {
    private struct Rank: Comparable {
        /// In thousandths.
        let weight: Int
        /// The position of the list member that gave the weight; an earlier one ranks higher.
        let place: Int

        static func < (left: Rank, right: Rank) -> Bool {
            (left.weight, right.place) < (right.weight, left.place)
        }
    }

    private struct Choice {
        let tag: String
        var rank: Rank?
        var isRefused = false
    }

    private var choices: [Choice]
    /// `*`: any language that is not named.
    private var others: Rank?
    private var place = 0

    init(_ tags: [String]) {
        choices = tags.map { Choice(tag: $0) }
    }

    mutating func take(_ range: Span<UInt8>, _ weight: Int) {
        place += 1
        let rank = Rank(weight: weight, place: place)
        if range.equals("*") {
            others = others.map { max($0, rank) } ?? rank
        } else if let index = index(of: range) {
            let choice = choices[index]
            if weight > 0 {
                choices[index].rank = choice.rank.map { max($0, rank) } ?? rank
            } else if choice.tag.utf8.count == range.count {
                choices[index].isRefused = true
            }
        }
    }

    var best: String? {
        var best: (tag: String, rank: Rank)?
        for choice in choices {
            guard let rank = rank(of: choice) else { continue }
            if let best, rank <= best.rank { continue }
            best = (choice.tag, rank)
        }
        return best?.tag
    }

    /// Returns nil if the language is refused.
    private func rank(of choice: Choice) -> Rank? {
        guard !choice.isRefused else { return nil }
        guard let rank = choice.rank ?? others else { return Rank(weight: 0, place: .max) }
        return rank.weight > 0 ? rank : nil
    }

    /// The language whose tag is a prefix of the range, the longest if several are; nil if the range is
    /// malformed.
    private func index(of range: Span<UInt8>) -> Int? {
        guard range.isLanguageRange else { return nil }
        var found: Int?
        for (index, choice) in choices.enumerated() where range.beginsWithSubtags(choice.tag) {
            if let found, choices[found].tag.utf8.count >= choice.tag.utf8.count { continue }
            found = index
        }
        return found
    }
}

extension Span<UInt8> {
    /// Whether this is a basic language range (RFC 4647 section 2.1) other than `*`: subtags of up to eight
    /// letters, or after the first also digits, separated by hyphens.
    fileprivate var isLanguageRange: Bool {
        var length = 0
        var isFirst = true
        for index in indices {
            let byte = self[index]
            if byte == .dash {
                guard length > 0 else { return false }
                (length, isFirst) = (0, false)
            } else {
                let isLetter = byte.lowered &- UInt8(ascii: "a") < 26
                guard isLetter || (byte.isDigit && !isFirst), length < 8 else { return false }
                length += 1
            }
        }
        return length > 0
    }

    /// Whether this equals the tag, ignoring case, or continues it after a hyphen.
    fileprivate func beginsWithSubtags(_ tag: String) -> Bool {
        let length = tag.utf8.count
        guard count == length || (count > length && self[length] == .dash) else { return false }
        for (index, byte) in tag.utf8.enumerated() where self[index].lowered != byte.lowered {
            return false
        }
        return true
    }
}

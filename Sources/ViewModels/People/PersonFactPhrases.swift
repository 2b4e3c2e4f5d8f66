import Market

/// What is known about a person, in short sentences.
extension PersonFacts {
    /// The most that a listing's page has room for.
    private static let mostBesideListing = 3

    /// All facts that are based on something, for the person's own page.
    var phrases: [Phrase] { phrases(withNoShows: dealings > 0 || noShows > 0) }

    /// At most three facts, for a listing's page. It mentions no-shows only if there are any, and the day
    /// on which somebody joined only if nothing else is known about them; otherwise the year will do.
    /// - Parameter joined: when the person became a member.
    func fewPhrases(since joined: CivilTime) -> [Phrase] {
        var phrases = phrases(withNoShows: noShows > 0)
        guard !phrases.isEmpty else { return [.memberSince(joined)] }
        if phrases.count < Self.mostBesideListing {
            phrases.append(Phrase(.memberSinceYear, .text("\(joined.year)")))
        }
        return phrases
    }

    private func phrases(withNoShows tellsNoShows: Bool) -> [Phrase] {
        var phrases: [Phrase] = []
        if dealings > 0 { phrases.append(Phrase(.dealingCount, Int64(dealings))) }
        if tellsNoShows { phrases.append(Phrase(.noShowCount, Int64(noShows))) }
        if let replyPhrase { phrases.append(replyPhrase) }
        return phrases
    }

    /// Says how soon they usually answer; nil if too little is known.
    var replyPhrase: Phrase? { replyTime.map(replyText) }
}

extension Phrase {
    /// Says since which day somebody has been a member.
    static func memberSince(_ joined: CivilTime) -> Phrase {
        Phrase(.memberSince, .phrase(joined.dayText))
    }
}

/// Says how soon somebody usually answers, rounded up.
private func replyText(_ seconds: Int64) -> Phrase {
    switch max(seconds, 1) {
    case ...3_600: Phrase(.repliesInMinutes, min((max(seconds, 1) + 599) / 600 * 10, 60))
    case ...86_400: Phrase(.repliesInHours, (seconds + 3_599) / 3_600)
    default: Phrase(.repliesInDays, (seconds + 86_399) / 86_400)
    }
}

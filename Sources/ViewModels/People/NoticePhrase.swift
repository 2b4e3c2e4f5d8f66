import Market

extension Notice {
    /// What it tells.
    func text(in zone: MarketTimeZone) -> Phrase {
        switch kind {
        case .shown: Phrase(.noticeShown)
        case .suspended:
            ends.map { Phrase(.noticeSuspendedUntil, .phrase(zone.civilTime($0).dayText)) }
                ?? Phrase(.noticeSuspended)
        case .lifted: Phrase(.noticeLifted)
        case .removed: Phrase(.noticeRemoved)
        case .returned: Phrase(.noticeReturned)
        case .reportedItemHidden: Phrase(.noticeItemHidden)
        case .reportedMessageRemoved: Phrase(.noticeMessageRemoved)
        case .reportActedOn: Phrase(.noticeReportActedOn)
        case .reportDismissed: Phrase(.noticeReportDismissed)
        case .reportedHasLeft: Phrase(.noticeReportedHasLeft)
        }
    }

}

extension Reminder {
    /// Why operators have decided what it tells; nil for no reason, and for anything else.
    var reasonText: Phrase? {
        let reason = hidingReason ?? notice?.reason ?? ""
        return reason.isEmpty ? nil : Phrase(.noticeBecause, .text(reason))
    }
}

import Market

extension Notice {
    /// What the notice says.
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
    /// The operators' reason for the decision that it tells of; nil if there is none, or it tells of
    /// something else.
    var reasonText: Phrase? {
        let reason = hidingReason ?? notice?.reason ?? ""
        return reason.isEmpty ? nil : Phrase(.noticeBecause, .text(reason))
    }
}

import Market

extension Notice {
    /// What it tells.
    var text: Phrase {
        switch kind {
        case .shown: Phrase(.noticeShown)
        case .suspended: Phrase(.noticeSuspended)
        case .lifted: Phrase(.noticeLifted)
        case .removed: Phrase(.noticeRemoved)
        case .returned: Phrase(.noticeReturned)
        case .reportedItemHidden: Phrase(.noticeItemHidden)
        case .reportedMessageRemoved: Phrase(.noticeMessageRemoved)
        case .reportActedOn: Phrase(.noticeReportActedOn)
        case .reportDismissed: Phrase(.noticeReportDismissed)
        }
    }

    /// Nil for no reason.
    var reasonText: Phrase? {
        reason.isEmpty ? nil : Phrase(.noticeBecause, .text(reason))
    }
}

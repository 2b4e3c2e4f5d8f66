import Market
import ViewModels

/// The parts of an export's data.json, in order; the raw value is the name there.
enum ExportPart: String, CaseIterable {
    case profile
    case items = "listings"
    case draft
    case lists
    case memos
    case interests
    case follows
    case searches
    case reminders
    case trash
    case checklist
    case conversations = "chats"
    case purchases
    case sales
    case reviews
    case blocks
    case reports
    case pushes

    private func explanation(_ text: (Phrase) -> String) -> Phrase {
        switch self {
        case .profile: return Phrase(.exportedProfile)
        case .items:
            let statuses = Item.Status.allCases.map { "\($0.key)(\(text($0.name)))" }
            return Phrase(.exportedItems, .text(statuses.joined(separator: ", ")))
        case .draft: return Phrase(.exportedDraft)
        case .lists: return Phrase(.exportedLists)
        case .memos: return Phrase(.exportedMemos)
        case .interests: return Phrase(.exportedInterests)
        case .follows: return Phrase(.exportedFollows)
        case .searches: return Phrase(.exportedSearches)
        case .reminders: return Phrase(.exportedReminders)
        case .trash: return Phrase(.exportedTrash)
        case .checklist: return Phrase(.exportedChecklist)
        case .conversations: return Phrase(.exportedConversations)
        case .purchases: return Phrase(.exportedPurchases)
        case .sales: return Phrase(.exportedSales)
        case .reviews: return Phrase(.exportedReviews)
        case .blocks: return Phrase(.exportedBlocks)
        case .reports: return Phrase(.exportedReports)
        case .pushes: return Phrase(.exportedPushes)
        }
    }

    /// The part's line in README.txt.
    private func line(_ text: (Phrase) -> String) -> String {
        "  \(rawValue)" + String(repeating: " ", count: 11 - rawValue.utf8.count)
            + text(explanation(text))
    }

    /// The text of README.txt, which explains the archive.
    static func readme(_ text: (Phrase) -> String) -> String {
        let parts = allCases.map { $0.line(text) }.joined(separator: "\n")
        return text(Phrase(.exportReadme, .text(parts))) + "\n"
    }
}

/// A photo and its path in the archive. The path does not contain the digest, because digests
/// differ in letter case and not every file system is case-sensitive.
struct ExportedPhoto: Equatable, Sendable {
    let source: AccountExport.PhotoSource
    let path: String

    static func profile(_ id: Photo.ID) -> ExportedPhoto {
        ExportedPhoto(source: .kept(id), path: "photos/profile.jpg")
    }

    /// The item's photos, numbered from 1 in order.
    static func all(of item: Item) -> [ExportedPhoto] {
        item.photos.enumerated().map { index, photo in
            ExportedPhoto(source: .kept(photo.id), path: "photos/\(item.id)-\(index + 1).jpg")
        }
    }

    /// Nil if the message has no photo.
    static func sent(
        _ message: ChatMessage, in conversation: Conversation.ID
    ) -> ExportedPhoto? {
        guard case .photo = message.kind else { return nil }
        return ExportedPhoto(
            source: .sent(message.id, in: conversation),
            path: "photos/chat-\(conversation)-\(message.id).jpg")
    }
}

import Market
import Mustache
import Secrets
import ViewModels

/// A conversation with its paths for the reader.
struct ConversationPage: FormOutput {
    let output: ConversationDetail.Output
    /// The conversations that a wide screen shows beside it.
    let rows: [ConversationsPage.Row]
    /// The search that found those; nil if there was none.
    let foundBy: SearchQuery?
    /// Whether those can be searched.
    let isSearchable: Bool
    let path: String
    let listPath: String
    /// The list that the reader found it in: the matches of a search, the archived ones, or all others.
    let backPath: String
    /// Whether that list is the archived ones.
    let isAmongArchived: Bool
    /// Whether the form that closes the dealing is open.
    let isClosing: Bool
    /// Nil if the site sends no pushes, or if the reader has no account.
    let push: PushPart?
    /// Why nothing can be written; nil if something can.
    let silence: Phrase?
    /// Identifies the next sending of the form.
    let token = Token.random()

    init(
        _ output: ConversationDetail.Output, beside others: ConversationList.Output,
        foundBy: SearchQuery?, of reader: Conversation.Reader, isClosing: Bool, push: PushPart?,
        suspension: SuspensionText?
    ) {
        self.foundBy = foundBy
        isSearchable =
            foundBy != nil
            || reader.account != nil && ConversationSearch.isWorthWhile(among: others)
        silence = output.silence?.telling(suspension)
        (self.output, self.isClosing, self.push) = (output, isClosing, push)
        let isAmongArchived = foundBy == nil && output.tidying?.isArchived == true
        rows = others.entries.map {
            ConversationsPage.Row(
                entry: $0, path: reader.path(of: $0, foundBy: foundBy),
                isOpen: $0.id == output.id, isAmongArchived: isAmongArchived)
        }
        path = reader.path(of: output.id)
        listPath = reader.listPath
        self.isAmongArchived = isAmongArchived
        backPath =
            if let foundBy {
                "\(listPath)?q=\(foundBy.text.percentEncoded())"
            } else {
                isAmongArchived ? ConversationsPage.archivedPath : listPath
            }
    }

    var refusal: Refusal? { output.refusal }

    /// Whether the menu behind the dots has any entries.
    fileprivate var hasTools: Bool {
        output.tidying != nil || output.blockable != nil || output.blocked != nil
            || output.reportable != nil
    }

    /// The path of the form that reports the other person or their message; nil if there is nothing to report.
    fileprivate var reportPath: String? {
        switch output.reportable {
        case nil: nil
        case .person(let id): Link.reportForm() + "?person=\(id)"
        case .item(let id): Link.reportForm() + "?item=\(id)"
        case .message(let id): "\(path)/messages/\(id)/report"
        }
    }
}

extension ConversationPage: TemplateData {
    static let fields: [Field<ConversationPage>] =
        [
            Field("path") { $0.path },
            Field("listPath") { $0.listPath },
            Field("backPath") { $0.backPath },
            Field("isAmongArchived") { $0.isAmongArchived },
            Field("rows") { $0.rows },
            Field("results") { $0.foundBy.map { Phrase(.results, .text($0.text)) } },
            Field("isSearchable") { $0.isSearchable },
            Field("soughtText") { $0.foundBy?.text ?? "" },
            Field("sought") { $0.foundBy?.text.percentEncoded() },
            Field("token") { $0.token },
            Field("mostPhotos") { _ in Item.mostPhotos },
            Field("other") { $0.output.other },
            Field("subject") { $0.output.subject },
            Field("messages") { $0.output.messages },
            Field("isPaged") { !$0.output.isFirst },
            Field("older") { $0.output.older },
            Field("revision") { $0.output.revision },
            Field("silence") { $0.silence },
            Field("blocked") { $0.output.blocked },
            Field("blockable") { $0.output.blockable },
            Field("reportPath") { $0.reportPath },
            Field("hasReported") { $0.output.hasReported },
            Field("tidying") { $0.output.tidying },
            Field("hasTools") { $0.hasTools },
            Field("id") { $0.output.id },
            Field("quickAnswers") { $0.output.quickAnswers },
            Field("hasQuickAnswers") { !$0.output.quickAnswers.isEmpty },
            Field("text") { $0.output.text },
            Field("hasAttached") { !$0.output.attached.isEmpty },
            Field("attached") { $0.output.attached.map(AttachedPhoto.init) },
            Field("steps") { $0.output.steps },
            Field("kept") { $0.output.kept.map(UnsentText.init) },
            Field("pieces") { $0.output.pieces },
            Field("price") { $0.output.price },
            Field("doubtfulAmount") { $0.output.doubtfulAmount },
            Field("holder") { $0.output.holder },
            Field("earlier") { $0.output.earlier },
            Field("date") { $0.output.appointment.date },
            Field("time") { $0.output.appointment.time },
            Field("spot") { $0.output.appointment.spot },
            Field("isProposing") { !$0.output.appointment.isEmpty || $0.isFaulty },
            Field("isClosing") { $0.isClosing },
            Field("push") { $0.push },
            Field("word") { $0.output.word },
        ]
        + faults(
            "text", "photos", "pieces", "price", "date", "time", "spot", "word", "term", "arrival")

    /// Whether an appointment's form was refused, even if it is empty.
    private var isFaulty: Bool {
        ["date", "time", "spot"].contains { message($0) != nil }
    }
}

/// A line that was typed into a form which is no longer offered.
struct UnsentText: Sendable {
    let text: String
}

extension UnsentText: TemplateData {
    static let fields: [Field<UnsentText>] = [
        Field("keptText") { $0.text },
        Field("keptLanguage") { WrittenLanguage($0.text) },
    ]
}

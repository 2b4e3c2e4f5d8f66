import HTTPServer
import Localization
import Market
import Mustache
import ViewModels

/// `…/live` of a conversation: an event stream of its changes as its page shows them, each once and in order.
/// It resumes after the last change that the page has seen (`Last-Event-ID`, HTML Standard §9.2.4).
struct ConversationEventScene: Sendable {
    private let updates: ConversationUpdates
    private let detail: ConversationDetail
    private let events: PageEvents
    private let sessions: Sessions
    private let grants: EditGrant
    private let clock: @Sendable () -> Timestamp
    private let streams: EventStreams
    private let forms: FormLimiter
    private let languages: LanguageChoice
    private let messages: BareTemplate<MessageRows>
    private let count: BareTemplate<UnreadCount>
    private let subject: BareTemplate<SubjectPart>
    private let steps: BareTemplate<StepsPart>
    private let silence: BareTemplate<SilencePart>
    private let quickAnswers: BareTemplate<QuickAnswersPart>
    private let tidying: BareTemplate<TidyingPart>
    private let tidied: BareTemplate<TidyingPart>

    init(_ dependencies: Dependencies) throws {
        updates = ConversationUpdates(storage: dependencies.storage, zone: dependencies.zone)
        detail = ConversationDetail(storage: dependencies.storage, zone: dependencies.zone)
        events = PageEvents(storage: dependencies.storage)
        sessions = dependencies.sessions
        grants = dependencies.grants
        clock = dependencies.clock
        streams = dependencies.streams
        forms = dependencies.formLimiter
        languages = dependencies.pages.languages
        messages = try dependencies.pages.templates.bare("trade/messages")
        subject = try dependencies.pages.templates.bare("trade/subject")
        steps = try dependencies.pages.templates.bare("trade/steps")
        silence = try dependencies.pages.templates.bare("trade/silence")
        quickAnswers = try dependencies.pages.templates.bare("trade/quick-answers")
        tidying = try dependencies.pages.templates.bare("trade/tidying")
        tidied = try dependencies.pages.templates.bare("trade/tidied")
        count = try dependencies.pages.templates.bare("trade/unread")
    }

    /// Streams until the session or the guest's grant ends, or the conversation is gone.
    func follow(
        _ context: RequestContext, _ id: Conversation.ID, of reader: Conversation.Reader
    ) async throws -> Response {
        let start = ConversationUpdates.Input(
            id: id, reader: reader, after: Self.revision(in: context.request))
        // Throws before the stream begins if the reader may not see the conversation.
        let item = try await updates.output(for: start, at: context.now).subject.item
        // Subscribes before the stream reads anything, so that no change is missed.
        let changes = events.output(for: .conversation(id, of: reader, about: item))
        let page = OpenPage(scene: self, context: context)
        let end: Timestamp? =
            if case .guest(let item) = reader { await grants.end(context, for: item) } else { nil }
        return try streams.response(to: context, until: end) { writer in
            var coming = changes.makeAsyncIterator()
            var told = OpenPage.Told(input: start)
            repeat {
                let before = told
                // A stream's task keeps its memory while it waits, once for each open stream, so
                // the several kilobytes that an event needs are allocated in a child task.
                async let news = page.news(after: before)
                guard let (event, now) = try await news else { return }
                told = now
                try await writer.write(event)
            } while await coming.next() != nil
        }
    }

    /// Marks the messages up to the one that an open page has shown as read.
    func setRead(
        _ context: RequestContext, _ id: Conversation.ID, of reader: Conversation.Reader
    ) async throws -> Response {
        let message = try await forms.withForm(of: context) {
            ChatMessage.ID(digits: $0["message"])
        }
        guard let message else { throw SiteError.badRequest }
        let result = try await detail.submit(
            .read(upTo: message), in: id, of: reader, at: context.now)
        if case .refused(let output) = result {
            throw output.refusal.map { SiteError($0.reason) } ?? SiteError.unavailable
        }
        return Response(.noContent)
    }

    /// An open page, and what is needed to compute its next event.
    private final class OpenPage: Sendable {
        private let scene: ConversationEventScene
        private let context: RequestContext

        init(scene: ConversationEventScene, context: RequestContext) {
            self.scene = scene
            self.context = context
        }

        /// The state that the page was last sent.
        struct Told: Equatable, Sendable {
            var input: ConversationUpdates.Input
            var unread: Int?
            /// The hash of the head. What others do with the item, or a suspension, changes only the head.
            var head: Int?
        }

        /// The next event; empty if nothing is new, nil if the reader may no longer see the conversation.
        func news(after told: Told) async throws -> (event: [UInt8], Told)? {
            guard try await scene.isAllowed(context, told.input.reader) else { return nil }
            let output = try await scene.updates.output(for: told.input, at: scene.clock())
            let path = told.input.reader.path(of: told.input.id)
            let head = try scene.head(output, in: told.input.id, at: path, for: context)
            var now = Told(input: told.input, unread: output.unread, head: head.hashValue)
            now.input.revision = output.revision
            guard now != told else { return ([], told) }
            return (try scene.event(output, head, at: path, for: context), now)
        }
    }

    private func isAllowed(
        _ context: RequestContext, _ reader: Conversation.Reader
    ) async throws -> Bool {
        if case .guest(let item) = reader {
            return await grants.isHeld(context, for: item, at: clock())
        }
        guard let member = context.member else { return false }
        return try await sessions.isOpen(member.session, at: clock())
    }

    private func head(
        _ output: ConversationUpdates.Output, in id: Conversation.ID, at path: String,
        for context: RequestContext
    ) throws -> ConversationHead {
        let language = languages.language(of: context)
        let tidyingPart = TidyingPart(tidying: output.tidying, path: path)
        return ConversationHead(
            subject: try subject.render(SubjectPart(subject: output.subject), in: language),
            steps: try steps.render(StepsPart(steps: output.steps, path: path), in: language),
            silence: try silence.render(
                SilencePart(
                    silence: output.silence?.telling(context.member?.suspension),
                    blocked: output.blocked, id: id),
                in: language),
            quickAnswers: try quickAnswers.render(
                QuickAnswersPart(quickAnswers: output.quickAnswers), in: language),
            tidying: try tidying.render(tidyingPart, in: language),
            tidied: try tidied.render(tidyingPart, in: language))
    }

    private func event(
        _ output: ConversationUpdates.Output, _ head: ConversationHead, at path: String,
        for context: RequestContext
    ) throws -> [UInt8] {
        let language = languages.language(of: context)
        let rows = MessageRows(messages: output.messages, path: path)
        let update = ConversationEvent(
            output: output, head: head,
            messages: try messages.render(rows, in: language),
            unread: try output.unread.map {
                try count.render(UnreadCount(number: $0 + context.unreadQuestions), in: language)
            })
        return Array("id: \(output.revision)\ndata: ".utf8) + JSONWriter.bytes(of: update)
            + Array("\n\n".utf8)
    }

    /// The last revision that a reconnecting browser has seen, otherwise the one that the page was made from.
    private static func revision(in request: Request) -> Conversation.Revision {
        let seen = request.headers["Last-Event-ID"] ?? request.query["after"]
        return seen.flatMap { Conversation.Revision(digits: $0) } ?? .max
    }
}

/// The rendered parts around the messages.
private struct ConversationHead: Hashable, Sendable {
    let subject: [UInt8]
    let steps: [UInt8]
    let silence: [UInt8]
    let quickAnswers: [UInt8]
    let tidying: [UInt8]
    let tidied: [UInt8]
}

/// An event as chat.js reads it.
private struct ConversationEvent: JSONObject {
    let output: ConversationUpdates.Output
    let head: ConversationHead
    let messages: [UInt8]
    let unread: [UInt8]?

    func writeFields(to json: inout JSONWriter) {
        json.field("messages", String(decoding: messages, as: UTF8.self))
        json.field("subject", String(decoding: head.subject, as: UTF8.self))
        json.field("steps", String(decoding: head.steps, as: UTF8.self))
        if output.isSilenceTold {
            json.field("silence", String(decoding: head.silence, as: UTF8.self))
        }
        json.field("answers", String(decoding: head.quickAnswers, as: UTF8.self))
        json.field("tidying", String(decoding: head.tidying, as: UTF8.self))
        json.field("tidied", String(decoding: head.tidied, as: UTF8.self))
        json.field("read", output.readByOther)
        // A guest's header does not count conversations, so its count is left alone.
        if let unread { json.field("unread", String(decoding: unread, as: UTF8.self)) }
        json.field("reload", output.isIncomplete)
    }
}

/// Messages, rendered as on the page.
struct MessageRows: Sendable {
    let messages: [MessageEntry]
    let path: String
}

extension MessageRows: TemplateData {
    static let fields: [Field<MessageRows>] = [
        Field("messages") { $0.messages },
        Field("path") { $0.path },
    ]
}

/// The number of unread messages, rendered as in the header.
struct UnreadCount: Sendable {
    let number: Int
}

extension UnreadCount: TemplateData {
    static let fields: [Field<UnreadCount>] = [Field("unreadMessages") { $0.number }]
}

/// The conversation's subject, rendered as on the page.
struct SubjectPart: Sendable {
    let subject: ConversationSubject
}

extension SubjectPart: TemplateData {
    static let fields: [Field<SubjectPart>] = [Field("subject") { $0.subject }]
}

/// The possible next steps, rendered as on the page with empty forms.
struct StepsPart: Sendable {
    let steps: DealingSteps
    let path: String
}

extension StepsPart: TemplateData {
    static let fields: [Field<StepsPart>] =
        [
            Field("steps") { $0.steps },
            Field("path") { $0.path },
            Field("isProposing") { _ in false },
            Field("isClosing") { _ in false },
            Field("doubtfulAmount") { _ in nil as Int64? },
        ]
        + ["pieces", "price", "date", "time", "spot", "word", "term"].flatMap { row in
            [Field(row) { _ in "" }, Field("\(row)Fault") { _ in nil as Lines? }]
        }
}

/// The reason why nothing can be written, rendered as on the page in place of the form.
struct SilencePart: Sendable {
    let silence: Phrase?
    let blocked: Account.ID?
    let id: Conversation.ID
}

extension SilencePart: TemplateData {
    static let fields: [Field<SilencePart>] = [
        Field("silence") { $0.silence },
        Field("blocked") { $0.blocked },
        Field("id") { $0.id },
    ]
}

/// The ready-made messages, rendered as on the page.
struct QuickAnswersPart: Sendable {
    let quickAnswers: [Phrase]
}

extension QuickAnswersPart: TemplateData {
    static let fields: [Field<QuickAnswersPart>] = [
        Field("quickAnswers") { $0.quickAnswers },
        Field("hasQuickAnswers") { !$0.quickAnswers.isEmpty },
    ]
}

/// The entries of the menu by which a member mutes and archives the conversation, or what the head says of
/// it, rendered as on the page; empty for a guest.
struct TidyingPart: Sendable {
    let tidying: ConversationTidying.Output?
    let path: String
}

extension TidyingPart: TemplateData {
    static let fields: [Field<TidyingPart>] = [
        Field("tidying") { $0.tidying },
        Field("path") { $0.path },
    ]
}

extension Spot: TemplateData {
    public static let fields: [Field<Spot>] = [Field("spotName") { $0.name }]
}

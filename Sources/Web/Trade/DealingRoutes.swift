import HTTPServer
import Market
import ViewModels

/// The routes of a dealing's steps, below `/chats` and, for the guest who posted, below `/items/7/chats`. The
/// asker's steps are below `/chats` only, because an asker always has an account.
struct DealingRoutes: Sendable {
    private let scene: ConversationScene
    private let questions: DealingQuestionScene
    private let guests: GuestAccess

    init(
        _ dependencies: Dependencies, _ scene: ConversationScene,
        _ questions: DealingQuestionScene
    ) throws {
        (self.scene, self.questions) = (scene, questions)
        guests = try GuestAccess(dependencies)
    }

    var all: [Route] {
        [
            askersStep(Link.offer) { .offer(price: $0["price"], sure: $0["sure"]) },
            askersStep(Link.line) { _ in .take(.joinLine) },
            askersStep(Link.lineDeletion) { _ in .take(.leaveLine) },
            step(Link.reservation) { .reserve(term: $0["term"]) },
            step(Link.closing) {
                .close(price: $0["price"], pieces: $0.text("pieces"), sure: $0["sure"])
            },
            step(Link.closingDeletion) { form in
                let closing = ChatMessage.ID(digits: form["closing"])
                return .take(closing.map { Dealing.Move.reopenClosing($0) } ?? .reopen)
            },
            step(Link.nextDealing) { _ in .take(.dealAgain) },
            answer(Link.offerAcceptance) { .acceptOffer($0) },
            answer(Link.offerRejection) { .declineOffer($0) },
        ].flatMap { $0 } + releases + meetings
    }

    /// Releasing a reservation: POST does it, GET asks first if more is lost with it.
    private var releases: [Route] {
        let path = Link.reservationDeletion
        return [
            .post(path) { [scene, questions] in
                try await scene.release($0, $1, of: $0.reader, asking: questions)
            },
            .post(path.ofGuest) { [scene, questions, guests] context, item, id in
                try await guests.read(context, item, id) {
                    try await scene.release(context, id, of: $0, asking: questions)
                }
            },
            .get(path) { [questions] in try await questions.askRelease($0, $1, of: $0.reader) },
            .get(path.ofGuest) { [questions, guests] context, item, id in
                try await guests.read(context, item, id) {
                    try await questions.askRelease(context, id, of: $0)
                }
            },
        ]
    }

    private var meetings: [Route] {
        [
            step(Link.appointment) { .propose(AppointmentInput($0)) },
            step(Link.appointmentDeletion) { .callOff(word: $0["word"]) },
            step(Link.arrival) { .arrive($0["arrival"]) },
            answer(Link.appointmentAcceptance) { .acceptAppointment($0) },
            answer(Link.appointmentRejection) { .declineAppointment($0) },
        ].flatMap { $0 }
    }

    /// A refused step's page is at the path that was posted to; a reload by GET leads to the conversation.
    private func askersStep(
        _ path: Path<Conversation.ID>,
        _ action: @escaping @Sendable (Form) -> ConversationDetail.Action
    ) -> [Route] {
        [.get(path) { try $0.redirectMember(to: Link.conversation($1)) }, post(path, action)]
    }

    private func step(
        _ path: Path<Conversation.ID>,
        _ action: @escaping @Sendable (Form) -> ConversationDetail.Action
    ) -> [Route] {
        [
            .get(path) { try $0.redirectMember(to: Link.conversation($1)) },
            .get(path.ofGuest) { .redirect(to: Link.itemConversation($1, $2)) },
            post(path, action),
            .post(path.ofGuest) { [scene, guests] context, item, id in
                try await guests.read(context, item, id) {
                    try await scene.step(context, id, of: $0, action)
                }
            },
        ]
    }

    private func post(
        _ path: Path<Conversation.ID>,
        _ action: @escaping @Sendable (Form) -> ConversationDetail.Action
    ) -> Route {
        .post(path) { [scene] context, id in
            try await scene.step(context, id, of: context.reader, action)
        }
    }

    private func answer(
        _ path: Path<Conversation.ID, ChatMessage.ID>,
        _ move: @escaping @Sendable (ChatMessage.ID) -> Dealing.Move
    ) -> [Route] {
        let guestsPath = path.ofGuest
        return [
            .get(path) { context, id, _ in
                try context.redirectMember(to: Link.conversation(id))
            },
            .post(path) { [scene] context, id, message in
                try await scene.submit(.take(move(message)), context, id, of: context.reader)
            },
            .get(guestsPath) { context, item, id, _ in
                .redirect(to: Link.itemConversation(item, id))
            },
            .post(guestsPath) { [scene, guests] context, item, id, message in
                try await guests.read(context, item, id) {
                    try await scene.submit(.take(move(message)), context, id, of: $0)
                }
            },
        ]
    }
}

extension AppointmentInput {
    fileprivate init(_ form: Form) {
        let chosen = form.text("quick")
        self.init(date: form["date"], time: form["time"], spot: chosen ?? form["spot"])
        isUnfinished = chosen != nil
    }
}

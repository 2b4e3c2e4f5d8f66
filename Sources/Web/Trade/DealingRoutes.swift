import HTTPServer
import Market
import ViewModels

/// Every path of the steps of a dealing. Those of the asker, who has an account, are below `/chats`
/// alone.
struct DealingRoutes: Sendable {
    private let scene: ConversationScene
    private let guests: GuestAccess

    init(_ dependencies: Dependencies, _ scene: ConversationScene) throws {
        self.scene = scene
        guests = try GuestAccess(dependencies)
    }

    var all: [Route] {
        [
            step(Link.offer) { .offer(price: $0["price"], sure: $0["sure"]) },
            step(Link.line) { _ in .take(.joinLine) },
            step(Link.lineDeletion) { _ in .take(.leaveLine) },
            step(Link.reservation, Link.itemConversationReservation) {
                .reserve(term: $0["term"])
            },
            step(Link.reservationDeletion, Link.itemConversationReservationDeletion) { _ in
                .take(.release)
            },
            step(Link.closing, Link.itemClosing) {
                .close(price: $0["price"], sure: $0["sure"])
            },
            step(Link.closingDeletion, Link.itemClosingDeletion) { form in
                let closing = ChatMessage.ID(digits: form["closing"])
                return .take(closing.map { Dealing.Move.reopenClosing($0) } ?? .reopen)
            },
            step(Link.nextDealing, Link.itemNextDealing) { _ in .take(.dealAgain) },
            answer(Link.offerAcceptance, Link.itemOfferAcceptance) { .acceptOffer($0) },
            answer(Link.offerRejection, Link.itemOfferRejection) { .declineOffer($0) },
        ].flatMap { $0 } + meetings
    }

    private var meetings: [Route] {
        [
            step(Link.appointment, Link.itemAppointment) { .propose(AppointmentInput($0)) },
            step(Link.appointmentDeletion, Link.itemAppointmentDeletion) {
                .callOff(word: $0["word"])
            },
            step(Link.arrival, Link.itemArrival) { .arrive($0["arrival"]) },
            answer(Link.appointmentAcceptance, Link.itemAppointmentAcceptance) {
                .acceptAppointment($0)
            },
            answer(Link.appointmentRejection, Link.itemAppointmentRejection) {
                .declineAppointment($0)
            },
        ].flatMap { $0 }
    }

    /// What was refused stands at the path it was sent to; asked for again, it is there.
    private func step(
        _ path: Path<Conversation.ID>, _ guestsPath: Path<Item.ID, Conversation.ID>? = nil,
        _ action: @escaping @Sendable (Form) -> ConversationDetail.Action
    ) -> [Route] {
        let own: [Route] = [
            .get(path) { context, id in
                _ = try context.account
                return .redirect(to: Link.conversation(id))
            },
            .post(path) { [scene] context, id in
                try await scene.step(context, id, of: .account(context.account), action)
            },
        ]
        guard let guestsPath else { return own }
        return own + [
            .get(guestsPath) { .redirect(to: Link.itemConversation($1, $2)) },
            .post(guestsPath) { [scene, guests] context, item, id in
                try await guests.read(context, item, id) {
                    try await scene.step(context, id, of: $0, action)
                }
            },
        ]
    }

    private func answer(
        _ path: Path<Conversation.ID, ChatMessage.ID>,
        _ guestsPath: Path<Item.ID, Conversation.ID, ChatMessage.ID>,
        _ move: @escaping @Sendable (ChatMessage.ID) -> Dealing.Move
    ) -> [Route] {
        [
            .get(path) { context, id, _ in
                _ = try context.account
                return .redirect(to: Link.conversation(id))
            },
            .post(path) { [scene] context, id, message in
                try await scene.submit(
                    .take(move(message)), context, id, of: .account(context.account))
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
        self.init(date: form["date"], time: form["time"], spot: form["spot"])
    }
}

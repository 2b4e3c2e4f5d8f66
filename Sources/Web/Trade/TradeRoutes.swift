import HTTPServer
import Market

/// The routes of what two people do about an item: `/chats` for accounts and `/items/7/chats` for
/// the guest who posted; selling and reserving; and what an account has bought and sold.
enum TradeRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let inquiry = try InquiryScene(dependencies)
        let lists = try ConversationListScene(dependencies)
        let deals = try DealsScene(dependencies)
        return [
            .get(Link.inquiry, inquiry.show),
            .post(Link.inquiry, inquiry.submit),
            .get(Link.purchases, deals.showPurchases),
            .get(Link.sales, deals.showSales),
            .get(Link.conversations, lists.show),
            .get(Link.conversationsToAnswer, lists.showToAnswer),
            .get(Link.itemConversations, lists.showReceived),
            .post(Link.itemConversations, lists.authorize),
        ] + (try sellingRoutes(dependencies)) + (try conversationRoutes(dependencies))
            + (try eventRoutes(dependencies)) + (try ReviewScene(dependencies).routes)
    }

    private static func sellingRoutes(_ dependencies: Dependencies) throws -> [Route] {
        let reservation = try ReservationScene(dependencies)
        let sale = try SaleScene(dependencies)
        let own = try OwnItemScene(
            dependencies, detail: ItemDetailScene(dependencies), sale: sale)
        let resale = try ResaleScene(dependencies)
        return [
            .get(Link.itemReservation, reservation.show),
            .get(Link.itemSale, sale.show),
            .get(Link.itemSaleDeletion, resale.show),
            // A page that reports a failure is at the path that was posted to; a reload by GET
            // leads to the item, or to what is asked about it.
            .get(Link.itemReservationElsewhere) { _, id in .redirect(to: Link.item(id)) },
            .get(Link.itemReservationDeletion) { _, id in .redirect(to: Link.item(id)) },
            .get(Link.itemSaleElsewhere) { _, id in .redirect(to: Link.itemSale(id)) },
            .get(Link.itemSaleAgain) { _, id in .redirect(to: Link.item(id)) },
            .get(Link.itemPullUp) { _, id in .redirect(to: Link.item(id)) },
            own.route(.reserve, saying: .reserved),
            own.route(.reserveElsewhere, saying: .reserved),
            own.route(.offerAgain(from: .reserved), saying: .offeredAgain, ofWanted: .wantedAgain),
            own.route(.sell, saying: .sold, ofWanted: .found),
            own.route(.sellElsewhere, saying: .sold, ofWanted: .found),
            own.route(.offerAgain(from: .sold), saying: .offeredAgain, ofWanted: .wantedAgain),
            own.route(.offerAnother, saying: .offeredAgain, ofWanted: .wantedAgain),
            own.route(.pullUp, saying: .pulledUp),
        ]
    }

    private static func eventRoutes(_ dependencies: Dependencies) throws -> [Route] {
        let events = try ConversationEventScene(dependencies)
        let guests = try GuestAccess(dependencies)
        return [
            .get(Link.conversationEvents) { context, id in
                // After a 204 a browser does not reconnect (HTML Standard §9.2.3).
                guard context.member != nil else { return Response(.noContent) }
                return try await events.follow(context, id, of: context.reader)
            },
            .post(Link.conversationReading) { try await events.setRead($0, $1, of: $0.reader) },
            .get(Link.itemConversationEvents) { context, item, id in
                guard let guest = try await guests.reader(context, of: item) else {
                    return Response(.noContent)
                }
                return try await events.follow(context, id, of: guest)
            },
            .post(Link.itemConversationReading) { context, item, id in
                guard let guest = try await guests.reader(context, of: item) else {
                    throw SiteError.wrongPassword
                }
                return try await events.setRead(context, id, of: guest)
            },
        ]
    }

    private static func photoRoutes(_ scene: ConversationScene, _ guests: GuestAccess) -> [Route] {
        [
            .get(Link.messagePhoto) { try await scene.showPhoto($0, $1, of: $0.reader, $2, $3) },
            .get(Link.itemMessagePhoto) { context, item, id, message, file in
                try await guests.read(context, item, id) {
                    try await scene.showPhoto(context, id, of: $0, message, file)
                }
            },
            .get(Link.waitingPhoto) {
                try await scene.showWaitingPhoto($0, $1, of: $0.reader, $2, $3)
            },
            .get(Link.itemWaitingPhoto) { context, item, id, photo, file in
                try await guests.read(context, item, id) {
                    try await scene.showWaitingPhoto(context, id, of: $0, photo, file)
                }
            },
        ]
    }

    private static func conversationRoutes(_ dependencies: Dependencies) throws -> [Route] {
        let scene = try ConversationScene(dependencies)
        let questions = try DealingQuestionScene(dependencies)
        let guests = try GuestAccess(dependencies)
        let others =
            try DealingRoutes(dependencies, scene, questions).all + photoRoutes(scene, guests)
            + ConversationTidyingScene(dependencies).routes
        return others + [
            .get(Link.conversation) { try await scene.show($0, $1, of: $0.reader) },
            // A refused message's page is at the path that was posted to; a reload by GET leads to
            // the conversation.
            .get(Link.messages) { try $0.redirectMember(to: Link.conversation($1)) },
            .post(Link.messages) { try await scene.write($0, $1, of: $0.reader) },
            .get(Link.messageDeletion) {
                try await questions.askDeletion($0, $2, in: $1, of: $0.reader)
            },
            .post(Link.messageDeletion) {
                try await scene.submit(.takeBack($2), $0, $1, of: $0.reader)
            },
            .get(Link.itemConversation) { context, item, id in
                try await guests.read(context, item, id) {
                    try await scene.show(context, id, of: $0)
                }
            },
            .get(Link.itemMessages) { .redirect(to: Link.itemConversation($1, $2)) },
            .post(Link.itemMessages) { context, item, id in
                try await scene.write(context, item, id, guests)
            },
            .get(Link.itemMessageDeletion) { context, item, id, message in
                try await guests.read(context, item, id) {
                    try await questions.askDeletion(context, message, in: id, of: $0)
                }
            },
            .post(Link.itemMessageDeletion) { context, item, id, message in
                try await guests.read(context, item, id) {
                    try await scene.submit(.takeBack(message), context, id, of: $0)
                }
            },
        ]
    }
}

extension RequestContext {
    /// The signed-in member as a reader of conversations.
    /// - Throws: the same as `account`.
    var reader: Conversation.Reader {
        get throws(SiteError) { .account(try account) }
    }
}

extension Conversation.Reader {
    /// The item through which a guest reads; nil for an account.
    var item: Item.ID? { if case .guest(let id) = self { id } else { nil } }

    /// The path of the list of conversations.
    var listPath: String {
        switch self {
        case .account: Link.conversations()
        case .guest(let item): Link.itemConversations(item)
        }
    }

    /// The path of a conversation's page.
    func path(of id: Conversation.ID) -> String {
        switch self {
        case .account: Link.conversation(id)
        case .guest(let item): Link.itemConversation(item, id)
        }
    }
}

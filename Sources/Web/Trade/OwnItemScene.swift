import HTTPServer
import Market
import ViewModels

/// What sellers do with their own item, guests with its password: `POST /items/7/reservation` and
/// `/sale`, each with its deletion and `/elsewhere`; `/sale/again` and `/pull-up`.
struct OwnItemScene: Sendable {
    private let items: OwnItems
    private let guests: GuestAccess
    private let page: Presenter<ItemDetail.Output>
    private let sale: Presenter<Sale.Output>

    init(_ dependencies: Dependencies, detail: ItemDetailScene, sale: SaleScene) throws {
        items = OwnItems(storage: dependencies.storage, zone: dependencies.zone)
        guests = try GuestAccess(dependencies)
        page = detail.page
        self.sale = sale.page
    }

    /// The route of a button on the item's page.
    /// - Parameter other: the alert for a wanted listing; nil for the same one.
    func route(
        _ action: OwnItems.Action, saying alert: Alert.Name, ofWanted other: Alert.Name? = nil
    ) -> Route {
        .post(action.path) { context, id in
            try await guests.sell(context, id, action) { seller, left, end in
                let result = try await items.submit(
                    action, on: id, leaving: left, of: seller, managedUntil: end,
                    at: context.now)
                return try await page.answer(result, for: context) { outcome in
                    switch outcome {
                    case .done(let purpose):
                        page.redirect(
                            to: pageAfter(context, id),
                            purpose == .request ? other ?? alert : alert)
                    case .isLeft(let count):
                        Flash.leaving(count).redirect(to: Link.item(id), page.pages.cookies)
                    case .isPast: .redirect(to: pageAfter(context, id))
                    case .isReserved(let conversation):
                        leadToChat(conversation, of: seller, hasAppointment: false)
                    case .isAppointed(let conversation):
                        leadToChat(conversation, of: seller, hasAppointment: true)
                    case .isAskedForWhom: .redirect(to: Link.itemReservation(id))
                    case .isAsked: .redirect(to: Link.itemSale(id))
                    case .isMiscounted(let question): try sale.form(question, for: context)
                    case .isGone: .redirect(to: Link.itemSaleDeletion(id))
                    }
                }
            }
        }
    }

    /// Redirects to the conversation whose reservation stands in the way, which can be cancelled there.
    private func leadToChat(
        _ conversation: Conversation.ID, of seller: Conversation.Reader, hasAppointment: Bool
    ) -> Response {
        let hold = Alert.Hold(in: conversation, of: seller.item, hasAppointment: hasAppointment)
        return Flash.releasing(hold)
            .redirect(to: seller.path(of: conversation), page.pages.cookies)
    }

    /// The page of the seller's own items, if its button was pressed; otherwise the item's page.
    private func pageAfter(_ context: RequestContext, _ id: Item.ID) -> String {
        let (page, list) = (context.pageBefore(orElse: Link.item(id)), Link.ownItems())
        return page == list || page.hasPrefix(list + "?") ? page : Link.item(id)
    }
}

import HTTPServer
import Market
import Mustache
import ViewModels

/// `/items/7/reservation`: asks the seller for whom to reserve the item.
struct ReservationScene: Sendable {
    private let reservation: Reservation
    private let guests: GuestAccess
    private let page: Presenter<Reservation.Output>

    init(_ dependencies: Dependencies) throws {
        reservation = Reservation(storage: dependencies.storage, zone: dependencies.zone)
        guests = try GuestAccess(dependencies)
        page = try dependencies.page("trade/reservation")
    }

    func show(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try await guests.ask(context, id, on: page) { seller in
            try await reservation.output(for: id, of: seller, at: context.now)
        }
    }
}

extension Reservation.Output: TemplateData {
    public static let fields: [Field<Reservation.Output>] = [
        Field("item") { $0.item },
        Field("rows") { output in
            output.entries.map {
                ConversationsPage.Row(
                    entry: $0, path: output.seller.path(of: $0.id), isAboutOne: true)
            }
        },
        Field("hasMore") { $0.hasMore },
    ]
}

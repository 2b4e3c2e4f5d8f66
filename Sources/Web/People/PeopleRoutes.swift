import HTTPServer
import Market

/// The routes of people, blocks and reports.
enum PeopleRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let person = try PersonScene(dependencies)
        let block = try BlockScene(dependencies)
        let follows = try FollowScene(dependencies)
        let report = try ReportScene(dependencies)
        let queue = try ReportQueueScene(dependencies)
        let decision = try DecisionScene(dependencies)
        let hidden = try HiddenItemsScene(dependencies)
        let suspended = try SuspendedPeopleScene(dependencies)
        let log = try DecisionLogScene(dependencies)
        let hiding = try HidingScene(dependencies)
        let overview = try MarketOverviewScene(dependencies)
        let routes: [Route] = [
            .get(Link.person, person.show),
            .get(Link.personItems, person.showItems),
            .get(Link.blocks, block.show),
            .get(Link.block, block.ask),
            .post(Link.block, block.block),
            .post(Link.blockDeletion, block.unblock),
            .get(Link.follows, follows.show),
            .post(Link.follow) { try await follows.set(true, $1, $0) },
            .post(Link.followDeletion) { try await follows.set(false, $1, $0) },
            .get(Link.reportForm, report.show),
            .post(Link.reports, report.submit),
            .get(Link.reports, queue.show),
            .get(Link.hiddenItems, hidden.show),
            .get(Link.suspendedPeople, suspended.show),
            .get(Link.decisionLog, log.show),
            .get(Link.people, overview.show),
            .get(Link.reportPhoto, queue.showPhoto),
            .post(Link.reportDismissal, decision.dismiss),
            .post(Link.reportDismissalDeletion, decision.reopen),
            .post(Link.reportRemoval, decision.remove),
            .post(Link.reportRemovalDeletion, decision.bringBack),
            .get(Link.itemHiding, hiding.show),
            .post(Link.itemHiding, decision.hide),
            .post(Link.itemHidingConfirmation, decision.keepHidden),
            .post(Link.itemHidingDeletion) { try await decision.show($0, $1) },
            .post(Link.suspension, decision.suspend),
            .post(Link.suspensionTerm, decision.changeTerm),
            .post(Link.suspensionDeletion, decision.lift),
        ]
        return routes + reloads + (try messageReports(dependencies, report))
    }

    /// A refused form, a question and another operator's decision are shown at the path that the form
    /// was posted to. A reload by GET leads to where the form was.
    private static var reloads: [Route] {
        let ofPeople = [
            Link.blockDeletion, Link.follow, Link.followDeletion, Link.suspension,
            Link.suspensionTerm, Link.suspensionDeletion,
        ].map { path in Route.get(path) { _, id in .redirect(to: Link.person(id)) } }
        let ofItems = [Link.itemHidingConfirmation, Link.itemHidingDeletion].map { path in
            Route.get(path) { _, id in .redirect(to: Link.item(id)) }
        }
        let ofReports = [
            Link.reportDismissal, Link.reportDismissalDeletion, Link.reportRemoval,
            Link.reportRemovalDeletion,
        ].map { path in Route.get(path) { _, _ in .redirect(to: Link.reports()) } }
        return ofPeople + ofItems + ofReports
    }

    static func pendingActions(_ dependencies: Dependencies) throws -> [PendingAction] {
        let follows = try FollowScene(dependencies)
        return [
            PendingAction(Link.follow, for: .follow) { context, form, id in
                try await follows.follow(id, context, form)
            }
        ]
    }

    private static func messageReports(
        _ dependencies: Dependencies, _ report: ReportScene
    ) throws -> [Route] {
        let guests = try GuestAccess(dependencies)
        return [
            .get(Link.messageReport) { try await report.show($0, $2, in: $1, of: $0.reader) },
            .post(Link.messageReport) { try await report.submit($0, $2, in: $1, of: $0.reader) },
            .get(Link.itemMessageReport) { context, item, id, message in
                try await guests.read(context, item, id) {
                    try await report.show(context, message, in: id, of: $0)
                }
            },
            .post(Link.itemMessageReport) { context, item, id, message in
                try await guests.read(context, item, id) {
                    try await report.submit(context, message, in: id, of: $0)
                }
            },
        ]
    }
}

import HTTPServer
import Market

/// The routes of people, blocks and reports. A refused form is at the path that it was posted to; a
/// reload by GET leads to the person.
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
        return [
            .get(Link.person, person.show),
            .get(Link.personItems, person.showItems),
            .get(Link.blocks, block.show),
            .get(Link.block, block.ask),
            .post(Link.block, block.block),
            .post(Link.blockDeletion, block.unblock),
            .get(Link.follows, follows.show),
            .get(Link.follow) { _, id in .redirect(to: Link.person(id)) },
            .get(Link.followDeletion) { _, id in .redirect(to: Link.person(id)) },
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
            .get(Link.suspension) { _, id in .redirect(to: Link.person(id)) },
            .post(Link.suspension, decision.suspend),
            .get(Link.suspensionTerm) { _, id in .redirect(to: Link.person(id)) },
            .post(Link.suspensionTerm, decision.changeTerm),
            .post(Link.suspensionDeletion, decision.lift),
        ] + (try messageReports(dependencies, report))
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

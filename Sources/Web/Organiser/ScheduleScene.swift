import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/days`: what is coming up, day by day; `/my/days?week=2026-11-23`: one week of it.
struct ScheduleScene: Sendable {
    private let schedule: Schedule
    private let page: Presenter<Schedule.Output>

    init(_ dependencies: Dependencies) throws {
        schedule = Schedule(storage: dependencies.storage, zone: dependencies.zone)
        page = try dependencies.page("organiser/schedule")
    }

    /// - Parameter day: as the view model writes it.
    static func path(toWeekOf day: String) -> String {
        Link.schedule() + "?week=" + day
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await schedule.output(
            for: context.request.query["week"], of: try context.account, at: context.now)
        return try page.response(output, for: context)
    }
}

extension Schedule.Output: TemplateData {
    public static let fields: [Field<Schedule.Output>] = [
        Field("notes") { $0.notes },
        Field("week") { $0.week },
        Field("isOfWeek") { $0.isOfWeek },
        Field("dayToWriteFor") { $0.dayToWriteFor },
        Field("sections") { $0.sections },
        Field("emptyText") { $0.emptyText },
    ]
}

extension Schedule.Week: TemplateData {
    public static let fields: [Field<Schedule.Week>] = [
        Field("title") { $0.title },
        Field("days") { $0.days },
        Field("own") { $0.own },
        Field("earlier") { $0.earlier },
        Field("later") { $0.later },
    ]
}

extension Schedule.WeekDay: TemplateData {
    public static let fields: [Field<Schedule.WeekDay>] = [
        Field("weekday") { $0.weekday },
        Field("number") { $0.number },
        Field("isToday") { $0.isToday },
        Field("count") { $0.count },
        Field("path") { day in
            day.section.map { "#" + $0 }
                ?? day.elsewhere.map { ScheduleScene.path(toWeekOf: $0) + "#" + $0 }
        },
        Field("date") { $0.date },
        Field("newTodo") { $0.newTodo },
    ]
}

extension Schedule.Section: TemplateData {
    public static let fields: [Field<Schedule.Section>] = [
        Field("id") { $0.id },
        Field("heading") { $0.heading },
        Field("entries") { $0.entries },
    ]
}

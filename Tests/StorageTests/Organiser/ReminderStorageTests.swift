import Market
import Testing

struct ReminderStorageTests {
    private func titles(
        _ storage: any MarketStorage, _ account: Account.ID, until moment: Timestamp = noon
    ) async throws -> [String] {
        let reminders = try await storage.reminders(of: account, until: moment, limit: 99)
        let count = try await storage.countDueReminders(of: account, at: moment)
        #expect(count == reminders.count)
        return reminders.map(\.title)
    }

    @Test(arguments: Backend.all)
    func everyFieldComesBack(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let item = try await storage.insert(.sample())
            let todo = try await storage.insert(
                TodoContent(title: "약속", reminder: noon, item: item), in: list, of: account,
                at: noon + -5)
            let memo = try await storage.insert(
                MemoContent(text: "\n둘째 줄\n셋째 줄", reminder: noon), of: account, at: noon + -3)
            let reminders = try await storage.reminders(of: account, until: noon, limit: 9)
            #expect(
                reminders == [
                    Reminder(
                        subject: .todo(todo), title: "약속", date: noon,
                        dateModified: noon + -5, item: item),
                    Reminder(
                        subject: .memo(memo), title: "둘째 줄", date: noon,
                        dateModified: noon + -3, item: nil),
                ])
        }
    }

    @Test(arguments: Backend.all)
    func dueRemindersComeSoonestFirst(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            for (title, seconds) in [("다", 0), ("가", -9), ("나중", 1), ("라", 0)] as [(String, Int64)]
            {
                _ = try await storage.makeTodo(
                    title, in: list, of: account, reminder: noon + seconds)
            }
            _ = try await storage.makeTodo("언제든", in: list, of: account)
            _ = try await storage.makeMemo("나", of: account, reminder: noon + -5)
            #expect(try await titles(storage, account) == ["가", "나", "다", "라"])
            let all = try await titles(storage, account, until: Timestamp(seconds: .max))
            #expect(all == ["가", "나", "다", "라", "나중"])
            let two = try await storage.reminders(of: account, until: noon, limit: 2)
            #expect(two.map(\.title) == ["가", "나"])
        }
    }

    @Test(arguments: Backend.all)
    func aWeeksPlansComeSoonestFirst(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            for (title, seconds) in [("전", 0), ("나", 9), ("끝", 20), ("뒤", 21)] as [(String, Int64)]
            {
                _ = try await storage.makeTodo(
                    title, in: list, of: account, reminder: noon + seconds)
            }
            _ = try await storage.makeMemo("가", of: account, reminder: noon + 1)
            func week(_ limit: Int, of account: Account.ID) async throws -> [String] {
                try await storage.reminders(
                    of: account, after: noon, until: noon + 20, limit: limit
                ).map(\.title)
            }
            #expect(try await week(9, of: account) == ["가", "나", "끝"])
            #expect(try await week(2, of: account) == ["가", "나"])
            #expect(try await week(9, of: storage.join("지수")).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func remindersOfAPeriodComeLatestFirst(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            for (title, seconds) in [("가", -9), ("나", -8), ("다", 0), ("나중", 1)] as [(String, Int64)]
            {
                _ = try await storage.makeTodo(
                    title, in: list, of: account, reminder: noon + seconds)
            }
            let memo = try await storage.makeMemo("메모", of: account, reminder: noon + -5)
            func latest(_ limit: Int, after start: Int64 = -9) async throws -> [String] {
                try await storage.latestReminders(
                    of: account, after: noon + start, until: noon, limit: limit
                ).map(\.title)
            }
            #expect(try await latest(9) == ["다", "메모", "나"])
            #expect(try await latest(1) == ["다"])
            #expect(try await latest(9, after: 0).isEmpty)
            try await storage.dismissReminder(.memo(memo), of: account)
            #expect(try await latest(9, after: -10) == ["다", "나", "가"])
            let stranger = try await storage.join("지수")
            let others = try await storage.latestReminders(
                of: stranger, after: noon + -9, until: noon, limit: 9)
            #expect(others.isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func doneDismissedAndDeletedThingsAreNotDue(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let gone = try await storage.makeList(of: account)
            var todos: [Todo.ID] = []
            for title in ["끝난 일", "지운 일", "접은 일", "남은 일"] {
                todos.append(
                    try await storage.makeTodo(title, in: list, of: account, reminder: noon))
            }
            _ = try await storage.makeTodo("목록째", in: gone, of: account, reminder: noon)
            let memo = try await storage.makeMemo("접은 메모", of: account, reminder: noon)
            let trashed = try await storage.makeMemo("지운 메모", of: account, reminder: noon)
            #expect(try await titles(storage, account).count == 7)
            try await storage.complete(todos[0], of: account)
            _ = try await storage.deleteTodo(todos[1], of: account, at: noon)
            try await storage.dismissReminder(.todo(todos[2]), of: account)
            try await storage.dismissReminder(.memo(memo), of: account)
            _ = try await storage.deleteMemo(trashed, of: account, at: noon)
            let deletion = try await storage.deleteList(gone, of: account, at: noon)
            #expect(try await titles(storage, account) == ["남은 일"])
            try await storage.setCompleted(false, todos[0], of: account, at: noon)
            try await storage.restore(deletion.id, of: account, at: noon)
            #expect(try await titles(storage, account) == ["끝난 일", "남은 일", "목록째"])
        }
    }

    /// A dismissed task remains to be done; a dismissed memo needs nothing more.
    @Test(arguments: Backend.all)
    func aDismissedTodoStaysPlannedWhileItIsOpen(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let todo = try await storage.makeTodo("접은 일", in: list, of: account, reminder: noon)
            _ = try await storage.makeTodo("남은 일", in: list, of: account, reminder: noon)
            let memo = try await storage.makeMemo("메모", of: account, reminder: noon)
            let past = try await storage.makeTodo("앞", in: list, of: account, reminder: noon + -9)
            for subject in [Reminder.Subject.todo(todo), .memo(memo), .todo(past)] {
                try await storage.dismissReminder(subject, of: account)
            }
            func planned(of account: Account.ID) async throws -> [[String]] {
                let all = try await storage.remindersAndPlans(
                    of: account, after: noon + -3_600, limit: 9)
                let plans = try await storage.plans(
                    of: account, after: noon + -9, until: noon, limit: 9)
                return [all, plans].map { $0.map(\.title) }
            }
            #expect(try await titles(storage, account) == ["남은 일"])
            #expect(try await planned(of: account) == [["앞", "접은 일", "남은 일"], ["접은 일", "남은 일"]])
            #expect(
                try await storage.remindersAndPlans(of: account, after: noon + -3_600, limit: 1)
                    .count == 1)
            try await storage.complete(todo, of: account)
            _ = try await storage.deleteTodo(past, of: account, at: noon)
            #expect(try await planned(of: account) == [["남은 일"], ["남은 일"]])
            #expect(try await planned(of: storage.join("지수")) == [[], []])
        }
    }

    @Test(arguments: Backend.all)
    func calendarsKeepLongOverdueRepetitions(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            _ = try await storage.makeTodo("옛일", in: list, of: account, reminder: noon)
            let weekly = Repetition(.weekly, from: noon + 5)
            _ = try await storage.insert(
                TodoContent(title: "분리수거", reminder: noon + 5, repetition: weekly), in: list,
                of: account, at: noon)
            _ = try await storage.makeTodo("새 일", in: list, of: account, reminder: noon + 60)
            for (start, limit, titles) in [
                (noon + -1, 9, ["옛일", "분리수거", "새 일"]), (noon + 5, 9, ["분리수거", "새 일"]),
                (noon + 60, 9, ["분리수거"]), (noon + 5, 1, ["분리수거"]),
            ] as [(Timestamp, Int, [String])] {
                let all = try await storage.remindersAndPlans(
                    of: account, after: start, limit: limit)
                #expect(all.map(\.title) == titles)
            }
        }
    }

    /// Old tasks left open do not crowd what is to come out of the calendar.
    @Test(arguments: Backend.all)
    func dismissedTodosLeaveRoomForUpcomingOnes(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            for (title, seconds) in [("가", -9), ("나", -8), ("다", -7)] as [(String, Int64)] {
                let todo = try await storage.makeTodo(
                    title, in: list, of: account, reminder: noon + seconds)
                try await storage.dismissReminder(.todo(todo), of: account)
            }
            _ = try await storage.makeTodo("오늘", in: list, of: account, reminder: noon)
            _ = try await storage.makeMemo("내일", of: account, reminder: noon + 86_400)
            for (limit, titles) in [
                (1, ["오늘"]), (2, ["오늘", "내일"]), (4, ["나", "다", "오늘", "내일"]), (0, []),
            ] as [(Int, [String])] {
                let all = try await storage.remindersAndPlans(
                    of: account, after: noon + -3_600, limit: limit)
                #expect(all.map(\.title) == titles)
                #expect(all.map(\.isDismissed) == titles.map { ["나", "다"].contains($0) })
            }
            let latest = try await storage.latestPlans(
                of: account, after: noon + -9, until: noon, limit: 2)
            #expect(latest.map(\.title) == ["오늘", "다"])
            #expect(latest.map(\.isDismissed) == [false, true])
            let others = try await storage.latestPlans(
                of: storage.join("지수"), after: noon + -9, until: noon, limit: 9)
            #expect(others.isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func dismissingKeepsTheTimeAndIsNoEdit(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.makeMemo(of: account, reminder: noon)
            let before = try await storage.memo(id, of: account)
            for _ in 1...2 {
                try await storage.dismissReminder(.memo(id), of: account)
                #expect(try await storage.memo(id, of: account) == before)
            }
        }
    }

    @Test(arguments: Backend.all)
    func anotherTimeRemindsAgain(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let todo = try await storage.makeTodo("일", in: list, of: account, reminder: noon)
            let memo = try await storage.makeMemo("메모", of: account, reminder: noon)
            func edit(_ reminder: Timestamp?, _ revision: Int64) async throws {
                try await storage.update(
                    todo, of: account, content: TodoContent(title: "일", reminder: reminder),
                    revision: revision, at: noon)
                try await storage.update(
                    memo, of: account, content: MemoContent(text: "메모", reminder: reminder),
                    revision: revision, at: noon)
            }
            try await storage.dismissReminder(.todo(todo), of: account)
            try await storage.dismissReminder(.memo(memo), of: account)
            try await edit(noon, 1)
            #expect(try await titles(storage, account).isEmpty)
            try await edit(noon + -1, 2)
            #expect(try await titles(storage, account) == ["일", "메모"])
            try await edit(nil, 3)
            #expect(try await titles(storage, account).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func theCountStops(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            try await atOnce(60) { _ in
                _ = try await storage.makeTodo(in: list, of: account, reminder: noon)
                _ = try await storage.makeMemo(of: account, reminder: noon)
            }
            #expect(
                try await storage.countDueReminders(of: account, at: noon)
                    == Limits.countedReminders)
            #expect(try await storage.reminders(of: account, until: noon, limit: 999).count == 120)
        }
    }
}

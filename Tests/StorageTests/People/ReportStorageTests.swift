import Market
import Testing

struct ReportStorageTests {
    private func report(
        _ subject: Report.Subject, by reporter: Conversation.Reader, _ text: String = "선입금을 요구해요",
        in storage: any MarketStorage
    ) async throws {
        try await storage.insert(
            NewReport(of: subject, by: reporter, reason: .fraud, text: text, date: noon))
    }

    private func open(_ storage: any MarketStorage) async throws -> [Report] {
        try await storage.reports(areSettled: false, before: nil, limit: 99)
    }

    @Test(arguments: Backend.all)
    func eachKindIsReportedOnceByEach(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, id) = (trade.storage, try await trade.ask("계좌로 먼저 보내세요"))
            let message = try await storage.conversation(id, of: trade.ofSeller).lastMessage.id
            let subjects: [(Report.Subject, Conversation.Reader, String)] = [
                (.item(trade.item), trade.ofAsker, "원목 의자"),
                (.person(trade.asker), trade.ofSeller, "지수"),
                (.message(message), trade.ofSeller, "계좌로 먼저 보내세요"),
            ]
            for (subject, reporter, excerpt) in subjects {
                #expect(try await storage.excerpt(of: subject, for: reporter) == excerpt)
                try await report(subject, by: reporter, in: storage)
                await #expect(throws: StorageError.limitReached(most: 1)) {
                    try await report(subject, by: reporter, "또요", in: storage)
                }
            }
            // After a report is settled, the subject may be reported again.
            for old in try await open(storage) { try await storage.settleReport(old.id, at: noon) }
            for (subject, reporter, _) in subjects {
                try await report(subject, by: reporter, "또요", in: storage)
                await #expect(throws: StorageError.limitReached(most: 1)) {
                    try await report(subject, by: reporter, "또요", in: storage)
                }
            }
            #expect(try await open(storage).map(\.text) == ["또요", "또요", "또요"])
            #expect(try await storage.reports(areSettled: true, before: nil, limit: 9).isEmpty)
            // A message taken back from the conversation still stands in the report.
            try await storage.takeBack(message, in: id, by: trade.ofAsker, at: noon)
            let reports = try await open(storage)
            #expect(reports.map(\.subject) == subjects.map(\.0).reversed())
            #expect(reports.map(\.excerpt) == subjects.map(\.2).reversed())
            #expect(reports.map(\.person?.nickname) == ["지수", "지수", "민지"])
            #expect(reports.map(\.reporter?.nickname) == ["민지", "민지", "지수"])
        }
    }

    @Test(arguments: Backend.all)
    func personReportedIsKnownToTheReporterUntilItIsLookedAt(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            func isOpen(of person: Account.ID, by account: Account.ID) async throws -> Bool {
                try await storage.hasOpenReport(of: person, by: account)
            }
            // A report of their message is none of the person.
            let id = try await trade.ask("계좌로 먼저 보내세요")
            let message = try await storage.conversation(id, of: trade.ofSeller).lastMessage.id
            try await report(.message(message), by: trade.ofSeller, in: storage)
            try await report(.item(trade.item), by: trade.ofAsker, in: storage)
            #expect(try await !isOpen(of: trade.asker, by: seller))
            #expect(try await !isOpen(of: seller, by: trade.asker))
            try await report(.person(seller), by: trade.ofAsker, in: storage)
            #expect(try await isOpen(of: seller, by: trade.asker))
            #expect(try await !isOpen(of: trade.asker, by: seller))
            for old in try await open(storage) { try await storage.settleReport(old.id, at: noon) }
            #expect(try await !isOpen(of: seller, by: trade.asker))
        }
    }

    @Test(arguments: Backend.all)
    func nobodyReportsThemselvesOrWhatTheyCannotRead(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            let message = try await storage.conversation(id, of: trade.ofSeller).lastMessage.id
            let stranger = try await storage.join("낯선 이웃")
            let other = try await storage.insert(.sample("손님 글"))
            let refused: [(Report.Subject, Conversation.Reader)] = [
                (.item(trade.item), trade.ofSeller), (.item(77), trade.ofAsker),
                (.person(trade.asker), trade.ofAsker), (.person(77), trade.ofAsker),
                (.message(message), trade.ofAsker), (.message(message), .account(stranger)),
                (.message(77), trade.ofSeller), (.message(message), .guest(trade.item)),
                (.item(trade.item), .guest(other)), (.person(trade.asker), .guest(other)),
                (.message(message), .guest(other)),
            ]
            for (subject, reporter) in refused {
                await #expect(throws: StorageError.notFound) {
                    try await storage.excerpt(of: subject, for: reporter)
                }
                await #expect(throws: StorageError.notFound) {
                    try await report(subject, by: reporter, in: storage)
                }
            }
            #expect(try await open(storage).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func aGuestReportsWhatWasWrittenToThemOnce(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, item) = (trade.storage, try await trade.storage.insert(.sample("손님 글")))
            let id = try await trade.ask(about: item)
            let photo = DevelopedPhoto.sample("a")
            let sent = try await storage.insert(
                NewChatMessage(photo: photo, date: noon), in: id, by: trade.ofAsker)
            #expect(try await storage.excerpt(of: .message(sent), for: .guest(item)) == "")
            try await report(.message(sent), by: .guest(item), in: storage)
            await #expect(throws: StorageError.limitReached(most: 1)) {
                try await report(.message(sent), by: .guest(item), in: storage)
            }
            let kept = try #require(try await open(storage).first)
            #expect(kept.reporter == nil && kept.person?.nickname == "지수" && kept.hasPhoto)
            #expect(try await storage.photo(of: kept.id) == photo.bytes(.medium))
            try await storage.takeBack(sent, in: id, by: trade.ofAsker, at: noon)
            #expect(try await open(storage).map(\.hasPhoto) == [false])
            await #expect(throws: StorageError.photoNotFound) {
                try await storage.photo(of: kept.id)
            }
        }
    }

    @Test(arguments: Backend.all)
    func whatWasReportedIsKnownToItsReporterUntilItIsLookedAt(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, item) = (trade.storage, try await trade.storage.insert(.sample("손님 글")))
            func ask(about item: Item.ID) async throws -> ChatMessage.ID {
                let id = try await trade.ask(about: item)
                return try await storage.conversation(id, of: trade.ofAsker).lastMessage.id
            }
            let own = try await ask(about: trade.item)
            let guests = try await ask(about: item)
            func reported(by reader: Conversation.Reader) async throws -> Set<ChatMessage.ID> {
                try await storage.openReports(of: [own, guests, 77], by: reader)
            }
            #expect(try await reported(by: .guest(item)).isEmpty)
            try await report(.message(guests), by: .guest(item), in: storage)
            try await report(.message(own), by: trade.ofSeller, in: storage)
            try await report(.person(trade.asker), by: trade.ofSeller, in: storage)
            #expect(try await reported(by: .guest(item)) == [guests])
            #expect(try await reported(by: trade.ofSeller) == [own])
            #expect(try await reported(by: trade.ofAsker).isEmpty)
            #expect(try await storage.openReports(of: [], by: trade.ofSeller).isEmpty)
            #expect(try await storage.openReports(of: [guests], by: trade.ofSeller).isEmpty)
            for sent in try await open(storage) {
                try await storage.settleReport(sent.id, at: noon)
            }
            #expect(try await reported(by: .guest(item)).isEmpty)
            #expect(try await reported(by: trade.ofSeller).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func aReportedListingSaysSoToItsReporterUntilItIsLookedAt(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, item) = (trade.storage, trade.item)
            func isReported(by viewer: Account.ID) async throws -> Bool {
                try await storage.viewed(item, by: viewer).hasReported
            }
            #expect(try await !isReported(by: trade.asker))
            try await report(.item(item), by: trade.ofAsker, in: storage)
            #expect(try await isReported(by: trade.asker))
            #expect(try await !isReported(by: storage.join("낯선 이웃")))
            let sent = try #require(try await open(storage).first)
            try await storage.settleReport(sent.id, at: noon)
            #expect(try await !isReported(by: trade.asker))
        }
    }

    @Test(arguments: Backend.all)
    func reportersReadTheirOwnReportsLastFirst(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await report(.item(trade.item), by: trade.ofAsker, in: storage)
            try await report(.person(trade.seller), by: trade.ofAsker, "둘째", in: storage)
            try await report(.person(trade.asker), by: trade.ofSeller, in: storage)
            let own = try await storage.reports(by: trade.asker, before: nil, limit: 9)
            #expect(own.map(\.subject) == [.person(trade.seller), .item(trade.item)])
            let older = try await storage.reports(by: trade.asker, before: own[0].id, limit: 9)
            #expect(older == [own[1]])
        }
    }

    @Test(arguments: Backend.all)
    func openReportsAreCountedUpToALimit(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            #expect(try await storage.countOpenReports(upTo: 9) == 0)
            try await report(.item(trade.item), by: trade.ofAsker, in: storage)
            try await report(.person(trade.seller), by: trade.ofAsker, in: storage)
            try await report(.person(trade.asker), by: trade.ofSeller, in: storage)
            for most in [0, 2, 3, 9] {
                #expect(try await storage.countOpenReports(upTo: most) == min(most, 3))
            }
            let last = try #require(try await open(storage).first?.id)
            try await storage.settleReport(last, at: noon)
            #expect(try await storage.countOpenReports(upTo: 9) == 2)
            // An item in the trash may come back, so its report stays open.
            _ = try await storage.deleteItem(trade.item, of: trade.seller, at: noon)
            #expect(try await storage.countOpenReports(upTo: 9) == 2)
        }
    }

    @Test(arguments: Backend.all)
    func settledReportsAreNoLongerOpen(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await report(.item(trade.item), by: trade.ofAsker, in: storage)
            let id = try #require(try await open(storage).first?.id)
            try await storage.settleReport(id, at: noon)
            try await storage.settleReport(id, at: noon + 9)
            #expect(try await open(storage).isEmpty)
            let settled = try await storage.reports(areSettled: true, before: nil, limit: 9)
            #expect(settled.map(\.dateSettled) == [noon])
            await #expect(throws: StorageError.notFound) {
                try await storage.settleReport(77, at: noon)
            }
            // The report outlives the reporter's account and the item; after the reported account
            // is gone, too, it is kept for a while longer.
            try await storage.deleteAccount(trade.asker, at: noon)
            try await storage.delete(trade.item, at: noon)
            let kept = try await storage.reports(areSettled: true, before: nil, limit: 9)
            #expect(kept.map(\.reporter) == [nil] && kept.map(\.excerpt) == ["원목 의자"])
            try await storage.deleteAccount(trade.seller, at: noon)
            try await storage.purgeDeletions(before: noon)
            let left = try await storage.reports(areSettled: true, before: nil, limit: 9)
            #expect(left.map(\.person?.nickname) == ["민지"])
            #expect(left.map(\.person?.hasLeft) == [true])
            try await storage.purgeDeletions(before: noon + 1)
            #expect(try await storage.reports(areSettled: true, before: nil, limit: 9).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func suspendedAccountsNeitherPostNorWrite(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            try await report(.person(trade.seller), by: trade.ofAsker, in: storage)
            let guests = try await storage.insert(.sample())
            try await storage.setSuspended(true, trade.seller, at: noon)
            #expect(try await storage.isSuspended(trade.seller))
            #expect(try await open(storage).isEmpty)
            let writes: [() async throws -> Void] = [
                { _ = try await storage.insert(NewItem.sample(of: trade.seller)) },
                {
                    try await storage.update(
                        trade.item, content: .sample(title: "다른 것"), photos: [], at: noon)
                },
                { try await trade.write("네", in: id, by: trade.ofSeller) },
                { try await storage.take(.reserve, in: id, by: trade.ofSeller, at: noon) },
                { try await report(.person(trade.asker), by: trade.ofSeller, in: storage) },
                { try await storage.pullUp(trade.item, at: noon + Item.pullUpWait) },
                { try await storage.takeOver(guests, by: trade.seller) },
                {
                    let profile = Profile(nickname: .sample("광고"), about: "싸게 팔아요")
                    try await storage.updateProfile(profile, language: nil, of: trade.seller)
                },
            ]
            for write in writes {
                await #expect(throws: StorageError.suspended) { try await write() }
            }
            // Others cannot tell a suspension from a block.
            await #expect(throws: StorageError.dealing(.unreachable)) {
                try await trade.write("계세요?", in: id, by: trade.ofAsker)
            }
            try await storage.setSuspended(false, trade.seller, at: noon)
            for account in [trade.seller, 77] { #expect(try await !storage.isSuspended(account)) }
            for write in writes { try await write() }
            await #expect(throws: StorageError.notFound) {
                try await storage.setSuspended(true, 77, at: noon)
            }
        }
    }
}

import Market
import Testing

struct DealingStorageTests {
    @Test(arguments: Backend.all, [1, 10] as [Int64])
    func aThousandReservationsAtOnceTakeExactlyTheStock(
        _ backend: Backend, _ stock: Int64
    ) async throws {
        try await Line.over(backend, stock: stock, askers: 1_000) { line in
            let won = try await atOnce(1_000) { number -> Bool in
                do {
                    try await line.sell(.reserve, to: number)
                    return true
                } catch StorageError.dealing(.noneLeft) {
                    return false
                }
            }
            #expect(won.count { $0 } == Int(stock))
            var held = 0
            for number in line.conversations.indices {
                if try await line.seen(by: number).stage == .reserved { held += 1 }
            }
            #expect(held == Int(stock))
            let item = try await line.storage.item(line.item)
            #expect(item.status == .reserved && item.content.stock == stock)
        }
    }

    @Test(arguments: Backend.all)
    func theLineIsInTheOrderOfArrivalAndTheFirstIsTold(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 4) { line in
            try await line.sell(.reserve, to: 0)
            for number in [2, 1, 3] { try await line.ask(.joinLine, by: number) }
            #expect(try await line.seen(by: 2).linePosition == 1)
            #expect(try await line.seen(by: 1).linePosition == 2)
            #expect(try await line.seen(by: 3).linePosition == 3)
            await #expect(throws: StorageError.dealing(.isAt(.asked))) {
                try await line.ask(.joinLine, by: 2)
            }
            try await line.ask(.leaveLine, by: 2)
            #expect(try await line.seen(by: 1).linePosition == 1)
            try await line.sell(.release, to: 0)
            #expect(try await line.kinds(in: 1).last == .note(.turn))
            #expect(try await line.kinds(in: 3).last == .note(.joinedLine))
            #expect(try await line.storage.countUnreadMessages(of: line.askers[1]) == 1)
            #expect(try await line.storage.item(line.item).status == .selling)
            try await line.sell(.reserve, to: 1)
            #expect(try await line.seen(by: 1).linePosition == nil)
            #expect(try await line.seen(by: 3).linePosition == 1)
        }
    }

    @Test(arguments: Backend.all)
    func closingTakesOneAndTheLastOneEndsTheSale(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 2, askers: 3) { line in
            try await line.sell(.reserve, to: 0)
            #expect(try await line.storage.item(line.item).status == .selling)
            try await line.sell(.close(at: 20_000), to: 0)
            var item = try await line.storage.item(line.item)
            #expect(item.content.stock == 1 && item.status == .selling)
            #expect(try await line.seen(by: 0).stage == .closed)
            try await line.sell(.reserve, to: 1)
            // A piece reserved for one asker is not sold to another.
            await #expect(throws: StorageError.dealing(.noneLeft)) {
                try await line.sell(.close(at: nil), to: 2)
            }
            try await line.sell(.close(at: nil), to: 1)
            item = try await line.storage.item(line.item)
            #expect(item.content.stock == 0 && item.status == .sold)
            await #expect(throws: StorageError.dealing(.itemSold)) {
                try await line.sell(.reserve, to: 2)
            }
        }
    }

    @Test(arguments: Backend.all)
    func aPriceIsOfferedAndAnsweredOnce(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 2) { line in
            try await line.ask(.offerPrice(20_000), by: 0)
            let offer = try await line.seen(by: 0).lastMessage
            #expect(offer.kind == .offer(PriceOffer(amount: 20_000, currency: .krw)))
            await #expect(throws: StorageError.dealing(.isAt(.asked))) {
                try await line.ask(.acceptOffer(offer.id), by: 0)
            }
            // Neither an offer of another conversation nor a text message can be accepted.
            for (message, number) in [(offer.id, 1), (ChatMessage.ID(rawValue: 1), 0)] {
                await #expect(throws: StorageError.notFound) {
                    try await line.sell(.acceptOffer(message), to: number)
                }
            }
            try await line.sell(.acceptOffer(offer.id), to: 0)
            await #expect(throws: StorageError.dealing(.offerAnswered)) {
                try await line.sell(.declineOffer(offer.id), to: 0)
            }
            let kinds = try await line.kinds(in: 0)
            #expect(
                kinds.suffix(2) == [
                    .offer(PriceOffer(amount: 20_000, currency: .krw, answer: .accepted)),
                    .note(.offerAccepted),
                ])
            await #expect(throws: StorageError.dealing(.offerAnswered)) {
                try await line.storage.takeBack(
                    offer.id, in: line.conversations[0], by: .account(line.askers[0]), at: noon)
            }
        }
    }

    @Test(arguments: Backend.all)
    func anOfferIsTakenBackUntilItIsAnswered(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 1) { line in
            let (id, asker) = (line.conversations[0], Conversation.Reader.account(line.askers[0]))
            try await line.ask(.offerPrice(3_000))
            let offer = try await line.seen().lastMessage.id
            await #expect(throws: StorageError.notFound) {
                try await line.storage.takeBack(offer, in: id, by: line.ofSeller, at: noon)
            }
            try await line.storage.takeBack(offer, in: id, by: asker, at: noon + 86_400)
            #expect(try await line.kinds().last == .text)
            #expect(try await line.seen().lastMessage.isTakenBack)
            #expect(try await line.storage.fixedPurpose(of: line.item) == nil)
            for move in [Dealing.Move.acceptOffer(offer), .declineOffer(offer)] {
                await #expect(throws: StorageError.dealing(.takenBack)) {
                    try await line.sell(move)
                }
            }
            #expect(try await line.seen().agreed == nil)
        }
    }

    @Test(arguments: Backend.all)
    func refusedStepsChangeNothing(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 1) { line in
            let before = try await line.seen(by: 0)
            let refused: [(Dealing.Move, Bool)] = [
                (.reserve, false), (.close(at: nil), false), (.release, true), (.release, false),
                (.joinLine, true), (.offerPrice(1), true),
            ]
            for (move, isSellers) in refused {
                await #expect(throws: StorageError.dealing(.isAt(.asked))) {
                    if isSellers {
                        try await line.sell(move, to: 0)
                    } else {
                        try await line.ask(move, by: 0)
                    }
                }
            }
            await #expect(throws: StorageError.notFound) {
                try await line.storage.take(
                    .reserve, in: line.conversations[0], by: .account(77), at: noon)
            }
            #expect(try await line.seen(by: 0) == before)
        }
    }

    @Test(arguments: Backend.all)
    func theReservationOfADepartedAskerIsReleased(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 2) { line in
            try await line.sell(.reserve, to: 0)
            #expect(try await line.seen(by: 1).freeStock == 0)
            try await line.storage.deleteAccount(line.askers[0], at: noon)
            #expect(try await line.seen(by: 1).freeStock == 1)
            #expect(try await line.storage.item(line.item).status == .selling)
            try await line.sell(.reserve, to: 1)
            try await line.storage.setStatus(.selling, of: line.item, at: noon)
            #expect(try await line.seen(by: 1).stage == .asked)
            #expect(try await line.seen(by: 1).freeStock == 1)
        }
    }

    @Test(arguments: Backend.all)
    func reservedPiecesAreCountedBesideTheItem(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 3, askers: 3) { line in
            func held() async throws -> Int {
                try await line.storage.detailed(line.item).conversations.held
            }
            #expect(try await held() == 0)
            for number in 0...1 { try await line.sell(.reserve, to: number) }
            #expect(try await held() == 2)
            try await line.sell(.close(at: nil))
            #expect(try await held() == 1)
            try await line.sell(.release, to: 1)
            #expect(try await held() == 0)
        }
    }

    @Test(arguments: Backend.all)
    func aDeletedItemIsNotDealtWith(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 1) { line in
            try await line.storage.delete(line.item, at: noon)
            await #expect(throws: StorageError.dealing(.itemDeleted)) {
                try await line.ask(.offerPrice(1), by: 0)
            }
        }
    }
}

import Market
import Testing

struct DealingStorageTests {
    @Test(arguments: Backend.all, [1, 10] as [Int64])
    func aThousandReservationsAtOnceTakeExactlyTheStock(
        _ backend: Backend, _ stock: Int64
    ) async throws {
        try await Sale.over(backend, stock: stock, askers: 1_000) { sale in
            let won = try await atOnce(1_000) { number -> Bool in
                do {
                    try await sale.sell(.reserve, to: number)
                    return true
                } catch StorageError.dealing(.noneLeft) {
                    return false
                }
            }
            #expect(won.count { $0 } == Int(stock))
            var held = 0
            for number in sale.conversations.indices {
                if try await sale.seen(by: number).stage == .reserved { held += 1 }
            }
            #expect(held == Int(stock))
            let item = try await sale.storage.item(sale.item)
            #expect(item.status == .reserved && item.content.stock == stock)
        }
    }

    @Test(arguments: Backend.all)
    func theLineIsInTheOrderOfArrivalAndTheFirstIsTold(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 4) { sale in
            try await sale.sell(.reserve, to: 0)
            for number in [2, 1, 3] { try await sale.ask(.joinLine, by: number) }
            #expect(try await sale.seen(by: 2).linePosition == 1)
            #expect(try await sale.seen(by: 1).linePosition == 2)
            #expect(try await sale.seen(by: 3).linePosition == 3)
            await #expect(throws: StorageError.dealing(.isAt(.asked))) {
                try await sale.ask(.joinLine, by: 2)
            }
            try await sale.ask(.leaveLine, by: 2)
            #expect(try await sale.seen(by: 1).linePosition == 1)
            try await sale.sell(.release, to: 0)
            #expect(try await sale.kinds(in: 1).last == .note(.turn))
            #expect(try await sale.kinds(in: 3).last == .note(.joinedLine))
            #expect(try await sale.storage.countUnreadMessages(of: sale.askers[1]) == 1)
            #expect(try await sale.storage.item(sale.item).status == .selling)
            try await sale.sell(.reserve, to: 1)
            #expect(try await sale.seen(by: 1).linePosition == nil)
            #expect(try await sale.seen(by: 3).linePosition == 1)
        }
    }

    @Test(arguments: Backend.all)
    func closingTakesOneAndTheLastOneEndsTheSale(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 2, askers: 3) { sale in
            try await sale.sell(.reserve, to: 0)
            #expect(try await sale.storage.item(sale.item).status == .selling)
            try await sale.sell(.close(at: 20_000), to: 0)
            var item = try await sale.storage.item(sale.item)
            #expect(item.content.stock == 1 && item.status == .selling)
            #expect(try await sale.seen(by: 0).stage == .closed)
            try await sale.sell(.reserve, to: 1)
            // A piece reserved for one asker is not sold to another.
            await #expect(throws: StorageError.dealing(.noneLeft)) {
                try await sale.sell(.close(at: nil), to: 2)
            }
            try await sale.sell(.close(at: nil), to: 1)
            item = try await sale.storage.item(sale.item)
            #expect(item.content.stock == 0 && item.status == .sold)
            await #expect(throws: StorageError.dealing(.itemSold)) {
                try await sale.sell(.reserve, to: 2)
            }
        }
    }

    @Test(arguments: Backend.all)
    func aPriceIsOfferedAndAnsweredOnce(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 2) { sale in
            try await sale.ask(.offerPrice(20_000), by: 0)
            let offer = try await sale.seen(by: 0).lastMessage
            #expect(offer.kind == .offer(PriceOffer(amount: 20_000, currency: .krw)))
            await #expect(throws: StorageError.dealing(.isAt(.asked))) {
                try await sale.ask(.acceptOffer(offer.id), by: 0)
            }
            // Neither an offer of another conversation nor a text message can be accepted.
            for (message, number) in [(offer.id, 1), (ChatMessage.ID(rawValue: 1), 0)] {
                await #expect(throws: StorageError.notFound) {
                    try await sale.sell(.acceptOffer(message), to: number)
                }
            }
            try await sale.sell(.acceptOffer(offer.id), to: 0)
            await #expect(throws: StorageError.dealing(.offerAnswered)) {
                try await sale.sell(.declineOffer(offer.id), to: 0)
            }
            let kinds = try await sale.kinds(in: 0)
            #expect(
                kinds.suffix(2) == [
                    .offer(PriceOffer(amount: 20_000, currency: .krw, answer: .accepted)),
                    .note(.offerAccepted),
                ])
            await #expect(throws: StorageError.dealing(.offerAnswered)) {
                try await sale.storage.takeBack(
                    offer.id, in: sale.conversations[0], by: .account(sale.askers[0]), at: noon)
            }
        }
    }

    @Test(arguments: Backend.all)
    func anOfferIsTakenBackUntilItIsAnswered(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            let (id, asker) = (sale.conversations[0], Conversation.Reader.account(sale.askers[0]))
            try await sale.ask(.offerPrice(3_000))
            let offer = try await sale.seen().lastMessage.id
            await #expect(throws: StorageError.notFound) {
                try await sale.storage.takeBack(offer, in: id, by: sale.ofSeller, at: noon)
            }
            try await sale.storage.takeBack(offer, in: id, by: asker, at: noon + 86_400)
            #expect(try await sale.kinds().last == .text)
            #expect(try await sale.seen().lastMessage.isTakenBack)
            #expect(try await sale.storage.fixedPurpose(of: sale.item) == nil)
            for move in [Dealing.Move.acceptOffer(offer), .declineOffer(offer)] {
                await #expect(throws: StorageError.dealing(.takenBack)) {
                    try await sale.sell(move)
                }
            }
            #expect(try await sale.seen().agreed == nil)
        }
    }

    @Test(arguments: Backend.all)
    func refusedStepsChangeNothing(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            let before = try await sale.seen(by: 0)
            let refused: [(Dealing.Move, Bool)] = [
                (.reserve, false), (.close(at: nil), false), (.release, true), (.release, false),
                (.joinLine, true), (.offerPrice(1), true),
            ]
            for (move, isSellers) in refused {
                await #expect(throws: StorageError.dealing(.isAt(.asked))) {
                    if isSellers {
                        try await sale.sell(move, to: 0)
                    } else {
                        try await sale.ask(move, by: 0)
                    }
                }
            }
            await #expect(throws: StorageError.notFound) {
                try await sale.storage.take(
                    .reserve, in: sale.conversations[0], by: .account(77), at: noon)
            }
            #expect(try await sale.seen(by: 0) == before)
        }
    }

    @Test(arguments: Backend.all)
    func theReservationOfADepartedAskerIsReleased(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 2) { sale in
            try await sale.sell(.reserve, to: 0)
            #expect(try await sale.seen(by: 1).freeStock == 0)
            try await sale.storage.deleteAccount(sale.askers[0], at: noon)
            #expect(try await sale.seen(by: 1).freeStock == 1)
            #expect(try await sale.storage.item(sale.item).status == .selling)
            try await sale.sell(.reserve, to: 1)
            try await sale.storage.setStatus(.selling, of: sale.item, at: noon)
            #expect(try await sale.seen(by: 1).stage == .asked)
            #expect(try await sale.seen(by: 1).freeStock == 1)
        }
    }

    @Test(arguments: Backend.all)
    func reservedPiecesAreCountedBesideTheItem(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 3, askers: 3) { sale in
            func held() async throws -> Int {
                try await sale.storage.detailed(sale.item).conversations.held
            }
            #expect(try await held() == 0)
            for number in 0...1 { try await sale.sell(.reserve, to: number) }
            #expect(try await held() == 2)
            try await sale.sell(.close(at: nil))
            #expect(try await held() == 1)
            try await sale.sell(.release, to: 1)
            #expect(try await held() == 0)
        }
    }

    @Test(arguments: Backend.all)
    func aDeletedItemIsNotDealtWith(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await sale.storage.delete(sale.item, at: noon)
            await #expect(throws: StorageError.dealing(.itemDeleted)) {
                try await sale.ask(.offerPrice(1), by: 0)
            }
        }
    }
}

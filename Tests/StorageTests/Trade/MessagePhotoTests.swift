import Market
import Testing

struct MessagePhotoTests {
    private func send(
        _ photo: DevelopedPhoto, token: String = "", in id: Conversation.ID, _ trade: TradeFixture
    ) async throws -> ChatMessage.ID {
        try await trade.storage.insert(
            NewChatMessage(photo: photo, token: token, date: noon), in: id, by: trade.ofAsker)
    }

    @Test(arguments: Backend.all)
    func bothSeeAPhotoThatWasSent(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let photo = DevelopedPhoto.sample("a", fullSize: 600_000)
            let sent = try await send(photo, in: id, trade)
            for reader in [trade.ofSeller, trade.ofAsker] {
                let messages = try await trade.storage.messages(
                    in: id, of: reader, before: nil, limit: 9)
                #expect(messages.first?.kind == .photo(SentPhoto(width: 40, height: 30)))
                for size in [Photo.Size.medium, .full] {
                    let bytes = try await trade.storage.photo(of: sent, in: id, of: reader, size)
                    #expect(bytes == photo.bytes(size))
                }
            }
            #expect(try await trade.storage.countUnreadMessages(of: trade.seller) == 2)
        }
    }

    @Test(arguments: Backend.all)
    func messagePhotosArePrivate(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let photo = DevelopedPhoto.sample("a")
            let sent = try await send(photo, in: id, trade)
            await #expect(throws: StorageError.photoNotFound) {
                _ = try await trade.storage.bytes(of: photo.photo.id, .full)
            }
            await #expect(throws: StorageError.photoNotFound) {
                _ = try await trade.storage.photo(of: sent, in: id, of: trade.ofAsker, .thumbnail)
            }
            let other = try await trade.ask(about: trade.storage.insert(.sample()))
            await #expect(throws: StorageError.photoNotFound) {
                _ = try await trade.storage.photo(of: sent, in: other, of: trade.ofAsker, .full)
            }
        }
    }

    @Test(arguments: Backend.all)
    func takenBackItIsGoneForBoth(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let sent = try await send(.sample("a"), in: id, trade)
            try await trade.storage.takeBack(sent, in: id, by: trade.ofAsker, at: noon)
            for reader in [trade.ofSeller, trade.ofAsker] {
                await #expect(throws: StorageError.photoNotFound) {
                    _ = try await trade.storage.photo(of: sent, in: id, of: reader, .full)
                }
                let last = try await trade.storage.conversation(id, of: reader).lastMessage
                #expect(last.isTakenBack && last.kind == .text)
            }
        }
    }

    @Test(arguments: Backend.all)
    func sentTwiceItIsOneMessage(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let sent = try await send(.sample("a"), token: "t-0", in: id, trade)
            #expect(try await send(.sample("a"), token: "t-0", in: id, trade) == sent)
            #expect(
                try await trade.storage.messages(in: id, of: trade.ofAsker, before: nil, limit: 9)
                    .count == 2)
        }
    }
}

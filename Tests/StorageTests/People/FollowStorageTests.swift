import Market
import Testing

@testable import Storage

/// 지수 follows 민지, who has one listing by then.
struct FollowStorageTests {
    @Test(arguments: Backend.all)
    func sellerIsFollowedUntilTheFollowerStops(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            for isFollowed in [false, true, true, false, false] {
                try await trade.follow(isFollowed)
                let sellers = try await trade.storage.followedSellers(of: trade.asker)
                #expect(sellers.map(\.account.id) == (isFollowed ? [trade.seller] : []))
                let items = try await trade.followed()
                #expect(items.map(\.item.id) == (isFollowed ? [trade.item] : []))
                let viewed = try await trade.storage.viewed(trade.item, by: trade.asker)
                #expect(viewed.followsSeller == isFollowed)
                #expect(try await trade.isFollowed() == isFollowed)
                #expect(try await trade.storage.followedSellers(of: trade.seller).isEmpty)
            }
        }
    }

    @Test(arguments: Backend.all)
    func listingsPostedSinceAreNewUntilTheyAreSeen(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await trade.follow()
            #expect(try await trade.unseen() == [])
            let desk = try await storage.insert(NewItem.sample("책상", of: trade.seller))
            let lamp = try await storage.insert(NewItem.sample("전등", of: trade.seller))
            _ = try await storage.insert(NewItem.sample(of: trade.asker))
            _ = try await storage.insert(.sample())
            let items = try await trade.followed()
            #expect(items.map(\.item.id) == [lamp, desk, trade.item])
            #expect(items.allSatisfy { $0.seller == "민지" })
            #expect(try await trade.unseen() == [lamp, desk])
            try await storage.seeFollowedItems(upTo: desk, by: trade.asker)
            #expect(try await trade.unseen() == [lamp])
            // What is pulled up stands first, but is nothing new.
            try await storage.pullUp(desk, at: noon + Item.pullUpWait)
            #expect(try await trade.followed().map(\.item.id) == [desk, lamp, trade.item])
            #expect(try await trade.unseen() == [lamp])
            // To see an older one takes nothing back.
            for item in [lamp, desk] {
                try await storage.seeFollowedItems(upTo: item, by: trade.asker)
                #expect(try await trade.unseen() == [])
            }
        }
    }

    @Test(arguments: Backend.all)
    func listingsThatSearchesCountAreKnown(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, asker) = (trade.storage, trade.asker)
            func both() async throws -> Int {
                try await storage.countUnseenFollowedMatches(of: asker)
            }
            try await trade.follow()
            #expect(try await both() == 0)
            let desks = try await storage.keep("책상", of: asker)
            _ = try await storage.keep("원목", of: asker)
            let lamp = try await storage.insert(NewItem.sample("전등", of: trade.seller))
            #expect(try await both() == 0)
            // What several searches find is one listing, and what somebody else posts is not followed.
            _ = try await storage.insert(NewItem.sample("원목 책상", of: trade.seller))
            _ = try await storage.insert(.sample("책상"))
            #expect(try await both() == 1)
            #expect(try await storage.countUnseenMatches(of: asker) == 2)
            // An edit makes the lamp a match.
            var content = try await storage.item(lamp).content
            content.title = "책상 전등"
            try await storage.update(lamp, content: content, photos: [], at: noon + 60)
            #expect(try await both() == 2)
            try await storage.seeFollowedItems(upTo: lamp, by: asker)
            #expect(try await both() == 1)
            let matches = try await storage.matches(of: desks, of: asker, before: nil, limit: 9)
            let newest = try #require(matches.first)
            try await storage.setSeen(upTo: newest.id, of: desks, of: asker)
            #expect(try await both() == 0)
        }
    }

    @Test(arguments: Backend.all)
    func onlyOpenListingsAreShownAndCounted(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await trade.follow()
            let desk = try await storage.insert(NewItem.sample("책상", of: trade.seller))
            func expect(_ isShown: Bool) async throws {
                #expect(try await trade.unseen() == (isShown ? [desk] : []))
                #expect(try await trade.followed().count == (isShown ? 2 : 1))
            }
            for isHidden in [true, false] {
                try await storage.setHidden(isHidden, desk, at: noon)
                try await expect(!isHidden)
            }
            for status in [Item.Status.reserved, .selling, .sold, .selling] {
                try await storage.setStatus(status, of: desk, at: noon)
                try await expect(status == .selling)
            }
            let deletion = try await storage.trash(desk, of: trade.seller)
            try await expect(false)
            try await storage.restore(deletion.id, of: trade.seller, at: noon)
            try await expect(true)
            try await storage.delete(desk, at: noon)
            try await expect(false)
        }
    }

    @Test(arguments: Backend.all)
    func sellersAreSortedByTheirNewestListing(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let (other, idle) = (try await storage.join("하늘"), try await storage.join("바다"))
            for seller in [idle, other, trade.seller] {
                try await storage.setFollowed(true, seller, by: trade.asker, at: noon)
            }
            func sellers() async throws -> [Account.ID] {
                try await storage.followedSellers(of: trade.asker).map(\.account.id)
            }
            #expect(try await sellers().first == trade.seller)
            for title in ["책상", "전등"] {
                _ = try await storage.insert(NewItem.sample(title, of: other))
            }
            #expect(try await sellers() == [other, trade.seller, idle])
            let unseen = try await storage.followedSellers(of: trade.asker).map(\.unseenItems)
            #expect(unseen == [2, 0, 0])
        }
    }

    @Test(arguments: Backend.all)
    func listingsArePagedNewestFirst(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let other = try await trade.storage.join("하늘")
            for seller in [other, trade.seller] {
                try await trade.storage.setFollowed(true, seller, by: trade.asker, at: noon)
            }
            var posted = [trade.item]
            for number in 1...6 {
                let seller = number.isMultiple(of: 2) ? other : trade.seller
                posted.append(try await trade.storage.insert(NewItem.sample(of: seller)))
            }
            let seen = try await allPages { (last: FollowedItem?) in
                try await trade.followed(before: last?.item.position, limit: 2)
            }
            #expect(seen.map(\.item.id) == posted.reversed())
        }
    }

    @Test(arguments: Backend.all)
    func blockInEitherDirectionEndsIt(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let directions: [(Account.ID, Account.ID, Dealing.Obstacle)] = [
                (trade.seller, trade.asker, .unreachable), (trade.asker, trade.seller, .blocked),
            ]
            for (blocker, blocked, obstacle) in directions {
                try await trade.follow()
                try await trade.storage.setBlocked(true, blocked, by: blocker, at: noon)
                #expect(try await !trade.isFollowed())
                await #expect(throws: StorageError.dealing(obstacle)) { try await trade.follow() }
                // Unblocking does not bring it back.
                try await trade.storage.setBlocked(false, blocked, by: blocker, at: noon)
                #expect(try await trade.followed().isEmpty)
            }
        }
    }

    @Test(arguments: Backend.all)
    func blockByAProgramThatKnowsNoFollowsEndsIt(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let database = try #require(trade.storage as? SQLStorage)
            let people = [(trade.seller, trade.asker), (trade.asker, trade.seller)]
            for (blocker, blocked) in people {
                try await trade.follow()
                _ = try await trade.storage.insert(NewItem.sample("책상", of: trade.seller))
                #expect(try await !trade.unseen().isEmpty)
                try await database.write { connection throws(StorageError) -> Void in
                    try connection.run(
                        "INSERT INTO block (account, blocked, date) VALUES (?, ?, ?)", blocker,
                        blocked, noon)
                }
                #expect(try await !trade.isFollowed())
                #expect(try await trade.unseen().isEmpty)
                try await trade.storage.setBlocked(false, blocked, by: blocker, at: noon)
                #expect(try await !trade.isFollowed())
            }
        }
    }

    @Test(arguments: Backend.all)
    func suspendedSellerIsNotFollowedAnew(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            try await trade.follow()
            try await trade.storage.setSuspended(true, trade.seller, at: noon)
            // Whoever follows them already may do so twice, as ever.
            try await trade.follow()
            #expect(try await trade.isFollowed())
            try await trade.follow(false)
            await #expect(throws: StorageError.dealing(.unreachable)) { try await trade.follow() }
            #expect(try await !trade.isFollowed())
        }
    }

    @Test(arguments: Backend.all)
    func nobodyFollowsThemselvesOrAnUnknownAccount(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            for (seller, account) in [(trade.seller, trade.seller), (77, trade.seller), (1, 77)] {
                await #expect(throws: StorageError.notFound) {
                    try await trade.storage.setFollowed(true, seller, by: account, at: noon)
                }
            }
            let unknown = try await trade.storage.followedSellers(of: 77)
            #expect(unknown.isEmpty)
        }
    }

    /// Neither a post nor those who listen have to handle thousands of followers at once.
    @Test(.timeLimit(.minutes(1)))
    func manyFollowersAreToldSomeAtATime() async throws {
        try await TradeFixture.over(.memory) { trade in
            let storage = trade.storage
            let most = SQLStorage.followersToldAtOnce
            for number in 0...most {
                let follower = try await storage.join("이웃 \(number)")
                try await storage.setFollowed(true, trade.seller, by: follower, at: noon)
            }
            let (rounds, round) = AsyncStream<Int>.makeStream()
            storage.feed.setFollower { changes in
                let told = changes.count { if case .organiser = $0 { true } else { false } }
                if told > 0 { round.yield(told) }
            }
            _ = try await storage.insert(NewItem.sample(of: trade.seller))
            var counts = rounds.makeAsyncIterator()
            let (first, second) = (await counts.next(), await counts.next())
            #expect(first == most && second == 1)
        }
    }

    @Test(arguments: Backend.all)
    func deletionOfEitherAccountEndsIt(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let other = try await storage.join("하늘")
            try await trade.follow()
            try await storage.setFollowed(true, trade.asker, by: other, at: noon)
            try await storage.deleteAccount(trade.seller, at: noon)
            #expect(try await storage.followedSellers(of: trade.asker).isEmpty)
            #expect(try await trade.followed().isEmpty)
            try await storage.deleteAccount(other, at: noon)
            #expect(try await !storage.isFollowed(trade.asker, by: other))
        }
    }

    @Test(arguments: Backend.all)
    func moreSellersThanTheLimitAreRefused(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            for number in 1...Limits.followedSellers {
                let seller = try await storage.join("이웃 \(number)")
                try await storage.setFollowed(true, seller, by: trade.asker, at: noon)
            }
            let most = Limits.followedSellers
            await #expect(throws: StorageError.limitReached(most: most)) {
                try await trade.follow()
            }
            let sellers = try await storage.followedSellers(of: trade.asker)
            #expect(sellers.count == most)
            // The same seller again is no other one.
            let known = try #require(sellers.first?.account.id)
            try await storage.setFollowed(true, known, by: trade.asker, at: noon)
            try await storage.setFollowed(false, known, by: trade.asker, at: noon)
            try await trade.follow()
        }
    }
}

extension TradeFixture {
    /// The asker follows the seller, or stops.
    fileprivate func follow(_ isFollowed: Bool = true) async throws {
        try await storage.setFollowed(isFollowed, seller, by: asker, at: noon)
    }

    fileprivate func isFollowed() async throws -> Bool {
        try await storage.isFollowed(seller, by: asker)
    }

    fileprivate func followed(
        before position: Item.Position? = nil, limit: Int = 99
    ) async throws -> [FollowedItem] {
        try await storage.followedItems(of: asker, before: position, limit: limit)
    }

    /// What is new to the asker, which is as many as are counted.
    fileprivate func unseen() async throws -> [Item.ID] {
        let items = try await followed().filter(\.isUnseen).map(\.item.id)
        #expect(try await storage.countUnseenFollowedItems(of: asker) == items.count)
        let sellers = try await storage.followedSellers(of: asker)
        #expect(sellers.reduce(0) { $0 + $1.unseenItems } == items.count)
        return items
    }
}

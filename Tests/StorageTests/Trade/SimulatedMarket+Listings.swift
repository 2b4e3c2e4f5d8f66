import Market

extension SimulatedMarket {
    // MARK: - Listings

    mutating func post(_ person: Account.ID) async throws(StorageError) -> Bool {
        let isGuests = Int.random(in: 0..<5, using: &random) == 0
        let content = content(stock: 1...3)
        let id = try await storage.insert(
            NewItem(
                content: content, photos: [],
                owner: isGuests ? .guest(passwordHash: "$argon2id$hash") : .account(person),
                datePosted: now))
        items.append(id)
        sellers[id] = isGuests ? nil : person
        return true
    }

    private mutating func content(stock: ClosedRange<Int64>) -> ItemContent {
        ItemContent(
            title: "원목 의자", category: .furniture, price: .open(),
            stock: .random(in: stock, using: &random), description: "흠집이 조금 있어요.")
    }

    mutating func edit() async throws(StorageError) -> Bool {
        guard let item = items.suffix(30).randomElement(using: &random) else { return false }
        try await storage.update(item, content: content(stock: 0...4), photos: [], at: now)
        return true
    }

    mutating func setStatus() async throws(StorageError) -> Bool {
        guard let item = items.suffix(30).randomElement(using: &random),
            let status = Item.Status.allCases.randomElement(using: &random)
        else { return false }
        try await storage.setStatus(status, of: item, at: now)
        try await noteSale(of: item)
        return true
    }

    mutating func pullUp() async throws(StorageError) -> Bool {
        guard let item = items.randomElement(using: &random) else { return false }
        try await storage.pullUp(item, at: now)
        return true
    }

    mutating func deleteItem() async throws(StorageError) -> Bool {
        guard let item = items.randomElement(using: &random) else { return false }
        try await storage.delete(item, at: now)
        return true
    }

    /// Hides an item, or shows it again.
    mutating func hide() async throws(StorageError) -> Bool {
        guard let item = items.suffix(30).randomElement(using: &random) else { return false }
        try await storage.setHidden(Bool.random(using: &random), item, at: now)
        return true
    }

    mutating func takeOver(_ person: Account.ID) async throws(StorageError) -> Bool {
        let guests = items.filter { sellers[$0] == nil }
        guard let item = guests.randomElement(using: &random) else { return false }
        try await storage.takeOver(item, by: person)
        sellers[item] = person
        let received = about.filter { $0.value == item }.map(\.key)
        let (blocks, askers) = (blocks, askers)
        leaveLines { id in
            guard received.contains(id), let asker = askers[id] else { return false }
            return asker == person
                || blocks.contains(Block(account: person, blocked: asker))
                || blocks.contains(Block(account: asker, blocked: person))
        }
        noShows.removeAll { said in
            received.contains(said.conversation) && askers[said.conversation] == person
        }
        for index in noShows.indices
        where received.contains(noShows[index].conversation) && noShows[index].party == .seller {
            noShows[index].account = person
        }
        return true
    }

    // MARK: - People

    mutating func block(_ person: Account.ID) async throws(StorageError) -> Bool {
        // Preferably somebody whom they have a conversation with.
        let known = try await storage.conversations(of: .account(person), before: nil, limit: 9)
            .randomElement(using: &random)?.other
        var other = people.randomElement(using: &random)
        if case .member(let id, _, _) = known { other = id }
        guard let other else { return false }
        try await storage.setBlocked(true, other, by: person, at: now)
        let made = Block(account: person, blocked: other)
        if !blocks.contains(made) { blocks.append(made) }
        let (askers, about, sellers) = (askers, about, sellers)
        leaveLines { id in
            let pair = [askers[id], about[id].flatMap { sellers[$0] }]
            return pair == [person, other] || pair == [other, person]
        }
        return true
    }

    mutating func unblock() async throws(StorageError) -> Bool {
        guard let block = blocks.randomElement(using: &random) else { return false }
        try await storage.setBlocked(false, block.blocked, by: block.account, at: now)
        blocks.removeAll { $0 == block }
        return true
    }

    mutating func report(_ person: Account.ID) async throws(StorageError) -> Bool {
        guard let item = items.randomElement(using: &random),
            let other = people.randomElement(using: &random)
        else { return false }
        let message = ChatMessage.ID(rawValue: .random(in: 1...9_999, using: &random))
        let subjects: [Report.Subject] = [.item(item), .person(other), .message(message)]
        guard let subject = subjects.randomElement(using: &random) else { return false }
        try await storage.insert(
            NewReport(of: subject, by: .account(person), reason: .spam, text: "", date: now))
        return true
    }

    /// Suspends the person, or lifts the oldest suspension if there are three.
    mutating func suspend(_ person: Account.ID) async throws(StorageError) -> Bool {
        guard !suspended.contains(person) else { return false }
        let isGuilty = suspended.count < 3
        let account = isGuilty ? person : suspended.removeFirst()
        try await storage.setSuspended(isGuilty, account, at: now)
        if isGuilty { suspended.append(account) }
        return true
    }

    /// Deletes the account, and has somebody new join.
    mutating func leave(_ person: Account.ID) async throws(StorageError) -> Bool {
        try await storage.deleteAccount(person, at: now)
        people.removeAll { $0 == person }
        blocks.removeAll { $0.account == person || $0.blocked == person }
        suspended.removeAll { $0 == person }
        let askers = askers
        leaveLines { askers[$0] == person }
        noShows.removeAll { $0.account == person }
        let nickname = "이웃 \(now.seconds)-\(begun.count)"
        people.append(try await storage.insert(NewAccount.joining(nickname)))
        return true
    }
}

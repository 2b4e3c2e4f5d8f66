import Localization

/// What is to be said, before it is said in a language: the name of a message of the catalogues,
/// and its arguments.
public struct Phrase: Equatable, Sendable {
    /// Which message.
    public let key: Key
    /// In the order of the key's labels.
    public let arguments: Arguments

    /// What a message is filled with.
    public enum Argument: Equatable, Sendable {
        /// What somebody wrote, as it is.
        case text(String)
        /// Shown with a comma between each three digits; the last `decimals` of them are a fraction.
        case number(Int64, decimals: Int = 0)
        /// Another message.
        indirect case phrase(Phrase)
    }

    /// A single number, as most of those on a list have, takes no array.
    public enum Arguments: Equatable, Sendable {
        case none
        case number(Int64, decimals: Int)
        case several([Argument])
    }

    /// Of a message without arguments.
    public init(_ key: Key) {
        self.key = key
        arguments = .none
        assert(key.labels.isEmpty, "\(key) takes arguments")
    }

    /// Of a message with a number.
    public init(_ key: Key, _ number: some BinaryInteger, decimals: Int = 0) {
        self.key = key
        arguments = .number(Int64(number), decimals: decimals)
        assert(key.labels.count == 1, "\(key) takes \(key.labels)")
    }

    /// Of a message with these arguments, in the order of its labels.
    public init(_ key: Key, _ arguments: Argument...) {
        self.key = key
        self.arguments = .several(arguments)
        assert(key.labels.count == arguments.count, "\(key) takes \(key.labels)")
    }
}

extension Phrase {
    /// The phrase in the words of a catalogue that has all keys; empty where it has not.
    public func text(in catalogue: Catalogue) -> String {
        let (name, labels) = key.signature
        guard let message = catalogue.messages[name] else { return "" }
        return message.text { label in
            labels.firstIndex(of: label).flatMap(argument)?.text(in: catalogue) ?? ""
        }
    }

    private func argument(_ place: Int) -> Argument? {
        switch arguments {
        case .none: nil
        case .number(let number, let decimals): .number(number, decimals: decimals)
        case .several(let several): several[place]
        }
    }
}

extension Phrase.Argument {
    fileprivate func text(in catalogue: Catalogue) -> String {
        switch self {
        case .text(let text): text
        case .number(let number, let decimals):
            ShortText(number, decimals: decimals).description
        case .phrase(let phrase): phrase.text(in: catalogue)
        }
    }
}

extension ShortText {
    /// A number with a comma between each three digits: `12,500`, `12.50` with two decimals.
    public init(_ number: Int64, decimals: Int) {
        self.init()
        guard decimals > 0 else {
            append(number, grouped: true)
            return
        }
        let (whole, fraction) = number.quotientAndRemainder(dividingBy: 100)
        append(whole, grouped: true)
        append(".")
        append(twoDigits: fraction)
    }
}

/// Phrases that stand below each other.
public struct Lines: Equatable, Sendable {
    /// At least one.
    public let phrases: [Phrase]

    init(_ phrases: [Phrase]) {
        self.phrases = phrases
    }
}

// MARK: - The messages

extension Phrase {
    /// Every message that a view model or a page may say, as a catalogue calls it, with the labels
    /// of its arguments: `items.titleTooLong(most:)`.
    public enum Key: String, CaseIterable, Sendable {
        // What a page says first.
        case success = "alerts.success"
        case failure = "alerts.failure"
        case updated = "alerts.updated"
        case deleted = "alerts.deleted"
        case keptInTrash = "alerts.keptInTrash"
        case restored = "alerts.restored"
        case wrongPassword = "alerts.wrongPassword"
        case checkAgain = "alerts.checkAgain"
        case reserved = "alerts.reserved"
        case sold = "alerts.sold"
        case offeredAgain = "alerts.offeredAgain"
        case pulledUp = "alerts.pulledUp"
        case takenOver = "alerts.takenOver"
        case feedRenewed = "alerts.feedRenewed"
        case oldFeedGone = "alerts.oldFeedGone"
        case signedIn = "alerts.signedIn"
        case signedOut = "alerts.signedOut"
        case signedOutEverywhere = "alerts.signedOutEverywhere"
        case passwordChanged = "alerts.passwordChanged"
        case othersSignedOut = "alerts.othersSignedOut"
        case profileSaved = "alerts.profileSaved"
        case accountDeleted = "alerts.accountDeleted"
        case farewell = "alerts.farewell"
        case signInFirst = "alerts.signInFirst"
        case signInToGoOn = "alerts.signInToGoOn"
        case cannotSave = "alerts.cannotSave"
        case cannotCheck = "alerts.cannotCheck"
        case changedMeanwhile = "alerts.changedMeanwhile"
        case compareVersions = "alerts.compareVersions"
        case signInFailed = "alerts.signInFailed"
        case wrongSignIn = "alerts.wrongSignIn"
        case recoveryFailed = "alerts.recoveryFailed"
        case wrongRecoveryCode = "alerts.wrongRecoveryCode"
        case tooManyTries = "alerts.tooManyTries"
        case tryAgainIn = "alerts.tryAgainIn(seconds:)"
        case sendAgainIn = "alerts.sendAgainIn(seconds:)"
        case tooManyPosts = "alerts.tooManyPosts"
        case tooManyAccounts = "alerts.tooManyAccounts"
        case memoGone = "alerts.memoGone"
        case saveAsNewMemo = "alerts.saveAsNewMemo"

        // What has to be put right in any form.
        case enter = "faults.enter(name:)"
        case tooLong = "faults.tooLong(name:most:)"
        case passwordIsWrong = "faults.wrongPassword"
        case reminderIsNoTime = "faults.reminder"
        case reminderHasPassed = "faults.reminderHasPassed"
        case chooseIcon = "faults.icon"
        case pinnedItemGone = "faults.pinnedItemGone"
        case visibleNickname = "faults.visibleNickname"
        case nicknameTaken = "faults.nicknameTaken"
        case shorterPassword = "faults.shorterPassword"
        case longerPassword = "faults.longerPassword(least:)"
        case passwordIsNickname = "faults.passwordIsNickname"
        case pictureGone = "faults.pictureGone"
        case pageNumber = "faults.pageNumber(name:)"
        case tooManySteps = "faults.tooManySteps(most:)"
        case stepTooLong = "faults.stepTooLong(most:)"
        case tooManyLists = "faults.tooManyLists(most:)"
        case tooManyTodos = "faults.tooManyTodos(most:)"
        case tooManyMemos = "faults.tooManyMemos(most:)"
        case listGone = "faults.listGone"

        // What the rows of a form are called.
        case about = "rows.about"
        case content = "rows.content"
        case currentPassword = "rows.currentPassword"
        case discountedPrice = "rows.discountedPrice"
        case listName = "rows.listName"
        case memoRow = "rows.memo"
        case nickname = "rows.nickname"
        case pageNumberRow = "rows.page"
        case pageSizeRow = "rows.pageSize"
        case password = "rows.password"
        case price = "rows.price"
        case recoveryCode = "rows.recoveryCode"
        case itemTitle = "rows.itemTitle"
        case todoRow = "rows.todo"

        // How the rows are labelled.
        case titleLabel = "common.title"
        case descriptionLabel = "items.description"
        case priceLabel = "items.price"
        case discountedPriceLabel = "items.discountedPrice"
        case stockLabel = "items.stock"
        case nicknameLabel = "accounts.nickname"
        case aboutLabel = "accounts.about"
        case checklistLabel = "organiser.checklist"
        case reminderLabel = "organiser.reminder"

        // What somebody has.
        case memo = "common.memo"
        case todo = "common.todo"

        // Items.
        case newItems = "items.newest"
        case noItems = "items.none"
        case noItemsInCategory = "items.noneInCategory(category:)"
        case noItemsOfStatus = "items.noneOfStatus(status:)"
        case noInterests = "items.noInterests"
        case pastTheEnd = "items.pastTheEnd"
        case freeShare = "items.free"
        case openPrice = "items.openPrice"
        case stockLeft = "items.stockLeft(count:)"
        case soldOut = "items.soldOut"
        case posting = "items.posting"
        case editing = "items.editing"
        case post = "items.submitPost"
        case saveEdit = "items.submitEdit"
        case chooseCategory = "items.chooseCategoryFault"
        case chooseCurrency = "items.chooseCurrencyFault"
        case choosePhoto = "items.choosePhotoFault"
        case stockIsNoNumber = "items.stockFault"
        case priceIsNoNumber = "items.priceFault(name:)"
        case priceTooHigh = "items.priceTooHigh(most:)"
        case discountAbovePrice = "items.discountAbovePrice"
        case tooManyPhotos = "items.tooManyPhotos(most:)"
        case photosLost = "items.photosLost(count:)"
        case photoRefused = "items.photoRefused(name:reason:)"
        case notAPhoto = "items.notAPhoto"
        case photoUnreadable = "items.photoUnreadable"
        case photoTooLarge = "items.photoTooLarge(megabytes:)"
        case photoHasTooManyPixels = "items.photoHasTooManyPixels"
        case noRoomForPhoto = "items.noRoomForPhoto(most:)"
        case photosTooOften = "items.photosTooOften(seconds:)"
        case photoNotStored = "items.photoNotStored"
        case tooManyInterests = "items.tooManyInterests(most:)"
        case soldIsNotPulledUp = "items.soldIsNotPulledUp"
        case pullUpFrom = "items.pullUpFrom(time:)"
        case deletionHeading = "items.deletionHeading"
        case itemDeletion = "items.deletionExplanation"
        case takeOverHeading = "items.takeOverHeading"
        case askToEdit = "items.askToEdit"
        case askToDelete = "items.askToDelete"
        case askToTakeOver = "items.askToTakeOver"
        case submitToEdit = "items.submitToEdit"
        case submitToDelete = "items.submitToDelete"
        case submitToTakeOver = "items.submitToTakeOver"

        // Their categories and stages.
        case digital = "categories.digital"
        case games = "categories.games"
        case sports = "categories.sports"
        case children = "categories.children"
        case womensFashion = "categories.womensFashion"
        case beauty = "categories.beauty"
        case mensFashion = "categories.mensFashion"
        case household = "categories.household"
        case furniture = "categories.furniture"
        case hobbies = "categories.hobbies"
        case otherCategory = "categories.other"
        case selling = "items.selling"
        case isReserved = "items.reserved"
        case isSold = "items.sold"

        // Accounts.
        case renewCodesHeading = "accounts.renewCodesHeading"
        case renewCodesExplanation = "accounts.renewCodesExplanation(count:)"
        case renewCodes = "accounts.submitRenewal"
        case deletionOfAccount = "accounts.deletionHeading"
        case accountDeletion = "accounts.deletionExplanation"
        case deleteAccount = "accounts.submitDeletion"
        case lostItems = "accounts.lostItems(count:)"
        case lostLists = "accounts.lostLists(count:)"
        case lostMemos = "accounts.lostMemos"
        case lostProfile = "accounts.lostProfile"
        case feedTitle = "feeds.title(nickname:)"

        // The organiser.
        case noLists = "organiser.noLists"
        case noTodos = "organiser.noTodos"
        case noCompletedTodos = "organiser.noCompleted"
        case noMemos = "organiser.noMemos"
        case noReminders = "organiser.noReminders"
        case emptyTrash = "organiser.emptyTrash"
        case newMemo = "organiser.newMemo"
        case editMemo = "organiser.editMemo"
        case firstList = "organiser.firstList"
        case takePhotos = "organiser.takePhotos"
        case putUp = "organiser.putUp"
        case appoint = "organiser.appoint"
        case handOver = "organiser.handOver"
        case trashed = "organiser.trashed(kind:title:)"
        case trashedSeveral = "organiser.trashedSeveral(kind:title:others:)"
        case noRoomToRestore = "organiser.noRoomToRestore(kind:most:)"
        case lists = "organiser.kindList"
        case deleteList = "organiser.deleteList"
        case deleteLists = "organiser.deleteLists"
        case deleteTodos = "organiser.deleteTodos"
        case deleteCompleted = "organiser.deleteCompleted"
        case askList = "organiser.askList(title:)"
        case askListWithTodos = "organiser.askListWithTodos(title:count:)"
        case askLists = "organiser.askLists(count:)"
        case noListsToDelete = "organiser.noListsToDelete"
        case askTodos = "organiser.askTodos(title:count:)"
        case noTodosToDelete = "organiser.noTodosToDelete(title:)"
        case askCompleted = "organiser.askCompleted"
        case noCompletedToDelete = "organiser.noCompletedToDelete"

        // The icons of lists.
        case checkIcon = "icons.check"
        case cartIcon = "icons.cart"
        case cardIcon = "icons.card"
        case heartIcon = "icons.heart"
        case maskIcon = "icons.mask"
        case eyeIcon = "icons.eye"
        case earIcon = "icons.ear"
        case pulseIcon = "icons.pulse"
        case alarmIcon = "icons.alarm"
        case scissorsIcon = "icons.scissors"
        case brushIcon = "icons.brush"
        case tortoiseIcon = "icons.tortoise"
        case shirtIcon = "icons.shirt"
        case planeIcon = "icons.plane"
        case carIcon = "icons.car"
        case ferryIcon = "icons.ferry"
        case fuelIcon = "icons.fuel"
        case gamepadIcon = "icons.gamepad"
        case headphonesIcon = "icons.headphones"
        case tvIcon = "icons.tv"
        case magazineIcon = "icons.magazine"
        case sunIcon = "icons.sun"
        case envelopeIcon = "icons.envelope"

        // Times and amounts.
        case now = "time.now"
        case minutesAgo = "time.minutesAgo(count:)"
        case hoursAgo = "time.hoursAgo(count:)"
        case daysAgo = "time.daysAgo(count:)"
        case monthsAgo = "time.monthsAgo(count:)"
        case yearsAgo = "time.yearsAgo(count:)"
        case moment = "time.moment(year:month:day:clock:)"
        case todayAt = "time.todayAt(clock:)"
        case onDay = "time.onDay(month:day:clock:)"
        case january = "time.january"
        case february = "time.february"
        case march = "time.march"
        case april = "time.april"
        case may = "time.may"
        case june = "time.june"
        case july = "time.july"
        case august = "time.august"
        case september = "time.september"
        case october = "time.october"
        case november = "time.november"
        case december = "time.december"
        case krw = "money.krw(amount:)"
        case usd = "money.usd(amount:)"
        case jpy = "money.jpy(amount:)"
        case cny = "money.cny(amount:)"
        case eur = "money.eur(amount:)"
        case gbp = "money.gbp(amount:)"
        case hkd = "money.hkd(amount:)"

        // Pages that say why there is no other.
        case badRequest = "errors.badRequest"
        case badRequestHelp = "errors.badRequestHelp"
        case foreignRequest = "errors.foreignRequest"
        case startFromSite = "errors.startFromSite"
        case noPage = "errors.noPage"
        case noPageHelp = "errors.noPageHelp"
        case wrongMethod = "errors.wrongMethod"
        case requestTimeout = "errors.timeout"
        case requestTimeoutHelp = "errors.timeoutHelp"
        case contentTooLarge = "errors.tooLarge"
        case contentTooLargeHelp = "errors.tooLargeHelp"
        case addressTooLong = "errors.addressTooLong"
        case startFromHome = "errors.startFromHome"
        case unknownFormat = "errors.unknownFormat"
        case tooManyRequests = "errors.tooMany"
        case tryLater = "errors.tryLater"
        case busy = "errors.busy"
        case ourFault = "errors.ourFault"
        case ourFaultHelp = "errors.ourFaultHelp"

        // What an export says of itself.
        case exportReadme = "export.readme(parts:)"
        case exportedProfile = "export.profile"
        case exportedItems = "export.items(statuses:)"
        case exportedDraft = "export.draft"
        case exportedLists = "export.lists"
        case exportedMemos = "export.memos"
        case exportedInterests = "export.interests"
        case exportedReminders = "export.reminders"
        case exportedTrash = "export.trash"
        case exportedChecklist = "export.checklist"
    }
}

extension Phrase.Key {
    /// Its place among all of them. An enum without associated values is stored as that.
    public var index: Int {
        withUnsafeBytes(of: self) { bytes in
            bytes.count == 1 ? Int(bytes[0]) : Int(bytes.load(as: UInt16.self))
        }
    }

    /// What a catalogue calls it, and its arguments in their order.
    public var signature: (name: String, labels: [String]) {
        let parts = rawValue.split { $0 == "(" || $0 == ":" || $0 == ")" }.map(String.init)
        return (parts[0], Array(parts.dropFirst()))
    }

    var labels: [String] { signature.labels }
}

/// What two people do about one item, from the first question to the handover. Which step leads
/// where, and whose it is, stands in `rules` and nowhere else: pages offer what it allows, and
/// storages ask it in the transaction that writes.
public enum Dealing {
    /// One of the two.
    public enum Party: Int, CaseIterable, Sendable {
        /// Who posted the item.
        case seller
        /// Who wrote to them about it.
        case asker

        /// Who it is not.
        public var other: Party { self == .seller ? .asker : .seller }
    }

    /// How far they have come; the raw value is the one in storage.
    public enum Stage: Int, CaseIterable, Sendable {
        /// They talk.
        case asked
        /// One is kept for the asker.
        case reserved
        /// They have a time and a place as well.
        case appointed
        /// They have met.
        case met
        /// One of them says that the other did not come.
        case notCome
        /// It has changed hands.
        case closed

        /// Whether one of the stock is kept for the asker, and for nobody else.
        public var holdsStock: Bool {
            switch self {
            case .asked, .closed: false
            case .reserved, .appointed, .met, .notCome: true
            }
        }

        /// How many pieces may change hands here, when so many are kept for nobody: the asker gets the one
        /// that is kept for them, too.
        public func mostToClose(free: Int64) -> Int64 { free + (holdsStock ? 1 : 0) }

        /// Where a dealing goes on that was closed at this stage, when that is taken back: what was
        /// kept for the asker is kept again, and an appointment stands again. Whether they met is
        /// asked no more.
        public var afterReopening: Stage {
            switch self {
            case .asked, .closed: .asked
            case .reserved, .met, .notCome: .reserved
            case .appointed: .appointed
            }
        }
    }

    /// What one of them does.
    public enum Step: CaseIterable, Sendable {
        /// Sends a message.
        case write
        /// Names a price.
        case offerPrice
        /// Takes the price that the asker named.
        case acceptOffer
        /// Does not.
        case declineOffer
        /// Waits until one is left for them, behind those who came before.
        case joinLine
        /// Waits no more.
        case leaveLine
        /// Keeps one for the asker.
        case reserve
        /// Gives it back.
        case release
        /// Names a time and a place; another one moves an appointment.
        case proposeAppointment
        /// Agrees to what the other named.
        case acceptAppointment
        /// Does not; what was agreed on before stands.
        case declineAppointment
        /// Will not be there after all.
        case callOffAppointment
        /// Says that they met; of one who was said not to have come too.
        case sayMet
        /// Says that the other did not come.
        case sayNotCome
        /// Says that it has changed hands.
        case close
        /// Says that it has not after all: takes the closing back.
        case reopen
        /// Tells what it was like.
        case review
        /// Begins another dealing about the same item.
        case dealAgain

        /// Whether it is for an item that is on offer only: who has begun may end it after that.
        public var needsOffer: Bool {
            switch self {
            case .write, .leaveLine, .release, .callOffAppointment, .sayMet, .sayNotCome, .reopen,
                .review:
                false
            case .offerPrice, .acceptOffer, .declineOffer, .joinLine, .reserve,
                .proposeAppointment, .acceptAppointment, .declineAppointment, .close,
                .dealAgain:
                true
            }
        }

        /// Whether it may be taken about what is offered, or wanted, at that price: of what is given away
        /// nobody names one.
        public func fits(_ price: Price, of purpose: Item.Purpose) -> Bool {
            self != .offerPrice || !price.isFree || purpose == .request
        }

        /// Whether it is about a dealing that is closed, which stays so whatever begins after it.
        public var isAboutClosing: Bool { self == .reopen || self == .review }

        /// Whether it leads on with an item that everybody may find only: of one that the operator
        /// has hidden since, who has begun may end it, and tell what it has come to.
        public var needsShownItem: Bool {
            needsOffer && ![.close, .declineOffer, .declineAppointment].contains(self)
        }
    }

    /// Who may take a step at which stages, and where it leads.
    struct Rule: Sendable {
        let step: Step
        let parties: Set<Party>
        let stages: Set<Stage>
        /// Nil where the stage stays.
        let next: Stage?

        init(_ step: Step, _ parties: Set<Party>, at stages: Set<Stage>, to next: Stage? = nil) {
            self.step = step
            self.parties = parties
            self.stages = stages
            self.next = next
        }
    }

    private static let both = Set(Party.allCases)
    private static let open = Set(Stage.allCases).subtracting([.closed])
    private static let unmet: Set<Stage> = [.reserved, .appointed, .notCome]

    /// Each step once.
    static let rules: [Rule] = [
        Rule(.write, both, at: Set(Stage.allCases)),
        Rule(.offerPrice, [.asker], at: [.asked, .reserved]),
        Rule(.acceptOffer, [.seller], at: [.asked, .reserved]),
        Rule(.declineOffer, [.seller], at: [.asked, .reserved]),
        Rule(.joinLine, [.asker], at: [.asked]),
        Rule(.leaveLine, [.asker], at: [.asked]),
        Rule(.reserve, [.seller], at: [.asked], to: .reserved),
        // Who has met may still not want it.
        Rule(.release, both, at: [.reserved, .appointed, .met, .notCome], to: .asked),
        Rule(.proposeAppointment, both, at: unmet),
        Rule(.acceptAppointment, both, at: unmet, to: .appointed),
        Rule(.declineAppointment, both, at: unmet),
        Rule(.callOffAppointment, both, at: [.reserved, .appointed], to: .reserved),
        // Each says it: who did not come does not forestall the other by having met.
        Rule(.sayMet, both, at: [.appointed, .met, .notCome], to: .met),
        Rule(.sayNotCome, both, at: [.appointed, .met], to: .notCome),
        Rule(.close, [.seller], at: open, to: .closed),
        // Or farther: storages keep where it was closed at (`Stage.afterReopening`).
        Rule(.reopen, [.seller], at: [.closed], to: .asked),
        Rule(.review, both, at: [.closed]),
        // By a step of its own: who closes twice by mistake has not sold a second one.
        Rule(.dealAgain, both, at: [.closed], to: .asked),
    ]

    private static let rulesByStep = Dictionary(
        rules.map { ($0.step, $0) }, uniquingKeysWith: { first, _ in first })

    /// Whether somebody may take a step now.
    public static func allows(_ step: Step, by party: Party, at stage: Stage) -> Bool {
        rulesByStep[step].map { $0.parties.contains(party) && $0.stages.contains(stage) } ?? false
    }

    /// Where a step leads.
    /// - Throws: `.dealing(.isAt(stage))` when it is not theirs to take now.
    public static func stage(
        after step: Step, by party: Party, at stage: Stage
    ) throws(StorageError) -> Stage {
        guard allows(step, by: party, at: stage) else { throw .dealing(.isAt(stage)) }
        return rulesByStep[step]?.next ?? stage
    }

    /// Why a step was not taken, whatever was typed: things are not, or are no more, as it needs
    /// them to be.
    public enum Obstacle: Equatable, Sendable {
        /// How far the dealing has come by now.
        case isAt(Stage)
        /// Nobody asks themselves.
        case ownItem
        /// The item has gone to somebody.
        case itemSold
        /// The operator has hidden the item.
        case itemHidden
        /// The item is deleted, and with it the way to a seller without an account.
        case itemDeleted
        /// The other has left the market.
        case otherLeft
        /// All of it is kept for others.
        case noneLeft
        /// Only so many of it are left for the asker.
        case fewerLeft(Int64)
        /// The price was taken, or not, before.
        case offerAnswered
        /// Who proposed it has taken it back.
        case takenBack
        /// The appointment was accepted, or not, before, or another one stands in its place.
        case appointmentAnswered
        /// Its time is over.
        case appointmentPassed
        /// Nobody can have come yet.
        case tooEarly
        /// Who is late may still come.
        case mayStillCome
        /// The time of the appointment is over, and neither has said whether they met.
        case arrivalUnsaid
        /// It has been too long.
        case tooLate
        /// The one who writes has blocked the other.
        case blocked
        /// The other does not read it now; that they have blocked the writer is not told.
        case unreachable
        /// What it was like is told once.
        case reviewed
        /// It is told in the days after the closing.
        case reviewTooLate
        /// A closing is taken back within a day, and before anybody has told what it was like;
        /// which of both it is goes unsaid, for the other's review may be sealed.
        case closingStands
        /// A review is answered once.
        case reviewAnswered
        /// It costs nothing.
        case givenAway
    }
}

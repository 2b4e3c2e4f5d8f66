/// What two people do about one item, from the first question to the handover. `rules` alone says
/// which step leads where, and who may take it: pages offer what it allows, and storages check it
/// in the transaction that writes.
public enum Dealing {
    /// One of the two.
    public enum Party: Int, CaseIterable, Sendable {
        /// The poster of the item.
        case seller
        /// The person who wrote to them about it.
        case asker

        /// The other of the two.
        public var other: Party { self == .seller ? .asker : .seller }
    }

    /// How far they have got; the raw value is the one in storage.
    public enum Stage: Int, CaseIterable, Sendable {
        /// They only talk.
        case asked
        /// A piece is reserved for the asker.
        case reserved
        /// They have an appointment as well.
        case appointed
        /// They have met.
        case met
        /// One of them says that the other did not come.
        case notCome
        /// It has changed hands.
        case closed

        /// Whether a piece is reserved for the asker.
        public var holdsStock: Bool {
            switch self {
            case .asked, .closed: false
            case .reserved, .appointed, .met, .notCome: true
            }
        }

        /// How many pieces may change hands here if `free` are reserved for nobody: the asker can
        /// also get the one reserved for them.
        public func mostToClose(free: Int64) -> Int64 { free + (holdsStock ? 1 : 0) }

        /// The stage at which a dealing continues if its closing at this stage is taken back: a
        /// reservation and an appointment are restored; whether the two met is not asked again.
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
        /// Offers a price.
        case offerPrice
        /// Accepts the price that the asker offered.
        case acceptOffer
        /// Declines the price.
        case declineOffer
        /// Waits for a piece, behind those who came before.
        case joinLine
        /// Leaves the line.
        case leaveLine
        /// Reserves a piece for the asker.
        case reserve
        /// Releases the reservation.
        case release
        /// Proposes a time and a place; a new proposal moves an existing appointment.
        case proposeAppointment
        /// Accepts the other's proposal.
        case acceptAppointment
        /// Declines the proposal; an earlier appointment stands.
        case declineAppointment
        /// Calls the appointment off.
        case callOffAppointment
        /// Says that they met, even if one was said not to have come.
        case sayMet
        /// Says that the other did not come.
        case sayNotCome
        /// Says that the item has changed hands.
        case close
        /// Says that it has not after all: takes the closing back.
        case reopen
        /// Reviews the closed dealing.
        case review
        /// Begins another dealing about the same item.
        case dealAgain

        /// Whether the item must still be on offer. The other steps stay possible after that, so
        /// that people can end what they have begun.
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

        /// Whether the step can be taken about an item with this price and purpose: nobody offers a
        /// price for what is given away.
        public func fits(_ price: Price, of purpose: Item.Purpose) -> Bool {
            self != .offerPrice || !price.isFree || purpose == .request
        }

        /// Whether it is about a closed dealing, which stays closed whatever begins after it.
        public var isAboutClosing: Bool { self == .reopen || self == .review }

        /// Whether everybody must be able to find the item. If the operator hides it, those who
        /// have begun may still end their dealing and say how it ended.
        public var needsShownItem: Bool {
            needsOffer && ![.close, .declineOffer, .declineAppointment].contains(self)
        }
    }

    /// Who may take a step, at which stages, and where it leads.
    struct Rule: Sendable {
        let step: Step
        let parties: Set<Party>
        let stages: Set<Stage>
        /// Nil if the stage does not change.
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

    /// One rule per step.
    static let rules: [Rule] = [
        Rule(.write, both, at: Set(Stage.allCases)),
        Rule(.offerPrice, [.asker], at: [.asked, .reserved]),
        Rule(.acceptOffer, [.seller], at: [.asked, .reserved]),
        Rule(.declineOffer, [.seller], at: [.asked, .reserved]),
        Rule(.joinLine, [.asker], at: [.asked]),
        Rule(.leaveLine, [.asker], at: [.asked]),
        Rule(.reserve, [.seller], at: [.asked], to: .reserved),
        // Even after meeting, somebody may not want it.
        Rule(.release, both, at: [.reserved, .appointed, .met, .notCome], to: .asked),
        Rule(.proposeAppointment, both, at: unmet),
        Rule(.acceptAppointment, both, at: unmet, to: .appointed),
        Rule(.declineAppointment, both, at: unmet),
        Rule(.callOffAppointment, both, at: [.reserved, .appointed], to: .reserved),
        // Each says so: somebody who did not come cannot forestall the other's claim by saying that they met.
        Rule(.sayMet, both, at: [.appointed, .met, .notCome], to: .met),
        Rule(.sayNotCome, both, at: [.appointed, .met], to: .notCome),
        Rule(.close, [.seller], at: open, to: .closed),
        // Or to a later stage: storages keep the stage at which it was closed
        // (`Stage.afterReopening`).
        Rule(.reopen, [.seller], at: [.closed], to: .asked),
        Rule(.review, both, at: [.closed]),
        // A step of its own, so that closing twice by mistake does not sell a second piece.
        Rule(.dealAgain, both, at: [.closed], to: .asked),
    ]

    private static let rulesByStep = Dictionary(
        rules.map { ($0.step, $0) }, uniquingKeysWith: { first, _ in first })

    /// Whether a party may take a step at a stage.
    public static func allows(_ step: Step, by party: Party, at stage: Stage) -> Bool {
        rulesByStep[step].map { $0.parties.contains(party) && $0.stages.contains(stage) } ?? false
    }

    /// The stage to which a step leads.
    /// - Throws: `.dealing(.isAt(stage))` if the party may not take it now.
    public static func stage(
        after step: Step, by party: Party, at stage: Stage
    ) throws(StorageError) -> Stage {
        guard allows(step, by: party, at: stage) else { throw .dealing(.isAt(stage)) }
        return rulesByStep[step]?.next ?? stage
    }

    /// Why a step was not taken, independent of what was typed: things are not, or no longer, as
    /// the step needs them to be.
    public enum Obstacle: Equatable, Sendable {
        /// The stage that the dealing has reached by now.
        case isAt(Stage)
        /// Nobody asks about their own item.
        case ownItem
        /// The item is sold.
        case itemSold
        /// The operator has hidden the item.
        case itemHidden
        /// The item is deleted, and with it the way to reach a seller without an account.
        case itemDeleted
        /// The other has deleted their account.
        case otherLeft
        /// All pieces are reserved for others.
        case noneLeft
        /// Only so many pieces are left for the asker.
        case fewerLeft(Int64)
        /// The offer has been answered already.
        case offerAnswered
        /// The one who proposed it has taken it back.
        case takenBack
        /// The appointment has been answered already, or another one has replaced it.
        case appointmentAnswered
        /// The time of the appointment is over.
        case appointmentPassed
        /// It is too early for anybody to have come.
        case tooEarly
        /// Somebody who is late may still come.
        case mayStillCome
        /// The time of the appointment is over, and neither has said whether they met.
        case arrivalUnsaid
        /// The time to do it is over.
        case tooLate
        /// The writer has blocked the other.
        case blocked
        /// The other does not read it now; the writer is not told whether they were blocked.
        case unreachable
        /// The reader has reviewed it already.
        case reviewed
        /// The days after the closing in which it can be reviewed are over.
        case reviewTooLate
        /// A closing can be taken back only within a day and before anybody has reviewed it; which
        /// of the two applies is not told, since the other's review may be sealed.
        case closingStands
        /// The review has been answered already.
        case reviewAnswered
        /// The item is given away, so no price can be offered.
        case givenAway
    }
}

#if PostgreSQL
    import CPostgreSQL
    import Glibc
    import Market
    import Synchronization

    /// Makes connections to one address. While that cannot be reached, one thread tries now and then, and
    /// the others are told so at once: nobody waits for what is not there.
    final class PostgreSQLConnector: Sendable {
        private let address: String
        private let use: PostgreSQLConnection.Use
        private let places: KeptPlaces
        /// What the database has to be; nil for any.
        private let identity: String?
        private let pause: Duration
        /// When it may be tried again; nil while it can be reached.
        private let nextTry = Mutex<ContinuousClock.Instant?>(nil)
        private let turn = Mutex(())

        /// To the server that takes writes.
        init(to address: String, knowing places: KeptPlaces) {
            (self.address, self.places, use, identity) = (address, places, .writing, nil)
            pause = .milliseconds(100)
        }

        /// To one that follows it, which is let alone for longer where it has failed.
        init(to address: String, aCopyOf identity: String, knowing places: KeptPlaces) {
            (self.address, self.places, use) = (address, places, .reading)
            self.identity = identity
            pause = .seconds(2)
        }

        /// - Returns: why it cannot be reached; nil where it can.
        /// - Throws: `.failed` when it is no copy of the database.
        func check(beside connection: PostgreSQLConnection) throws(StorageError) -> String? {
            do throws(StorageError) {
                let copy = try PostgreSQLConnection(to: address, as: use)
                guard try isRight(copy) else {
                    throw .failed("\(copy.path) is no copy of \(connection.path)")
                }
                return nil
            } catch .unusable(let reason) {
                note(isThere: false)
                return reason
            } catch .busy {
                note(isThere: false)
                return "it does not answer in time"
            }
        }

        /// Makes a connection anew where it was lost.
        /// - Returns: whether there is one now.
        func renew(_ connection: inout PostgreSQLConnection?) -> Bool {
            if connection?.isAlive == true { return true }
            let isLost = connection != nil
            connection = nil
            // What has hung once is not waited for twice.
            if isLost, use == .reading { note(isThere: false) }
            connection = nextTry.withLock({ $0 }) == nil ? connect() : connectAfterPause()
            return connection != nil
        }

        /// The same; who has just lost one waits out the pause that somebody else's failure has begun.
        func renewWaiting(_ connection: inout PostgreSQLConnection?) {
            let isLost = connection.map { !$0.isAlive } ?? false
            guard !renew(&connection), isLost else { return }
            // Somebody else may be trying just when the pause is over.
            for _ in 0..<Self.looks {
                usleep(UInt32(pause * 2 / Self.looks / .microseconds(1)))
                if renew(&connection) { return }
            }
        }

        /// So often it is looked within two pauses.
        private static let looks = 8

        private func connectAfterPause() -> PostgreSQLConnection? {
            let made = turn.withLockIfAvailable { _ -> PostgreSQLConnection? in
                let isTime = nextTry.withLock { $0.map { ContinuousClock.now >= $0 } ?? true }
                return isTime ? connect() : nil
            }
            return made.flatMap { $0 }
        }

        private func connect() -> PostgreSQLConnection? {
            let made = try? PostgreSQLConnection(to: address, as: use)
            guard let made, (try? isRight(made)) == true else {
                note(isThere: false)
                return nil
            }
            note(isThere: true)
            made.knownPlaces = places
            return made
        }

        private func isRight(_ connection: PostgreSQLConnection) throws(StorageError) -> Bool {
            guard let identity else { return true }
            return try connection.identity() == identity
        }

        private func note(isThere: Bool) {
            nextTry.withLock { $0 = isThere ? nil : ContinuousClock.now + pause }
        }
    }

    extension PostgreSQLConnection {
        /// What it is for: a server from which only is read has another one behind it.
        enum Use {
            case writing, reading

            /// Milliseconds after which a server that does not answer is given up.
            var longestSilence: Int { self == .writing ? 6_000 : 1_500 }

            /// What an address leaves out. It may name several servers: the one that takes writes is
            /// meant, where not only is read.
            private var defaults: [(String, String)] {
                [
                    ("connect_timeout", self == .writing ? "3" : "2"),
                    ("tcp_user_timeout", "\(longestSilence)"),
                    ("target_session_attrs", self == .writing ? "read-write" : "prefer-standby"),
                    ("fallback_application_name", "jangteo"),
                ]
            }

            /// - Returns: what libpq has made of it, which may have failed; nil without memory for it.
            func connect(to address: String) -> OpaquePointer? {
                let parameters = defaults + [("dbname", address)]
                let words = parameters.map { strdup($0.0) }
                let values = parameters.map { strdup($0.1) }
                defer { for text in words + values { free(text) } }
                return PQconnectdbParams(
                    words.map { UnsafePointer($0) } + [nil],
                    values.map { UnsafePointer($0) } + [nil], 1)
            }
        }

        /// How long a statement may take, how long it may wait for a lock, and the server for the next
        /// one of a transaction.
        /// - Parameter verb: `SET` or `SET LOCAL`.
        static func limits(_ verb: SQL) -> SQL {
            """
            \(verb) statement_timeout = '5s'; \(verb) lock_timeout = '4s';
            \(verb) idle_in_transaction_session_timeout = '3s'
            """
        }
    }
#endif

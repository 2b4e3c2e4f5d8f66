#if PostgreSQL
    import CPostgreSQL
    import Glibc
    import Market
    import Synchronization

    /// Makes connections to one address. While it is unreachable, one thread tries from time to
    /// time, and the others fail at once instead of waiting.
    final class PostgreSQLConnector: Sendable {
        private let address: String
        private let use: PostgreSQLConnection.Use
        private let places: PlaceCache
        /// The identity that the database must have; nil accepts any.
        private let identity: String?
        private let pause: Duration
        /// When to try again; nil while the server is reachable.
        private let nextTry = Mutex<ContinuousClock.Instant?>(nil)
        private let turn = Mutex(())

        /// Connects to the server that takes writes.
        init(to address: String, knowing places: PlaceCache) {
            (self.address, self.places, use, identity) = (address, places, .writing, nil)
            pause = .milliseconds(100)
        }

        /// Connects to a standby of it, which is left alone for longer after a failure.
        init(to address: String, aCopyOf identity: String, knowing places: PlaceCache) {
            (self.address, self.places, use) = (address, places, .reading)
            self.identity = identity
            pause = .seconds(2)
        }

        /// - Returns: why it is unreachable; nil if it can be reached.
        /// - Throws: `.failed` if it is not a replica of the database.
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

        /// Replaces a lost connection.
        /// - Returns: whether there is a connection now.
        func renew(_ connection: inout PostgreSQLConnection?) -> Bool {
            if connection?.isAlive == true { return true }
            let isLost = connection != nil
            connection = nil
            // A standby that has hung once is not waited for again at once.
            if isLost, use == .reading { note(isThere: false) }
            connection = nextTry.withLock({ $0 }) == nil ? connect() : connectAfterPause()
            return connection != nil
        }

        /// Like `renew`, but a caller that has just lost its connection waits out a pause begun by
        /// another thread's failure.
        func renewWaiting(_ connection: inout PostgreSQLConnection?) {
            let isLost = connection.map { !$0.isAlive } ?? false
            guard !renew(&connection), isLost else { return }
            // Another thread may be trying just when the pause ends.
            for _ in 0..<Self.looks {
                usleep(UInt32(pause * 2 / Self.looks / .microseconds(1)))
                if renew(&connection) { return }
            }
        }

        /// How often to look within two pauses.
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
        /// What a connection is for: with `reading`, there is another server to fall back on.
        enum Use {
            case writing, reading

            /// The time in milliseconds after which a server that does not answer is given up.
            var longestSilence: Int { self == .writing ? 6_000 : 1_500 }

            /// Values for what an address leaves out. An address may name several servers: for
            /// writing, the one that accepts writes is chosen; for reading, preferably a standby.
            private var defaults: [(String, String)] {
                [
                    ("connect_timeout", self == .writing ? "3" : "2"),
                    ("tcp_user_timeout", "\(longestSilence)"),
                    ("target_session_attrs", self == .writing ? "read-write" : "prefer-standby"),
                    ("fallback_application_name", "jangteo"),
                ]
            }

            /// - Returns: libpq's connection, which may have failed; nil if there is no memory for
            ///   it.
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

        /// Limits on how long a statement may take, how long it may wait for a lock, and how long
        /// the server waits for the next statement of a transaction.
        /// - Parameter verb: `SET` or `SET LOCAL`.
        static func limits(_ verb: SQL) -> SQL {
            """
            \(verb) statement_timeout = '5s'; \(verb) lock_timeout = '4s';
            \(verb) idle_in_transaction_session_timeout = '3s'
            """
        }
    }
#endif

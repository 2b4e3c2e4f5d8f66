import Fixtures
import Testing

/// The accounts that `--operators` names, over several starts of the program.
@Blocking
final class OperatorsTests {
    private static let password = "달빛처럼 환하게"

    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.file("market.sqlite")
    }

    private func start(_ operators: String? = nil) throws -> Program {
        try Program(database: database, options: operators.map { ["--operators", $0] } ?? [])
    }

    private func visitor(
        of program: Program, _ path: String, as nickname: String
    ) throws -> (client: Client, answer: Answer) {
        let client = try Client(port: program.port, keepsCookies: true)
        return (client, try client.post(path, ["nickname": nickname, "password": Self.password]))
    }

    private func join(_ program: Program, as nickname: String) throws -> Client {
        let (client, answer) = try visitor(of: program, "/signup", as: nickname)
        try #require(answer.status == 200)
        return client
    }

    @Test func anOperatorKeepsNicknameAndAccount() throws {
        var program = try start()
        _ = try join(program, as: "Boss2")
        program.end()
        program = try start("Boss2")
        let (boss, answer) = try visitor(of: program, "/signin", as: "Boss2")
        try #require(answer.status == 303)
        #expect(try boss.get("/reports").status == 200)
        let renamed = try boss.post("/my/profile", ["nickname": "Boss3"])
        #expect(renamed.status == 422 && renamed.text.contains("--operators"))
        let deleted = try boss.post("/my/account/deletion", ["password": Self.password])
        #expect(deleted.status == 409 && deleted.text.contains("--operators"))
        // A nickname that counts as the same is allowed, and everything else may change.
        let saved = try boss.post("/my/profile", ["nickname": "BOSS2", "about": "장터지기예요."])
        #expect(saved.status == 303)
        program.end()
        program = try start("boss2")
        #expect(try visitor(of: program, "/signup", as: "Boss2").answer.status == 422)
        #expect(try signIn(on: program).get("/reports").status == 200)
        program.end()
        // Somebody who is no longer an operator may change the nickname.
        program = try start()
        let free = try signIn(on: program)
        #expect(try free.get("/reports").status == 404)
        #expect(try free.post("/my/profile", ["nickname": "Boss3"]).status == 303)
        program.end()
    }

    private func signIn(on program: Program) throws -> Client {
        try visitor(of: program, "/signin", as: "boss2").client
    }

    @Test func unknownOperatorNicknameIsReservedAndStopsNoStart() throws {
        var program = try start("장터지기")
        let warning = try program.process.errorLine(with: "--operators names")
        #expect(warning.contains("‘장터지기’") && warning.contains("start once without it"))
        let (_, answer) = try visitor(of: program, "/signup", as: "장터지기")
        #expect(answer.status == 422)
        let neighbour = try join(program, as: "이웃")
        let renamed = try neighbour.post("/my/profile", ["nickname": "장\u{200D}터지기"])
        #expect(renamed.status == 422)
        #expect(try neighbour.post("/my/profile", ["nickname": "옆집"]).status == 303)
        program.end()
        program = try start()
        let keeper = try join(program, as: "장터지기")
        #expect(try keeper.get("/reports").status == 404)
        program.end()
        program = try start("장터지기")
        #expect(!program.process.errors.contains("--operators"))
        let (operating, _) = try visitor(of: program, "/signin", as: "장터지기")
        #expect(try operating.get("/reports").status == 200)
        program.end()
    }
}

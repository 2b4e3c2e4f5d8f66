import Fixtures
import Testing

/// The operator's list of places, read at the start.
@Blocking
final class PlacesFileTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.file("market.sqlite")
    }

    private func file(_ places: String) throws -> String {
        try folder.write(Array(places.utf8), to: "places.txt")
    }

    @Test func placesFollowTheListAndStayWithoutIt() throws {
        var program = try Program(
            database: database, options: ["--places", try file("망원동\n  망원역 2번 출구\n")])
        let form = try program.client().get("/items/new").text
        #expect(form.contains("<optgroup label=\"망원동\" lang=\"ko\">") && form.contains("망원역 2번 출구"))
        program.end()
        program = try Program(database: database)
        #expect(try program.client().get("/items/new").text.contains("망원역 2번 출구"))
        program.end()
    }

    @Test func aFaultNamesFileLineAndReason() throws {
        let path = try file("망원동\n  역\n  역\n")
        let outcome = try Program.run(["serve", "--database", database, "--places", path])
        #expect(outcome.exit == .code(1))
        #expect(outcome.errors == "jangteo: \(path):3: ‘역’ stands in line 2 already\n")
    }

    @Test func aFileThatIsNotThereIsNamed() throws {
        let path = folder.file("none.txt")
        let outcome = try Program.run(["serve", "--database", database, "--places", path])
        #expect(outcome.exit == .code(1))
        #expect(outcome.errors.contains("cannot read the places in \(path): "))
    }

    @Test func seedBringsPlacesOfItsOwnOnlyWhereThereAreNone() throws {
        #expect(try Program.run(["seed", "--items", "1", "--database", database]).exit == .code(0))
        var program = try Program(database: database)
        #expect(
            try program.client().get("/items/new").text.contains(
                "<optgroup label=\"망원동\" lang=\"ko\">"))
        program.end()
        program = try Program(database: database, options: ["--places", try file("역삼동\n")])
        program.end()
        #expect(try Program.run(["seed", "--items", "1", "--database", database]).exit == .code(0))
        program = try Program(database: database)
        let form = try program.client().get("/items/new").text
        #expect(form.contains("역삼동") && !form.contains("<optgroup label=\"망원동\" lang=\"ko\">"))
        program.end()
    }
}

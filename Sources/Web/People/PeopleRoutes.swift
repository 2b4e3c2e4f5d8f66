import HTTPServer
import Market

/// Every path of people, and of what keeps them apart.
enum PeopleRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let person = try PersonScene(dependencies)
        return [
            .get(Link.person, person.show),
            .get(Link.personItems, person.showItems),
        ]
    }
}

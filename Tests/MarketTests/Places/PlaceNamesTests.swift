import Market
import Testing

/// Parsing the operator's list of places.
struct PlaceNamesTests {
    @Test func spotsStandBelowTheirNeighbourhoods() throws {
        let text = """
            # 마포구
            망원동
                망원역 2번 출구
            \t망원시장 입구

            역삼1동 = 역삼동
              주민센터 앞=동사무소 앞\r
            합정동
            """
        let places = try [NamedNeighbourhood](parsing: text)
        #expect(
            places == [
                NamedNeighbourhood(
                    PlaceName("망원동"), spots: [PlaceName("망원역 2번 출구"), PlaceName("망원시장 입구")]),
                NamedNeighbourhood(
                    PlaceName("역삼1동", formerly: "역삼동"),
                    spots: [PlaceName("주민센터 앞", formerly: "동사무소 앞")]),
                NamedNeighbourhood(PlaceName("합정동")),
            ])
    }

    @Test(arguments: ["", "\n\n", "# 아직 없음", "   \n\t\n  # 없음"])
    func aListOfNothingNamesNothing(_ text: String) throws {
        #expect(try [NamedNeighbourhood](parsing: text) == [])
    }

    @Test(arguments: [
        ("  망원역\n망원동", 1, "a spot stands below its neighbourhood"),
        ("망원동\n합정동\n망원동", 3, "‘망원동’ stands in line 1 already"),
        ("망원동\n 역\n 역", 3, "‘역’ stands in line 2 already"),
        ("망원동\n\n역삼동 = 망원동", 3, "‘망원동’ stands in line 1 already"),
        ("망원동 =", 1, "a name has 1 to 30 letters, as has a former one"),
        ("= 망원동", 1, "a name has 1 to 30 letters, as has a former one"),
        ("망원동 = 망원동", 1, "a name has 1 to 30 letters, as has a former one"),
        ("가 = 나 = 다", 1, "a name has 1 to 30 letters, as has a former one"),
        (String(repeating: "동", count: 31), 1, "a name has 1 to 30 letters, as has a former one"),
        ("망원\u{7}동", 1, "a name has 1 to 30 letters, as has a former one"),
    ])
    func aFaultNamesItsLine(_ text: String, _ line: Int, _ reason: String) {
        let error = #expect(throws: PlaceNamesError.self) {
            try [NamedNeighbourhood](parsing: text)
        }
        #expect(error?.line == line && error?.reason == reason)
    }

    @Test func theSameSpotMayStandInEveryNeighbourhood() throws {
        let places = try [NamedNeighbourhood](parsing: "망원동\n 주민센터 앞\n합정동\n 주민센터 앞")
        #expect(places.map(\.spots) == [[PlaceName("주민센터 앞")], [PlaceName("주민센터 앞")]])
    }

    @Test func thereAreNotTooMany() {
        let most = NamedNeighbourhood.most
        let all = (1...most + 1).map { "\($0)동" }
        let error = #expect(throws: PlaceNamesError.self) {
            try [NamedNeighbourhood](parsing: all.joined(separator: "\n"))
        }
        #expect(error?.line == most + 1)
    }
}

import Fixtures
import Testing

extension MarketInBrowserTests {
    /// Tasks by keyboard and mouse: with scripts on a phone, without on a desktop, and with scripts
    /// on a desktop too where they keep the focus and the position of a row.
    @Blocking
    struct Tasks {
        nonisolated static let widths = [390, 1_280]
        nonisolated static let scriptsOnBoth: [(Browser.Scripts, Int)] = [
            (.on, 390), (.on, 1_280), (.off, 390),
        ]

        @Test(arguments: zip(Browser.Scripts.allCases, widths))
        func fiveTasksAreFiveEnters(_ scripts: Browser.Scripts, _ width: Int) throws {
            let browser = try member("다섯", scripts, width)
            _ = try browser.makeList("이사 준비")
            try browser.click("#title")
            try browser.mark()
            let titles = ["상자 사기", "가스 끊기", "주소 옮기기", "냉장고 비우기", "열쇠 받기"]
            for title in titles {
                try browser.waitUntil("the cursor is in the empty field") {
                    let field = try browser.focused()
                    return try field.attribute("id") == "title" && field.value.isEmpty
                }
                try browser.focused().type(title)
                try browser.press(.enter)
            }
            try browser.waitUntil("all are there") { try browser.tasks == titles.reversed() }
            #expect(try browser.focused().attribute("id") == "title")
            #expect(try browser.text(of: ".about") == "남은 할 일 5개")
            #expect(try browser.isMarked == (scripts == .on))
            try browser.expectNoComplaints()
        }

        @Test(arguments: scriptsOnBoth)
        func aTickKeepsItsPlaceAndTheFocus(_ scripts: Browser.Scripts, _ width: Int) throws {
            let browser = try member("자리", scripts, width)
            let list = try browser.makeList("이사 준비")
            let client = try browser.client()
            for number in 1...30 { try client.submit("\(list)/tasks", ["title": "할 일 \(number)"]) }
            try browser.open(list)
            let tick = "document.querySelector(`.tick[aria-label='‘할 일 9’ 완료']`)"
            try browser.run("\(tick).scrollIntoView({ block: 'center' }); \(tick).focus()")
            let before = try browser.number("\(tick).getBoundingClientRect().top")
            for isDone in [true, false] {
                try browser.press(.space)
                try browser.waitUntil("it is \(isDone ? "ticked" : "open")") {
                    try browser.all(".done").count == (isDone ? 1 : 0)
                        && browser.text(of: ".about") == "남은 할 일 \(isDone ? 29 : 30)개"
                }
                try browser.waitUntil("the tick has the focus") {
                    try browser.focused().attribute("aria-label") == "‘할 일 9’ 완료"
                }
                let after = try browser.number("\(tick).getBoundingClientRect().top")
                // Without scripts the browser scrolls it back to the middle.
                #expect(abs(after - before) <= (scripts == .on ? 0.5 : 60))
            }
            try browser.expectNoComplaints()
        }

        @Test(arguments: scriptsOnBoth)
        func deletingAsksNothingAndIsTakenBack(_ scripts: Browser.Scripts, _ width: Int) throws {
            let browser = try member("지우기", scripts, width)
            let list = try browser.makeList("이사 준비")
            for title in ["하나", "둘", "셋"] { try browser.add(task: title) }
            try browser.mark()
            let delete = ".delete[aria-label='‘둘’ 삭제']"
            try browser.run("document.querySelector(`\(delete)`).focus()")
            try browser.press(.enter)
            try browser.waitUntil("it is gone") { try browser.tasks == ["셋", "하나"] }
            #expect(try browser.alert().first == "삭제 성공")
            let address = try browser.address
            if scripts == .on {
                #expect(address == list)
                try browser.waitUntil("the next has the focus") {
                    try browser.focused().attribute("aria-label") == "‘하나’ 삭제"
                }
            } else {
                #expect(address.hasPrefix(list + "#task-"))
            }
            try browser.bringBack()
            #expect(try browser.tasks == ["셋", "둘", "하나"])
            #expect(try browser.isMarked == (scripts == .on))
            try browser.expectNoComplaints()
        }

        @Test(arguments: zip(Browser.Scripts.allCases, widths))
        func aListIsRenamed(_ scripts: Browser.Scripts, _ width: Int) throws {
            let browser = try member("새 이름", scripts, width)
            let list = try browser.makeList("이사 준비")
            try browser.add(task: "상자 사기")
            try browser.click(".settings > summary")
            try browser.find("#name").retype("이사 끝")
            try browser.choose(icon: "sun")
            if scripts == .on { #expect(try browser.text(of: ".chosen") == "해") }
            try browser.click(".settings .submit")
            try browser.waitUntil("it has its new name") { try browser.text(of: "h1") == "이사 끝" }
            #expect(try browser.alert() == ["수정 성공"])
            #expect(try browser.address == list)
            #expect(try browser.all("h1 use[href$='#sun']").count == 1)
            #expect(try browser.tasks == ["상자 사기"])
            try browser.expectNoComplaints()
        }

        @Test(arguments: zip(Browser.Scripts.allCases, widths))
        func aTaskIsTickedInTheOrganiser(_ scripts: Browser.Scripts, _ width: Int) throws {
            let browser = try member("책상 위", scripts, width)
            _ = try browser.makeList("이사 준비")
            for title in ["하나", "둘", "셋"] { try browser.add(task: title) }
            try browser.open("/my")
            #expect(try browser.text(of: ".tasks small") == "이사 준비")
            for (count, tasks) in [(1, ["셋", "하나", "둘"]), (0, ["셋", "둘", "하나"])] {
                try browser.tick("둘")
                try browser.waitUntil("it shows") {
                    try browser.all(".done").count == count && browser.tasks == tasks
                }
                #expect(try browser.address.hasPrefix("/my"))
                #expect(try browser.text(of: "h1") == "나의 장터")
                try browser.waitUntil("the tick has the focus") {
                    try browser.focused().attribute("aria-label") == "‘둘’ 완료"
                }
            }
            try browser.expectNoComplaints()
        }

        @Test(arguments: zip(Browser.Scripts.allCases, widths))
        func aTodoIsCompletedAndTakenBack(_ scripts: Browser.Scripts, _ width: Int) throws {
            let browser = try member("할 일", scripts, width)
            let list = try browser.makeList("이사 준비")
            try browser.add(task: "상자 사기")
            try browser.add(task: "가스 끊기")
            #expect(try browser.tasks == ["가스 끊기", "상자 사기"])
            try browser.tick("상자 사기")
            _ = try browser.find(".done .tick[aria-pressed=true]")
            try browser.waitUntil("it is counted") { try browser.text(of: ".about") == "남은 할 일 1개" }

            try browser.open("/my/completed")
            #expect(try browser.tasks == ["상자 사기"])
            #expect(try browser.text(of: ".tasks small").hasPrefix("이사 준비 · "))
            try browser.tick("상자 사기")
            try browser.waitUntil("it is taken back") { try browser.tasks.isEmpty }
            try browser.open(list)
            #expect(try browser.all(".done").isEmpty)
            #expect(try browser.text(of: ".about") == "남은 할 일 2개")
            try browser.expectNoComplaints()
        }

        @Test(arguments: zip(Browser.Scripts.allCases, widths))
        func aTodoIsWrittenForADay(_ scripts: Browser.Scripts, _ width: Int) throws {
            let browser = try member("일정", scripts, width)
            try browser.open("/my/days")
            try browser.click(".week [aria-current] .icon")
            try browser.type("상자 사기", into: "#title")
            try browser.submit()
            try browser.waitUntil("it stands in the week") {
                try browser.address.hasPrefix("/my/days?week=") && browser.tasks == ["상자 사기"]
                    && browser.text(of: ".week [aria-current] b").hasPrefix("1")
            }
            try browser.expectNoComplaints()
        }

        private func member(
            _ name: String, _ scripts: Browser.Scripts, _ width: Int
        ) throws -> Browser {
            let browser = try Fixture.browser(scripts)
            try browser.resize(width: width, height: 844)
            try browser.signUp("\(name) \(scripts) \(width)")
            return browser
        }
    }
}

extension Browser {
    /// Marks the page; the mark disappears when the page is loaded again.
    fileprivate func mark() throws {
        try run("window.isMarked = true")
    }

    fileprivate var isMarked: Bool {
        get throws { try run("return window.isMarked === true") as? Bool == true }
    }

    fileprivate func number(_ expression: String) throws -> Double {
        guard let number = try run("return \(expression)") as? Double else {
            throw Failure("\(expression) is no number")
        }
        return number
    }
}

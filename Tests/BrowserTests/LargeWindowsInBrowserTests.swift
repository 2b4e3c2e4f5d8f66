import Fixtures
import Testing

extension MarketInBrowserTests {
    /// What a window has room for that a phone has not.
    @Blocking
    struct LargeWindows {
        /// A phone's page needs room to be scrolled above the message; a larger window has some.
        @Test func aSuccessDoesNotMoveTheFooterOfALargeWindow() throws {
            let browser = try Fixture.browser(.on)
            try browser.signUp("발치 보는 이")
            try browser.resize(width: 1280, height: 800)
            try browser.write(memo: "상자 사기")
            let foot = "return document.querySelector('footer.site').getBoundingClientRect().top"
            let noticed = try browser.run(foot) as? Double
            #expect(try browser.all("dialog[open].alert").count == 1)
            try browser.open("/my/memos")
            let usual = try browser.run(foot) as? Double
            try browser.resize(width: 390, height: 844)
            #expect(try browser.all("dialog[open].alert").isEmpty)
            #expect(noticed == usual)
        }

        /// However many chats there are, the place of an open one is empty from top to bottom.
        @Test func theHintBesideTheChatsIsInTheMiddleOfTheWindow() throws {
            let browser = try Fixture.browser(.on)
            try browser.signUp("채팅 고르는 이")
            try browser.client().submit("/items/1/conversation", ["text": "아직 있나요?"])
            try browser.resize(width: 1280, height: 800)
            let hint = """
                const [place, text, list] = ['.pick', '.pick span', 'ul.talks']
                    .map(e => document.querySelector(e).getBoundingClientRect());
                return `${Math.round(text.top)} ${place.bottom >= innerHeight} ${place.left > list.right}`;
                """
            try browser.open("/chats")
            let one = try browser.run(hint) as? String
            try browser.run(
                """
                const list = document.querySelector('ul.talks');
                for (let i = 0; i < 20; i++) list.append(list.firstElementChild.cloneNode(true));
                scrollTo(0, 400);
                """)
            let many = try browser.run(hint) as? String
            try browser.resize(width: 390, height: 844)
            #expect(one == "400 true true" && many == one)
        }

        @Test(arguments: [800, 1280])
        func theFiltersFitALowWindow(_ width: Int) throws {
            let browser = try Fixture.browser(.on)
            try browser.resize(width: width, height: 640)
            try browser.open("/")
            try browser.click(".filters summary")
            try browser.click(".filters .terms summary")
            let faults = try browser.run(
                """
                const form = document.querySelector('.filters form');
                const box = form.querySelector('.primary').getBoundingClientRect();
                const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                return [
                    form.scrollHeight > form.clientHeight ? null : 'nothing to scroll',
                    box.bottom <= innerHeight ? null : 'the button is below the window',
                    top?.matches('.primary') ? null : 'the button is covered',
                ].filter(Boolean);
                """)
            try browser.resize(width: 390, height: 844)
            #expect(faults as? [String] == [])
        }

        @Test func theFiltersButtonsCoverNothingThatTheKeysReachInALowWindow() throws {
            let browser = try Fixture.browser(.on)
            try browser.resize(width: 1280, height: 640)
            try browser.open("/")
            try browser.click(".filters summary")
            try browser.click(".filters .terms summary")
            let covered = try browser.run(
                """
                const form = document.querySelector('.filters form');
                const fields = [...form.querySelectorAll('input:not([type=hidden]), select')];
                form.scrollTop = 0;
                return fields.filter(field => {
                    field.focus();
                    const box = field.getBoundingClientRect();
                    return document.elementFromPoint(
                        box.x + box.width / 2, box.y + box.height / 2) !== field;
                }).map(({ name }) => name);
                """)
            try browser.resize(width: 390, height: 844)
            #expect(covered as? [String] == [])
        }

        @Test func cardsAndButtonsReachTheRightEdgeOfALargeWindow() throws {
            let browser = try Fixture.browser(.on)
            try browser.signUp("오른쪽 보는 이")
            try browser.resize(width: 1280, height: 800)
            /// How far the ends of two elements are apart.
            func gap(_ inner: String, _ outer: String) throws -> Double? {
                let gap = try browser.run(
                    """
                    const [inner, outer] = ["\(inner)", "\(outer)"]
                        .map(e => document.querySelector(e).getBoundingClientRect());
                    return outer.right - inner.right;
                    """)
                return gap as? Double
            }
            try browser.open("/items/1")
            let ask = try gap(".ask", ".facts")
            try browser.open("/people/1")
            let follow = try gap(".seller .actions", ".seller")
            try browser.open("/my")
            try browser.click(".ways a[href^='/people/']")
            _ = try browser.find(".person .seller")
            let edit = try gap(".seller .actions", ".seller")
            try browser.resize(width: 390, height: 844)
            #expect(ask == 0)
            // The card's padding.
            #expect(follow == 16 && edit == 16)
        }

        /// A third line would make the bar of categories higher.
        @Test func theCountsOfCategoriesStandBesideTheirIcons() throws {
            let browser = try Fixture.browser(.on)
            try browser.resize(width: 1000, height: 800)
            let height = "return document.querySelector('nav.chips').offsetHeight"
            try browser.open("/?min=1")
            let counts = try browser.all(".chips small").count
            let counted = try browser.run(height) as? Int
            try browser.open("/")
            let usual = try browser.run(height) as? Int
            try browser.resize(width: 390, height: 844)
            #expect(counts > 0 && counted == usual)
        }
    }
}

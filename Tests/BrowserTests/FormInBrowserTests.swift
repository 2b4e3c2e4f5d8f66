import Fixtures
import Testing

extension MarketInBrowserTests {
    @Blocking
    struct Form {
        @Test(arguments: Browser.Scripts.allCases)
        func whatIsMissingIsSaidAndWhatWasTypedIsKept(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try browser.open("/items/new")
            try browser.add(photo: Fixture.picture("kept"))
            try browser.type("열둘", into: "#price")
            try browser.click(".terms summary")
            try browser.find("#stock").retype("<3>")
            try browser.submit()
            #expect(
                try browser.alert() == [
                    "실패", "~ 글 제목을 입력해주세요.", "~ 카테고리를 선택해주세요.",
                    "~ 내용을 입력해주세요.", "~ 가격을 숫자로 입력해주세요.",
                    "~ 재고 수량을 0 이상의 숫자로 입력해주세요.", "~ 비밀번호를 입력해주세요.",
                ])
            #expect(try browser.find("#price").value == "열둘")
            #expect(try browser.find("#stock").value == "<3>")
            #expect(try browser.photos.count == 1)
            try browser.expectNoComplaints(besides: 422)
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aLineOfTheAlertLeadsToItsField(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try refuseBlankForm(browser)
            try browser.find("dialog[open] a[href='#content']").click()
            try browser.waitUntil("the field has the focus") {
                try browser.focused().attribute("id") == "content"
            }
        }

        @Test(arguments: Browser.Scripts.allCases)
        func theAlertIsDismissedByTheKeyboard(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try refuseBlankForm(browser)
            for _ in 0..<20 where try browser.focused().text != "닫기" { try browser.press(.tab) }
            try browser.press(.enter)
            try browser.waitUntil("the alert is gone") { try browser.all("dialog[open]").isEmpty }
        }

        @Test func escapeDismissesTheAlert() throws {
            let browser = try Fixture.browser(.on)
            try refuseBlankForm(browser)
            try browser.press(.escape)
            try browser.waitUntil("the alert is gone") { try browser.all("dialog[open]").isEmpty }
        }

        @Test(arguments: Browser.Scripts.allCases)
        func photosAreMovedAndRemoved(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try browser.open("/items/new")
            for name in ["one", "two", "three"] { try browser.add(photo: Fixture.picture(name)) }
            let chosen = try browser.photos
            try browser.find("button[value=later-1]").click()
            try browser.waitUntil("the photo is moved") {
                try browser.photos == [chosen[1], chosen[0], chosen[2]]
            }
            try browser.find("button[value=remove-2]").click()
            try browser.waitUntil("the photo is removed") {
                try browser.photos == [chosen[1], chosen[2]]
            }
        }

        @Test func atMostFivePhotosAreTaken() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            for number in 1...5 { try browser.add(photo: Fixture.picture("photo \(number)")) }
            #expect(try browser.text(of: "label[for=photos]").contains("5/5"))
            #expect(try browser.find("#photos").attribute("disabled") != nil)
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aPhotoChosenTwiceTakesTheRoomOfOne(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            let files = try (1...5).map { try Fixture.picture("twice \($0)") }
            try browser.open("/items/new")
            try browser.add(photo: files[0])
            try browser.find("#photos").choose(
                files: files[0], files[1], files[2], files[3], files[4])
            if scripts == .off { try browser.click("button[value=add-photos]") }
            try browser.waitUntil("all five are there") { try browser.photos.count == 5 }
            #expect(try Set(browser.photos).count == 5)
            #expect(try browser.text(of: "label[for=photos]").contains("5/5"))
            #expect(try browser.text(of: "#photos-fault") == "")
        }

        @Test func aPhotoThatTheFormHeldBeforeTakesTheRoomOfOne() throws {
            let browser = try Fixture.browser(.on)
            // Similar names would make colours that look the same as a JPEG.
            let files = try ["a", "stool", "lampshade", "old bookcase", "kitchen table"].map {
                try Fixture.picture("held: \($0)")
            }
            try browser.open("/items/new")
            try browser.add(photo: files[0])
            try browser.submit()
            #expect(try browser.alert().first == "실패")
            let kept = try browser.photos
            try browser.find("#photos").choose(
                files: files[1], files[0], files[2], files[3], files[4])
            try browser.waitUntil("all five are there") { try browser.photos.count == 5 }
            #expect(try Set(browser.photos).count == 5)
            #expect(try browser.photos.first == kept.first)
            #expect(try browser.text(of: "#photos-fault") == "")
        }

        @Test func whatIsNoPhotoIsRefusedBesideTheField() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            let drawing = try Fixture.file(Array("<svg/>".utf8), named: "icon.png")
            try browser.find("#photos").choose(files: drawing)
            try browser.waitUntil("the refusal is said") {
                try browser.text(of: "#photos-fault").contains("icon.png")
            }
            #expect(try browser.photos.isEmpty)
        }

        @Test func freeShareIsOfferedExactlyWithoutAPrice() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            let button = try browser.find("button[value=free-share]")
            let price = try browser.find("#price")
            #expect(try button.isDisplayed)
            try price.type("0")
            #expect(try button.isDisplayed)
            try price.type("5")
            #expect(try !button.isDisplayed)
            try price.retype("0")
            #expect(try button.isDisplayed)
            try button.click()
            #expect(try !button.isDisplayed)
            #expect(try price.value.isEmpty)
        }

        @Test func theMeaningOfAnEmptyPriceIsSaidWhileTyping() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            let hint = { try browser.text(of: "#price-hint") }
            #expect(try hint() == "비워두면 가격 제안으로 올라가요.")
            let price = try browser.find("#price")
            for typed in ["0", "₩0"] {
                try price.retype(typed)
                #expect(try hint() == "나눔으로 올라가요.")
            }
            let place = """
                return document.querySelector('#content').getBoundingClientRect().top + scrollY
                """
            let before = try browser.run(place) as? Double
            try price.retype("7")
            #expect(try browser.run(place) as? Double == before)
            try price.type("만5천원")
            try browser.waitUntil("it is read back") { try hint() == "75,000원" }
            #expect(try browser.run(place) as? Double == before)
            try price.retype(" ")
            #expect(try hint() == "가격 제안으로 올라가요.")
            try browser.click("button[value=free-share]")
            #expect(try hint() == "나눔으로 올라가요.")
        }

        @Test func thePriceOfAFormThatCameBackIsReadOutAtOnce() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            try browser.type("7만5천원", into: "#price")
            try browser.submit()
            #expect(try browser.alert().first == "실패")
            #expect(try browser.text(of: "#price-hint") == "75,000원")
        }

        @Test func theCategoryThatTheTitleNamesIsOneTapAwayAndMovesNothing() throws {
            let browser = try Fixture.browser(.on)
            try browser.forgetComplaints()
            try browser.open("/items/new")
            let place = """
                return document.querySelector('#price').getBoundingClientRect().top + scrollY
                """
            let before = try browser.run(place) as? Double
            #expect(try !browser.find("#likely-category").isDisplayed)
            try browser.type("무선 청소기", into: "#title")
            try browser.press(.tab)
            try browser.waitUntil("it is suggested") {
                try browser.find("#likely-category").isDisplayed
            }
            #expect(try browser.run(place) as? Double == before)
            #expect(try browser.find("#category").value == "")
            try browser.click("#likely-category")
            try browser.waitUntil("it is chosen") {
                try browser.text(of: "#category-button") == "디지털/가전"
            }
            #expect(try browser.find("#category").value == "1")
            #expect(try !browser.find("#likely-category").isDisplayed)
            try browser.expectNoComplaints()
        }

        @Test(arguments: [320, 390])
        func theSuggestedCategoryCoversNoWordsInEnglish(_ width: Int) throws {
            let browser = try Fixture.browser(.on)
            defer { try? browser.resize(width: 390, height: 844) }
            try browser.resize(width: width, height: 844)
            try browser.open("/signup")
            try browser.click(".languages [value=en]")
            try browser.waitUntil("the page is in it") {
                try browser.all("html[lang=en]").count == 1
            }
            try browser.open("/items/new")
            try browser.type("Baby stroller", into: "#title")
            try browser.press(.tab)
            try browser.waitUntil("it is suggested") {
                try browser.find("#likely-category").isDisplayed
            }
            let gap = try browser.run(
                """
                const words = document.createRange();
                words.selectNodeContents(document.querySelector('#category-button'));
                const [text, button] = [words, document.querySelector('#likely-category')]
                    .map(part => part.getBoundingClientRect());
                return Math.max(button.left - text.right, button.top - text.bottom);
                """)
            #expect(gap as? Double ?? -1 >= 0)
        }

        @Test(arguments: Browser.Scripts.allCases)
        func wantedItemsAreNeitherGivenAwayNorDiscounted(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try browser.open("/items/new")
            try browser.click("details.terms summary")
            func shown(_ selector: String) throws -> Bool { try browser.find(selector).isDisplayed }
            for (purpose, isOffer) in [("request", false), ("offer", true)] {
                try browser.click("label:has([value=\(purpose)])")
                #expect(try shown("button[value=free-share]") == isOffer)
                #expect(try shown("#discounted_price") == isOffer)
                #expect(try shown("#price-hint") == isOffer)
                #expect(
                    try browser.text(of: "#price-hints .for-requests")
                        == (isOffer ? "" : "얼마에 사고 싶은지 적어요. 비워두면 가격 제안을 받아요."))
            }
        }

        @Test func freeShareIsChosenWithoutScriptsToo() throws {
            let browser = try Fixture.browser(.off)
            try browser.open("/items/new")
            try browser.type("어린이 책", into: "#title")
            try browser.find("button[value=free-share]").click()
            try browser.waitUntil("the offer is taken") {
                try browser.all("button[value=free-share]").allSatisfy { try !$0.isDisplayed }
            }
            #expect(try browser.find("#title").value == "어린이 책")
        }

        @Test func aRowNamesItsFaultOnceItIsLeftUntilItIsMended() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            try browser.type("열둘", into: "#price")
            #expect(try browser.text(of: "#price-fault") == "")
            try browser.find("#title").click()
            try browser.waitUntil("the price says it") {
                try browser.text(of: "#price-fault") == "가격을 숫자로 입력해주세요."
            }
            #expect(try browser.find("#price").attribute("aria-invalid") == "true")
            #expect(try !browser.find("#price-hint").isDisplayed)
            #expect(try browser.text(of: "#title-fault") == "")
            try browser.find("#price").retype("3만")
            try browser.waitUntil("the price says no more") {
                try browser.text(of: "#price-fault").isEmpty
            }
            try browser.waitUntil("the title was left") {
                try browser.text(of: "#title-fault") == "글 제목을 입력해주세요."
            }
            #expect(try browser.text(of: "#content-fault") == "")
            try browser.expectNoComplaints()
        }

        @Test func aFaultInAFoldedRowUnfoldsIt() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            #expect(try !browser.find("#stock").isDisplayed)
            try browser.click(".terms summary")
            try browser.find("#discounted_price").type("5000")
            try browser.click(".terms summary")
            try browser.find("#price").type("3000")
            try browser.find("#title").click()
            try browser.waitUntil("the fault shows") {
                try browser.text(of: "#discounted_price-fault") == "할인가격을 가격보다 높지 않게 입력해주세요."
            }
        }

        @Test func photosAreDroppedPastedAndDraggedIntoTheirOrder() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            try browser.addPhoto(by: "drop", to: ".counter")
            try browser.waitUntil("the dropped one is there") { try browser.photos.count == 1 }
            try browser.addPhoto(by: "paste", to: "#content")
            try browser.waitUntil("the pasted one is there") { try browser.photos.count == 2 }
            let chosen = try browser.photos
            try browser.run(
                """
                const [first, second] = document.querySelectorAll('.tiles li img');
                const move = (target, event) => target.dispatchEvent(new DragEvent(
                    event, { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() }));
                move(second, 'dragstart'); move(first, 'dragover');
                move(first, 'drop'); move(second, 'dragend');
                """)
            #expect(try browser.photos == chosen.reversed())
            #expect(try browser.all(".tiles li button:enabled").count == 4)
        }

        @Test func aPhotoIsTurnedUprightAndMadeSmallerOnItsWay() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            try browser.run(
                """
                window.sent = [];
                const send = XMLHttpRequest.prototype.send;
                XMLHttpRequest.prototype.send = function (form) {
                    createImageBitmap(form.get('photos')).then(({ width, height }) => {
                        sent.push(`${form.get('photos').type} ${width}x${height}`);
                        send.call(this, form);
                    });
                };
                """)
            try browser.addPhoto(by: "drop", to: ".counter", width: 4_096, height: 1_024)
            try browser.waitUntil("it is there") { try browser.photos.count == 1 }
            #expect(try browser.run("return sent.join()") as? String == "image/jpeg 512x2048")
        }

        @Test func aPhotoOnItsWayIsStoppedAndHoldsUpTheForm() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            try browser.run("XMLHttpRequest.prototype.send = function () {}")
            try browser.find("#photos").choose(files: Fixture.picture("stopped"))
            #expect(try browser.find(".send button").attribute("disabled") != nil)
            try browser.find(".loading button").click()
            #expect(try browser.all(".tiles li").isEmpty)
            #expect(try browser.find(".send button").attribute("disabled") == nil)
            #expect(try browser.text(of: "#photos-fault") == "")
        }

        @Test func aGuestsDraftIsOfferedAndContinued() throws {
            let browser = try Fixture.browser(.on)
            try leaveDraft(browser)
            try browser.open("/items/new")
            #expect(try browser.find("#title").value.isEmpty)
            try browser.click(".draft a")
            try browser.waitUntil("the form is filled in") {
                try browser.find("#title").value == "쓰던 의자"
            }
            #expect(try browser.find("#content").value == "첫 줄\n둘째 줄")
            #expect(try browser.photos.count == 1)
            try browser.choose(category: 9)
            try browser.find("#password").type("달빛1234")
            try browser.submit()
            _ = try browser.arriveAtItem()
            try browser.open("/items/new")
            #expect(try !browser.find(".draft").isDisplayed)
        }

        @Test func aGuestsDraftStaysUntilItIsSentOnBehindTheSignIn() throws {
            let browser = try Fixture.browser(.on)
            let nickname = "초안 가져오는 이"
            _ = try Fixture.member(nickname)
            try leaveDraft(browser)
            try browser.choose(category: 9)
            try browser.click("[name=sign-in]")
            try browser.waitUntil("the sign-in is asked for, and nothing forgotten") {
                try browser.all("#nickname").count == 1
                    && browser.run("return 'draft' in localStorage") as? Bool == true
            }
            try browser.find("#nickname").retype(nickname)
            try browser.type(Browser.password, into: "#password")
            try browser.submit()
            try browser.waitUntil("it is shown again") { try !browser.all(".kept").isEmpty }
            try browser.submit()
            try browser.waitUntil("it is back in its form") {
                try browser.all("#item-form [name=of_account]").count == 1
            }
            try browser.submit()
            _ = try browser.arriveAtItem()
            try browser.open("/items/new")
            #expect(try !browser.find(".draft").isDisplayed)
        }

        @Test func aGuestsDraftIsForgottenAndNeverHoldsThePassword() throws {
            let browser = try Fixture.browser(.on)
            try leaveDraft(browser)
            let kept = try #require(try browser.run("return localStorage.draft") as? String)
            #expect(kept.contains("쓰던 의자") && !kept.contains("달빛1234"))
            try browser.open("/items/new")
            try browser.click(".draft [formaction]")
            try browser.waitUntil("it is said") {
                try browser.alert() == ["쓰다 만 글을 지웠어요"]
            }
            #expect(try !browser.find(".draft").isDisplayed)
            try browser.open("/items/new")
            #expect(try !browser.find(".draft").isDisplayed)
        }

        @Test func aDraftThatIsPassedOverIsThereAfterAnotherPost() throws {
            let browser = try Fixture.browser(.on)
            try leaveDraft(browser)
            var listing = Listing(title: "초안을 두고 올린 책상")
            listing.content = "다른 글"
            _ = try browser.post(listing)
            try browser.open("/items/new")
            try browser.click(".draft a")
            try browser.waitUntil("the form is filled in") {
                try browser.find("#title").value == "쓰던 의자"
            }
        }

        @Test func leavingAGuestsSecondDraftAsksFirst() throws {
            let browser = try Fixture.browser(.on)
            func isAsked() throws -> Bool {
                let leaving = "new Event('beforeunload', { cancelable: true })"
                return try browser.run("return !dispatchEvent(\(leaving))") as? Bool == true
            }
            try leaveDraft(browser)
            #expect(try !isAsked())
            try browser.open("/items/new")
            try browser.waitUntil("the first one is offered") {
                try browser.find(".draft").isDisplayed
            }
            #expect(try !isAsked())
            try browser.type("다른 책상", into: "#title")
            #expect(try isAsked())
            // Without the first one, it is kept itself.
            try browser.click(".draft [formaction]")
            try browser.waitUntil("it is kept") {
                (try browser.run("return localStorage.draft ?? ''") as? String)?
                    .contains("다른 책상") == true
            }
            #expect(try !isAsked())
        }

        @Test func aMembersDraftWaitsForItsAnswer() throws {
            let browser = try Fixture.browser(.on, of: "초안 둘")
            let client = try browser.client()
            let chair: FormBody = ["title": "쓰던 의자", "draft": "other"]
            #expect(try client.post("/items/draft", chair).status == 204)
            try browser.open("/items/new")
            try browser.type("새 책상", into: "#title")
            #expect(try browser.find(".draft").isDisplayed)
            #expect(try client.get("/items/new?draft=1").text.contains("쓰던 의자"))
            // What is being typed stays, and is saved from then on.
            try browser.click(".draft [formaction]")
            try browser.waitUntil("it is kept") {
                try client.get("/items/new?draft=1").text.contains("새 책상")
            }
            #expect(try !browser.find(".draft").isDisplayed)
            #expect(try browser.find("#title").value == "새 책상")
            try browser.expectNoComplaints()
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aMembersRefusedFormIsOfferedLater(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts, of: "초안 셋 \(scripts)")
            try browser.open("/items/new")
            try browser.type("카테고리 없는 책상", into: "#title")
            try browser.submit()
            #expect(try browser.alert().first == "실패")
            try browser.open("/items/new")
            try browser.click(".draft a")
            try browser.waitUntil("the form is filled in") {
                try browser.find("#title").value == "카테고리 없는 책상"
            }
        }

        private func leaveDraft(_ browser: Browser) throws {
            try browser.open("/items/new")
            #expect(try !browser.find(".draft").isDisplayed)
            try browser.add(photo: Fixture.picture("draft"))
            try browser.type("쓰던 의자", into: "#title")
            try browser.type("달빛1234", into: "#password")
            try browser.type("첫 줄\n둘째 줄", into: "#content")
            try browser.waitUntil("it is kept") {
                (try browser.run("return localStorage.draft ?? ''") as? String)?
                    .contains("둘째 줄") == true
            }
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aMembersDraftIsOfferedOnEveryDevice(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(.on, of: "초안 \(scripts)")
            try browser.open("/items/new")
            try browser.type("쓰던 책상", into: "#title")
            let client = try browser.client()
            try browser.waitUntil("it is kept") {
                try client.get("/items/new?draft=1").text.contains("쓰던 책상")
            }
            let token = try #require(client.cookie("session"))
            let other = try Fixture.browser(scripts)
            try other.set(cookie: "session", to: token)
            try other.open("/items/new")
            try other.click(".draft a")
            try other.waitUntil("the form is filled in") {
                try other.find("#title").value == "쓰던 책상"
            }
        }

        private func refuseBlankForm(_ browser: Browser) throws {
            try browser.open("/items/new")
            try browser.submit()
            #expect(try browser.alert().first == "실패")
        }
    }
}

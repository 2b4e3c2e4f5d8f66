import Fixtures
import Testing

@Blocking
final class MessagePhotoTests: ConversationSuite {
    /// The addresses of the photos on a conversation's page.
    private func photos(in path: String, by client: Client) throws -> [String] {
        try client.get(path).page.sources(below: path + "/photos/")
    }

    @Test func onlyTheTwoSeeAPhotoThatWasSent() throws {
        let answer = try asker.send([("등.jpg", Picture.red)], text: "이 색이에요", in: path)
        #expect(answer.status == 303)
        let photo = try #require(try photos(in: path, by: seller).first)
        for client in [seller, asker] {
            let answer = try client.get(photo)
            #expect(answer.status == 200)
            #expect(answer["Content-Type"] == "image/jpeg")
            #expect(answer["Cache-Control"] == "private, no-cache")
            #expect(Picture.size(of: answer.body) == [48, 32])
        }
        #expect(try site.member("낯선 사람").get(photo).status == 404)
        #expect(try site.get(photo).status == 303)
        for other in ["huge.jpg", "medium.png", "thumbnail.jpg", "medium"] {
            let path = photo.replacing("medium.jpg", with: other)
            #expect(try asker.get(path).status == 404)
        }
        let list = try seller.get("/chats").page
        #expect(list.texts.contains("이 색이에요"))
    }

    @Test func takenBackNobodySeesIt() throws {
        _ = try asker.send([("등.jpg", Picture.red)], in: path)
        let photo = try #require(try photos(in: path, by: asker).first)
        #expect(try seller.get("/chats").page.texts.contains("사진"))
        let form = try #require(try asker.get(path).page.action(endingWith: "/deletion"))
        #expect(try asker.press(form).status == 303)
        for client in [seller, asker] { #expect(try client.get(photo).status == 404) }
    }

    @Test func theSameSentTwiceIsOneMessageEach() throws {
        let files = [("1.jpg", Picture.red), ("2.jpg", Picture.blue)]
        for _ in 1...2 { _ = try asker.send(files, text: "둘이에요", token: "t", in: path) }
        #expect(try photos(in: path, by: seller).count == 2)
        #expect(try seller.messages(in: path) == ["아직 있나요?", "둘이에요"])
    }

    @Test func filesThatAreNoPhotosAreNamedAndTheTextStays() throws {
        let files = [("1.jpg", Picture.red), ("2.jpg", Array("no picture".utf8))]
        let answer = try asker.send(files, text: "둘이에요", in: path)
        #expect(answer.status == 422)
        #expect(answer.page.texts.contains { $0.contains("2.jpg") })
        #expect(answer.page.value(of: "text") == "둘이에요")
        // The photo that could be stored is kept for the next try.
        let kept = answer.page.values(of: "photos")
        #expect(kept.count == 1)
        #expect(answer.page.alert?.lines.count { $0.contains("2.jpg") } == 1)
        #expect(try photos(in: path, by: seller).isEmpty)
        #expect(try seller.messages(in: path) == ["아직 있나요?"])
        let form = kept.map { FormBody.Part.text("photos", $0) }
        _ = try asker.post(path + "/messages", .multipart([.text("text", "하나예요")] + form))
        #expect(try photos(in: path, by: seller).count == 1)
        #expect(try seller.messages(in: path) == ["아직 있나요?", "하나예요"])
    }

    @Test func moreThanFiveAreTold() throws {
        let files = (1...6).map { ("\($0).jpg", Picture.red) }
        let answer = try asker.send(files, in: path)
        #expect(answer.status == 422)
        #expect(answer.page.texts.contains { $0.contains("6.jpg") })
        #expect(answer.page.values(of: "photos").count == 5)
        #expect(try photos(in: path, by: seller).isEmpty)
    }

    @Test func textThatIsTooLongComesBackWithItsPhotos() throws {
        let text = String(repeating: "가", count: 1_001)
        let files = [("1.jpg", Picture.red), ("2.jpg", Picture.blue)]
        let answer = try asker.send(files, text: text, in: path)
        #expect(answer.status == 422)
        #expect(answer.page.value(of: "text") == text)
        #expect(answer.page.values(of: "photos").count == 2)
        #expect(try photos(in: path, by: seller).isEmpty)
    }

    @Test func returnedPhotosAreSentWithoutChoosingThemAgain() throws {
        let site = try ServedSite { $0.messagesPerMinute = 1 }
        let (seller, _, asker, path) = try site.asked()
        let files = [("1.jpg", Picture.red), ("2.jpg", Picture.blue)]
        let refused = try asker.send(files, text: "둘이에요", in: path)
        #expect(refused.status == 429)
        let kept = refused.page.values(of: "photos")
        #expect(kept.count == 2 && refused.page.value(of: "text") == "둘이에요")
        // An unsent photo is shown only there, and must not be cached.
        let waiting = refused.page.sources(below: path + "/waiting/")
        #expect(waiting == kept.map { "\(path)/waiting/\($0)/thumbnail.jpg" })
        #expect(refused.page.sources(below: "/photos/").isEmpty)
        let stranger = try site.member("낯선 사람")
        for photo in waiting {
            let answer = try asker.get(photo)
            #expect(answer.status == 200 && answer["Cache-Control"] == "no-store")
            #expect(answer["Content-Type"] == "image/jpeg")
            #expect(try stranger.get(photo).status == 404)
            #expect(try site.get(photo).status == 303)
        }
        #expect(try photos(in: path, by: seller).isEmpty)
        site.clock.advance(by: 61)
        let form = kept.map { FormBody.Part.text("photos", $0) }
        let sent = try asker.post(path + "/messages", .multipart([.text("text", "둘이에요")] + form))
        #expect(sent.status == 303)
        let shown = try photos(in: path, by: seller)
        #expect(shown.count == 2)
        for photo in shown { #expect(Picture.size(of: try seller.get(photo).body) == [48, 32]) }
        #expect(try asker.get(path).page.values(of: "photos").isEmpty)
    }

    @Test func photosThatCannotBeKeptAreNamed() throws {
        let site = try ServedSite { $0.messagesPerMinute = 1 }
        let (seller, _, asker, path) = try site.asked()
        let files = [("1.jpg", Picture.red), ("2.jpg", Array("no picture".utf8))]
        let refused = try asker.send(files, text: "둘이에요", in: path)
        #expect(refused.status == 429 && refused.page.values(of: "photos").count == 1)
        let parts = files.map { name, bytes in
            FormBody.Part.file("photos", named: name, type: "image/jpeg", bytes: bytes)
        }
        let quick = FormBody.multipart([.text("text", ""), .text("quick", "네")] + parts)
        let filledIn = try seller.post(path + "/messages", quick)
        #expect(filledIn.status == 422 && filledIn.page.values(of: "photos").count == 1)
        #expect(filledIn.page.value(of: "text") == "네")
        for page in [refused.page, filledIn.page] {
            #expect(page.alert?.lines.contains { $0.contains("2.jpg") } == true)
            let fault = page.html.stretches(from: "id=\"photos-fault\">", to: "</p>").first
            #expect(fault?.contains("2.jpg") == true)
        }
    }

    @Test func photosNoLongerKeptAreNamed() throws {
        let gone = String(repeating: "ab", count: 16)
        let parts = [FormBody.Part.text("photos", gone), .text("photos", "x"), .text("text", "")]
        let answer = try asker.post(path + "/messages", .multipart(parts))
        #expect(answer.status == 422)
        #expect(try seller.messages(in: path) == ["아직 있나요?"])
    }

    @Test func aGuestSendsAndSeesThemByTheItemsPassword() throws {
        let item = try site.post()
        let path = try asker.ask(about: item)
        let guests = item + path
        _ = try asker.send([("등.jpg", Picture.red)], in: path)
        let guest = try site.visitor()
        let photo = guests + (try #require(photos(in: path, by: asker).first).dropFirst(path.count))
        let asked = try guest.get(photo)
        #expect(asked["Content-Type"]?.hasPrefix("text/html") == true)
        #expect(asked.page.asksForPassword)
        _ = try guest.post(item + "/chats", ["password": "달빛1234"])
        #expect(Picture.size(of: try guest.get(photo).body) == [48, 32])
        #expect(try guest.send([("답.jpg", Picture.blue)], in: guests).status == 303)
        #expect(try photos(in: path, by: asker).count == 2)
    }

    @Test func theSwindlersWordsAreMarkedForTheReader() throws {
        _ = try asker.write("안전결제로 할게요", in: path)
        let warning = "안전결제라며 보내는 주소는 거의 모두 사기예요."
        #expect(try seller.get(path).text.contains(warning))
        #expect(try !asker.get(path).text.contains(warning))
    }
}

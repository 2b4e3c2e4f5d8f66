import Fixtures
import Testing

/// What a person does at the market, with or without scripts.
extension Browser {
    /// Fills in every row of the post form that the listing has a value for, except photos.
    func fillIn(_ listing: Listing) throws {
        try find("#title").retype(listing.title)
        try choose(category: listing.category)
        try find("#price").retype(listing.price)
        try find("#content").retype(listing.content)
        try find("#password").retype(listing.password)
    }

    /// Chooses a category by its id: on the category screen, or in a `select` without scripts.
    func choose(category: Int) throws {
        switch scripts {
        case .on:
            try find("#category-button").click()
            try find("#category-screen[open] button[value='\(category)']").click()
        case .off: try find("#category option[value='\(category)']").click()
        }
    }

    /// Adds a photo to the form, and waits until its tile is shown.
    func add(photo path: String) throws {
        let count = try photos.count
        try find("#photos").choose(files: path)
        if scripts == .off { try find("button[value=add-photos]").click() }
        try waitUntil("photo \(count + 1) is there") { try photos.count == count + 1 }
    }

    /// Drops or pastes a new photo onto what `selector` matches: a JPEG whose Exif orientation says
    /// that it lies on its side (Exif 2.32, orientation 6).
    func addPhoto(
        by event: String, to selector: String, width: Int = 64, height: Int = 48
    ) throws {
        try run(
            """
            const canvas = document.createElement('canvas');
            [canvas.width, canvas.height] = [\(width), \(height)];
            const context = canvas.getContext('2d');
            const noise = context.createImageData(canvas.width, canvas.height);
            noise.data.forEach((_, at, data) => {
                data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
            });
            context.putImageData(noise, 0, 0);
            const exif = [
                0xFF, 0xE1, 0, 34, 69, 120, 105, 102, 0, 0, 77, 77, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18,
                0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
            ];
            canvas.toBlob((blob) => {
                const parts = [blob.slice(0, 2), new Uint8Array(exif), blob.slice(2)];
                const data = new DataTransfer();
                data.items.add(new File(parts, '그림.jpg', { type: 'image/jpeg' }));
                const options = { bubbles: true, cancelable: true };
                document.querySelector('\(selector)').dispatchEvent('\(event)' === 'drop'
                    ? new DragEvent('drop', { ...options, dataTransfer: data })
                    : new ClipboardEvent('paste', { ...options, clipboardData: data }));
            }, 'image/jpeg', 1);
            """)
    }

    /// The photos that the form holds, in their order.
    var photos: [String] {
        get throws {
            try all(".tiles input[name=photos]").map { try $0.value }
        }
    }

    /// Presses the button that sends the form.
    func submit() throws {
        try click(".send button")
    }

    /// Posts a listing and returns its path.
    func post(_ listing: Listing) throws -> String {
        try open("/items/new")
        try fillIn(listing)
        try submit()
        return try arriveAtItem()
    }

    /// Waits for a listing's page and returns its path.
    func arriveAtItem() throws -> String {
        try waitUntil("a listing is shown") { try address.wholeMatch(of: /\/items\/\d+/) != nil }
        return try address
    }

    /// The alert of the page in reading order: its title, then its lines.
    func alert() throws -> [String] {
        try text(of: "dialog[open] :is([role=alert], [role=status])")
            .split(separator: "\n").map(String.init)
    }

    /// The titles on the list, from the top.
    var titles: [String] {
        get throws { try texts(of: ".entries h2") }
    }

    /// The ids of the entries on the list, from the top.
    var entries: [String] {
        get throws {
            let ids = try run(
                "return [...document.querySelectorAll('.entries > li')].map(entry => entry.id)")
            return ids as? [String] ?? []
        }
    }

    /// Expects no new complaints from the console or the security policy, except that a page had `status`.
    func expectNoComplaints(
        besides status: Int? = nil, at location: SourceLocation = #_sourceLocation
    ) throws {
        let expected = status.map { "status of \($0)" }
        let complaints = try complaints().filter { complaint in
            // The browser also logs that it cleared the data that signing out told it to.
            !complaint.contains("Cleared data types")
                && expected.map { !complaint.contains($0) } ?? true
        }
        #expect(complaints == [], sourceLocation: location)
    }

    /// Opens the menu of a listing's page and follows the entry that leads to `action`.
    func chooseInMenu(_ action: String) throws {
        try find("details.menu summary").click()
        try find("details.menu a[href$='/\(action)']").click()
    }
}

/// Something to sell.
struct Listing: Sendable {
    var title = "북유럽풍 장스탠드 & 전구 <새것>"
    var category = 9
    var price = "35000"
    var content = "이사하면서 내놓습니다.\n직거래는 역 3번 출구에서요."
    var password = "달빛1234"
}

import HTTPServer
import Market
import Mustache
import ViewModels

/// Reads an item's submitted form into the view model's input; its photos are processed and stored.
struct ItemFormReader: Sendable {
    let photos: PhotoUploads
    let forms: FormLimiter

    /// - Throws: `SiteError.unavailable` if no place is free for another large form; `FormError`.
    func input(_ context: RequestContext) async throws -> ItemForm.Input {
        try await withForm(of: context) { input, _ in input }
    }

    /// Reads the form of a new item, posted by the signed-in member or by a guest.
    /// Somebody who chose to sign in first has not finished it, so it is only shown again.
    /// - Throws: the same as `input`; `.signedOut` if the form was made for an account whose
    ///   session has ended, or if a guest chose to sign in or to sign up.
    func newItem(_ context: RequestContext) async throws -> ItemForm.Input {
        try await withForm(of: context) { input, form in
            let seller = context.member?.account.id
            let isOfMember = form.text("of_account") != nil
            let choseSignIn = form.text("sign-in") != nil
            if isOfMember || choseSignIn, seller == nil {
                var carried = carried(form, input, context)
                carried.isOfMember = isOfMember
                throw SiteError.signedOut(carrying: carried)
            }
            var input = input
            input.mode = .posting(by: seller)
            input.leastPassword = ItemForm.leastPassword
            if choseSignIn { input.arrangement = input.arrangement ?? .addPhotos }
            return input
        }
    }

    /// Reads the form while it is being filled in; its photos are those already uploaded.
    func typed<Result>(
        _ context: RequestContext, _ use: (ItemForm.Input, Form) throws -> Result
    ) async throws -> Result {
        try await forms.withForm(of: context) { form in
            var input = input(form, context)
            input.photos = PhotoUploads.storedPhotos(form.entries).map { .stored($0) }
            // An existing item's password opens it, however short it is. Only a new item's form has a draft.
            if form.text("draft") != nil { input.leastPassword = ItemForm.leastPassword }
            return try use(input, form)
        }
    }

    /// Reads the form of an account's item so that it can be sent again.
    func carried(_ context: RequestContext) async throws -> CarriedForm {
        var carried = try await withForm(of: context) { self.carried($1, $0, context) }
        carried.isOfMember = true
        return carried
    }

    private func withForm<Result>(
        of context: RequestContext, _ use: (ItemForm.Input, Form) throws -> Result
    ) async throws -> Result {
        try await forms.withForm(of: context, photos.formLimits()) { form in
            var input = input(form, context)
            input.photos = try await photos.entries(
                form.entries, from: context.address, isGuest: context.member == nil,
                at: context.now)
            return try use(input, form)
        }
    }

    private func input(_ form: Form, _ context: RequestContext) -> ItemForm.Input {
        var input = ItemForm.Input(address: context.address)
        for field in ItemForm.Field.allCases {
            if let text = form.text(field.rawValue) { input[field] = text }
        }
        let purpose = form.text(ItemForm.Field.purpose.rawValue)
        input.namesPurpose = purpose.flatMap { Item.Purpose(key: $0) } != nil
        if let answer = form.text("sure") {
            (input.asksBack, input.meantPrice) = (true, answer)
        }
        input.formerStock = .typed(form["former_stock"])
        input.revision = Int64(digits: form["revision"]).map { Timestamp(seconds: $0) }
        input.wantsChecklist = form.text("checklist") != nil
        input.submissionKey = form.sendingToken("submission_key")
        input.makesAnother = form.text("another") != nil
        input.draftKey = form.sendingToken("draft")
        // An unknown button must not post the item.
        input.arrangement = form.text("arrange").map {
            ItemForm.Arrangement(button: $0) ?? .addPhotos
        }
        return input
    }

    /// The form to carry, with hidden fields in place of the photo files.
    private func carried(
        _ form: Form, _ input: ItemForm.Input, _ context: RequestContext
    ) -> CarriedForm {
        let texts = form.entries.compactMap { CarriedField($0) }
            .filter { $0.name != PhotoUploads.field }
        let stored = input.photos.compactMap(\.id).map { id in
            CarriedField(name: PhotoUploads.field, value: id.text)
        }
        return CarriedForm(texts + stored, to: ReturnPath(of: context.request))
    }
}

extension ItemForm.Arrangement {
    /// Parses the value of an `arrange` button: `add-photos`, `remove-2`, …
    fileprivate init?(button: String) {
        let parts = button.split(separator: "-", maxSplits: 1)
        switch (parts.first, parts.last.flatMap { Int(digits: $0) }) {
        // `edit` moves what was typed for a new item into the existing item's form, to be checked first.
        case _ where button == "add-photos" || button == "edit": self = .addPhotos
        case _ where button == "free-share": self = .chooseFreeShare
        case ("remove", let number?): self = .removePhoto(number)
        case ("earlier", let number?): self = .movePhotoEarlier(number)
        case ("later", let number?): self = .movePhotoLater(number)
        default: return nil
        }
    }
}

extension ItemForm.Output: TemplateData {
    public static let fields: [Field<ItemForm.Output>] = words + values + choices + messages

    private static let words: [Field<ItemForm.Output>] = [
        Field("heading") { $0.heading },
        Field("submitLabel") { $0.submitLabel },
        Field("action") { $0.id.map { Link.itemEdit($0) } ?? Link.items() },
        Field("cancelPath") { $0.id.map { Link.item($0) } ?? Link.itemList() },
        Field("isPosting") { $0.input.mode.isPosting },
        Field("asksPassword") { $0.input.mode.asksPassword },
        Field("isOfAccount") { $0.isOfAccount },
        Field("leastPassword") { _ in ItemForm.leastPassword },
        Field("checkPath") { _ in Link.itemFormCheck() },
        Field("draftPath") { $0.isOfAccount ? Link.itemDraft() : nil },
    ]

    private static let values: [Field<ItemForm.Output>] =
        ItemForm.Field.allCases.filter { $0 != .photos }.map { row in
            Field(row.rawValue.camelCased) { $0.input[row] }
        }

    private static let choices: [Field<ItemForm.Output>] = [
        Field("submissionKey") { $0.input.submissionKey },
        Field("draftKey") { $0.input.draftKey },
        Field("formerStock") { $0.input.formerStock.text },
        Field("revision") { $0.input.revision.map { "\($0.seconds)" } },
        Field("meantPrice") { $0.input.meantPrice },
        Field("makesAnother") { $0.input.makesAnother },
        Field("isFreeShareChosen") { $0.input.isFreeShareChosen },
        Field("wantsChecklist") { $0.input.wantsChecklist },
        Field("offersFreeShare") { $0.offersFreeShare },
        Field("isFree") { $0.isFree },
        Field("isPriceOpen") { $0.isPriceOpen },
        Field("readPrice") { $0.readPrice },
        Field("showsTerms") { $0.showsTerms },
        Field("otherDraft") { $0.otherDraft },
        Field("postsLeft") { $0.postsLeft },
        Field("earlierPath") { $0.earlier.map { Link.itemEdit($0) } },
        Field("categories") { $0.categories },
        Field("likelyCategory") { $0.likelyCategory },
        Field("purposes") { PurposeChoice.all(selected: $0.input.purpose) },
        Field("purposeName") { $0.input.purpose.name },
        Field("isPurposeFixed") { $0.isPurposeFixed },
        Field("places") { $0.places },
        Field("hasPlaces") { !$0.places.isEmpty },
        Field("currencies") { $0.currencies },
        Field("photos") { $0.photos },
        Field("photoCount") { $0.photos.count },
        Field("mostPhotos") { _ in Item.mostPhotos },
        Field("canAddPhotos") { $0.photos.count < Item.mostPhotos },
    ]

    private static let messages = ItemForm.Field.allCases.flatMap { faults($0.rawValue) }

    private var isOfAccount: Bool { input.mode.isPosting && !input.mode.asksPassword }

    /// The id of the item being edited; nil for a new one.
    private var id: Item.ID? {
        if case .editing(let id, _) = input.mode { id } else { nil }
    }
}

extension ItemForm.PlaceGroup: TemplateData {
    public static let fields: [Field<ItemForm.PlaceGroup>] = [
        Field("name") { $0.name },
        Field("nameLanguage") { WrittenLanguage($0.name) },
        Field("choices") { $0.choices },
    ]
}

extension ItemForm.PlaceChoice: TemplateData {
    public static let fields: [Field<ItemForm.PlaceChoice>] = [
        Field("value") { $0.value },
        Field("name") { $0.name },
        Field("isSelected") { $0.isSelected },
    ]
}

extension ItemForm.CurrencyChoice: TemplateData {
    public static let fields: [Field<ItemForm.CurrencyChoice>] = [
        Field("code") { $0.code },
        Field("isSelected") { $0.isSelected },
    ]
}

import HTTPServer
import Market
import ViewModels

/// Reads a sent item form into the view model's input, its photos developed and kept.
struct ItemFormReader: Sendable {
    let photos: PhotoUploads
    let forms: FormLimiter

    struct Submission: Sendable {
        var input: ItemForm.Input
        /// Set when a button was pressed that only rearranges the form.
        var arrangement: ItemForm.Arrangement?
        /// Whether it was made for somebody signed in.
        var isOfAccount: Bool
        /// The form as it can be sent again.
        var carried: CarriedForm
    }

    /// What no form of this site holds is no key.
    private static func submissionKey(_ text: String) -> String? {
        text.utf8.count <= 64 ? text : nil
    }

    /// - Throws: `SiteError.unavailable` when there is no place for one more large form;
    ///   `FormError`.
    func submission(_ context: RequestContext) async throws -> Submission {
        try await forms.withForm(of: context, photos.formLimits()) { form in
            try await submission(form, context)
        }
    }

    private func submission(_ form: Form, _ context: RequestContext) async throws -> Submission {
        var input = ItemForm.Input()
        input.title = form.text("title") ?? ""
        input.category = form.text("category") ?? ""
        input.price = form.text("price") ?? ""
        input.discountedPrice = form.text("discounted_price") ?? ""
        input.currency = form.text("currency") ?? input.currency
        input.stock = form.text("stock") ?? input.stock
        input.content = form.text("content") ?? ""
        input.password = form.text("password") ?? ""
        input.isFreeShareChosen = form.text("free") != nil
        input.wantsChecklist = form.text("checklist") != nil
        input.submissionKey = form.text("submission_key").flatMap(Self.submissionKey) ?? ""
        input.photos = try await photos.entries(
            form.entries, from: context.address, at: context.now)
        return Submission(
            input: input,
            // A button that nobody made must not post the listing.
            arrangement: form.text("arrange").map {
                ItemForm.Arrangement(button: $0) ?? .addPhotos
            },
            isOfAccount: form.text("of_account") != nil,
            carried: CarriedForm(
                form.entries.compactMap { CarriedField($0) }
                    .filter { $0.name != PhotoUploads.field } + input.photos.keptFields,
                to: ReturnPath(of: context.request)))
    }
}

extension [PhotoEntry] {
    /// The hidden fields that stand for those kept.
    fileprivate var keptFields: [CarriedField] {
        compactMap { entry in
            guard case .kept(let id) = entry else { return nil }
            return CarriedField(name: PhotoUploads.field, value: id.text)
        }
    }
}

extension ItemForm.Arrangement {
    /// Reads the value of an `arrange` button: `add-photos`, `remove-2`, …
    fileprivate init?(button: String) {
        switch button {
        case "add-photos":
            self = .addPhotos
            return
        case "free-share":
            self = .chooseFreeShare
            return
        default: break
        }
        let parts = button.split(separator: "-")
        guard parts.count == 2, let number = Int(digits: parts[1]) else { return nil }
        switch parts[0] {
        case "remove": self = .removePhoto(number)
        case "earlier": self = .movePhotoEarlier(number)
        case "later": self = .movePhotoLater(number)
        default: return nil
        }
    }
}

import Market

extension ItemForm.Input {
    /// What is wrong with the photos sent so far.
    var photoFaults: [Fault] {
        var faults = photos.compactMap { entry -> Fault? in
            guard case .refused(let fileName, let fault) = entry else { return nil }
            return Fault(.photos, fault.message(for: fileName))
        }
        if storedPhotos.count > Item.mostPhotos {
            faults.append(Fault(.photos, Phrase(.tooManyPhotos, Item.mostPhotos)))
        }
        return faults
    }
}

extension ItemForm {
    /// Takes photos that cannot be used out of the form, and reports them as faults. Photos that no
    /// item shows are deleted after a while, and a form that is left open longer still names them.
    /// Photos of hidden items belong to their owners alone, and nobody else is told why they cannot
    /// be used.
    func dropLostPhotos(from input: inout Input) async throws(StorageError) -> [Fault] {
        var (lost, hidden) = (0, 0)
        var item: Item.ID?
        if case .editing(let edited, _) = input.mode { item = edited }
        for id in input.storedPhotos {
            do {
                _ = try await storage.photos([id], in: item)
            } catch .photoNotFound {
                input.photos.removeAll { $0 == .stored(id) }
                if try await storage.hasPhoto(id) { hidden += 1 } else { lost += 1 }
            }
        }
        var faults: [Fault] = []
        if lost > 0 { faults.append(Fault(.photos, Phrase(.photosLost, lost))) }
        if hidden > 0 { faults.append(Fault(.photos, Phrase(.photoUnusable))) }
        return faults
    }
}

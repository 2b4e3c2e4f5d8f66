import Market

extension Seeding {
    /// Develops the pictures side by side and puts each into the storage as soon as it is ready.
    func album(
        of pictures: Set<SamplePicture>, in storage: any MarketStorage,
        onProgress: (Progress) -> Void
    ) async throws(SamplesError) -> [SamplePicture: Photo.ID] {
        let outcome = await withTaskGroup { group in
            for picture in pictures {
                group.addTask { await keep(picture, in: storage) }
            }
            var album: [SamplePicture: Photo.ID] = [:]
            for await outcome in group {
                switch outcome {
                case .success((let picture, let id)): album[picture] = id
                case .failure(let error):
                    return Result<[SamplePicture: Photo.ID], SamplesError>.failure(error)
                }
                onProgress(.photos(album.count, of: pictures.count))
            }
            return .success(album)
        }
        return try outcome.get()
    }

    private func keep(
        _ picture: SamplePicture, in storage: any MarketStorage
    ) async -> Result<(SamplePicture, Photo.ID), SamplesError> {
        do throws(SamplesError) {
            let developed = try picture.developed()
            do throws(StorageError) {
                try await storage.insert(developed, at: now)
            } catch {
                throw .storage(error)
            }
            return .success((picture, developed.photo.id))
        } catch {
            return .failure(error)
        }
    }
}

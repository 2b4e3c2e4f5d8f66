import Market

/// The operator's list of neighbourhoods and meeting spots.
enum PlacesFile {
    /// - Throws: `.failed`, with the file, the line and the reason.
    static func read(_ path: String) throws(CommandError) -> [NamedNeighbourhood] {
        let text = try OperatorFile.text(of: path, holding: "places")
        do throws(PlaceNamesError) {
            return try [NamedNeighbourhood](parsing: text)
        } catch {
            throw .failed("\(path):\(error.line): \(error.reason)")
        }
    }
}

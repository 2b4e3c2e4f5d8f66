extension Bitmap {
    /// The picture upright; itself when it is so already.
    /// - Throws: `.unreadable` when there is no memory.
    consuming func turned(_ orientation: Orientation) throws(PhotoError) -> Bitmap {
        guard orientation != .up else { return self }
        let upright = try Bitmap(orientation.swapsAxes ? size.transposed : size)
        let lastColumn = size.width - 1
        let lastRow = size.height - 1
        for y in 0..<upright.size.height {
            for x in 0..<upright.size.width {
                let column = orientation.swapsAxes ? y : x
                let row = orientation.swapsAxes ? x : y
                upright.rows[y][x] =
                    rows[orientation.reversesRows ? lastRow - row : row][
                        orientation.reversesColumns ? lastColumn - column : column]
            }
        }
        return upright
    }
}

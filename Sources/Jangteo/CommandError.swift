/// Why a command ended before its work was done.
enum CommandError: Error {
    /// The command line is wrong: in words, without the program's name.
    case usage(String)
    /// The machine or the files are: in words.
    case failed(String)

    /// As sysexits.h numbers them.
    var exitStatus: Int32 {
        switch self {
        case .usage: 64
        case .failed: 1
        }
    }

    var message: String {
        switch self {
        case .usage(let words): words + "\nTry ‘jangteo --help’."
        case .failed(let words): words
        }
    }
}

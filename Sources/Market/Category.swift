/// What kind of thing a listing offers; the raw value is its id in paths, forms and storage.
public enum Category: Int, CaseIterable, Sendable {
    case digital = 1
    case games
    case sports
    case children
    case womensFashion
    case beauty
    case mensFashion
    case household
    case furniture
    case hobbies
    case other
}

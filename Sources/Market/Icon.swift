/// The picture beside a list; the raw value is its name in forms, files and storage.
public enum Icon: String, CaseIterable, Sendable {
    case check
    case cart
    case card
    case heart
    case mask
    case eye
    case ear
    case pulse
    case alarm
    case scissors
    case brush
    case tortoise
    case shirt
    case plane
    case car
    case ferry
    case fuel
    case gamepad
    case headphones
    case tv
    case magazine
    case sun
    case envelope
}

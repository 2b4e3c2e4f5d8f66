import Testing

/// Pictures of 8 × 8 pixels of one colour, of kinds that libgd reads but does not write.
struct Fixture: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let color: Int32
    let base64: String

    static let all = [
        Fixture(
            testDescription: "greyscale JPEG", color: 0x4B_4B4B,
            base64: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsK\
                CwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAALCAAIAAgBAREA/8QAFAABAAAAAAAA\
                AAAAAAAAAAAACP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AOT//2Q==
                """),
        Fixture(
            testDescription: "CMYK JPEG", color: 0xC8_283D,
            base64: """
                /9j/7gAOQWRvYmUAZAAAAAAC/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsL\
                DQ4SEA0OEQ4LCxAWEBETFBUVFQwPFxgWFBgSFBUU/9sAQwEDBAQFBAUJBQUJFA0LDRQUFBQUFBQU\
                FBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU/8AAFAgACAAIBAERAAIR\
                AQMRAQQRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAYI/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABUB\
                AQEAAAAAAAAAAAAAAAAAAAYJ/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAA4EAQACEQMRBAAAPwBA\
                cJ6LAf/Z
                """),
        Fixture(
            testDescription: "interlaced PNG", color: 0xC8_283C,
            base64: """
                iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAAE8ahlKAAAALklEQVQI12M4oWHDcELDhvGEhg0D\
                AwOUYmJgYEDwIICJAQnglsHNQdGDUxVlEgChKwhKnharuQAAAABJRU5ErkJggg==
                """),
        Fixture(
            testDescription: "16-bit PNG", color: 0xC8_283C,
            base64: """
                iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIEAIAAAAb/fWfAAAAGUlEQVQY02M8cUJDw8aGgWjARLzS\
                UQ3EAwCesQJoCd3AlAAAAABJRU5ErkJggg==
                """),
    ]
}

import Foundation

/// An archive of four lines that another program wrote, by Apple's rules.
enum ExampleArchive {
    /// The lines in it.
    static let lines = ["Buy milk", "Ruf Jörg an", "🚘 4 Uhr", ""]

    /// The file, byte for byte.
    static let bytes = [UInt8](Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())

    private static let text = """
        YnBsaXN0MDDUAQIDBAUGBwpYJHZlcnNpb25ZJGFyY2hpdmVyVCR0b3BYJG9iamVjdHMSAAGGoF8QD05TS2V5ZWRBcmNoaXZlctEI
        CVhrUm9vdEtleYABqQsMERkaGxwdI1UkbnVsbNINDg8QViRjbGFzc1lrTGluZXNLZXmACIAC0hINExhaTlMub2JqZWN0c6QUFRYX
        gAOABIAFgAaAB1hCdXkgbWlsa2sAUgB1AGYAIABKAPYAcgBnACAAYQBuaNg93pgAIAA0ACAAVQBoAHJQ0h4fICFaJGNsYXNzbmFt
        ZVgkY2xhc3Nlc1dOU0FycmF5oiAiWE5TT2JqZWN00h4fJCVZRm91ckxpbmVzoiQiAAgAEQAaACQAKQAyADcASQBMAFUAVwBhAGcA
        bABzAH0AfwCBAIYAkQCWAJgAmgCcAJ4AoACpAMAA0QDSANcA4gDrAPMA9gD/AQQBDgAAAAAAAAIBAAAAAAAAACYAAAAAAAAAAAAA
        AAAAAAER
        """
}

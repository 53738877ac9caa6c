import FourLinesClient

@main
struct Main {
    static func main() {
        Client.main()
    }
}

import FourLinesLinux
import FourLinesServer

@main
struct Main {
    static func main() {
        CurrentProcess.exit(DaemonProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}

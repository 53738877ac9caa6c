import FourLinesRESP
import Testing

@testable import FourLinesClient

@Suite struct StatusTests {
    let program = Program()

    private func report(_ persistence: String) -> String {
        program.daemon.information["server"] = "# Server\r\nprocess_id:42\r\nuptime_in_seconds:7500\r\n"
        program.daemon.information["persistence"] = "# Persistence\r\n" + persistence
        #expect(program.run("status") == .success)
        return program.output
    }

    private let moment = Wording.moment(secondsSince1970: 1_000_000)

    @Test("All is saved", arguments: [false, true])
    func saved(isNewer: Bool) {
        program.daemon.isNewer = isNewer
        let text = report(
            "rdb_changes_since_last_save:0\r\nrdb_last_save_time:1000000\r\nrdb_last_bgsave_status:ok\r\n"
                + "archive:/s/data.archive\r\nsave_error:\r\nrevision:12\r\n")
        #expect(
            text == """
                All is saved, since \(moment).
                archive   /s/data.archive
                socket    /run/test/fourlines/socket
                model     four-lines
                revision  12
                process   42, for 2 hours 5 minutes

                """)
    }

    @Test("Not all is saved: how much, since when, and why")
    func unsaved() {
        let text = report(
            "rdb_changes_since_last_save:3\r\nrdb_last_save_time:1000000\r\nrdb_last_bgsave_status:err\r\n"
                + "dirty_since:1000000\r\nsave_error:No space left on device\r\n")
        #expect(
            text.hasPrefix(
                "Not all is saved: 3 changes are not in the archive yet, the first of \(moment)."
                    + " The last save was at \(moment). The last attempt to save failed: No space left on device.\n"))
    }

    @Test("One change, and a daemon that never saved and has no fields of ours")
    func plain() {
        let text = report("rdb_changes_since_last_save:1\r\nrdb_last_save_time:0\r\n")
        #expect(text.hasPrefix("Not all is saved: 1 change is not in the archive yet.\nsocket "))
    }

    @Test("A daemon that does not say")
    func silent() {
        #expect(report("").hasPrefix("The daemon does not say whether all is saved.\n"))
    }

    @Test("JSON has the same facts")
    func json() {
        program.daemon.information["persistence"] =
            "rdb_changes_since_last_save:2\r\nrdb_last_bgsave_status:err\r\ndirty_since:5\r\n"
        #expect(program.run("status", "--json") == .success)
        #expect(
            program.output
                == #"{"saved":false,"unsaved_changes":2,"unsaved_since":5,"last_save_ok":false,"#
                + #""socket":"/run/test/fourlines/socket","model":"four-lines"}"# + "\n")
    }

    @Test("A daemon without INFO refuses")
    func refused() {
        program.daemon.answers["INFO"] = .error("ERR unknown command 'INFO'")
        #expect(program.run("status") == .refused)
    }

    @Test("What the daemon says of itself is escaped")
    func hostile() {
        #expect(report("archive:/s/\u{1b}[2J\r\n").contains("archive  /s/\\u{1b}[2J\n"))
    }

    @Test("save has the daemon save, and waits longer")
    func save() {
        #expect(program.run("save") == .success)
        #expect(program.daemon.requests == [["SAVE"]])
        #expect(program.daemon.patience == .seconds(600))
        #expect(program.output.isEmpty)
    }

    @Test("A save that fails says why")
    func failedSave() {
        program.daemon.answers["SAVE"] = .error("ERR No space left on device")
        #expect(program.run("save") == .refused)
        #expect(program.complaint == "No space left on device")
    }
}

import Testing

@testable import FourLinesClient

@Suite("fourlines file show")
struct FileShowTests {
    @Test("A tree has for every value its path, its kind and itself; what is shared is shown once")
    func tree() throws {
        let folder = try FileFolder()
        let program = Program()
        #expect(program.run("file", "show", try folder.write("a", FileFixtures.drafts())) == .success)
        #expect(
            program.output == """
                $top.root  Drafts, 14 fields, shared (#1)
                  lines  NSMutableArray, 3 elements, shared (#2)
                    lines.0  string  "call Ann"
                    lines.1  string  "a\\nb \\"c\\""
                    lines.2  string  ""
                  again  NSMutableArray, 3 elements, the same as lines (#2)
                  due    date  2010-08-04T16:01:03.5Z
                  id     uuid  00010203-0405-0607-0809-0A0B0C0D0E0F
                  link   url  https://example.org/a
                  note   mutable string  "a note"
                  child  Shop.Child, 2 fields
                    child.kName   string  "Bo"
                    child.kOwner  Drafts, 14 fields, which is $top.root again: a cycle (#1)
                  table  NSMutableDictionary, 2 entries
                    table.plain        string  "x"
                    table.with\\.point  integer  -7
                  count  integer  42
                  total  double  2.5
                  done   boolean  true
                  gone   nil
                  half   float  0.1
                  photo  data  3 bytes  01 02 fe

                """)
        #expect(program.daemon.requests.isEmpty)
    }

    @Test("Every path that is shown is one that get takes, and get prints the value that is shown")
    func paths() throws {
        let folder = try FileFolder()
        let file = try folder.write("a", FileFixtures.drafts())
        let shown = Program()
        #expect(shown.run("file", "show", file) == .success)
        let paths = shown.output.split(separator: "\n").compactMap { line in
            line.split(separator: " ").first.map(String.init)
        }
        #expect(paths.count == 22)
        for path in paths where path != "gone" {
            let program = Program()
            #expect(program.run("file", "get", file, path) == .success, "\(path)")
        }
    }

    @Test("An object of a known class is shown as what it is, what is odd in it safe for a terminal")
    func described() throws {
        let folder = try FileFolder()
        let file = try folder.write("a", FileFixtures.objects())
        let program = Program()
        #expect(program.run("file", "show", file) == .success)
        #expect(
            program.output == """
                $top.root  NSArray, 4 elements
                  0  NSIndexSet, 3 fields  3–7
                    0.NSLocation    integer  3
                    0.NSRangeCount  integer  1
                    0.NSLength      integer  5
                  1  NSURL, 2 fields  "https://example.org/b", relative "b", base "https://example.org/a"
                    1.NS\\.base      url  https://example.org/a
                    1.NS\\.relative  string  "b"
                  2  NSLocale, 1 field  "a\\u{1b}[2J"
                    2.NS\\.identifier  string  "a\\u{1b}[2J"
                  3  NSIndexSet, 1 field
                    3.NSLocation  integer  1

                """)
        let json = Program()
        #expect(json.run("file", "show", file, "0", "--json") == .success)
        #expect(
            json.output.hasPrefix(
                """
                [
                {"path":"0","kind":"NSIndexSet","count":3,"description":{"kind":"index set",\
                "parts":{"value":[{"location":3,"length":5}]}}},
                """))
    }

    @Test("A part")
    func part() throws {
        let folder = try FileFolder()
        let file = try folder.write("a", FileFixtures.drafts())
        let program = Program()
        #expect(program.run("file", "show", file, "table") == .success)
        #expect(
            program.output == """
                table  NSMutableDictionary, 2 entries
                  table.plain        string  "x"
                  table.with\\.point  integer  -7

                """)
    }

    @Test("A key that is a number has a path, one that stands twice or is empty has none")
    func oddKeys() throws {
        let folder = try FileFolder()
        let program = Program()
        #expect(program.run("file", "show", try folder.write("a", FileFixtures.oddKeys())) == .success)
        #expect(
            program.output == """
                $top.root  NSDictionary, 4 entries
                  7      string  "seven"
                  twice  string  "first"
                  (twice)  string  "second"
                  ()     string  "nameless"

                """)
    }

    @Test("A plain property list")
    func propertyList() throws {
        let folder = try FileFolder()
        let program = Program()
        #expect(program.run("file", "show", try folder.write("a", FileFixtures.preferences)) == .success)
        #expect(
            program.output == """
                dictionary, 2 fields
                  name   string  "Ann & Bo"
                  sizes  array, 2 elements
                    sizes.0  integer  1
                    sizes.1  double  2.5

                """)
    }

    @Test("JSON has an object for each value")
    func json() throws {
        let folder = try FileFolder()
        let program = Program()
        let file = try folder.write("a", FileFixtures.drafts())
        #expect(program.run("file", "show", file, "--json", "child") == .success)
        #expect(
            program.output == """
                [
                {"path":"child","kind":"Shop.Child","count":2},
                {"path":"child.kName","kind":"string","value":"Bo"},
                {"path":"child.kOwner","kind":"Drafts","count":14,"shared":1},
                {"path":"child.kOwner.lines","kind":"NSMutableArray","count":3,"shared":2},
                {"path":"child.kOwner.lines.0","kind":"string","value":"call Ann"},

                """
                + program.output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(6)
                .joined(separator: "\n"))
        #expect(program.output.contains(#"{"path":"child.kOwner.photo","kind":"data","value":{"base64":"AQL+"}}"#))
        #expect(program.output.contains(#"{"path":"child.kOwner.half","kind":"float","value":0.1}"#))
        #expect(
            program.output.contains(#""kind":"NSMutableArray","count":3,"shared":2,"sameAs":"child.kOwner.lines"}"#))
        #expect(program.output.hasSuffix("\n]\n"))
    }

    @Test("On a terminal lines are cut to its width, but paths are not")
    func terminal() throws {
        let folder = try FileFolder()
        let program = Program()
        program.console.outputIsTerminal = true
        program.console.outputColumns = 20
        #expect(program.run("file", "show", try folder.write("a", FileFixtures.drafts()), "table") == .success)
        #expect(
            program.output == """
                table  NSMutableDic…
                  table.plain      …
                  table.with\\.point…

                """)
    }

    @Test("A level that is not shown is mentioned, and a chain of any length has an end")
    func depth() throws {
        let folder = try FileFolder()
        let file = try folder.write("a", FileFixtures.chain(20_000))
        let program = Program()
        #expect(program.run("file", "show", file, "--depth", "1") == .success)
        #expect(program.output == "$top.root  Link, 1 field\n  next  Link, 1 field, more below\n")
        let deep = Program()
        #expect(deep.run("file", "show", file) == .success)
        #expect(deep.output.split(separator: "\n").count == 101)
        #expect(deep.run("file", "show", file, "--depth", "x") == .usage)
        #expect(deep.complaint == "--depth N: “x” is no number of levels")
    }

    @Test(
        "A path that leads nowhere is named, with what is there",
        arguments: [
            (
                "nothing",
                "there is no “nothing” in the root: lines, again, due, id, link, note, child, table, count, total, done, gone, … (14 in all)"
            ),
            ("lines.3", "there is no “3” in “lines”, which has the elements 0 to 2"),
            ("child.kName.x", "there is no “x” in “child.kName”, which is a value: string"),
            ("table.with.point", "there is no “with” in “table”: plain, with\\.point"),
        ])
    func missing(path: String, complaint: String) throws {
        let folder = try FileFolder()
        let file = try folder.write("a", FileFixtures.drafts())
        for command in ["show", "get"] {
            let program = Program()
            #expect(program.run("file", command, file, path) == .nothing)
            #expect(program.complaint == complaint)
        }
    }

    @Test("The standard input is a file, too")
    func input() throws {
        let program = Program()
        program.console.input = FileFixtures.preferences
        #expect(program.run("file", "get", "-", "name") == .success)
        #expect(program.output == "Ann & Bo\n")
    }
}

import FourLinesLinux
import Testing

/// One conversation, had with redis-cli and two client libraries.
@Suite("One script, many client libraries")
struct SameScriptTests {
    /// Requests on a free document, with their replies as JSON.
    static let script: [(request: [String], reply: String)] = [
        (["SET", "name", "Ann B"], #""OK""#),
        (["GET", "name"], #""Ann B""#),
        (["GET", "nothing"], "null"),
        (["SET", "name", "Bob", "NX"], "null"),
        (["APPEND", "name", "!"], "6"),
        (["STRLEN", "name"], "6"),
        (["INCRBY", "count", "5"], "5"),
        (["MGET", "name", "nothing", "count"], #"["Ann B!",null,"5"]"#),
        (["RPUSH", "tags", "a", "b", "c"], "3"),
        (["LINSERT", "tags", "BEFORE", "b", "x"], "4"),
        (["LPOP", "tags"], #""a""#),
        (["LRANGE", "tags", "0", "-1"], #"["x","b","c"]"#),
        (["LLEN", "tags"], "3"),
        (["HSET", "card", "name", "Ann", "year", "2001"], "2"),
        (["HMGET", "card", "year", "nothing"], #"["2001",null]"#),
        (["HKEYS", "card"], #"["name","year"]"#),
        (["TYPE", "tags"], #""list""#),
        (["EXISTS", "tags", "nothing"], "1"),
        (["DEL", "tags", "card"], "2"),
        (["EXISTS", "tags"], "0"),
        (["LPUSH", "name", "x"], #""WRONGTYPE""#),
    ]

    private static var requests: String {
        script.map { $0.request.joined(separator: "\t") + "\n" }.joined()
    }

    private static func check(_ run: Run) {
        // Python puts blanks between elements.
        let replies = run.text.split(separator: "\n").map { $0.filter { $0 != " " } }
        let expected = script.map { $0.reply.filter { $0 != " " } }
        #expect(run.isSuccess && replies == expected, "\(run.text)\(run.errors)")
    }

    @Test("redis-cli --json, in either protocol", .needs("redis-cli"), arguments: ["-2", "-3"])
    func redisCLI(version: String) throws {
        let daemon = try DaemonProcess(["--model", "dictionary"])
        for (request, reply) in Self.script {
            let run = try Run("redis-cli", ["-s", daemon.socket, version, "--json"] + request)
            if reply == #""WRONGTYPE""# {
                #expect((run.text + run.errors).contains("WRONGTYPE"), "\(request): \(run.text)\(run.errors)")
            } else {
                #expect(run.text == reply + "\n", "\(request): \(run.text)\(run.errors)")
            }
        }
    }

    @Test("redis-py, in either protocol", .needs("python3"), .needsRedisPackage, arguments: [2, 3])
    func redisPy(version: Int) throws {
        let daemon = try DaemonProcess(["--model", "dictionary"])
        let program = """
            import json, redis, sys
            client = redis.Redis(unix_socket_path=sys.argv[1], protocol=int(sys.argv[2]), decode_responses=True)
            for line in sys.stdin:
                try:
                    reply = client.execute_command(*line.rstrip('\\n').split('\\t'))
                    print(json.dumps('OK' if reply is True else reply))
                except redis.ResponseError as error:
                    print(json.dumps(str(error).split()[0]))
            """
        Self.check(
            try Run("python3", ["-c", program, daemon.socket, "\(version)"], input: Array(Self.requests.utf8)))
    }

    /// Whether a C compiler and hiredis are there.
    private static let hasHiredis = (try? Paths.status("/usr/include/hiredis/hiredis.h", followingLink: true)) != nil

    // Before its version 1 hiredis speaks RESP2 alone, and so does Debian's.
    @Test("hiredis", .enabled(if: Requirement.isStrict || hasHiredis, "hiredis is not installed"))
    func hiredis() throws {
        let daemon = try DaemonProcess(["--model", "dictionary"])
        let program = """
            #include <hiredis/hiredis.h>
            #include <stdio.h>
            #include <string.h>
            static void print(const redisReply *reply) {
                switch (reply->type) {
                case REDIS_REPLY_NIL: printf("null"); break;
                case REDIS_REPLY_INTEGER: printf("%lld", reply->integer); break;
                case REDIS_REPLY_ERROR: printf("\\"%.*s\\"", (int)strcspn(reply->str, " "), reply->str); break;
                case REDIS_REPLY_STRING: case REDIS_REPLY_STATUS: printf("\\"%s\\"", reply->str); break;
                default:
                    printf("[");
                    for (size_t i = 0; i < reply->elements; i++) {
                        if (i) printf(",");
                        print(reply->element[i]);
                    }
                    printf("]");
                }
            }
            int main(int count, char **arguments) {
                redisContext *context = redisConnectUnix(arguments[1]);
                if (!context || context->err) return 1;
                char line[1000];
                while (fgets(line, sizeof line, stdin)) {
                    const char *words[20];
                    int number = 0;
                    for (char *word = strtok(line, "\\t\\n"); word; word = strtok(NULL, "\\t\\n")) words[number++] = word;
                    redisReply *reply = redisCommandArgv(context, number, words, NULL);
                    if (!reply) return 2;
                    print(reply);
                    printf("\\n");
                    freeReplyObject(reply);
                }
                redisFree(context);
                return 0;
            }
            """
        try daemon.folder.write("client.c", Array(program.utf8))
        let binary = daemon.folder("client")
        let built = try Run("clang", ["-o", binary, daemon.folder("client.c"), "-lhiredis"])
        try #require(built.isSuccess, "\(built.errors)")
        Self.check(try Run(binary, [daemon.socket], input: Array(Self.requests.utf8)))
    }
}

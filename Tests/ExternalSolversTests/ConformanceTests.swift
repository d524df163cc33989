// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import ExternalSolvers

/// Checks that correct adapters pass, and that each kind of fault fails a check.
@Suite(.timeLimit(.minutes(30)), .waitsForProcesses)
struct ConformanceTests {
  static func run(_ python: String) throws -> [Conformance.Result] {
    let fake = try FakeAdapter(python: python)
    return try results(of: fake.command)
  }

  static func results(of command: AdapterCommand) throws -> [Conformance.Result] {
    let adapter = ConformanceAdapter(
      command, timeoutNanoseconds: 60_000_000_000, now: testClock)
    return try Conformance(adapter).run().results
  }

  static func failures(_ results: [Conformance.Result]) -> [String] {
    results.compactMap { if case .failed = $0.status { $0.name } else { nil } }
  }

  /// A fake that solves a little more than single constraints: sums by substitution, bounds,
  /// conflicts.
  static let able = """
    def solve(count, rows):
        low, high, ties = [-1e18] * count, [1e18] * count, []
        wishes = []
        for row in rows:
            if len(row["terms"]) > 1:
                ties.append(row)
                continue
            (variable, factor), = row["terms"]
            value = row["constant"] / factor
            if row["priority"] < 1000:
                wishes.append((-row["priority"], variable, value, row["relation"]))
                continue
            if row["relation"] in ("==", ">="): low[variable] = max(low[variable], value)
            if row["relation"] in ("==", "<="): high[variable] = min(high[variable], value)
        def spread():
            for _ in range(2):
                for row in ties:
                    for variable, factor in row["terms"]:
                        rest = [(v, f) for v, f in row["terms"] if v != variable]
                        (other, weight), = rest
                        for mine, its in ((low, high), (high, low)):
                            source = mine if factor * weight < 0 else its
                            if abs(source[other]) < 1e17:
                                value = (row["constant"] - weight * source[other]) / factor
                                if mine is low: low[variable] = max(low[variable], value)
                                else: high[variable] = min(high[variable], value)
        spread()
        if any(a > b + 1e-9 for a, b in zip(low, high)): return None
        for _, variable, value, relation in sorted(wishes, key=lambda wish: wish[:3]):
            if value == value and abs(value) < 1e17:
                low[variable] = high[variable] = min(max(value, low[variable]), high[variable])
                spread()
        for variable in range(count):
            low[variable] = high[variable] = min(max(0, low[variable]), high[variable])
            spread()
        return low
    def run(session=True, flaw=None):
        count, rows = 0, {}
        for request in requests(session):
            reply, op = {"id": request["id"], "status": "ok"}, request["op"]
            if op in ("solve", "read"):
                given = request["constraints"] if op == "solve" else rows.values()
                values = solve(request["variables"] if op == "solve" else count, given)
                reply.update({"status": "infeasible"} if values is None
                             else {"status": "optimal", "values": values})
            elif op == "open":
                count, rows = request["variables"], {} if flaw != "remembers" else rows
            elif op == "add":
                rows[request["constraint"]["id"]] = request["constraint"]
                if flaw != "accepts" and solve(count, rows.values()) is None:
                    if flaw != "keeps": del rows[request["constraint"]["id"]]
                    reply["status"] = "refused"
            elif op == "remove":
                del rows[request["constraint"]]
            elif op == "suggest":
                rows["s%d" % request["variable"]] = {"terms": [[request["variable"], 1]],
                    "constant": float(request["value"]), "priority": request["priority"], "relation": "=="}
            elif flaw == "stops": sys.exit(1)
            else: reply.update(status="gaveUp", reason=op)
            if flaw == "order" and request["id"] == 3: reply["id"] = 4
            if flaw == "strict" and "hint" in request: reply = {"error": "hint"}
            say(reply)
        if flaw == "lingers": time.sleep(600)

    """

  @Test("messages of the guide and of all checks conform to the schema")
  func schema() throws {
    let schema = try ProtocolSchema("layoutfuzz-solver")
    let examples = try ProtocolSchema.examples(of: "scripts/adapters/README.md")
    #expect(examples.count == 18)
    for line in examples { #expect(try schema.problems(in: line) == [], "\(line)") }
    #expect(try schema.countRejected(without: "id", in: examples) == 18)
    let exchanges = try Self.run(Self.able + "run()").flatMap(\.exchanges)
    #expect(exchanges.count > 200)
    for exchange in exchanges where !exchange.request.contains("frob") {
      #expect(try schema.problems(in: exchange.request) == [], "\(exchange.request.prefix(200))")
      let response = try #require(exchange.response)
      #expect(try schema.problems(in: response) == [], "\(response.prefix(200))")
    }
  }

  @Test("a healthy adapter passes every check")
  func healthy() throws {
    let results = try Self.run(Self.able + "run()")
    #expect(Self.failures(results).isEmpty, "\(results)")
    #expect(!results.contains { $0.status == .notOffered })
    #expect(results.count > 15)
  }

  @Test("a failed check has the expected and the actual reply, and its requests with responses")
  func evidence() throws {
    let results = try Self.run(Self.able + "run(flaw='remembers')")
    let failed = try #require(results.first { $0.name == "session: a new session is empty" })
    #expect(failed.status == .failed(.init(expected: "[6]", actual: "[5]")))
    #expect(failed.exchanges.count == 6)
    #expect(failed.exchanges[0].request.hasPrefix("{\"id\": 1, \"op\": \"open\""))
    #expect(failed.exchanges[5].response?.contains("[5") == true)
  }

  @Test("an adapter without sessions passes the other checks")
  func withoutSessions() throws {
    let results = try Self.run(Self.able + "run(session=False)")
    #expect(Self.failures(results).isEmpty, "\(results)")
    #expect(results.count { $0.status == .notOffered } == 5)
  }

  @Test("an adapter that accepts a contradiction and reports it later passes, too")
  func lateConflict() throws {
    #expect(Self.failures(try Self.run(Self.able + "run(flaw='accepts')")).isEmpty)
  }

  @Test(
    "a flaw fails a check",
    arguments: [
      ("remembers", "session: a new session is empty"),
      ("keeps", "session: a refused addition changes nothing"),
      ("order", "the id of each request is repeated"),
      ("strict", "unknown fields are ignored"),
      ("stops", "an unknown operation is given up"),
    ])
  func flaws(flaw: String, check: String) throws {
    let failures = Self.failures(try Self.run(Self.able + "run(flaw='\(flaw)')"))
    #expect(failures.contains(check), "\(failures)")
  }
}

// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import Foundation
import JSON
import Nights
import TestSupport
import Testing

/// Reads nights written by earlier versions, in `Tests/Stored`, with keys of retired features.
@Suite("Command line: stored nights of earlier versions", .serialized, .waitsForProcesses)
struct StoredNightTests {
  private static let stored = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Stored")

  private static let strategies =
    "simplex,simplex.weightedLevels,relaxation.staleValue,naive.twinsCollapsed"

  /// Returns the hash by which the tool knows its own file.
  private static func build() throws -> String {
    let bytes = [UInt8](try Data(contentsOf: try ToolRun.executable()))
    var hash = StableHash()
    bytes.withUnsafeBytes { hash.combine($0) }
    let digits = String(hash.finalize(), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Copies the stored unfinished night.
  ///
  /// `build` replaces that of the earlier version: only the same build resumes a night.
  private static func unfinished(build: String?) throws -> URL {
    let folder = try TemporaryFolder.make()
    let state = folder.appendingPathComponent("s")
    try FileManager.default.copyItem(
      at: stored.appendingPathComponent("unfinished-night"), to: state)
    guard let build else { return folder }
    let path = state.appendingPathComponent(NightStore.progressName).path
    let members = try #require(try SealedFile.read(path).members)
    let changed = try members.map { member in
      guard member.key == "identity" else { return member }
      let identity = try #require(member.value.members).map {
        $0.key == "build" ? JSONValue.Member(key: "build", value: .string(build)) : $0
      }
      return JSONValue.Member(key: "identity", value: .object(identity))
    }
    try SealedFile.write(.object(changed), to: path)
    return folder
  }

  /// Returns the folders of the findings that are complete, as `BUCKET/ID`.
  private static func findings(_ folder: URL) throws -> Set<String> {
    let path = folder.appendingPathComponent("s/findings").path
    let files = try FileManager.default.subpathsOfDirectory(atPath: path)
    return Set(
      files.filter { $0.hasSuffix("/finding.json") }.map { String($0.dropLast(13)) })
  }

  @Test(
    "an unfinished night resumes and loses nothing; with another build it starts again",
    .exhaustive, arguments: [true, false])
  func resumes(isSameBuild: Bool) throws {
    let folder = try Self.unfinished(build: isSameBuild ? try Self.build() : nil)
    let before = try Self.findings(folder)
    #expect(before.count == 8)
    let run = try ToolRun(
      [
        "campaign", "nightly", "--state", "s", "--cases", "400", "--seed", "3", "--strategies",
        Self.strategies, "--minimize-time", "1s", "--date", "2026-11-24", "--json",
      ], in: folder)
    #expect([0, 1].contains(run.status), "\(run.error)")
    #expect(run.error.contains("was started by another command, commit or build") != isSameBuild)
    // The date is that of the begin. A kept replay was not run again.
    let lines = try String(
      contentsOf: folder.appendingPathComponent("s/history.jsonl"), encoding: .utf8
    )
    .split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)) }
    #expect(lines.map { $0["night"]?.int } == [1, 2, 3])
    let night = try #require(lines.last)
    #expect(night["date"]?.string == (isSameBuild ? "2026-11-03" : "2026-11-24"))
    #expect(night["seed"]?.int == 318_568_500_261_135 && night["cases"]?.int == 400)
    #expect(night["replayed"]?["stored"]?.int == 8 && night["replayed"]?["failing"]?.int == 8)
    // Cases whose minimization is cut short wait in queues, which count as open, too.
    let buckets = try #require(night["buckets"])
    #expect(try #require(buckets["stillOpen"]?.int) >= 8 && buckets["fixed"]?.int == 0)
    let news = (buckets["new"]?.int ?? 0) + (buckets["reopened"]?.int ?? 0)
    #expect(run.status == (news > 0 ? 1 : 0), "\(run.output)")
    #expect(night["problems"]?.int == 0, "\(run.output)")
    // The random cases are those of a campaign with the seed of the night.
    let whole = try ToolRun(
      [
        "fuzz", "--seed", "318568500261135", "--cases", "400", "--strategies", Self.strategies,
        "--canary", "relaxation.staleValue", "--no-minimize", "--json",
      ], in: folder
    ).json()
    #expect(night["digest"]?.string == (try #require(whole["digest"]?.string)))
    #expect(night["undecided"] == whole["undecided"])
    // No finding is lost, and none stays unfinished.
    let after = try Self.findings(folder)
    #expect(after.isSuperset(of: before) && after.count == night["stored"]?.int, "\(after)")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent("s/findings").path)
    #expect(!names.contains("unfinished"), "\(names)")
    let registry = try BucketRegistry(
      decoding: [UInt8](
        try Data(contentsOf: folder.appendingPathComponent("s/registry.json"))))
    #expect(registry.night == 3)
    #expect(registry.buckets.count { $0.nights == 3 && $0.state == .open } == 8)
    let left = try FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent("s").path)
    #expect(!left.contains(NightStore.progressName))
  }

  @Test("a further night knows the findings of the earlier ones, and drops keys of templates")
  func further() throws {
    let folder = try TemporaryFolder.make()
    let state = folder.appendingPathComponent("s")
    try FileManager.default.copyItem(at: Self.stored.appendingPathComponent("nights"), to: state)
    let registry = state.appendingPathComponent("registry.json")
    #expect(try String(contentsOf: registry, encoding: .utf8).contains("\"template\""))
    let run = try ToolRun(
      [
        "campaign", "nightly", "--state", "s", "--cases", "16", "--seed", "3", "--no-minimize",
        "--mutants", "0", "--laws", "none", "--date", "2026-11-24", "--strategies",
        "simplex,simplex.weightedLevels,relaxation.staleValue,naive.twinsCollapsed",
      ], in: folder)
    // Random cases that are not minimized count as the open findings of their kinds.
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("-unminimized: waits for minimization since night 3"))
    #expect(run.output.contains("replayed  8 stored cases; 8 fail in"), "\(run.output)")
    #expect(
      run.output.components(separatedBy: ": still open since night 1").count == 9, "\(run.output)")
    let text = try String(contentsOf: registry, encoding: .utf8)
    #expect(!text.contains("\"template\""))
    let buckets = try BucketRegistry(decoding: Array(text.utf8)).buckets
    #expect(buckets.count { $0.nights == 3 && $0.state == .open } == 8, "\(buckets)")
    let queues = buckets.filter { $0.signature.hasSuffix("-unminimized") }
    #expect(!queues.isEmpty && queues.allSatisfy { $0.isAttributed && $0.nights == 1 })
  }
}

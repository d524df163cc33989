// SPDX-License-Identifier: MIT

import BenchmarkKit
import Foundation
import Platform
import RegularFiles

/// Answers the commands of the line protocol with this project's solver, as the drivers in
/// `scripts/peers` do with theirs.
package struct ContenderServer {
  private let workload: WorkloadFile
  private var contender: Contender?
  private var suggested: Double

  package init(_ workload: WorkloadFile) {
    self.workload = workload
    suggested = workload.firstSuggestion
  }

  /// Returns the answer to one command.
  ///
  /// - Throws: the failure for the answer `error`; the contender may be half changed after that.
  package mutating func answer(_ command: String) throws(ContenderFailure) -> String {
    let words = command.split(separator: " ")
    let verb = words.first.map(String.init) ?? ""
    switch verb {
    case "memory": return "memory \(peakKilobytes)"
    case "build": return try build(try Amount(words))
    default: break
    }
    guard let contender else { throw ContenderFailure(text: "'\(verb)' before 'build'") }
    switch verb {
    case "objectives":
      let reached = workload.objectives(of: contender.values, suggestion: suggested)
      let sums = [reached.required] + reached.levels.map(\.value)
      return "objectives " + sums.map { "\($0)" }.joined(separator: " ")
    case "suggest":
      guard words.count == 2, let value = Double(words[1]), value.isFinite else {
        throw ContenderFailure(text: "a value is missing")
      }
      try suggest(value, contender)
      return "suggested"
    case "edit":
      return try Self.steps(verb, Amount(words), workload.sweep.count) {
        step throws(ContenderFailure) in
        try suggest(workload.sweep[step], contender)
      }
    case "churn":
      return try Self.steps(verb, Amount(words), workload.churn.count) {
        step throws(ContenderFailure) in
        try contender.removeAndAddAgain(workload.churn[step])
      }
    default: throw ContenderFailure(text: "unknown command '\(verb)'")
    }
  }

  /// The peak memory of this program, in kilobytes.
  private var peakKilobytes: Int { ProcessMemory.peakOfProgram / 1024 }

  private mutating func suggest(
    _ value: Double, _ contender: Contender
  ) throws(ContenderFailure) {
    suggested = value
    try contender.suggest(value)
  }

  private mutating func build(_ amount: Amount) throws(ContenderFailure) -> String {
    var reply = "build"
    var total: UInt64 = 0
    var done = 0
    suggested = workload.firstSuggestion
    while done < amount.count && (done == 0 || total < amount.limit) {
      // The release of the last one does not count for the time of the next one.
      contender = nil
      let watch = Stopwatch()
      let built = Contender(workload)
      try built.build()
      let taken = watch.elapsed().cpu
      contender = built
      total += taken
      reply += " \(taken)"
      done += 1
    }
    return reply
  }

  private static func steps(
    _ verb: String, _ amount: Amount, _ greatest: Int,
    _ step: (Int) throws(ContenderFailure) -> Void
  ) throws(ContenderFailure) -> String {
    let count = min(amount.count, greatest)
    let watch = Stopwatch()
    var done = 0
    while done < count {
      try step(done)
      done += 1
      // The same readings of the clock as in the drivers: after 1, 2, 4, 8 and every 16 steps.
      let looks = done % 16 == 0 || done & (done - 1) == 0
      if looks && watch.elapsed().cpu >= amount.limit { break }
    }
    return "\(verb) \(done) \(watch.elapsed().cpu)"
  }
}

/// The amount of work: at most `count` steps, and none begun after `limit` nanoseconds.
private struct Amount {
  let count: Int
  let limit: UInt64

  /// - Parameter words: a verb, a count, a limit in milliseconds.
  /// - Throws: when the count or the limit is missing or out of range.
  init(_ words: [Substring]) throws(ContenderFailure) {
    guard words.count == 3, let count = Int(words[1]), count > 0, let limit = UInt64(words[2]),
      (0...1_000_000_000).contains(limit)
    else { throw ContenderFailure(text: "a count and a limit in milliseconds are missing") }
    self.count = count
    self.limit = limit * 1_000_000
  }
}

/// The child process of `layoutbench peers` on our side: reads a workload file, then answers
/// standard input.
package enum ContenderProcess {
  /// - Returns: 0, or 65 for a bad file, or 1 after an answer `error`.
  package static func run(workload path: String) -> Int32 {
    let workload: WorkloadFile
    do {
      workload = try WorkloadFile(
        parsing: String(decoding: try RegularFile.read(path), as: UTF8.self))
    } catch let error as WorkloadFileError {
      return fail("\(path): \(error.text)")
    } catch let problem as RegularFile.Problem {
      return fail("\(path): \(problem.sentence)")
    } catch {
      return fail("\(path): \(error.localizedDescription)")
    }
    reply("ready layoutfuzz 1")
    var server = ContenderServer(workload)
    while let command = readLine(), command != "quit" {
      do throws(ContenderFailure) {
        reply(try server.answer(command))
      } catch {
        reply("error \(error.text)")
        return 1
      }
    }
    return 0
  }

  private static func reply(_ text: String) {
    print(text)
    fflush(nil)
  }

  private static func fail(_ text: String) -> Int32 {
    try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
    return 65
  }
}

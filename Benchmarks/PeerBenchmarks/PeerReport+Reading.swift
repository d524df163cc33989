// SPDX-License-Identifier: MIT

import BenchmarkKit
import JSON

/// The reason for which a file is no report on peers.
package struct PeerReportError: Error, Sendable, Hashable {
  /// The place in the file, if it is JSON at all, and the expected value.
  package let message: String
}

extension PeerReport {
  /// Reads the output of `peers --json`.
  package init(_ bytes: [UInt8]) throws(PeerReportError) {
    self.init()
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.parse(bytes)
    } catch {
      throw PeerReportError(
        message: "\(error.location.line):\(error.location.column): \(error.message)")
    }
    let reader = Reader(value)
    guard let schema = value["schema"]?.int, value["rows"] != nil else {
      throw PeerReportError(message: "expected the JSON of 'layoutbench peers'")
    }
    guard schema == PeerReport.schema else {
      throw PeerReportError(
        message: "schema \(schema), this tool knows \(PeerReport.schema)")
    }
    programs = try reader.list("programs").map { (value) throws(PeerReportError) in
      try value.text()
    }
    if value["command"] != nil {
      command = try reader.list("command").map { (value) throws(PeerReportError) in
        try value.text()
      }
    }
    rows = try reader.list("rows").map(PeerReport.row)
    memory = try reader.list("memory").map(PeerReport.memory)
    exponents = try reader.list("exponents").map(PeerReport.growth)
    if value["machine"] != nil { machine = try PeerReport.machine(reader.at("machine")) }
    if value["build"] != nil { build = try PeerReport.build(reader.at("build")) }
  }

  private static func row(_ reader: Reader) throws(PeerReportError) -> Row {
    var row = Row(
      workload: try reader.at("workload").text(), phase: try phase(reader),
      peer: try reader.at("peer").text(), ratio: try reader.number("ratio"),
      low: try reader.number("low"), high: try reader.number("high"),
      ours: try reader.at("ours").positive(), theirs: try reader.number("theirs"),
      rounds: try reader.at("rounds").count(), steps: try reader.at("steps").count())
    if let reason = reader.value["skipped"]?.string {
      row.status = .skipped(reason)
    } else if reader.value["censored"]?.bool ?? false {
      row.status = .censored
    }
    if reader.value["oursRounds"] != nil { row.oursRounds = try reader.numbers("oursRounds") }
    if reader.value["theirsRounds"] != nil { row.theirsRounds = try reader.numbers("theirsRounds") }
    return row
  }

  private static func phase(_ reader: Reader) throws(PeerReportError) -> PeerPhase {
    let name = try reader.at("phase")
    guard let phase = PeerPhase(rawValue: try name.text()) else {
      throw name.expected("one of \(PeerPhase.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return phase
  }

  private static func memory(_ reader: Reader) throws(PeerReportError) -> Memory {
    Memory(
      workload: try reader.at("workload").text(), peer: try reader.at("peer").text(),
      ours: try reader.at("ours").number(), theirs: try reader.number("theirs"),
      oursEmpty: try reader.at("oursEmpty").number(), theirsEmpty: try reader.number("theirsEmpty"))
  }

  private static func growth(_ reader: Reader) throws(PeerReportError) -> Growth {
    let sizes = try reader.list("sizes").map { (value) throws(PeerReportError) in
      try value.count()
    }
    let times = try reader.numbers("times")
    guard sizes.count == times.count else { throw reader.expected("as many times as sizes") }
    return Growth(
      workload: try reader.at("workload").text(), phase: try phase(reader),
      exponent: try reader.at("exponent").number(), low: try reader.number("low"),
      high: try reader.number("high"), sizes: sizes, times: times,
      localSlopes: try reader.numbers("localSlopes"))
  }

  private static func machine(_ reader: Reader) throws(PeerReportError) -> MachineFacts {
    MachineFacts(
      cpuModel: try reader.at("cpuModel").text(), cores: try reader.at("cores").count(),
      memoryMegabytes: try reader.at("memoryMegabytes").count(),
      kernel: try reader.at("kernel").text(), governor: try reader.at("governor").text())
  }

  private static func build(_ reader: Reader) throws(PeerReportError) -> BuildFacts {
    BuildFacts(
      commit: try reader.at("commit").text(), flags: try reader.at("flags").text(),
      compiler: try reader.at("compiler").text())
  }
}

/// Reads members of a JSON value.
private struct Reader {
  let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  func expected(_ what: String) -> PeerReportError {
    let place = value.location.map { "\($0.line):\($0.column): " } ?? ""
    return PeerReportError(message: "\(place)expected \(what), found \(value.kindText)")
  }

  func at(_ key: String) throws(PeerReportError) -> Reader {
    guard let found = value[key] else { throw expected("an object with '\(key)'") }
    return Reader(found)
  }

  func list(_ key: String) throws(PeerReportError) -> [Reader] {
    let list = try at(key)
    guard let elements = list.value.array else { throw list.expected("an array for '\(key)'") }
    return elements.map(Reader.init)
  }

  func text() throws(PeerReportError) -> String {
    guard let text = value.string else { throw expected("a string") }
    return text
  }

  func number() throws(PeerReportError) -> Double {
    guard let number = value.double else { throw expected("a number") }
    return number
  }

  func positive() throws(PeerReportError) -> Double {
    let number = try number()
    guard number > 0 else { throw expected("a number above 0") }
    return number
  }

  func count() throws(PeerReportError) -> Int {
    guard let count = value.int, count >= 0 else { throw expected("a whole number of 0 or more") }
    return count
  }

  /// Returns a member that is a number or null.
  func number(_ key: String) throws(PeerReportError) -> Double? {
    let member = try at(key)
    return member.value == .null ? nil : try member.number()
  }

  func numbers(_ key: String) throws(PeerReportError) -> [Double] {
    try list(key).map { (value) throws(PeerReportError) in try value.number() }
  }
}

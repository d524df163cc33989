// SPDX-License-Identifier: MIT

import JSON
import Testing

@testable import Nights

@Suite("Seals of the records of nights")
struct RecordSealTests {
  private static func records(_ text: String) throws -> [RecordSeal] {
    try RecordSeal.list(try JSONParser.parse(Array(text.utf8)))
  }

  @Test(
    "lists are read and written as they were",
    arguments: [
      "[]", "[1,2]", #"[1,{"night":2,"night.json":"a","campaign.json":null}]"#,
      #"[{"night":7,"night.json":null,"campaign.json":"b"}]"#,
    ])
  func readable(text: String) throws {
    let value = try JSONParser.parse(Array(text.utf8))
    let records = try RecordSeal.list(value)
    #expect(JSONValue.array(records.map(\.json)) == value)
  }

  @Test(
    "other lists are refused",
    arguments: [
      "{}", "[2,1]", "[1,1]", "[0]", "[1.5]", #"["1"]"#, #"[{"night":1}]"#,
      #"[{"night":1,"night.json":1,"campaign.json":null}]"#,
      #"[{"night":1,"night.json":"a","campaign.json":"b","other":"c"}]"#,
    ])
  func refused(text: String) throws {
    #expect(throws: JSONError.self) { _ = try Self.records(text) }
  }

  @Test("a missing file is gone, another one changed; unknown and absent hashes say nothing")
  func differences() throws {
    func seal(_ night: String, _ campaign: String) throws -> RecordSeal {
      try Self.records(#"[{"night":3,"night.json":\#(night),"campaign.json":\#(campaign)}]"#)[0]
    }
    let sound = try seal(#""a""#, #""b""#)
    #expect(sound.differences(from: sound) == ([], []))
    #expect(
      sound.differences(from: try seal(#""a""#, "null")) == (["nights/0003/campaign.json"], []))
    #expect(
      sound.differences(from: try seal("null", #""c""#))
        == ([], ["nights/0003/night.json", "nights/0003/campaign.json"]))
    #expect(try seal(#""a""#, "null").differences(from: sound) == ([], []))
    #expect(try Self.records("[3]")[0].differences(from: sound) == ([], []))
  }
}

// SPDX-License-Identifier: MIT

import JSON
import Reporting
import ToolSupport

/// The pictures as JSON for another process.
extension ScreenPictures {
  package var json: JSONValue {
    [
      "devices": .strings(devices), "frames": .array(frames.map(\.json)),
      "shots": .array(shots.map { $0?.json ?? .null }),
    ]
  }

  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "the pictures of a screen", keys: ["devices", "frames", "shots"])
    let frames = try reader.required("frames").requiredList("frames", Frame.init)
    self.init(
      devices: try reader.required("devices").requiredStrings("devices"), frames: frames,
      shots: try reader.required("shots").requiredList("findings") {
        (value) throws(JSONError) in
        value.content == .null ? nil : try Shot(value, frameCount: frames.count)
      })
  }
}

extension ScreenPictures.Frame {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "shortName": .string(shortName), "device": .string(device),
      "thumbnail": thumbnail.map {
        ["width": .number($0.width), "height": .number($0.height), "path": .string($0.path)]
      } ?? .null,
    ]
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a configuration", keys: ["name", "shortName", "device", "thumbnail"])
    let thumbnail = try reader.required("thumbnail")
    self.init(
      name: try reader.required("name").requiredString("a name"),
      shortName: try reader.required("shortName").requiredString("a name"),
      device: try reader.required("device").requiredString("a device"),
      thumbnail: thumbnail.content == .null ? nil : try Thumbnail(thumbnail))
  }
}

extension Thumbnail {
  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a thumbnail", keys: ["width", "height", "path"])
    self.init(
      width: try reader.required("width").requiredInt("a width"),
      height: try reader.required("height").requiredInt("a height"),
      path: try reader.required("path").requiredString("a path"))
  }
}

extension ScreenPictures.Shot {
  fileprivate var json: JSONValue {
    let image: JSONValue.Member
    switch picture {
    case .svg(let text): image = .init(key: "svg", value: .string(text))
    case .none(let reason): image = .init(key: "reason", value: .string(reason))
    }
    return .object([
      image, .init(key: "frames", value: .array(frames.map { .number($0) })),
      .init(key: "unjudged", value: .array(unjudged.map { .number($0) })),
    ])
  }

  fileprivate init(_ value: JSONValue, frameCount: Int) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a finding", keys: ["svg", "reason", "frames", "unjudged"])
    func numbers(_ key: String) throws(JSONError) -> [Int] {
      try reader.required(key).requiredList("frames") {
        (value) throws(JSONError) in try value.requiredInt("the number of a frame")
      }
    }
    let (frames, unjudged) = (try numbers("frames"), try numbers("unjudged"))
    guard !frames.isEmpty, (frames + unjudged).allSatisfy((0..<frameCount).contains) else {
      throw value.error("expected the numbers of frames")
    }
    let picture: Picture
    if let svg = reader["svg"] {
      picture = .svg(try svg.requiredString("a picture"))
    } else {
      picture = .none(reason: try reader.required("reason").requiredString("a reason"))
    }
    self.init(picture: picture, frames: frames, unjudged: unjudged)
  }
}

// SPDX-License-Identifier: MIT

import Foundation
import RegularFiles

/// Why stored measurements cannot be used or written.
package enum StoreFailure: Error, Sendable, Hashable {
  /// There is nothing of that name.
  case missing(String)
  /// What there is cannot be understood; says where.
  case malformed(String)
  /// Nothing can be written there.
  case cannotWrite(String)

  /// - Parameter name: of what there is not when there is no such file.
  init(_ problem: RegularFile.Problem, of path: String, missing name: String) {
    switch problem {
    case .missing, .folder: self = .missing(name)
    case .system, .pipe, .socket, .device, .tooLarge:
      self = .malformed("\(path): cannot be read: \(problem.sentence)")
    }
  }
}

/// All samples of a run in a file, one JSON value a line, written as they come.
package final class SampleLog {
  private let handle: FileHandle
  private let encoder: JSONEncoder

  /// Starts a new file; folders on the way are made.
  package init(path: String) throws(StoreFailure) {
    let url = URL(fileURLWithPath: path)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite("\(path): \(error.localizedDescription)")
    }
    guard let handle = RegularFile.create(path) else {
      throw .cannotWrite("\(path): \(String(cString: strerror(errno)))")
    }
    self.handle = handle
    encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
  }

  package func append(_ sample: Sample) throws(StoreFailure) {
    do {
      try handle.write(contentsOf: try encoder.encode(sample) + [UInt8(ascii: "\n")])
    } catch {
      throw .cannotWrite("samples: \(error.localizedDescription)")
    }
  }

  /// The samples of a file.
  package static func read(path: String) throws(StoreFailure) -> [Sample] {
    let data: Data
    do throws(RegularFile.Problem) {
      data = Data(try RegularFile.read(path))
    } catch {
      throw StoreFailure(error, of: path, missing: path)
    }
    let decoder = JSONDecoder()
    var samples: [Sample] = []
    for (number, line) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
      do {
        let sample = try decoder.decode(Sample.self, from: Data(line))
        guard sample.schema == Sample.currentSchema else {
          throw StoreFailure.malformed(
            "\(path):\(number + 1): schema \(sample.schema), this tool knows \(Sample.currentSchema)"
          )
        }
        samples.append(sample)
      } catch let failure as StoreFailure {
        throw failure
      } catch {
        throw .malformed("\(path):\(number + 1): \(error)")
      }
    }
    return samples
  }
}

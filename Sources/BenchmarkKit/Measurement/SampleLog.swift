// SPDX-License-Identifier: MIT

import Foundation
import RegularFiles

/// The reason for which stored measurements cannot be used or written.
package enum StoreFailure: Error, Sendable, Hashable {
  /// No file or folder has that name.
  case missing(String)
  /// The content is malformed; the text names the place.
  case malformed(String)
  /// The place is not writable.
  case cannotWrite(String)

  /// Makes the failure of a file that cannot be read.
  ///
  /// `name` is the name in the failure when the file does not exist.
  init(_ problem: RegularFile.Problem, of path: String, missing name: String) {
    switch problem {
    case .missing, .folder: self = .missing(name)
    case .system, .pipe, .socket, .device, .tooLarge:
      self = .malformed("\(path): cannot be read: \(problem.sentence)")
    }
  }
}

/// A file with all samples of a run, one JSON value a line, written as they arrive.
package final class SampleLog {
  private let handle: FileHandle
  private let encoder: JSONEncoder

  /// Starts a new file and makes its parent folders.
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

  /// Writes a sample at once, so that a killed run keeps it.
  ///
  /// - Throws: when the file cannot be written.
  package func append(_ sample: Sample) throws(StoreFailure) {
    do {
      try handle.write(contentsOf: try encoder.encode(sample) + [UInt8(ascii: "\n")])
    } catch {
      throw .cannotWrite("samples: \(error.localizedDescription)")
    }
  }

  /// Returns the samples of a file.
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

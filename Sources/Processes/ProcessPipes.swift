// SPDX-License-Identifier: MIT

import Foundation

/// The three pipes of a child process, both ends of each.
struct ProcessPipes {
  typealias Ends = (read: Int32, write: Int32)

  /// The descriptors of the child that the pipes become.
  enum Wiring {
    /// The standard streams, of an external program.
    case standard
    /// The standard streams, of a program that gets exactly this environment and no keeper.
    case measured(environment: [String: String])
    /// Separate descriptors and one that is shared with the child (`ChildProcess.Descriptor`). So a
    /// text that the child prints is never taken for a reply.
    case apart(shared: Int32)
  }

  let input: Ends
  let output: Ends
  let errors: Ends

  init() throws(SpawnError) {
    var made: [Ends] = []
    do throws(SpawnError) {
      for _ in 0..<3 { made.append(try ProcessStart.pipe()) }
    } catch {
      for pair in made {
        close(pair.read)
        close(pair.write)
      }
      throw error
    }
    (input, output, errors) = (made[0], made[1], made[2])
  }

  /// Starts a program with these pipes, in a process group of its own.
  func spawn(_ words: [String], _ wiring: Wiring) throws(SpawnError) -> FamilyMember {
    switch wiring {
    case .standard:
      return try ProcessStart(words, files(wiring), isForeign: true, isKept: true).run()
    case .measured(let environment):
      return try ProcessStart(words, files(wiring), isForeign: true, environment: environment)
        .run()
    case .apart: return try ProcessStart(words, files(wiring), isForeign: false).run()
    }
  }

  private func files(_ wiring: Wiring) -> [ProcessStart.File] {
    switch wiring {
    case .standard, .measured:
      return [
        .own(errors.write, as: STDERR_FILENO), .own(input.read, as: STDIN_FILENO),
        .own(output.write, as: STDOUT_FILENO),
      ]
    case .apart(let shared):
      return [
        .own(errors.write, as: STDERR_FILENO),
        .path("/dev/null", flags: O_RDONLY, as: STDIN_FILENO),
        .path("/dev/null", flags: O_WRONLY, as: STDOUT_FILENO),
        .own(input.read, as: ChildProcess.Descriptor.requests),
        .own(output.write, as: ChildProcess.Descriptor.replies),
        .own(shared, as: ChildProcess.Descriptor.shared),
      ]
    }
  }

  func closeChildEnds() {
    close(input.read)
    close(output.write)
    close(errors.write)
  }

  func closeAll() {
    closeChildEnds()
    close(input.write)
    close(output.read)
    close(errors.read)
  }
}

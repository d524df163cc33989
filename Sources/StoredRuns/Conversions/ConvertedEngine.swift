// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import EngineScripts
import Engines
import JSON
import Oracles
import Reproducers
import ToolSupport

/// A script for a layout engine converted to files for others: a program in the toolkit's own
/// language, or requests to an adapter.
package struct ConvertedEngine {
  private let path: String
  private let script: EngineScript
  private let finding: FindingRecord?

  /// Reads a script, with the finding in its folder.
  ///
  /// - Returns: nil for an input that is not such a script.
  /// - Throws: `.badInput` with the place in the file and the expected text.
  package init?(_ path: String) throws(CommandFailure) {
    guard path.ends(with: ".json"), let bytes = try? InputFiles.contents(ofFile: path),
      EngineScript.isScript(bytes)
    else { return nil }
    self.path = path
    do throws(JSONError) {
      script = try EngineScript(decoding: bytes)
    } catch {
      throw .badInput(path, bytes, error)
    }
    let isFinding = path.ends(with: FindingRecord.Subject.engine.fileName)
    let folder = PathText.split(path).folder
    finding = isFinding ? (try? FindingStore.record(in: folder)).flatMap { $0 } : nil
  }

  /// Returns a program in a toolkit's own language.
  ///
  /// - Throws: when the toolkit lacks a part of the script, when there is nothing to compare, and
  ///   when the exact oracle gives up.
  package func program(_ format: ProgramFormat) throws(CommandFailure) -> [UInt8] {
    guard let offer = try offer() ?? EngineProgram.offer(format) else {
      throw .badInput(at: path, "a script for a layout engine: \(format.rawValue) is of solvers")
    }
    do throws(SourceRefusal) {
      try EngineProgram.check(script, format)
    } catch {
      throw .badInput(at: path, error.sentence)
    }
    let truth = try truth(offer)
    do throws(SourceRefusal) {
      let program = try EngineProgram(script, truth, offer, judged: judged(), about: about)
      return Array(try program.text(format).utf8)
    } catch {
      throw .badInput(at: path, error.sentence)
    }
  }

  /// Returns requests to an adapter.
  ///
  /// - Throws: when the exact oracle gives up.
  package func requests() throws(CommandFailure) -> [UInt8] {
    var truth: EngineTruth?
    if let offer = try offer() { truth = try self.truth(offer) }
    return EngineRequestFile.bytes(script, truth, about: about) { id, request, notes in
      switch request {
      case .hello: return EngineRequest.hello.line(id: id, notes: notes)
      case .open: return EngineRequest.open(script).line(id: id, notes: notes)
      case .step(let step): return EngineRequest.step(step).line(id: id, notes: notes)
      }
    }
  }

  private func truth(_ offer: EngineOffer) throws(CommandFailure) -> EngineTruth {
    do throws(OracleError) {
      return try EngineTruth(of: script, offer)
    } catch .limitReached {
      throw .badInput(at: path, "the exact answers take too long")
    } catch {
      throw CommandFailure(.internalError, at: path, "judging contradicts itself: \(error)")
    }
  }

  /// Returns the offer of the engine of the finding; nil without one.
  private func offer() throws(CommandFailure) -> EngineOffer? {
    guard let json = finding?.program?.offer else { return nil }
    do throws(JSONError) {
      return try EngineOffer(json)
    } catch {
      throw .badInput("finding.json of \(path): error: the offer: \(error.message)")
    }
  }

  private func judged() throws(SourceRefusal) -> EngineProgram.Judged? {
    guard let value = finding?.judged else { return nil }
    do throws(JSONError) {
      return try EngineProgram.Judged(value)
    } catch {
      throw SourceRefusal(sentence: "finding.json: what is wrong: \(error.message)")
    }
  }

  private var about: [String] {
    finding.map { finding in
      EngineProgram.about(
        engine: finding.program?.version, summary: finding.summary,
        toolVersion: finding.toolVersion)
    } ?? []
  }
}

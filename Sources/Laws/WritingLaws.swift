// SPDX-License-Identifier: MIT

import CaseFormats
import Choices
import LayoutModel
import LinearModel
import Oracles
import VisualFormats

/// A law that writes a case to a file and reads it again.
package protocol WritingLaw: Law {
  /// Returns the expected case and the case that was read; nil when the format can express no part
  /// of the case.
  ///
  /// `choices` choose among the ways to say the same thing.
  func written(
    _ layoutCase: LayoutCase, in world: LawWorld, _ choices: inout Xoshiro256
  ) -> (meant: LayoutCase, read: Reading)?
}

/// The result of reading a file that was just written.
package enum Reading: Sendable {
  case read(LayoutCase)
  /// The file was refused or has warnings; the text is the reason.
  case refused(String)
}

extension WritingLaw {
  package var stage: LawStage { .formats }

  package func outcome(
    on subject: LawSubject, in world: LawWorld, _ choices: inout Xoshiro256
  ) throws(OracleError) -> LawOutcome {
    guard let (meant, reading) = written(subject.original, in: world, &choices) else {
      return .notApplicable
    }
    switch reading {
    case .refused(let problem): return .broken("the file is refused: \(problem)")
    case .read(let read):
      if read == meant { return .holds }
      return .broken(Self.difference(meant, read))
    }
  }

  /// Returns the first line in which the case files of two cases differ.
  private static func difference(_ meant: LayoutCase, _ read: LayoutCase) -> String {
    func lines(_ layoutCase: LayoutCase) -> [Substring] {
      String(decoding: CaseFile.encode(layoutCase), as: UTF8.self).split(separator: "\n")
    }
    let (wanted, found) = (lines(meant), lines(read))
    let place = zip(wanted, found).prefix { $0.0 == $0.1 }.count
    func line(_ lines: [Substring]) -> String {
      guard lines.indices.contains(place) else { return "nothing" }
      return String(lines[place].drop { $0 == " " })
    }
    return "written \(line(wanted)), read \(line(found))"
  }
}

/// A case written as an Interface Builder document is read as the same case, in any dialect.
package struct WriteDocument: WritingLaw {
  package let name = "writeDocument"
  package let statement =
    "what a case has that an Interface Builder document can say is in the document of it"
  package let reason = "the importer reads what documents mean, and the writer wrote what is meant"

  package func written(
    _ layoutCase: LayoutCase, in world: LawWorld, _ choices: inout Xoshiro256
  ) -> (meant: LayoutCase, read: Reading)? {
    guard let part = layoutCase.documentPart else { return nil }
    let (bytes, setup) = DocumentWriter.document(of: part)
    // One document in four is as the writer has it.
    let isPlain = choices.next() % 4 == 0
    let document = InterfaceBuilderImporter.importDocument(
      isPlain ? bytes : DocumentDialect.said(bytes, &choices), file: "case.xib", setup: setup,
      fault: world.fault?.importing)
    if let problem = document.diagnostics.first(where: { $0.severity == .error }) {
      return (part, .refused(problem.message))
    }
    guard let scope = document.scopes.first else { return (part, .refused("it has no screen")) }
    return (part, .read(scope.layoutCase))
  }
}

/// A case written as a case file is read as the same case.
package struct WriteCaseFile: WritingLaw {
  package let name = "writeCaseFile"
  package let statement = "a case file holds all of a case"
  package let reason = "case files are what findings are kept as"

  package func written(
    _ layoutCase: LayoutCase, in world: LawWorld, _ choices: inout Xoshiro256
  ) -> (meant: LayoutCase, read: Reading)? {
    do throws(CaseFileError) {
      let read = try CaseFile.decode(
        CaseFile.encode(layoutCase), file: "case.json", fault: world.fault?.importing)
      return (layoutCase, .read(read))
    } catch {
      return (layoutCase, .refused(error.message))
    }
  }
}

/// A case written as visual formats is read as the same case, except for the ids and order of
/// constraints.
package struct WriteFormats: WritingLaw {
  package let name = "writeFormats"
  package let statement =
    "a text of visual formats says all of a case but the names and the order of its constraints"
  package let reason = "what formats cannot say stands in equations and objects"

  package func written(
    _ layoutCase: LayoutCase, in world: LawWorld, _ choices: inout Xoshiro256
  ) -> (meant: LayoutCase, read: Reading)? {
    var meant = layoutCase
    meant.forgetAnswers()
    do throws(CaseFileError) {
      let bytes = VisualFormatFile.encode(meant).bytes
      let read = try VisualFormatFile.decode(
        bytes, file: "case.vfl", fault: world.fault?.importing)
      return (Self.inOrder(meant), .read(Self.inOrder(read)))
    } catch {
      return (Self.inOrder(meant), .refused(error.message))
    }
  }

  /// Returns the case with its constraints written from one side, in one order, numbered.
  private static func inOrder(_ layoutCase: LayoutCase) -> LayoutCase {
    var result = layoutCase
    let keyed = layoutCase.constraints.map { constraint in
      let own = CaseSize.key(of: constraint)
      guard let turned = turned(constraint) else { return (key: own, constraint: constraint) }
      let other = CaseSize.key(of: turned)
      return other.lexicographicallyPrecedes(own)
        ? (key: other, constraint: turned) : (key: own, constraint: constraint)
    }
    let places = keyed.indices.sorted { one, two in
      if keyed[one].key != keyed[two].key {
        return keyed[one].key.lexicographicallyPrecedes(keyed[two].key)
      }
      return (keyed[one].constraint.identifier ?? "") < (keyed[two].constraint.identifier ?? "")
    }
    result.constraints = places.map { keyed[$0].constraint }
    for index in result.constraints.indices { result.constraints[index].id = "c\(index + 1)" }
    return result
  }

  /// Returns the constraint from its other side; nil when it has none, or a multiplier.
  private static func turned(_ constraint: LayoutConstraint) -> LayoutConstraint? {
    guard let second = constraint.second, constraint.multiplier == .one,
      let opposite = constraint.constant.negated
    else { return nil }
    var result = constraint
    (result.first, result.second, result.constant) = (second, constraint.first, opposite)
    switch constraint.relation {
    case .equal: break
    case .lessThanOrEqual: result.relation = .greaterThanOrEqual
    case .greaterThanOrEqual: result.relation = .lessThanOrEqual
    }
    return result
  }
}

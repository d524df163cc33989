// SPDX-License-Identifier: MIT

import Choices
import Processes

/// The files of a finding except its original, which is on disk first, and its page.
package struct FindingFiles: Sendable {
  package var record: FindingRecord
  /// The text of the minimized subject; well formed.
  package var minimized: [UInt8]
  /// The choices that generate the original; nil when it was not generated.
  package var choices: ChoiceSequence?
  /// The text of `certificate.json`; nil without one.
  package var certificate: [UInt8]?
  /// The standard error of the process that the subject ended; nil when it ended none, or without
  /// output.
  package var errors: StandardError?
  /// The programs that `record.authorPrograms` names.
  package var programs: [(name: String, bytes: [UInt8])] = []

  /// The names of the files that the tool stores in the folder of a finding, besides the programs
  /// that its record names; other files belong to the user.
  package static let names: Set<String> = Set(
    FindingRecord.Subject.allCases.flatMap { [$0.fileName, $0.originalName] }
      + [
        "certificate.json", "choices.txt", recordName, "report.md", StandardError.fileName,
      ])

  /// The name of the record, which makes a folder that of a finding.
  package static let recordName = "finding.json"

  package init(
    _ record: FindingRecord, minimized: [UInt8], choices: ChoiceSequence? = nil,
    certificate: [UInt8]? = nil, errors: StandardError? = nil
  ) {
    self.record = record
    self.minimized = minimized
    self.choices = choices
    self.certificate = certificate
    self.errors = errors
  }

  /// The files by their names.
  var contents: [(name: String, bytes: [UInt8])] {
    var files = [(record.subject.fileName, minimized), (Self.recordName, record.encoded)]
    if let choices { files.append(("choices.txt", Array((choices.text + "\n").utf8))) }
    if let certificate { files.append(("certificate.json", certificate)) }
    if let errors { files.append((StandardError.fileName, errors.encoded)) }
    files += programs
    return files
  }
}

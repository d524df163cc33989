// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Processes

/// A finding as reports tell it.
package struct ReportFinding: Sendable {
  /// How large a case or script is: numbers with what they count, as `(8, "view")`.
  package struct Size: Sendable, Hashable {
    package var parts: [Part]

    /// One number of a size.
    package struct Part: Sendable, Hashable {
      package var count: Int
      /// In the singular.
      package var noun: String

      package init(_ count: Int, _ noun: String) {
        self.count = count
        self.noun = noun
      }
    }

    package init(_ parts: [Part]) { self.parts = parts }

    init(_ size: FindingRecord.Size) {
      self.init(size.shownParts.map { Part($0.count, $0.noun) })
    }

    /// Reads `2 views, 3 constraints`.
    package var text: String {
      parts.map { ShownNumber.counted($0.count, $0.noun) }.joined(separator: ", ")
    }
  }

  /// Which case of which campaign it was found on.
  package struct Origin: Sendable, Hashable {
    package var seed: UInt64
    package var caseIndex: Int
    package var profile: String?

    package init(seed: UInt64, caseIndex: Int, profile: String?) {
      self.seed = seed
      self.caseIndex = caseIndex
      self.profile = profile
    }
  }

  /// How the case was made small.
  package struct Minimization: Sendable, Hashable {
    package var calls: Int
    package var steps: Int
    /// As `fixpoint`.
    package var end: String
    /// Places in the smallest case whose numbers do not matter, as `the constant of c1`.
    package var indifferent: [String]
    /// Whether there was no time to find that out.
    package var explanationIsCut: Bool

    package init(
      calls: Int, steps: Int, end: String, indifferent: [String] = [],
      explanationIsCut: Bool = false
    ) {
      self.calls = calls
      self.steps = steps
      self.end = end
      self.indifferent = indifferent
      self.explanationIsCut = explanationIsCut
    }

    init(_ work: FindingRecord.Minimization) {
      self.init(
        calls: work.calls, steps: work.acceptedSteps, end: work.end,
        indifferent: work.indifferent, explanationIsCut: work.explanationIsCut)
    }
  }

  /// Since when nights have met its bucket.
  package struct Since: Sendable, Hashable {
    /// The first night that met it, and the last one.
    package var first: NightStamp
    package var last: NightStamp
    /// How many nights met it.
    package var nights: Int
    /// How many of their random cases were found to lie in it.
    package var cases: Int
    package var state: Bucket.State
    /// Whether no night before the last one of all met it.
    package var isNew: Bool

    /// - Parameter lastNight: the number of the last night of all, whatever it met.
    package init(_ bucket: Bucket, lastNight: Int) {
      (first, last) = (bucket.first, bucket.last)
      (nights, cases, state) = (bucket.nights, bucket.cases, bucket.state)
      isNew = bucket.first.number >= lastNight
    }

    /// Reads `night 3, 2026-11-20, commit 1f2e3d; met in 4 nights, last in night 7, 2026-11-24; 12
    /// cases`.
    package var text: String {
      var parts = [Self.text(first)]
      if nights > 1 {
        parts.append("met in \(ShownNumber.counted(nights, "night")), last in \(Self.text(last))")
      }
      parts.append(ShownNumber.counted(cases, "random case"))
      if state != .open { parts.append("now \(state.rawValue)") }
      return parts.joined(separator: "; ")
    }

    private static func text(_ stamp: NightStamp) -> String {
      "night \(stamp.number), \(stamp.date)" + (stamp.commit.map { ", commit \($0)" } ?? "")
    }
  }

  /// The name of the bucket.
  package var signature: String
  /// Who is wrong: a strategy, a law's stage, a program.
  package var subject: String
  /// The kind of verdict, as `worseThanOptimal`.
  package var verdict: String
  /// Who is wrong and how, in one sentence without a full stop.
  package var sentence: String
  /// The verdict as it was stored, in one sentence without a full stop.
  package var summary: String
  /// The folder, as the user named the run it lies in.
  package var folder: String
  /// The name of the file with the case.
  package var caseFile: String
  /// How many cases of the campaign have this verdict; nil when that is not known.
  package var occurrences: Int?
  /// How often the bucket came up; nil when only verdicts were counted.
  package var share: BucketShare?
  /// Since when nights have met the bucket; nil for a lone campaign, which knows nothing of others.
  package var since: Since?
  package var origin: Origin?
  package var original: Size
  package var minimized: Size
  package var minimization: Minimization
  /// The version of the tool that found it.
  package var toolVersion: String
  /// The command that runs it again.
  package var replayCommand: String
  /// Whether the proof of the exact answer lies beside the case.
  package var hasCertificate = false
  /// The layouts and constraints; nil for what is no layout.
  package var page: FindingPage?
  /// The steps; nil for what is no script.
  package var script: ScriptPage?
  /// What is told of a finding without a page, as text in lines.
  package var text: String?
  /// What the process wrote that the case ended; nil when it ended none, or when that wrote
  /// nothing.
  package var standardError: StandardError?
  /// The folder in which the same case waits to be made small, too; nil where none does.
  package var waitingFolder: String?
  /// Whether it is of another campaign than the one on record in its folder, mostly an earlier one.
  package var isEarlier = false

  /// The finding as its record describes it.
  ///
  /// - Parameter folder: the folder of the record, as the user named the run.
  package init(_ record: FindingRecord, folder: String) {
    signature = record.signature
    subject = record.accused
    verdict = record.verdictAndCause
    sentence = "\(record.accused): \(record.summary)"
    summary = record.summary
    self.folder = folder
    caseFile = record.subject.fileName
    origin = record.seed.flatMap { seed in
      record.caseIndex.map { Origin(seed: seed, caseIndex: $0, profile: record.profile) }
    }
    original = Size(record.original)
    minimized = Size(record.minimized)
    minimization = Minimization(record.minimization)
    toolVersion = record.toolVersion
    replayCommand = record.replayCommand(of: "\(folder)/\(record.subject.fileName)")
  }

  /// Reads `2 views, 3 constraints, minimized from 9 views, 20 constraints`.
  package var sizeText: String {
    minimized == original ? minimized.text : "\(minimized.text), minimized from \(original.text)"
  }

  /// The same, with what a reader must know of a case that may not be as small as it gets.
  package var sizeSentence: String {
    sizeText + (MinimizingWords.reservation(minimization.end).map { "; \($0)" } ?? "")
  }

  /// Whether a known issue stands for it, so that it is let be.
  package var isKnown: Bool { since?.state == .known }

  /// How often it came up, in words; nil when that is not known.
  package var frequency: String? {
    if isEarlier { return "not in this campaign, but in an earlier one in the folder" }
    return share?.text
      ?? occurrences.map { "this verdict on \(ShownNumber.counted($0, "case"))" }
  }

  /// How often it came up and when it was first seen, each as `title: text`; empty when neither is
  /// known.
  package var history: [String] {
    let since = since.map { "first seen: \($0.text)" }
    return [frequency.map { "how often: \($0)" }, since].compactMap { $0 }
  }

  /// How many cases are known to be its own, in all nights if there are any; where only verdicts
  /// were counted, those.
  package var caseCount: Int? { since?.cases ?? share?.cases ?? occurrences }

  /// How many things there are in the smallest case.
  var size: Int {
    // Files may name any number.
    minimized.parts.reduce(0) { sum, part in
      let (total, overflows) = sum.addingReportingOverflow(max(0, part.count))
      return overflows ? .max : total
    }
  }

  /// The folder of its bucket: that of all findings of the run that fail in the same way.
  var bucketFolder: String {
    folder.split(scalar: "/").dropLast().joined(separator: "/")
  }

  /// The file with the case, as the user named the run.
  package var casePath: String { "\(folder)/\(caseFile)" }
}

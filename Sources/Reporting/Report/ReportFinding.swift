// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import ObservedRates
import Processes

/// A finding in a report.
package struct ReportFinding: Sendable {
  /// The size of a case or script: numbers with their nouns, as `(8, "view")`.
  package struct Size: Sendable, Hashable {
    package var parts: [Part]

    /// A number of a size.
    package struct Part: Sendable, Hashable {
      package var count: Int
      /// The noun in the singular.
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

    /// The size as `2 views, 3 constraints`.
    package var text: String {
      parts.map { ShownNumber.counted($0.count, $0.noun) }.joined(separator: ", ")
    }
  }

  /// The kinds of findings, in the order of a page.
  package enum Group: Int, Sendable, CaseIterable {
    /// A wrong answer, or a broken promise or law.
    case wrong
    /// The process ended, or gave no readable answer.
    case process
    /// The answer is right but took too much work.
    case cost
  }

  /// The part of a report that a finding belongs to, in the order of a report.
  package enum Standing: Int, Sendable, CaseIterable {
    /// It fails, as far as is known.
    case open
    /// Its bucket did not fail in the last night.
    case fixed
    /// It belongs to an earlier campaign.
    case earlier
  }

  /// The campaign and case on which it was found.
  package struct Origin: Sendable, Hashable {
    package var seed: UInt64
    package var caseIndex: Int
    package var profile: String?
  }

  /// The minimization of the case.
  package struct Minimization: Sendable, Hashable {
    package var calls: Int
    package var steps: Int
    /// The reason for its end, as `fixpoint`.
    package var end: String
    /// Places in the smallest case with irrelevant numbers, as `the constant of c1`.
    package var indifferent: [String]
    /// Whether there was no time to find them.
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

    /// Whether the case is as small as possible.
    var isDone: Bool { MinimizingWords.reservation(end) == nil }

    init(_ work: FindingRecord.Minimization) {
      self.init(
        calls: work.calls, steps: work.acceptedSteps, end: work.end,
        indifferent: work.indifferent, explanationIsCut: work.explanationIsCut)
    }
  }

  /// The history of the bucket over nights.
  package struct Since: Sendable, Hashable {
    /// The first night that found it, and the last one.
    package var first: NightStamp
    package var last: NightStamp
    /// The number of nights that found it.
    package var nights: Int
    /// The number of their random cases that belong to it.
    package var cases: Int
    package var state: Bucket.State
    /// Whether no night before the last one found it.
    package var isNew: Bool

    /// Makes the finding of a bucket.
    ///
    /// `lastNight` is the number of the last night of all, with or without this bucket.
    package init(_ bucket: Bucket, lastNight: Int) {
      (first, last) = (bucket.first, bucket.last)
      (nights, cases, state) = (bucket.nights, bucket.cases, bucket.state)
      isNew = bucket.first.number >= lastNight && !bucket.isAttributed
    }

    /// The history as text: first and last night with commits, number of nights and cases.
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
  /// The wrong part: a strategy, a law's stage, a program.
  package var subject: String
  /// The kind of verdict, as `worseThanOptimal`.
  package var verdict: String
  /// The name of the broken law; nil for other failures.
  package var law: String?
  /// The kind of verdict for new readers, in one sentence without a full stop.
  package var meaning: String
  /// The kind of verdict in one to three words, as `Not optimal`.
  package var label: String
  package var group = Group.wrong
  /// The wrong part and its failure, in one sentence without a full stop.
  package var sentence: String
  /// The reason for which that is wrong, in sentences; nil when it is not known.
  package var detail: String?
  /// The stored verdict, in one sentence without a full stop.
  package var summary: String
  /// The folder of the finding, below the run as the user named it.
  package var folder: String
  /// The name of the file with the case.
  package var caseFile: String
  /// The name of the file of the subject as it was found.
  package var originalFile: String
  /// The number of cases of the campaign with this verdict; nil when unknown.
  package var occurrences: Int?
  /// The frequency of the bucket; nil when only verdicts were counted.
  package var share: BucketShare?
  /// How often the smallest script fails; nil where that is not measured.
  package var rate: ObservedRate?
  /// The history of the bucket over nights; nil for a single campaign.
  package var since: Since?
  package var origin: Origin?
  package var original: Size
  package var minimized: Size
  package var minimization: Minimization
  /// The version of the tool that found it.
  package var toolVersion: String
  /// The command that replays it.
  package var replayCommand: String
  /// Whether the folder has the proof of the exact answer.
  package var hasCertificate = false
  /// The layouts and constraints; nil for a finding without a layout.
  package var page: FindingPage?
  /// The steps; nil for a finding without a script.
  package var script: ScriptPage?
  /// The text of a finding without a page, in lines.
  package var text: String?
  /// The standard error of the process that the case ended; nil when it ended none, or that wrote
  /// nothing.
  package var standardError: StandardError?
  /// The folder in which the same case is pending for minimization, too; nil for none.
  package var pendingFolder: String?
  /// The number of stored cases that it stands for beside its own, in a list of findings.
  package var moreCases = 0
  /// Whether it belongs to another campaign than the recorded one, usually an earlier one.
  package var isEarlier = false

  /// Makes the finding from its record.
  ///
  /// `folder` is the folder of the record, as the user named the run. `meaning` explains the kind
  /// of its verdict to new readers, in one sentence without a full stop.
  package init(_ record: FindingRecord, folder: String, meaning: String) {
    signature = record.signature
    subject = record.accused.name
    verdict = record.failure.kind
    self.meaning = meaning
    label = verdict
    sentence = "\(record.accused): \(record.summary)"
    summary = record.summary
    rate = record.rate
    self.folder = folder
    caseFile = record.subject.fileName
    originalFile = record.subject.originalName
    origin = record.seed.flatMap { seed in
      record.caseIndex.map { Origin(seed: seed, caseIndex: $0, profile: record.profile) }
    }
    original = Size(record.original)
    minimized = Size(record.minimized)
    minimization = Minimization(record.minimization)
    toolVersion = record.toolVersion
    replayCommand = record.replayCommand(of: "\(folder)/\(record.subject.fileName)")
  }

  /// The size as `2 views, 3 constraints, minimized from 9 views, 20 constraints`.
  package var sizeText: String {
    minimized == original ? minimized.text : "\(minimized.text), minimized from \(original.text)"
  }

  /// The size, with a remark for a case whose minimization was cut short.
  package var sizeSentence: String {
    sizeText + (MinimizingWords.reservation(minimization.end).map { "; \($0)" } ?? "")
  }

  /// Whether a known issue suppresses it.
  package var isKnown: Bool { since?.state == .known }

  package var standing: Standing {
    isEarlier ? .earlier : since?.state == .fixed ? .fixed : .open
  }

  /// The state of its bucket for people, as `known: `; empty for one that is open.
  var stateStart: String { isKnown ? "known: " : standing == .fixed ? "fixed: " : "" }

  /// The frequency in words; nil when unknown.
  package var frequency: String? {
    if isEarlier { return "not in this campaign, but in an earlier one in the folder" }
    return share?.text
      ?? occurrences.map { "this verdict on \(ShownNumber.counted($0, "case"))" }
  }

  /// The rate of a failure that does not come in each run, in words; else nil.
  package var rateText: String? { rate.flatMap { $0.isUncertain ? $0.text : nil } }

  /// The rate, the frequency, the first night and the other stored cases, each as `title: text`;
  /// without those that are not known.
  package var history: [String] {
    let since = since.map { "first seen: \($0.text)" }
    return [
      rateText.map { "rate: \($0)" }, frequency.map { "how often: \($0)" }, since,
      moreText.map { "stored: \($0)" },
    ].compactMap { $0 }
  }

  /// The number of the other stored cases, as `3 more cases`; nil for none.
  var moreText: String? {
    moreCases == 0 ? nil : ShownNumber.counted(moreCases, "more case")
  }

  /// The number of known cases of its bucket, in all nights if there are any; of its verdict where
  /// only verdicts were counted.
  package var caseCount: Int? { since?.cases ?? share?.cases ?? occurrences }

  /// The number of parts of the smallest case.
  package var size: Int {
    // Files may have any number.
    minimized.parts.reduce(0) { sum, part in
      let (total, overflows) = sum.addingReportingOverflow(max(0, part.count))
      return overflows ? .max : total
    }
  }

  /// The folder of its bucket, which has all findings of the run that fail in the same way.
  package var bucketFolder: String {
    folder.split(scalar: "/").dropLast().joined(separator: "/")
  }

  /// The path of the case file, below the run as the user named it.
  package var casePath: String { "\(folder)/\(caseFile)" }
}

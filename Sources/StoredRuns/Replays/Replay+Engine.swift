// SPDX-License-Identifier: MIT

import CorpusStore
import Engines
import ObservedRates
import Oracles

/// Replays of scripts for layout engines.
extension Replay {
  /// Creates the replay of the runs of an engine.
  ///
  /// - Parameters:
  ///   - stored: the script.
  ///   - observation: the runs.
  ///   - engine: the name of the engine.
  ///   - program: its name and version, as it gives them.
  package init(
    _ stored: StoredEngineScript, _ observation: EngineObservation, by engine: String,
    _ program: String
  ) {
    let failure = observation.judgement.failure
    let doubt = stored.cause(of: engine)?.doubt
    if failure == nil, let doubt {
      self.init(stored, unjudged: doubt, by: engine)
      return
    }
    // A failure of another kind was not examined.
    let cause = failure == stored.record?.verdict ? stored.cause(of: engine) : nil
    var answer = ReplayedAnswer(
      engine, failure.map { .failure($0) } ?? .pass,
      EngineText(stored.script).sentence(observation.judgement), cause: cause,
      rate: observation.rate)
    answer.program = program
    self.init(path: stored.path, stored: stored.record?.failure, [answer])
    storedProgram = stored.record?.program?.version
  }

  /// Creates the replay of a script that is not judged, for a reason in one sentence without a full
  /// stop.
  init(_ stored: StoredEngineScript, unjudged reason: String, by engine: String) {
    self.init(
      path: stored.path, stored: stored.record?.failure,
      [ReplayedAnswer(engine, .undecided, reason)])
  }
}

extension StoredEngineScript {
  /// The cause of the finding; nil for an engine that it does not accuse.
  fileprivate func cause(of engine: String) -> FailureCause? {
    record.flatMap { $0.accused.name == engine ? $0.cause : nil }
  }
}

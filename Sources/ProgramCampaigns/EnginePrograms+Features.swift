// SPDX-License-Identifier: MIT

import CorpusStore
import EngineScripts
import Engines

extension EnginePrograms {
  /// The names of the features that known issues can leave out.
  package static var features: [String] { EngineFeature.allCases.map(\.rawValue) }
}

extension ProgramSettings where Process == EngineProcess {
  /// Returns the features that scripts for an engine do not use because of known issues.
  func excluded(by pool: EnginePool) -> Set<EngineFeature> {
    let names = suppressions?.without(pool.command.name, among: pools.map(\.command.name))
    return Set((names ?? []).compactMap(EngineFeature.init(rawValue:)))
  }
}

// SPDX-License-Identifier: MIT

import JSON
import Supervision

extension WorkerLoop {
  /// Works on the cases of a campaign; the greeting contains its settings.
  package static func runCases() {
    run { (greeting, slot) throws(JSONError) in
      let service = CaseService(try CampaignSettings(identity: greeting), onPhase: slot.note)
      return { (request) throws(JSONError) in
        let work = try CaseWork(request)
        slot.note(nil, .idle)
        return service.result(of: work).json
      }
    }
  }
}

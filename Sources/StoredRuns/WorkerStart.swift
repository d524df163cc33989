// SPDX-License-Identifier: MIT

import CampaignEngine
import ToolSupport

/// The start of worker processes for some settings.
///
/// It fails when the options are wrong, and when no process can be started.
package typealias WorkerStart = (CampaignSettings) throws(CommandFailure) -> WorkerPool

// SPDX-License-Identifier: MIT

import Foundation
import Platform
import Processes
import ToolSupport

FreedMemory.returnLargeBlocks()
StandardStreams.reserve()
Interruption.ignoreWriteSignals()
let code = Tool.run(CommandLine.arguments)
ProcessFamily.endAll()
exit(code.rawValue)

// SPDX-License-Identifier: MIT

import Foundation

Interruption.ignoreWriteSignals()
exit(Tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)

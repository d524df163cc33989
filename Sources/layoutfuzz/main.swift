// SPDX-License-Identifier: MIT

import Foundation

Interruption.ignoreBrokenPipes()
exit(Tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)

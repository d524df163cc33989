// SPDX-License-Identifier: MIT

import Foundation

// A worker or reader that goes away is told by the write that fails.
signal(SIGPIPE, SIG_IGN)
exit(Tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)

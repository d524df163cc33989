// SPDX-License-Identifier: MIT

import Foundation

// The failed write reports a worker or reader that has ended.
signal(SIGPIPE, SIG_IGN)
exit(Tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)

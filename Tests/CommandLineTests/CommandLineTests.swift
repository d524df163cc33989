// SPDX-License-Identifier: MIT

import Testing

@Test("CommandLine tests run") func run() {}

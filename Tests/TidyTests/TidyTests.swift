// SPDX-License-Identifier: MIT

import Testing

@Test("Tidy tests run") func run() {}

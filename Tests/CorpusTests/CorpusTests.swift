// SPDX-License-Identifier: MIT

import Testing

@Test("Corpus tests run") func run() {}

// SPDX-License-Identifier: MIT

import Testing

@testable import Oracles

@Test("Oracles links") func links() {}

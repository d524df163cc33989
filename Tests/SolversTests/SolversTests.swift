// SPDX-License-Identifier: MIT

import Testing

@testable import Solvers

@Test("Solvers links") func links() {}

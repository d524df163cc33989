// SPDX-License-Identifier: MIT

import Testing

@testable import Minimization

@Test("Minimization links") func links() {}

// SPDX-License-Identifier: MIT

import Testing

@testable import Lowering

@Test("Lowering links") func links() {}

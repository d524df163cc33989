// SPDX-License-Identifier: MIT

import Testing

@testable import LayoutGenerators

@Test("LayoutGenerators links") func links() {}

// SPDX-License-Identifier: MIT

import Testing

@testable import LayoutModel

@Test("LayoutModel links") func links() {}

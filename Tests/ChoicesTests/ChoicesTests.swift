// SPDX-License-Identifier: MIT

import Testing

@testable import Choices

@Test("Choices links") func links() {}

// SPDX-License-Identifier: MIT

import Testing

@testable import ExactNumerics

@Test("ExactNumerics links") func links() {}

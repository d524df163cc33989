// SPDX-License-Identifier: MIT

import Testing

@testable import CaseFormats

@Test("CaseFormats links") func links() {}

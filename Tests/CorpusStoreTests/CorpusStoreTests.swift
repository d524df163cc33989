// SPDX-License-Identifier: MIT

import Testing

@testable import CorpusStore

@Test("CorpusStore links") func links() {}

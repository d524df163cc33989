// SPDX-License-Identifier: MIT

import Testing

@testable import CampaignEngine

@Test("CampaignEngine links") func links() {}

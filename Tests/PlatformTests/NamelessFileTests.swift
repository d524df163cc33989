// SPDX-License-Identifier: MIT

import Foundation
import Platform
import Testing

@Suite("Files without a name")
struct NamelessFileTests {
  @Test("a nameless file is full of zeros")
  func namelessFile() {
    let file = NamelessFile.make()
    defer { close(file) }
    #expect(file >= 0 && NamelessFile.fill(file, bytes: 4096) == 0)
    var bytes = [UInt8](repeating: 7, count: 5000)
    #expect(pread(file, &bytes, bytes.count, 0) == 4096)
    #expect(bytes.prefix(4096).allSatisfy { $0 == 0 })
    #expect(NamelessFile.fill(-1, bytes: 4096) == EBADF)
  }
}

// SPDX-License-Identifier: MIT

import CaseFormats
import Choices
import LayoutModel
import TestSupport
import Testing

@Test("damaged case files are refused or read as cases that can be written and read again")
func mutatedFiles() {
  let kinds: KeyValuePairs = ["accepted": 1, "refused": 1]
  let files = DamagedFile.files(of: .anyCase) { CaseFile.encode($0) }
  forAll(files, count: 10_000, quick: 1_000, kinds: kinds) { damaged, kinds in
    guard let layoutCase = try? CaseFile.decode(damaged.bytes, file: "damaged") else {
      kinds.note("refused")
      return .holds
    }
    kinds.note("accepted")
    let read = try CaseFile.decode(CaseFile.encode(layoutCase), file: "written")
    return .when(read == layoutCase, else: "read as \(read.testDescription)")
  }
}

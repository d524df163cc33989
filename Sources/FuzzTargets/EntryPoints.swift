// SPDX-License-Identifier: MIT

// The functions that libFuzzer calls, one for each target. The linker gives one of them the name
// that libFuzzer looks for (`scripts/libfuzzer.sh`). So one build of the library serves all
// programs, and each runs one target.

/// Runs the whole pipeline on an input of libFuzzer.
@_cdecl("layoutfuzz_pipeline")
public func fuzzPipeline(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.pipeline.enter(data, count)
}

/// Reads an input of libFuzzer as a case file.
@_cdecl("layoutfuzz_caseFile")
public func fuzzCaseFile(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.caseFile.enter(data, count)
}

/// Reads an input of libFuzzer as a storyboard or xib.
@_cdecl("layoutfuzz_interfaceBuilder")
public func fuzzInterfaceBuilder(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.interfaceBuilder.enter(data, count)
}

/// Reads an input of libFuzzer as a text of visual formats.
@_cdecl("layoutfuzz_visualFormat")
public func fuzzVisualFormat(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.visualFormat.enter(data, count)
}

/// Reads an input of libFuzzer as a certificate.
@_cdecl("layoutfuzz_certificate")
public func fuzzCertificate(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.certificate.enter(data, count)
}

/// Returns the suppressions of the leak detector, one a line: FoundationXML leaks a string for each
/// mistake in a document.
@_cdecl("__lsan_default_suppressions")
public func knownLeaks() -> UnsafePointer<UInt8> { leaks.utf8Start }

private let leaks: StaticString = "leak:_CFErrorCreateFromXMLInterface\n"

extension FuzzTarget {
  /// Runs an input and ends the process when a check fails, which libFuzzer reports as a crash.
  ///
  /// - Returns: 0, or -1 for an input that is not worth keeping: choices that are discarded. A
  ///   refused file is worth keeping, since messages about mistakes are most of a reader.
  fileprivate func enter(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    switch run(Array(UnsafeBufferPointer(start: data, count: count))) {
    case .accepted: return 0
    case .refused: return self == .pipeline ? -1 : 0
    case .broken(let problem): fatalError("\(rawValue): \(problem)")
    }
  }
}

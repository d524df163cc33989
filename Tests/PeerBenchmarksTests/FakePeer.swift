// SPDX-License-Identifier: MIT

import Foundation
import TestSupport

@testable import PeerBenchmarks

/// A shell program that answers like a peer, or fails to.
struct FakePeer {
  let launch: PeerLaunch
  let scratch: URL

  /// Returns a peer that claims the given weak sums for any workload.
  static func script(first: String, last: String) -> String {
    """
    echo "ready fake 1"
    weak=\(first)
    while read -r verb rest; do
      case $verb in
        build) weak=\(first); echo "build 2000000 1000000 4000000" ;;
        objectives) echo "objectives 0 0 0 $weak" ;;
        suggest) weak=\(last); echo suggested ;;
        edit|churn) set -- $rest; echo "$verb $1 $(( $1 * 1000 ))" ;;
        memory) echo "memory 2048" ;;
        quit) exit 0 ;;
      esac
    done
    """
  }

  /// Writes a peer of shell commands; the workload file is `$1`.
  init(named name: String = "kiwi", _ body: String) throws {
    scratch = TestFolder.root
      .appendingPathComponent("layoutfuzz-peers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    let script = scratch.appendingPathComponent("peer.sh")
    try Data(body.utf8).write(to: script)
    launch = PeerLaunch(name: name, executable: "/bin/sh", arguments: [script.path])
  }

  /// Removes the folder; later runs of the peer fail.
  func remove() { try? FileManager.default.removeItem(at: scratch) }

  func start() throws(PeerFailure) -> PeerProcess {
    try PeerProcess(launch, workload: "none")
  }
}

// SPDX-License-Identifier: MIT

import Display
import ToolSupport

/// A campaign as a workflow of GitHub Actions in a repository of LayoutFuzz.
///
/// One job builds the tool and makes the plan, a matrix runs the shards, and one job merges.
/// Results travel as artifacts.
struct ActionsLauncher {
  let shards: Int
  /// The number of matrix jobs that run at a time; nil for no limit.
  let parallelism: Int?
  let image: String
  /// The words of the command line that makes the plan in `folder`.
  let plan: [String]

  /// The container image of all jobs, so that one build runs in all.
  static let image = "swift:6.3"
  /// The largest number of jobs of a matrix.
  static let shardsMax = 256
  static let folder = "campaign"

  var text: String { header + planJob + shardJob + mergeJob }

  private var header: String {
    """
    # Written by 'layoutfuzz campaign launcher --scheduler actions'.
    name: layoutfuzz campaign

    on:
      workflow_dispatch:

    permissions:
      contents: read

    jobs:

    """
  }

  private var planJob: String {
    YAMLText.indented(
      """
      plan:
        runs-on: ubuntu-latest
        container: \(YAMLText.quoted(image))
        steps:
          - uses: actions/checkout@v4
          - run: swift build -c release --product layoutfuzz
          - run: cp .build/release/layoutfuzz layoutfuzz
          - run: |
              \(words(plan))
          # As an archive: artifacts forget which files are programs.
          - run: tar -cf plan.tar layoutfuzz \(Self.folder)
          - uses: actions/upload-artifact@v4
            with:
              name: plan
              path: plan.tar

      """, by: 2)
  }

  private var shardJob: String {
    let indices = (0..<shards).map(String.init).joined(separator: ", ")
    let limit = parallelism.map { "\n    max-parallel: \($0)" } ?? ""
    return YAMLText.indented(
      """
      shard:
        needs: plan
        runs-on: ubuntu-latest
        container: \(YAMLText.quoted(image))
        strategy:
          fail-fast: false\(limit)
          matrix:
            index: [\(indices)]
        steps:
          - uses: actions/download-artifact@v4
            with:
              name: plan
          - run: tar -xf plan.tar
          - name: run, and again where that may help
            run: |
              for attempt in 1 2 3 4; do
                status=0
                \(words(shardWords)) ${{ matrix.index }} || status=$?
                [ "$status" = \(ExitCode.unavailable.rawValue) ] || exit "$status"
                sleep 30
              done
              exit "$status"
          - uses: actions/upload-artifact@v4
            if: ${{ !cancelled() }}
            with:
              name: shard-${{ matrix.index }}
              path: \(Self.folder)/results
              if-no-files-found: ignore
              overwrite: true

      """, by: 2)
  }

  private var mergeJob: String {
    YAMLText.indented(
      """
      merge:
        needs: [plan, shard]
        # Only results prove shards, so whatever became of the jobs is looked at.
        if: ${{ !cancelled() && needs.plan.result == 'success' }}
        runs-on: ubuntu-latest
        container: \(YAMLText.quoted(image))
        steps:
          - uses: actions/download-artifact@v4
            with:
              name: plan
          - run: tar -xf plan.tar
          - uses: actions/download-artifact@v4
            with:
              pattern: shard-*
              path: \(Self.folder)/results
              merge-multiple: true
          - run: |
              \(words(["campaign", "merge", "--dir", Self.folder, "--json"])) > merged.json
          - if: ${{ !cancelled() }}
            run: |
              if [ -f \(Self.folder)/campaign.json ]; then
                \(words(["report", Self.folder, "--format", "markdown"])) >> "$GITHUB_STEP_SUMMARY"
              fi
          - uses: actions/upload-artifact@v4
            if: ${{ !cancelled() }}
            with:
              name: merged
              path: |
                merged.json
                \(Self.folder)/campaign.json
                \(Self.folder)/findings

      """, by: 2)
  }

  private var shardWords: [String] { ["campaign", "run", "--dir", Self.folder, "--index"] }

  private func words(_ words: [String]) -> String {
    // GitHub replaces `${{ ... }}` before a shell reads it. Every brace is in quotes.
    (["./layoutfuzz"] + words).map(ShellWord.quoted).joined(separator: " ")
      .mappingScalars { $0 == "{" ? "''{" : nil }
  }
}

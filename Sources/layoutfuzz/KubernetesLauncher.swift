// SPDX-License-Identifier: MIT

import ToolSupport

/// A campaign as an Indexed Job of Kubernetes, and its merge as a suspended job.
///
/// Each pod first makes the plan, with the tool of its image. The plan is the same file for all,
/// and another build is refused.
struct KubernetesLauncher {
  let name: String
  let shards: Int
  let parallelism: Int
  let image: String
  let claim: String
  /// The words of the command line that makes the plan in `folder`.
  let plan: [String]

  /// The default name of the volume claim.
  static let claim = "layoutfuzz"
  /// The largest number of indices of an indexed job with a limit for each index, at any
  /// parallelism.
  static let shardsMax = 100_000
  private static let volume = "/campaigns"

  static func folder(_ name: String) -> String { "\(volume)/\(name)" }

  /// The two YAML documents.
  var text: String { header + job + "---\n" + merge }

  private var header: String {
    """
    # Written by 'layoutfuzz campaign launcher --scheduler kubernetes'. For Kubernetes 1.33 and later.
    #
    #   kubectl apply -f FILE
    #   kubectl get job/\(name) --watch      until it is Complete or Failed; the merge says what is missing
    #   kubectl patch job/\(name)-merge --patch '{"spec": {"suspend": false}}'
    #   kubectl logs --follow job/\(name)-merge
    #
    # Only results in the volume prove shards: 'kubectl replace --force -f FILE' starts all of them again, and those
    # that are done end at once.

    """
  }

  private var job: String {
    """
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: \(name)
    spec:
      completionMode: Indexed
      completions: \(shards)
      parallelism: \(parallelism)
      # 75 (try again) and 143 (stopped, resumes later) count; a pod that is evicted does not.
      backoffLimitPerIndex: 3
      podFailurePolicy:
        rules:
          - action: Ignore
            onPodConditions:
              - type: DisruptionTarget
                status: "True"
          # Usage or another plan, bad input, an internal error: trying again is no use.
          - action: FailIndex
            onExitCodes:
              operator: In
              values: [\(ExitCode.usage.rawValue), \(ExitCode.badInput.rawValue), \(ExitCode.internalError.rawValue)]
      template:
        spec:
          restartPolicy: Never
          terminationGracePeriodSeconds: 30
          initContainers:
            - name: plan
              image: \(YAMLText.quoted(image))
              command: \(command(plan))
    \(mount)
          containers:
            - name: shard
              image: \(YAMLText.quoted(image))
              command: \(command(shard))
              resources:
                requests: {cpu: "1", memory: 1Gi}
    \(mount)
    \(volumes)

    """
  }

  private var merge: String {
    """
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: \(name)-merge
    spec:
      suspend: true
      # Its exit code is the verdict: 1 for findings, 75 while shards are missing.
      backoffLimit: 0
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: merge
              image: \(YAMLText.quoted(image))
              command: \(command(["campaign", "merge", "--dir", Self.folder(name), "--json"]))
              resources:
                requests: {cpu: "1", memory: 1Gi}
    \(mount)
    \(volumes)

    """
  }

  private var shard: [String] {
    [
      "campaign", "run", "--dir", Self.folder(name), "--jobs", "1", "--index",
      "$(JOB_COMPLETION_INDEX)",
    ]
  }

  private func command(_ words: [String]) -> String { YAMLText.list(["layoutfuzz"] + words) }

  private var mount: String {
    YAMLText.indented(
      """
      volumeMounts:
        - name: campaigns
          mountPath: \(Self.volume)
      """, by: 10)
  }

  private var volumes: String {
    YAMLText.indented(
      """
      volumes:
        - name: campaigns
          persistentVolumeClaim:
            claimName: \(YAMLText.quoted(claim))
      """, by: 6)
  }
}

// SPDX-License-Identifier: MIT

/// The expected output of `campaign launcher` for a plan of three shards.
enum LauncherGolden {
  static let kubernetes = """
    # Written by 'layoutfuzz campaign launcher --scheduler kubernetes'. For Kubernetes 1.33 and later.
    #
    #   kubectl apply -f FILE
    #   kubectl get job/layoutfuzz-HASH --watch      until it is Complete or Failed; the merge says what is missing
    #   kubectl patch job/layoutfuzz-HASH-merge --patch '{"spec": {"suspend": false}}'
    #   kubectl logs --follow job/layoutfuzz-HASH-merge
    #
    # Only results in the volume prove shards: 'kubectl replace --force -f FILE' starts all of them again, and those
    # that are done end at once.
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: layoutfuzz-HASH
    spec:
      completionMode: Indexed
      completions: 3
      parallelism: 2
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
              values: [64, 65, 70]
      template:
        spec:
          restartPolicy: Never
          terminationGracePeriodSeconds: 30
          initContainers:
            - name: plan
              image: "registry.example/layoutfuzz:1"
              command: ["layoutfuzz", "campaign", "plan", "--dir", "/campaigns/layoutfuzz-HASH", "--seed", "6", "--cases", "96", "--shards", "3", "--strategies", "simplex,naive", "--case-timeout", "5.0s"]
              volumeMounts:
                - name: campaigns
                  mountPath: /campaigns
          containers:
            - name: shard
              image: "registry.example/layoutfuzz:1"
              command: ["layoutfuzz", "campaign", "run", "--dir", "/campaigns/layoutfuzz-HASH", "--jobs", "1", "--index", "$(JOB_COMPLETION_INDEX)"]
              resources:
                requests: {cpu: "1", memory: 1Gi}
              volumeMounts:
                - name: campaigns
                  mountPath: /campaigns
          volumes:
            - name: campaigns
              persistentVolumeClaim:
                claimName: "layoutfuzz"
    ---
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: layoutfuzz-HASH-merge
    spec:
      suspend: true
      # Its exit code is the verdict: 1 for findings, 75 while shards are missing.
      backoffLimit: 0
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: merge
              image: "registry.example/layoutfuzz:1"
              command: ["layoutfuzz", "campaign", "merge", "--dir", "/campaigns/layoutfuzz-HASH", "--json"]
              resources:
                requests: {cpu: "1", memory: 1Gi}
              volumeMounts:
                - name: campaigns
                  mountPath: /campaigns
          volumes:
            - name: campaigns
              persistentVolumeClaim:
                claimName: "layoutfuzz"

    """

  static let actions = """
    # Written by 'layoutfuzz campaign launcher --scheduler actions'.
    name: layoutfuzz campaign

    on:
      workflow_dispatch:

    permissions:
      contents: read

    jobs:
      plan:
        runs-on: ubuntu-latest
        container: "swift:6.3"
        steps:
          - uses: actions/checkout@v4
          - run: swift build -c release --product layoutfuzz
          - run: cp .build/release/layoutfuzz layoutfuzz
          - run: |
              ./layoutfuzz campaign plan --dir campaign --seed 6 --cases 96 --shards 3 --strategies simplex,naive --case-timeout 5.0s
          # As an archive: artifacts forget which files are programs.
          - run: tar -cf plan.tar layoutfuzz campaign
          - uses: actions/upload-artifact@v4
            with:
              name: plan
              path: plan.tar
      shard:
        needs: plan
        runs-on: ubuntu-latest
        container: "swift:6.3"
        strategy:
          fail-fast: false
          max-parallel: 2
          matrix:
            index: [0, 1, 2]
        steps:
          - uses: actions/download-artifact@v4
            with:
              name: plan
          - run: tar -xf plan.tar
          - name: run, and again where that may help
            run: |
              for attempt in 1 2 3 4; do
                status=0
                ./layoutfuzz campaign run --dir campaign --index ${{ matrix.index }} || status=$?
                [ "$status" = 75 ] || exit "$status"
                sleep 30
              done
              exit "$status"
          - uses: actions/upload-artifact@v4
            if: ${{ !cancelled() }}
            with:
              name: shard-${{ matrix.index }}
              path: campaign/results
              if-no-files-found: ignore
              overwrite: true
      merge:
        needs: [plan, shard]
        # Only results prove shards, so whatever became of the jobs is looked at.
        if: ${{ !cancelled() && needs.plan.result == 'success' }}
        runs-on: ubuntu-latest
        container: "swift:6.3"
        steps:
          - uses: actions/download-artifact@v4
            with:
              name: plan
          - run: tar -xf plan.tar
          - uses: actions/download-artifact@v4
            with:
              pattern: shard-*
              path: campaign/results
              merge-multiple: true
          - run: |
              ./layoutfuzz campaign merge --dir campaign --json > merged.json
          - if: ${{ !cancelled() }}
            run: |
              if [ -f campaign/campaign.json ]; then
                ./layoutfuzz report campaign --format markdown >> "$GITHUB_STEP_SUMMARY"
              fi
          - uses: actions/upload-artifact@v4
            if: ${{ !cancelled() }}
            with:
              name: merged
              path: |
                merged.json
                campaign/campaign.json
                campaign/findings

    """
}

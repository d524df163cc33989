// SPDX-License-Identifier: MIT

import BenchmarkKit

/// A line on the terminal with the progress of a measurement and its remaining time.
struct ProgressBar {
  private static let width = 24
  private let isOn = Console.errorIsTerminal
  private let watch = Stopwatch()
  private var shown = 0.0
  private var begun: Double?

  mutating func show(_ text: String, doneSeconds: Double, expectedSeconds: Double) {
    guard isOn else { return }
    let now = Double(watch.elapsed().wall) / 1e9
    // The expected time is CPU time of a first try; the elapsed time shows how much longer it
    // takes.
    if doneSeconds == 0 || begun == nil { begun = now }
    guard now - shown > 0.1 else { return }
    shown = now
    let share = expectedSeconds > 0 ? min(1, doneSeconds / expectedSeconds) : 0
    let filled = Int(share * Double(Self.width))
    let bar =
      String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
    var left = ""
    if share > 0.02, let begun {
      left = "  \(Int(((now - begun) / share * (1 - share)).rounded(.up))) s left"
    }
    Console.overwriteLine("[\(bar)] \(Int(share * 100)) %  \(text)\(left)")
  }

  /// Clears the line for the next output.
  func clear() {
    if isOn { Console.overwriteLine("") }
  }
}

// SPDX-License-Identifier: MIT

/// A group of constants of Interface Builder that the importer can do without; the raw value is the
/// name in measurements.
///
/// Only measurements of their worth leave some out (docs/internals/interface-builder.md).
package enum ImportConstant: String, Sendable, Hashable, CaseIterable {
  case noStatusBar, laterStatusBars, doubledInsets, laterToolBar, opaqueBars, sheetBar
  case freeformStatusBar, barsInMargins
  case laterVerticalCellMargins, laterSideCellMargins, separateCells, preservedCellMargins
  case stackMargins, imageSizes
  case desktopSafeArea, colorWells, switches, borderlessPopUps, borderlessFields
  case smallHelpButtons, smallCheckBoxes
  case belowOpaqueBars, wideRoots, narrowCells, narrowScreens, desktopStacks
  case largeButtons, smallEarlyBoxes, untitledBoxes, raisedBaselines, squareButtons
}

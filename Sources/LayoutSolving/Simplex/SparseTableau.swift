// SPDX-License-Identifier: MIT

/// A sparse matrix that is changed by row additions and pivots.
///
/// Every cell is in a list of its row and in a list of its column. A row addition reads only the
/// cells of two rows, and a pivot only the rows with a cell in its column. The lists are not
/// sorted, but their order is a function of the operations: the same operations give the same bits.
///
/// Sums that cancel to less than `cancellation` of their parts are rounding noise and are dropped.
/// No absolute size is ever called small.
struct SparseTableau: ~Copyable {
  struct Cell: BitwiseCopyable {
    var value: Double
    var row: Int32
    var column: Int32
    var nextInRow: Int32
    var previousInRow: Int32
    var nextInColumn: Int32
    var previousInColumn: Int32
    /// Whether the value contains a number of a much smaller order that has lost most of its
    /// digits.
    var isBlurred: Bool
  }

  /// The part of its operands below which a difference is rounding noise.
  static let cancellation = 1e-13

  /// The ratio of two numbers below which the sum has lost most digits of the smaller one.
  static let blur = 1e-10

  /// Whether a dropped value may have been small but no rounding noise.
  ///
  /// It cancelled, after a number of a much smaller order had been added to it.
  private(set) var hasLostDetail = false
  private(set) var cells: UnsafeMutablePointer<Cell>
  private var capacity: Int
  private(set) var used = 0
  private(set) var freeHead: Int32 = -1
  let rowHeads: Buffer<Int32>
  let columnHeads: Buffer<Int32>
  let rowLengths: Buffer<Int32>
  let columnLengths: Buffer<Int32>
  /// The cell of each column in the row being changed, or -1.
  private let positions: Buffer<Int32>
  /// The row whose cells are indexed by column, or -1; and the cells by column, or -1.
  ///
  /// See `addToLongRow`.
  var openRow = -1
  var openPositions: UnsafeMutablePointer<Int32>?
  private(set) var liveCells = 0
  private(set) var peakCells = 0
  var rowOperations = 0
  /// The number of coefficients read or written so far.
  var cellOperations = 0
  /// The work beyond `cellOperations`, in their unit: cells that are far apart in memory take
  /// longer.
  var farOperations = 0
  /// Whether there is no room for another cell.
  ///
  /// Then rows are not changed any more, and the numbers are meaningless.
  private(set) var isFull = false

  /// The number of cells that fit the nearest cache of a processor core, and the number that fit
  /// the next one.
  static let nearCells = 1 << 13
  static let farCells = 1 << 16

  /// The extra cost of reading or writing a cell for limits: lists of cells outside of a near cache
  /// take longer.
  var farCost: Int { liveCells <= Self.nearCells ? 0 : liveCells <= Self.farCells ? 2 : 4 }

  /// The largest number of cells: 640 MB.
  ///
  /// A limit of work alone would allow ten times that for a few million constraints.
  static let cellsMax = 16_000_000

  private let cellsMax: Int

  /// Creates a tableau without cells.
  ///
  /// - Parameters:
  ///   - rows: the number of rows.
  ///   - columns: the number of columns.
  ///   - cellCount: the initial number of cells.
  ///   - cellsMax: the number of cells at which the tableau is full.
  init(rows: Int, columns: Int, cellCount: Int, cellsMax: Int = SparseTableau.cellsMax) {
    self.cellsMax = cellsMax
    // A layout consists of many components of a row or two, each with a tableau that it keeps.
    capacity = max(4, cellCount + cellCount / 2)
    cells = .allocate(capacity: capacity)
    rowHeads = Buffer(repeating: -1, count: rows)
    columnHeads = Buffer(repeating: -1, count: columns)
    rowLengths = Buffer(repeating: 0, count: rows)
    columnLengths = Buffer(repeating: 0, count: columns)
    positions = Buffer(repeating: -1, count: columns)
  }

  deinit {
    cells.deallocate()
    openPositions?.deallocate()
  }

  /// Whether the work exceeds a limit, or there is no room to continue.
  func isOver(_ limit: Int) -> Bool { isFull || spent > limit }

  /// The work so far in the unit of limits.
  var spent: Int { cellOperations + farOperations }

  /// Counts cells that are read or written and are not in `cellOperations`, where that takes long.
  mutating func spend(cells count: Int) {
    if liveCells > Self.nearCells { farOperations += (farCost + 1) * count }
  }

  /// Counts work outside of the tableau.
  mutating func spend(operations count: Int) { farOperations += count }

  /// Whether the sum of two numbers loses most digits of one of them.
  static func blurs(_ first: Double, _ second: Double) -> Bool {
    min(abs(first), abs(second)) < blur * max(abs(first), abs(second))
  }

  /// Removes all cells; the counters are kept.
  mutating func removeAll() {
    closeRow()
    for row in 0..<rowHeads.count {
      rowHeads[row] = -1
      rowLengths[row] = 0
    }
    for column in 0..<columnHeads.count {
      columnHeads[column] = -1
      columnLengths[column] = 0
    }
    used = 0
    freeHead = -1
    liveCells = 0
  }

  /// Adds a cell where there is none.
  mutating func insert(row: Int, column: Int, value: Double, isBlurred: Bool = false) {
    let cell: Int
    if freeHead >= 0 {
      cell = Int(freeHead)
      freeHead = cells[cell].nextInRow
    } else {
      if used == capacity { grow() }
      cell = used
      used += 1
    }
    let rowHead = rowHeads.base[row]
    let columnHead = columnHeads.base[column]
    (cells + cell).initialize(
      to: Cell(
        value: value, row: Int32(truncatingIfNeeded: row),
        column: Int32(truncatingIfNeeded: column), nextInRow: rowHead, previousInRow: -1,
        nextInColumn: columnHead, previousInColumn: -1,
        isBlurred: isBlurred))
    let link = Int32(truncatingIfNeeded: cell)
    if rowHead >= 0 { cells[Int(rowHead)].previousInRow = link }
    if columnHead >= 0 { cells[Int(columnHead)].previousInColumn = link }
    if row == openRow { openPositions?[column] = link }
    rowHeads.base[row] = link
    columnHeads.base[column] = link
    rowLengths.base[row] += 1
    columnLengths.base[column] += 1
    liveCells += 1
    if liveCells > peakCells { peakCells = liveCells }
    if liveCells >= cellsMax { isFull = true }
  }

  mutating func remove(_ cell: Int) {
    let old = cells[cell]
    if Int(old.row) == openRow { openPositions?[Int(old.column)] = -1 }
    if old.previousInRow >= 0 {
      cells[Int(old.previousInRow)].nextInRow = old.nextInRow
    } else {
      rowHeads.base[Int(old.row)] = old.nextInRow
    }
    if old.nextInRow >= 0 { cells[Int(old.nextInRow)].previousInRow = old.previousInRow }
    if old.previousInColumn >= 0 {
      cells[Int(old.previousInColumn)].nextInColumn = old.nextInColumn
    } else {
      columnHeads.base[Int(old.column)] = old.nextInColumn
    }
    if old.nextInColumn >= 0 {
      cells[Int(old.nextInColumn)].previousInColumn = old.previousInColumn
    }
    rowLengths.base[Int(old.row)] -= 1
    columnLengths.base[Int(old.column)] -= 1
    liveCells -= 1
    cells[cell].row = -1
    cells[cell].nextInRow = freeHead
    freeHead = Int32(truncatingIfNeeded: cell)
  }

  /// Removes all cells of a row, the first one first.
  mutating func removeRow(_ row: Int) {
    if row == openRow { closeRow() }
    let cells = self.cells
    var cell = rowHeads.base[row]
    while cell >= 0 {
      let old = cells[Int(cell)]
      if old.previousInColumn >= 0 {
        cells[Int(old.previousInColumn)].nextInColumn = old.nextInColumn
      } else {
        columnHeads.base[Int(old.column)] = old.nextInColumn
      }
      if old.nextInColumn >= 0 {
        cells[Int(old.nextInColumn)].previousInColumn = old.previousInColumn
      }
      columnLengths.base[Int(old.column)] -= 1
      cells[Int(cell)].row = -1
      cells[Int(cell)].nextInRow = freeHead
      freeHead = cell
      cell = old.nextInRow
    }
    liveCells -= Int(rowLengths.base[row])
    rowHeads.base[row] = -1
    rowLengths.base[row] = 0
  }

  /// Whether the former number of a cell is one of a row's cells.
  func isLive(_ cell: Int, inRow row: Int) -> Bool {
    cell < used && cells[cell].row == Int32(truncatingIfNeeded: row)
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Cell>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: cells, count: used)
    cells.deallocate()
    cells = larger
    capacity *= 2
  }

  /// Adds `factor` times a row to another one; does nothing when the tableau is full.
  ///
  /// - Parameters:
  ///   - factor: the factor of the source.
  ///   - isBlurred: whether the factor is blurred.
  ///   - source: the row that is added.
  ///   - target: the row that changes.
  /// - Complexity: O(cells of both rows).
  mutating func add(
    _ factor: Double, isBlurred: Bool, timesRow source: Int, toRow target: Int
  ) {
    if isFull { return }
    let positions = self.positions.base
    let before = cellOperations
    cellOperations += Int(rowLengths.base[target])
    var cell = rowHeads.base[target]
    while cell >= 0 {
      positions[Int(cells[Int(cell)].column)] = cell
      cell = cells[Int(cell)].nextInRow
    }
    addCells(factor, isBlurred: isBlurred, ofRow: source, toRow: target, positions)
    cell = rowHeads.base[target]
    while cell >= 0 {
      positions[Int(cells[Int(cell)].column)] = -1
      cell = cells[Int(cell)].nextInRow
    }
    rowOperations += 1
    cellOperations += Int(rowLengths.base[target]) + Int(rowLengths.base[source])
    if liveCells > Self.nearCells { farOperations += farCost * (cellOperations - before) }
  }

  /// Adds cells of a row to those of another one, which are indexed by column.
  @inline(__always)
  mutating func addCells(
    _ factor: Double, isBlurred: Bool, ofRow source: Int, toRow target: Int,
    _ positions: UnsafeMutablePointer<Int32>
  ) {
    var cell = rowHeads.base[source]
    while cell >= 0 {
      let column = Int(cells[Int(cell)].column)
      let addend = factor * cells[Int(cell)].value
      let addsBlur = isBlurred || cells[Int(cell)].isBlurred
      cell = cells[Int(cell)].nextInRow
      let position = positions[column]
      if position < 0 {
        insert(row: target, column: column, value: addend, isBlurred: addsBlur)
        continue
      }
      let old = cells[Int(position)].value
      let sum = old + addend
      if old == 0 {
        cells[Int(position)].value = sum
        cells[Int(position)].isBlurred = addsBlur
        continue
      }
      let blurs = addsBlur || cells[Int(position)].isBlurred || Self.blurs(old, addend)
      if abs(sum) <= Self.cancellation * abs(addend) {
        if blurs { hasLostDetail = true }
        positions[column] = -1
        remove(Int(position))
      } else {
        cells[Int(position)].value = sum
        cells[Int(position)].isBlurred = blurs
      }
    }
  }

  /// Exchanges the variable of a row with that of a column.
  ///
  /// The row `basic = sum value * nonbasic` is solved for the nonbasic variable of the pivot cell.
  /// The result replaces that variable in all other rows.
  mutating func pivot(at pivotCell: Int) {
    let row = Int(cells[pivotCell].row)
    let column = Int(cells[pivotCell].column)
    let inverse = 1 / cells[pivotCell].value
    let isBlurred = cells[pivotCell].isBlurred
    var cell = rowHeads.base[row]
    while cell >= 0 {
      cells[Int(cell)].value *= -inverse
      if isBlurred { cells[Int(cell)].isBlurred = true }
      cell = cells[Int(cell)].nextInRow
    }
    cells[pivotCell].value = inverse
    cell = columnHeads.base[column]
    while cell >= 0 {
      let target = Int(cells[Int(cell)].row)
      if target != row {
        let factor = cells[Int(cell)].value
        cells[Int(cell)].value = 0
        let isBlurred = cells[Int(cell)].isBlurred
        add(factor, isBlurred: isBlurred, timesRow: row, toRow: target)
      }
      cell = cells[Int(cell)].nextInColumn
    }
    cellOperations += Int(rowLengths.base[row]) + Int(columnLengths.base[column])
  }

  /// Whether a pivot changes no number: the row is the same for either variable, and no other row
  /// has a cell there.
  func isSymmetric(_ cell: Int) -> Bool {
    cells[cell].value == -1 && !cells[cell].isBlurred
      && columnLengths[Int(cells[cell].column)] == 1
  }
}

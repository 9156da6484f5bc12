extension Int64 {
  /// The quotient rounded down. - Parameter divisor: positive.
  func floorDivided(by divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : (self + 1) / divisor - 1
  }

  /// The remainder from 0 to `divisor` - 1. - Parameter divisor: positive.
  func modulo(_ divisor: Int64) -> Int64 {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}

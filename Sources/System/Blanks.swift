extension String {
  /// Without white space at its ends (Unicode's White_Space); nil where nothing else is in it.
  package var withoutOuterBlanks: String? {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: \.isInk),
      let last = scalars.lastIndex(where: \.isInk)
    else { return nil }
    return String(scalars[first...last])
  }
}

extension Unicode.Scalar {
  fileprivate var isInk: Bool {
    // Of the others Unicode's tables are asked, which a start should not need.
    isASCII ? self != " " && !(9...13).contains(value) : !properties.isWhitespace
  }
}

extension UInt8 {
  /// ASCII's letters and digits, `_` and `-`.
  package var isNameByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x5f, 0x61...0x7a, 0x2d: true
    default: false
    }
  }
}

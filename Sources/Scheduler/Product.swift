/// What both programs say of themselves.
public enum Product {
  /// Semantic versioning 2.0.0.
  public static let version = "0.1.0"
  /// The title of a reminder without text, untranslated: what JSON says.
  public static let defaultTitle = "Alert Time!"
}

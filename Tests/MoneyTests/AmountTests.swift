import Money
import Testing

@Suite("Amount") struct AmountTests {
}

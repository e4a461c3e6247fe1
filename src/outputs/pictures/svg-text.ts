/** Text as it stands in XML. What XML cannot hold becomes U+FFFD. */
export function xmlText(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- not allowed in XML 1.0
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
  )
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A number in as few characters as it takes, to a hundredth. */
export function svgNumber(value: number): string {
  return String(Math.round(value * 100) / 100)
}

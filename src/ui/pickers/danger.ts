const risky =
  /bypass|yolo|unrestricted|danger|full.?access|all permissions|(?:accept|allow|approve).?(?:all|everything)|auto.?approve|(?:don'?t|never).?ask|\bskip|\balways/i

/** A setting whose words say that the agent will act without asking: it is marked, and needs a second key. */
export function isDangerousSetting(...words: readonly string[]): boolean {
  return words.some((each) => risky.test(each.slice(0, 500)))
}

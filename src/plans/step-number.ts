/**
 * A number in front of a step: "1. ", "2) ", "(3) ", "[4] ", "5 - ", "1.2: ", "Step 6: ", a keycap. Every repetition is bounded: hostile
 * texts must not cost more than others.
 */
const stepNumber =
  /^\s{0,200}(?:\d\ufe0f?\u20e3|(?:(?:step|task|todo|item) {1,2})?[([]?\d{1,4}(?:\.\d{1,3}){0,3}(?:[.):\]]{1,2}(?=\s)|\s{0,2}[-–—](?=\s)))/i

/** A step as it is compared: without the number that the agent writes in front of it, and without blanks around it. */
export function withoutNumber(content: string): string {
  return content.replace(stepNumber, '').trim() || content.trim()
}

/** Whether two texts of a step differ in more than their number. */
export function areOtherWords(before: string, after: string): boolean {
  return before !== after && withoutNumber(before) !== withoutNumber(after)
}

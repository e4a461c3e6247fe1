// Every repetition is bounded: hostile lines must not cost more than others.
const stepNumber = /^(\s{0,200})\d{1,9}(?=[.)]\s)/
const tick = /^(\s{0,200}(?:>\s{0,9}){0,9}(?:[-*+]|[\d#]{1,9}[.)])\s{1,9}\[)[xX](?=\](?:\s|$))/

/** A line of markdown as it is compared: a step that only got another number, or was ticked, says the same. */
export function lineWords(line: string): string {
  return line.trimEnd().replace(stepNumber, '$1#').replace(tick, '$1 ')
}

/** Whether the line is a task with a ticked box. */
export function hasTick(line: string): boolean {
  return tick.test(line)
}

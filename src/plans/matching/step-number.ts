import type { PlanEntry } from '../../protocol/plans/plan-content.ts'
import { stepWords } from './step-words.ts'

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

/**
 * Whether a step is worded in another way: in more than its number, and not only in the form that some agents give it while it is
 * in progress ("Reading", "Reading the parser" for "Read the parser and list its callers"), which says nothing new.
 */
export function isReworded(before: Worded, after: Worded): boolean {
  if (before.content === after.content || withoutNumber(before.content) === withoutNumber(after.content))
    return false
  const [isActive, wasActive] = [after.status === 'in_progress', before.status === 'in_progress']
  if (isActive === wasActive) return true
  return isActive ? !saysNoMore(after, before) : !saysNoMore(before, after)
}

type Worded = Pick<PlanEntry, 'content' | 'status'>

/** Whether all words of a text stand in another one, in the same order. */
function saysNoMore({ content }: Worded, other: Worded): boolean {
  const { stems } = stepWords(content)
  const words = stepWords(other.content).stems
  let found = 0
  for (const word of words) if (word === stems[found]) found++
  return stems.length > 0 && found === stems.length
}

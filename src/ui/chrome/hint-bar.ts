import { safeLine } from '../../lib/text/safe-text.ts'
import { displayWidth } from '../../lib/text/width.ts'
import type { Hint } from '../keys/hint.ts'
import { blank, gap, part, type Bar, type Part } from '../rows/row-form.ts'

/** The hints that fit, in order, with two blanks between them. A click on one does what its key does. */
export function hintBar(hints: readonly Hint[], columns: number): Bar {
  const left: Part[] = [blank]
  let from = 1
  for (const hint of hints) {
    const to = from + displayWidth(hint.key) + displayWidth(hint.does) + 1
    if (to > columns - 1) continue
    const leads = { target: { type: 'hint', hint } } as const
    if (from > 1) left.push(gap(2))
    left.push(part('key', safeLine(hint.key), leads), { ...blank, ...leads })
    left.push(part('dim', safeLine(hint.does), leads))
    from = to + 2
  }
  return { form: 'bar', left }
}

import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import type { Comparison } from '../../plans/comparison/comparison.ts'
import { glyphs } from '../paint/glyphs.ts'
import type { Theme } from '../paint/theme.ts'

/** How many of each change there are: `+1 −1 lines, 1 reworded`, and in fewer words `+1 −1 ~1`. */
export function countWords({ counts, unit }: Comparison, theme: Theme): readonly [SafeText, SafeText] {
  const { minus, moved, completed } = glyphs(theme)
  const { added, gone, reworded, progressed } = counts
  const plain = added + gone === 0 ? [] : [safe`+${added} ${minus}${gone}`]
  const units = unit === 'step' ? safe`steps` : safe`lines`
  const one = unit === 'step' ? safe`step` : safe`line`
  const long = [
    ...plain.map((words) => safe`${words} ${added + gone === 1 ? one : units}`),
    ...(reworded === 0 ? [] : [safe`${reworded} reworded`]),
    ...(counts.moved === 0 ? [] : [safe`${counts.moved} moved`]),
    ...(progressed === 0 ? [] : [safe`${progressed} progressed`]),
  ]
  if (long.length === 0) return [safe`no changes`, safe`no changes`]
  const short = [
    ...plain,
    ...(reworded === 0 ? [] : [safe`~${reworded}`]),
    ...(counts.moved === 0 ? [] : [safe`${moved}${counts.moved}`]),
    ...(progressed === 0 ? [] : [safe`${completed}${progressed}`]),
  ]
  return [long.join(', ') as SafeText, short.join(' ') as SafeText]
}

import { safeLine, safe, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { displayWidth, cutToWidth } from '../../lib/text/width.ts'
import type { Hint } from '../keys/hint.ts'
import { blank, gap, part, type Bar, type Part } from '../rows/row-form.ts'
import type { Observed } from '../../app/state/observed.ts'
import { glyphs } from '../paint/glyphs.ts'
import type { Look } from '../paint/look.ts'

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

/** In place of the prompt: why there is none, what is observed, and whether it is there. */
export function observerBar({ shown, notShown = 0 }: Observed, { theme, columns }: Look): Bar {
  const { dot } = glyphs(theme)
  const lost = shown.filter(({ status }) => status.state === 'waiting' || status.state === 'ended')
  const words = lost.length > 0 ? lostWords(lost, shown.length) : sourceWords(shown)
  const isNarrow = columns < 60
  const others = isNarrow ? safe`${notShown} not shown` : safe`${notShown} not shown: attach lists all`
  const parts = [...(words === '' ? [] : [words]), ...(notShown === 0 ? [] : [others])]
  const after = (why: SafeText): SafeText =>
    parts.reduce((before, part) => safe`${before} ${dot} ${part}`, why)
  const whole = after(safe`observing: nothing can be sent`)
  const isCut = isNarrow || parts.length > 1 || displayWidth(whole) > columns - 2
  const text = isCut ? after(safe`observing`) : whole
  const role = lost.length > 0 ? 'warning' : 'dim'
  return { form: 'bar', left: [blank, part(role, cutToWidth(text, columns - 2))] }
}

function lostWords(lost: Observed['shown'], count: number): SafeText {
  const [first] = lost
  if (first === undefined || !('why' in first.status)) return safe``
  const why = shownLine(first.status.why)
  const state = first.status.state === 'waiting' ? safe`waiting` : safe`ended`
  if (count === 1) return safe`${state}: ${why}`
  const some = safe`${lost.length} of ${count}`
  if (!lost.every(({ status }) => 'hasEnded' in status)) return safe`nothing comes from ${some}`
  return safe`${some} ${lost.length === 1 ? safe`has` : safe`have`} ended`
}

function sourceWords(shown: Observed['shown']): SafeText {
  const [first, ...more] = shown
  if (first === undefined || more.length > 0) return safe``
  const { host } = first.session
  const label =
    host === undefined ? safeLine(first.label) : safe`${safeLine(first.label)} on ${shownLine(host)}`
  if (first.status.state === 'reading-past') return safe`${label}, reading its past`
  if (!first.isInferred) return label
  const isTold = first.status.state === 'following' && first.status.isTold === true
  return isTold ? safe`${label}, inferred from its log and its daemon` : safe`${label}, inferred from its log`
}

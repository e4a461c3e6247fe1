import type { Observed } from '../../app/state/observed.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { glyphs } from '../paint/glyphs.ts'
import type { Look } from '../paint/look.ts'
import { blank, part, type Bar } from '../rows/row-form.ts'

/** In place of the prompt: why there is none, what is observed, and whether it is there. */
export function observerBar({ shown, notShown = 0 }: Observed, { theme, columns }: Look): Bar {
  const { dot } = glyphs(theme)
  const lost = shown.filter(({ status }) => status.state === 'waiting' || status.state === 'ended')
  const words = lost.length > 0 ? lostWords(lost, shown.length) : sourceWords(shown)
  const isNarrow = columns < 60
  const others = isNarrow ? safe`${notShown} not shown` : safe`${notShown} not shown: attach lists all`
  const parts = [...(words === '' ? [] : [words]), ...(notShown === 0 ? [] : [others])]
  const why = isNarrow || parts.length > 1 ? safe`observing` : safe`observing: nothing can be sent`
  const text = parts.reduce((before, part) => safe`${before} ${dot} ${part}`, why)
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
  if (first.status.state === 'reading-past') return safe`${safeLine(first.label)}, reading its past`
  return first.isInferred ? safe`${safeLine(first.label)}, inferred from its log` : safeLine(first.label)
}

import { expect, test } from 'vitest'
import { startProgress } from '../../src/terminal/progress-line.ts'

test('a line that is rewritten, once the work has taken a while, and goes with it', () => {
  let nowMs = 0
  const written: string[] = []
  const progress = startProgress({
    columns: 40,
    nowMs: () => nowMs,
    write: (text) => void written.push(text),
  })
  for (const [atMs, words] of [
    [0, 'too early'],
    [900, 'too early'],
    [1000, 'rendering a\nb.ndjson, 10 %'],
    [1100, 'too soon'],
    [1200, 'rendering what is much longer than the terminal is wide'],
  ] as const) {
    nowMs = atMs
    progress.tell(() => words)
  }
  progress.clear()
  progress.clear()
  expect(written).toEqual([
    '\racp-plan-tui: rendering a ⏎ b.ndjson, …\u001b[K',
    '\racp-plan-tui: rendering what is much l…\u001b[K',
    '\r\u001b[K',
  ])
})

test('work that is done soon, or that nobody looks at, says nothing', () => {
  const written: string[] = []
  const progress = startProgress({ columns: 40, nowMs: () => 0, write: (text) => void written.push(text) })
  progress.tell(() => 'x')
  progress.clear()
  startProgress(null).tell(() => 'x')
  expect(written).toEqual([])
})

import { expect, test } from 'vitest'
import { startProgress } from '../../src/terminal/progress-line.ts'

test('appears after a while, is rewritten, and disappears with the work', () => {
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
    progress.show(() => words)
  }
  progress.clear()
  progress.clear()
  expect(written).toEqual([
    '\racp-plan-tui: rendering a ⏎ b.ndjson, …\u001b[K',
    '\racp-plan-tui: rendering what is much l…\u001b[K',
    '\r\u001b[K',
  ])
})

test('short work, and work without a terminal, writes nothing', () => {
  const written: string[] = []
  const progress = startProgress({ columns: 40, nowMs: () => 0, write: (text) => void written.push(text) })
  progress.show(() => 'x')
  progress.clear()
  startProgress(null).show(() => 'x')
  expect(written).toEqual([])
})
